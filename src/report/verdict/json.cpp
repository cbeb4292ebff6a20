// The verdict as JSON. Keys: docs/verdict.md.
#include "erfd/base/units.hpp"
#include "erfd/robot/origins.hpp"

#include "report/verdict/advice.hpp"
#include "report/verdict/carried.hpp"
#include "report/verdict/energy.hpp"

#include <numbers>

namespace erfd {
namespace {

const char* unit_of(const JudgedCase& s, const Jump& jump) {
  const bool slides = jump.quantity == Jump::Quantity::joint_speed &&
                      is_length(s.model.bodies()[static_cast<std::size_t>(jump.axis)].kind);
  return slides || jump.quantity == Jump::Quantity::direction ? "m/s" : "rad/s";
}

/// Of what is needed and available; null where the limit is no number.
Json unit_of(const JudgedCase& s, const Binding& b) {
  if (b.jump >= 0) return unit_of(s, s.plan.jumps[static_cast<std::size_t>(b.jump)]);
  const LimitWords& words = words_of(b.limit);
  if (words.turning_unit.empty()) return {};
  if (b.motor >= 0 && b.limit == Limit::joint_range) return std::string(words.turning_unit);
  const bool of_motor = b.motor >= 0 && b.limit != Limit::joint_effort;
  const bool slides =
      of_motor ? pushes(s.drives.motor(b.motor), s.model)
               : b.axis >= 0 && is_length(s.model.bodies()[static_cast<std::size_t>(b.axis)].kind);
  return std::string(slides ? words.sliding_unit : words.turning_unit);
}

Json binding_json(const JudgedCase& s, const Binding& b) {
  Json json = Json::Object{{"axis", b.axis < 0 ? Json() : Json(b.axis + 1)},
                           {"axis_name", axis_name(s, b)},
                           {"limit", std::string(name_of(b.limit))},
                           {"limit_id", std::string(id_of(b.limit))},
                           {"time_s", finite(b.time)},
                           {"ratio", finite(b.ratio)},
                           {"needed", finite(b.needed)},
                           {"available", finite(b.available)},
                           {"unit", unit_of(s, b)},
                           {"cycles", b.cycles}};
  if (b.motor >= 0 && !s.drives.motor(b.motor).assumed)
    json.set("motor", s.drives.motor(b.motor).name);
  if (b.jump >= 0) json.set("jump", b.jump);
  return json;
}

int line_of_move(const JudgedCase& s, int move) {
  const PlannedMove& planned = s.plan.moves[static_cast<std::size_t>(move)];
  return s.program.instructions[static_cast<std::size_t>(planned.instruction)].at.line;
}

Json kept_path_json(const JudgedCase& s, const std::optional<KeptPath>& kept) {
  if (!kept) return {};
  Json::List obstacles, slowed;
  for (const KeptPath::Obstacle& obstacle : kept->obstacles)
    obstacles.push_back(Json::Object{{"move", obstacle.move + 1},
                                     {"line", line_of_move(s, obstacle.move)},
                                     {"reason", obstacle.reason}});
  if (kept->keeps_limits())
    for (std::size_t m = 0; m < s.plan.moves.size(); ++m) {
      const double speed = kept->speeds[static_cast<std::size_t>(s.plan.moves[m].instruction)];
      if (speed < 1)
        slowed.push_back(Json::Object{{"move", static_cast<int>(m) + 1},
                                      {"line", line_of_move(s, static_cast<int>(m))},
                                      {"speed", speed},
                                      {"time_s", kept->move_times[m]}});
    }
  return Json::Object{{"possible", kept->possible()},
                      {"jumps", kept->jumps},
                      {"time_s", finite(kept->time)},
                      {"slowed", std::move(slowed)},
                      {"obstacles", std::move(obstacles)}};
}

Json shares_json(const std::array<double, torque_cause_count>& shares, const char* unit) {
  Json json = Json::Object{};
  for (const TorqueCause cause : torque_causes())
    json.set(std::string(name_of(cause)) + unit, shares[static_cast<std::size_t>(cause)]);
  return json;
}

Json smoothed_json(const JudgedCase& s) {
  if (!s.verification.smoothed) return {};
  return Json::Object{{"moves_beyond", s.verification.smoothed->beyond},
                      {"jumps", s.verification.smoothed->kept_path.jumps},
                      {"kept_path", kept_path_json(s, s.verification.smoothed->kept_path)}};
}

/// Null where the end is not known.
Json range_json(const SourceRange& range) {
  if (range.end == Location{}) return {};
  return Json::Object{{"line", range.begin.line},
                      {"column", range.begin.column},
                      {"end_line", range.end.line},
                      {"end_column", range.end.column}};
}

}  // namespace

Json answers_json(const JudgedCase& s) {
  return Json::Object{{"kept_path", kept_path_json(s, s.verification.kept_path)},
                      {"smoothed", smoothed_json(s)}};
}

Json jumps_json(const JudgedCase& s) {
  Json::List jumps;
  for (const Jump& jump : s.plan.jumps) {
    Json json = Json::Object{{"time_s", jump.time},
                             {"from_move", jump.before + 1},
                             {"to_move", jump.behind + 1},
                             {"from_line", line_of_move(s, jump.before)},
                             {"to_line", line_of_move(s, jump.behind)},
                             {"quantity", std::string(name_of(jump.quantity))},
                             {"from", jump.from},
                             {"to", jump.to},
                             {"step", jump.step},
                             {"unit", unit_of(s, jump)},
                             {"text", jump_text(s.model, jump)}};
    if (jump.quantity == Jump::Quantity::direction) json.set("angle_rad", jump.angle);
    if (jump.quantity == Jump::Quantity::joint_speed)
      json.set("axis_name", s.model.bodies()[static_cast<std::size_t>(jump.axis)].joint);
    jumps.push_back(std::move(json));
  }
  return jumps;
}

Json rests_on_json(const JudgedCase& s) {
  Json::List list;
  for (const Support& support : s.verification.rests_on)
    list.push_back(Json::Object{
        {"number", support.number},
        {"line", line_of(s, s.verification.moves[static_cast<std::size_t>(support.move)])},
        {"origin", std::string(origin_of(support.from))},
        {"source", support.from.source},
        {"spread", support.from.spread > 0 ? Json(support.from.spread) : Json()},
        {"note", support.from.note},
        {"achievable_from", support.share > 0 ? finite(support.share) : Json()},
        {"text", support.sentence()}});
  return list;
}

Json thermal_json(const JudgedCase& s) {
  Json::List motors;
  const VectorX<double>& rms = s.verification.torque_rms;
  for (int i = 0; i < static_cast<int>(rms.size()); ++i) {
    if (s.drives.motor(i).assumed) continue;
    const double rated = s.drives.motor(i).limits.torque_rated;
    motors.push_back(
        Json::Object{{"motor", s.drives.motor(i).name},
                     {"torque_rms_N_m", finite(rms[i])},
                     {"torque_rated_N_m", finite(rated)},
                     {"share", std::isfinite(rated) ? finite(rms[i] / rated) : Json()}});
  }
  return motors;
}

Json move_json(const JudgedCase& s, const MoveVerdict& m) {
  const Location at = instruction_of(s, m).at;
  Json json =
      Json::Object{{"line", at.line},
                   {"column", at.column},
                   {"range", range_json(instruction_of(s, m).range())},
                   {"kind", kind_id(s, m)},
                   {"target", target_of(s, m)},
                   {"asked_time_s", finite(m.asked_time)},
                   {"achieved_time_s", finite(m.achieved_time)},
                   {"achievable", m.achievable},
                   {"binding", m.worst.limit == Limit::none ? Json() : binding_json(s, m.worst)},
                   {"on_path_time_s", finite(on_path_time(s, m))},
                   {"path_error_mm", finite(1000 * m.path_error)},
                   {"turn_error_deg", finite(m.turn_error / degree)},
                   {"reason", m.reason}};
  if (kind_of(s, m) != kind_id(s, m)) json.set("word", kind_of(s, m));
  if (m.late_from >= 0)
    json.set("late", Json::Object{{"from_move", m.late_from + 1},
                                  {"from_line", line_of_move(s, m.late_from)},
                                  {"path_error_mm", finite(1000 * m.late_error)}});
  Json::List exceeded;
  for (const Binding& b : m.exceeded) exceeded.push_back(binding_json(s, b));
  json.set("exceeded", std::move(exceeded));
  if (m.joint_error.size() > 0)
    json.set("joint_error",
             Json::numbers({m.joint_error.data(), static_cast<std::size_t>(m.joint_error.size())}));
  if (m.shares) {
    const auto axis = static_cast<std::size_t>(m.worst.axis);
    const bool pushed = m.worst.motor >= 0 ? pushes(s.drives.motor(m.worst.motor), s.model)
                                           : is_length(s.model.bodies()[axis].kind);
    json.set("motor_torque_split", shares_json(*m.shares, pushed ? "_N" : "_N_m"));
  }
  json.set("carried", carried_json(s, instruction_of(s, m).conditions));
  if (m.energy) json.set("energy", energy_json(m.energy));
  if (s.advice != nullptr) json.set("advice", advice_json(s, m));
  return json;
}

Json findings_json(const JudgedCase& s) {
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

namespace {

Json way_json(const Body& body, double way) {
  const bool turns = is_angle(body.kind);
  return Json::Object{
      {"joint", body.joint},
      {turns ? "way_deg" : "way_mm", turns ? way * 180 / std::numbers::pi : 1000 * way}};
}

Json elastic_gears_json(const JudgedCase& s) {
  if (!s.verification.elastic_gears) return {};
  const ElasticGears& gears = *s.verification.elastic_gears;
  const auto body = [&](int j) -> const Body& {
    return s.model.bodies()[static_cast<std::size_t>(j)];
  };
  const Vector3<double> place = 1000 * gears.place;
  Json steps = Json::Object{{"count", gears.steps}};
  if (gears.steps > 0) {
    steps.set("largest", way_json(body(gears.step_joint), gears.step));
    steps.set("time_s", gears.step_time);
  }
  return Json::Object{{"tool_error_mm", finite(1000 * gears.tool_off)},
                      {"time_s", gears.time},
                      {"line", line_of_move(s, gears.move)},
                      {"tool_at_mm", Json::numbers({place.data(), 3})},
                      {"largest_give", way_json(body(gears.joint), gears.twist)},
                      {"load_steps", std::move(steps)},
                      {"sentences", Json::List(gears.sentences.begin(), gears.sentences.end())}};
}

}  // namespace

Json verdict_json(const JudgedCase& s) {
  Json::List moves;
  for (const MoveVerdict& m : s.verification.moves) moves.push_back(move_json(s, m));
  const VectorX<double>& rms = s.verification.torque_rms;
  return Json::Object{
      {"program", s.program.name},
      {"file", s.program.file},
      {"robot", s.model.name()},
      {"summary", verdict_summary(s)},
      {"achievable", achievable_json(s.verification)},
      {"asked_time_s", finite(s.verification.asked_time)},
      {"achieved_time_s", finite(s.verification.achieved_time)},
      {"answers", answers_json(s)},
      {"period_s", s.plan.period},
      {"fault", s.verification.fault.empty() ? Json() : Json(s.verification.fault)},
      {"moves", std::move(moves)},
      {"jumps", jumps_json(s)},
      {"motor_torque_rms_N_m", Json::numbers({rms.data(), static_cast<std::size_t>(rms.size())})},
      {"thermal_load", thermal_json(s)},
      {"elastic_gears", elastic_gears_json(s)},
      {"energy", energy_json(s.verification.energy)},
      {"bearings", bearings_json(s.model, s.verification.bearings_asked, s.verification.bearings)},
      {"rests_on", rests_on_json(s)},
      {"left_out", Json::List(s.left_out.begin(), s.left_out.end())},
      {"not_judged",
       Json::List(s.verification.not_judged.begin(), s.verification.not_judged.end())},
      {"findings", findings_json(s)}};
}

}  // namespace erfd
