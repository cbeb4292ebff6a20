// The verdict as JSON. Keys: docs/verdict.md.
#include "report/carried.hpp"
#include "report/verdict_moves.hpp"

#include <numbers>

namespace erfd {
namespace {

constexpr double degree = std::numbers::pi / 180;

Json binding_json(const VerdictSubject& s, const Binding& b) {
  Json json = Json::Object{{"axis", b.axis < 0 ? Json() : Json(b.axis + 1)},
                           {"axis_name", axis_name(s, b)},
                           {"limit", std::string(name_of(b.limit))},
                           {"time_s", finite(b.time)},
                           {"ratio", finite(b.ratio)},
                           {"needed", finite(b.needed)},
                           {"available", finite(b.available)},
                           {"cycles", b.cycles}};
  if (b.motor >= 0 && !s.drives.motor(b.motor).assumed)
    json.set("motor", s.drives.motor(b.motor).name);
  return json;
}

Json shares_json(const std::array<double, torque_cause_count>& shares, const char* unit) {
  Json json = Json::Object{};
  for (const TorqueCause cause : torque_causes())
    json.set(std::string(name_of(cause)) + unit, shares[static_cast<std::size_t>(cause)]);
  return json;
}

}  // namespace

Json move_json(const VerdictSubject& s, const MoveVerdict& m) {
  const Location at = instruction_of(s, m).at;
  Json json = Json::Object{
      {"line", at.line},
      {"column", at.column},
      {"kind", kind_of(s, m)},
      {"target", target_of(s, m)},
      {"asked_time_s", finite(m.asked_time)},
      {"achieved_time_s", finite(m.achieved_time)},
      {"achievable", m.achievable},
      {"binding", m.worst.limit == BindingLimit::none ? Json() : binding_json(s, m.worst)},
      {"path_error_mm", finite(1000 * m.path_error)},
      {"turn_error_deg", finite(m.turn_error / degree)},
      {"reason", m.reason}};
  Json::List exceeded;
  for (const Binding& b : m.exceeded) exceeded.push_back(binding_json(s, b));
  json.set("exceeded", std::move(exceeded));
  if (m.joint_error.size() > 0)
    json.set("joint_error",
             Json::numbers({m.joint_error.data(), static_cast<std::size_t>(m.joint_error.size())}));
  if (m.shares) {
    const bool pushed = m.worst.motor >= 0 && pushes(s.drives.motor(m.worst.motor), s.model);
    json.set("motor_torque_split", shares_json(*m.shares, pushed ? "_N" : "_N_m"));
  }
  json.set("carried", carried_json(s, instruction_of(s, m).conditions));
  return json;
}

Json findings_json(const VerdictSubject& s) {
  Json::List list;
  for (const Diagnostics* const findings : {&s.program.findings, &s.plan.findings})
    for (const Diagnostic& finding : findings->all())
      list.push_back(Json::Object{{"code", finding.check},
                                  {"severity", finding.severity == Severity::error     ? "error"
                                               : finding.severity == Severity::warning ? "warning"
                                                                                       : "note"},
                                  {"line", finding.at.line},
                                  {"column", finding.at.column},
                                  {"message", finding.message}});
  return list;
}

Json verdict_json(const VerdictSubject& s) {
  Json::List moves;
  for (const MoveVerdict& m : s.verification.moves) moves.push_back(move_json(s, m));
  const VectorX<double>& rms = s.verification.torque_rms;
  return Json::Object{
      {"program", s.program.name},
      {"file", s.program.file},
      {"robot", s.model.name()},
      {"achievable", s.verification.achievable},
      {"asked_time_s", finite(s.verification.asked_time)},
      {"achieved_time_s", finite(s.verification.achieved_time)},
      {"period_s", s.plan.period},
      {"fault", s.verification.fault.empty() ? Json() : Json(s.verification.fault)},
      {"moves", std::move(moves)},
      {"motor_torque_rms_N_m", Json::numbers({rms.data(), static_cast<std::size_t>(rms.size())})},
      {"left_out", Json::List(s.left_out.begin(), s.left_out.end())},
      {"not_judged",
       Json::List(s.verification.not_judged.begin(), s.verification.not_judged.end())},
      {"findings", findings_json(s)}};
}

}  // namespace erfd
