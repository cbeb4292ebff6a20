// The document "erfd-run/1". Keys: docs/design/2026-11-16-page-contract.md.
#include "erfd/report/run_document.hpp"

#include "report/document/parts.hpp"
#include "report/verdict/carried.hpp"
#include "report/verdict/energy.hpp"
#include "report/verdict/groups.hpp"
#include "report/verdict/moves.hpp"

namespace erfd {
namespace {

/// A move that could not be planned stands at the end of what could.
Json run_move(const JudgedCase& s, const MoveVerdict& m, const ThinRun& thin) {
  Json json = move_json(s, m);
  const bool planned = m.move < static_cast<int>(s.plan.moves.size());
  PlannedMove at;
  at.start_time = at.end_time = s.plan.duration();
  at.first_sample = at.end_sample = s.plan.samples();
  if (planned) at = s.plan.moves[static_cast<std::size_t>(m.move)];
  json.set("start_time_s", at.start_time);
  json.set("end_time_s", at.end_time);
  json.set("first_cycle", thin.places(at.first_sample));
  json.set("end_cycle", thin.places(at.end_sample));
  const MoveWords words = words_of(s, m);
  json.set("cells", Json::List{words.verdict, words.asked, words.on_path, words.axis, words.limit,
                               words.at, words.needs, words.cycles, words.off_path});
  json.set("tool_in_flange", pose_json(tool_in_flange(instruction_of(s, m).conditions, s.model)));
  return json;
}

Json moves_json(const JudgedCase& s, const ThinRun& thin) {
  Json::List moves;
  for (const MoveVerdict& m : s.verification.moves) {
    if (s.progress) s.progress(1);
    moves.push_back(run_move(s, m, thin));
  }
  return moves;
}

/// What the terminal says under "Why".
Json why_json(const JudgedCase& s) {
  Json::List list;
  for (const CauseGroup& group : causes_of(s))
    list.push_back(Json::Object{{"place", place_of(s, group)},
                                {"move", group.worst->move + 1},
                                {"reason", group.worst->reason},
                                {"others", others_beyond(s, *group.worst)}});
  if (const CauseGroup late = late_moves(s); late.worst != nullptr)
    list.push_back(Json::Object{{"place", "late, " + place_of(s, late)},
                                {"move", late.worst->move + 1},
                                {"reason", late.worst->reason},
                                {"others", ""}});
  return list;
}

Json program_json(const Program& program) {
  return Json::Object{{"name", program.name},
                      {"file", program.file},
                      {"lines", Json::List(program.lines.begin(), program.lines.end())}};
}

}  // namespace

Json run_document(const JudgedCase& s, const RunLabels& labels) {
  const Verification& v = s.verification;
  const std::vector<std::string> rests_on = noticed(s);
  OccurringCauses causes = occurring_causes(s);
  const ThinRun thin = thin_run_of(s, causes.torques);
  Json signals = signals_json(s, causes.torques, thin);
  VisualsJson look = visuals_json(labels.look, s.model.body_count());
  Json::List gears;
  if (v.elastic_gears)
    gears.assign(v.elastic_gears->sentences.begin(), v.elastic_gears->sentences.end());
  Json document = Json::Object{
      {"format", "erfd-run/1"},
      {"kind", "verify"},
      {"generator", labels.generator},
      {"robot", robot_json(s.model, labels.robot_title, look)},
      {"motors", motors_json(s.drives)},
      {"program", program_json(s.program)},
      {"findings", findings_json(s)},
      {"summary", verdict_summary(s)},
      {"achievable", achievable_json(v)},
      {"asked_time_s", finite(v.asked_time)},
      {"achieved_time_s", finite(v.achieved_time)},
      {"answers", answers_json(s)},
      {"fault", v.fault.empty() ? Json() : Json(v.fault)},
      {"moves", moves_json(s, thin)},
      {"jumps", jumps_json(s)},
      {"motor_torque_rms_N_m",
       Json::numbers({v.torque_rms.data(), static_cast<std::size_t>(v.torque_rms.size())})},
      {"thermal_load", thermal_json(s)},
      {"energy", energy_json(v.energy)},
      {"energy_text", energy_text(s)},
      {"bearings", bearings_json(s.model, v.bearings_asked, v.bearings)},
      {"why", why_json(s)},
      {"worst_errors", worst_errors(s)},
      {"rests_on", Json::List(rests_on.begin(), rests_on.end())},
      {"elastic_gears", std::move(gears)},
      {"left_out", Json::List(s.left_out.begin(), s.left_out.end())},
      {"not_judged", Json::List(v.not_judged.begin(), v.not_judged.end())},
      {"period_s", s.plan.period * thin.every()},
      {"cycles", thin.places(v.motion.q.cols())},
      {"asked_cycles", thin.places(v.motion.q_asked.cols())},
      {"causes", std::move(causes.names)},
      {"signals", std::move(signals)}};
  if (std::string loads = carried_text(s); !loads.empty())
    look.notes.insert(look.notes.begin(), std::move(loads));
  if (std::string thinned = thinning_note(thin, v.motion.q.cols(), s.plan.period, "--csv");
      !thinned.empty())
    look.notes.insert(look.notes.begin(), std::move(thinned));
  add_thinning(thin, v.motion.q.cols(), s.plan.period, document);
  if (!labels.look.scene.empty()) document.set("scene", scene_json(labels.look.scene, s, thin));
  add_notes(look.notes, document);
  return document;
}

Json document_without_program(DocumentParts parts) {
  return Json::Object{
      {"format", "erfd-run/1"},
      {"kind", parts.kind},
      {"generator", std::move(parts.generator)},
      {"robot", std::move(parts.robot)},
      {"motors", std::move(parts.motors)},
      {"program",
       Json::Object{{"name", ""}, {"file", std::move(parts.file)}, {"lines", Json::List{}}}},
      {"findings", Json::List{}},
      {"summary", std::move(parts.summary)},
      {"achievable", Json()},
      {"asked_time_s", Json()},
      {"achieved_time_s", Json()},
      {"fault", parts.fault.empty() ? Json() : Json(std::move(parts.fault))},
      {"moves", Json::List{}},
      {"motor_torque_rms_N_m", Json::List{}},
      {"period_s", parts.period},
      {"cycles", parts.cycles},
      {"asked_cycles", parts.asked_cycles},
      {"causes", std::move(parts.causes)},
      {"signals", std::move(parts.signals)}};
}

Json live_document(const Model& model, const Drives* drives, double period, const RunLabels& labels,
                   const LiveProgram* running) {
  VisualsJson look = visuals_json(labels.look, model.body_count());
  Json document = document_without_program(
      {.kind = "live",
       .generator = labels.generator,
       .robot = robot_json(model, labels.robot_title, look),
       .motors = drives == nullptr ? Json(Json::List{}) : motors_json(*drives),
       .summary = "live: " + model.name(),
       .period = period});
  if (running != nullptr) {
    document.set("program", program_json(running->program));
    document.set("signals", Json::Object{{"tcp_asked", planned_way(running->plan)}});
  }
  if (!labels.look.scene.empty()) document.set("scene", scene_json(labels.look.scene));
  add_notes(look.notes, document);
  return document;
}

}  // namespace erfd
