// `erfd info --json`.
#include "erfd/robot/origins.hpp"

#include "verbs/info.hpp"

#include <cmath>

namespace erfd {
namespace {

Json limit(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json maybe(const Field<double>& field) { return field ? Json(field->value) : Json(); }

Json moving_json(const Model& model, const Body& body) {
  const std::string unit = measure_of(body.kind).position;
  const MassFacts m = mass_facts(model, body);
  return Json::Object{
      {"mass_kg", m.mass},
      {"com_m", Json::numbers({m.com.data(), 3})},
      {"principal_moments_kg_m2", Json::numbers(m.moments)},
      {"q_index", body.q_index},
      {"v_index", body.v_index},
      {"limits", Json::Object{{"lower_" + unit, limit(body.limits.lower)},
                              {"upper_" + unit, limit(body.limits.upper)},
                              {"speed_" + unit + "_s", limit(body.limits.speed)},
                              {"acceleration_" + unit + "_s2", limit(body.limits.acceleration)},
                              {std::string("effort_") + measure_of(body.kind).effort_key,
                               limit(body.limits.effort)}}}};
}

/// "moving" is null for a body on a fixed joint: it is part of the body that carries it.
Json body_json(const RobotFacts& facts, const BodyDescription& body) {
  const Model& model = facts.model;
  const Pose<double>& X_WL =
      facts.X_WF[static_cast<std::size_t>(model.frame_index(body.name).value)];
  Json moving;
  for (const Body& b : model.bodies())
    if (b.name == body.name) moving = moving_json(model, b);
  Json json = Json::Object{{"name", body.name},
                           {"parent", body.parent},
                           {"joint", body.joint.name},
                           {"type", info_of(body.joint.type).name},
                           {"placed_by", name_of(body.joint.placed_by)},
                           {"position_at_zero_m", Json::numbers({X_WL.p.data(), 3})},
                           {"rotation_at_zero", Json::matrix(X_WL.R)},
                           {"moving", std::move(moving)}};
  if (body.joint.pitch) json.set("pitch_m", body.joint.pitch->value);
  return json;
}

Json tools_json(const RobotDescription& robot) {
  Json::List list;
  for (const ToolDescription& tool : robot.tools) {
    const OriginDescription origin = tool.origin ? tool.origin->value : OriginDescription{};
    list.emplace_back(
        Json::Object{{"name", tool.name},
                     {"body", tool.body},
                     {"xyz_m", Json::numbers(origin.xyz)},
                     {"rpy_rad", Json::numbers(origin.rpy)},
                     {"payload_kg", tool.payload ? maybe(tool.payload->mass) : Json()}});
  }
  return list;
}

Json drives_json(const RobotDescription& robot) {
  Json::List list;
  for (const DriveDescription& drive : robot.drives)
    list.emplace_back(Json::Object{{"name", drive.name},
                                   {"joint", drive.joint},
                                   {"ratio", maybe(drive.ratio)},
                                   {"rotor_inertia_kg_m2", maybe(drive.rotor_inertia)},
                                   {"torque_peak_N_m", maybe(drive.torque_peak)},
                                   {"torque_rated_N_m", maybe(drive.torque_rated)},
                                   {"speed_max_rad_s", maybe(drive.speed_max)}});
  return list;
}

Json origins_json(const RobotDescription& robot) {
  Json::List list;
  for (const NumberOrigin& number : origins(robot))
    list.emplace_back(
        Json::Object{{"owner", number.owner},
                     {"quantity", number.quantity},
                     {"source", number.from.source},
                     {"origin", std::string(origin_of(number.from))},
                     {"estimated", number.from.estimated},
                     {"spread", number.from.spread > 0 ? Json(number.from.spread) : Json()},
                     {"note", number.from.note}});
  return list;
}

Json origin_counts_json(const RobotDescription& robot) {
  const OriginCounts counts = count_origins(origins(robot));
  return Json::Object{{"measured", counts.measured},
                      {"published", counts.published},
                      {"estimated", counts.estimated},
                      {"not_said", counts.unsaid}};
}

Json following_json(const Model& model) {
  Json::List list;
  for (const FollowingJoint& f : model.following())
    list.push_back(Json::Object{{"joint", model.body(f.follower).joint},
                                {"follows", model.body(f.leader).joint},
                                {"multiplier", f.multiplier},
                                {"offset", f.offset}});
  return list;
}

Json findings_json(const Diagnostics& findings) {
  Json::List list;
  for (const Diagnostic& finding : findings.all())
    list.push_back(
        Json::Object{{"severity", finding.severity == Severity::warning ? "warning" : "note"},
                     {"check", finding.check},
                     {"line", finding.at.line},
                     {"column", finding.at.column},
                     {"message", finding.message}});
  return list;
}

}  // namespace

Json info_json(const RobotFacts& facts) {
  const RobotDescription& robot = facts.robot.description;
  Json::List bodies, questions;
  for (const BodyDescription& body : robot.bodies) bodies.push_back(body_json(facts, body));
  for (const std::string& question : robot.open_questions) questions.push_back(question);
  Json document =
      Json::Object{{"robot", robot.name},
                   {"title", robot.title},
                   {"file", robot.file},
                   {"source", robot.from.source},
                   {"free_base", facts.model.has_free_base()},
                   {"nq", facts.model.nq()},
                   {"nv", facts.model.nv()},
                   {"gravity_m_s2", Json::numbers(robot.gravity.value)},
                   {"moving_mass_kg", facts.model.moving_mass()},
                   {"bodies", std::move(bodies)},
                   {"flange", facts.model.frames().empty() ? Json() : flange_name(facts.model)},
                   {"tools", tools_json(robot)},
                   {"drives", drives_json(robot)},
                   {"loops", static_cast<int>(robot.loops.size())},
                   {"elastic_joints", static_cast<int>(robot.elastic_joints.size())},
                   {"springs", static_cast<int>(robot.springs.size())},
                   {"following", following_json(facts.model)},
                   {"origins", origins_json(robot)},
                   {"origin_counts", origin_counts_json(robot)},
                   {"open_questions", std::move(questions)},
                   {"findings", findings_json(facts.robot.findings)}};
  if (!facts.model.constraints().empty()) {
    const LoopFacts loops = loop_facts(facts.model);
    document.set("mobility", Json::Object{{"closed", loops.closure.closed},
                                          {"gap", loops.closure.gap},
                                          {"freedoms", loops.mobility.freedoms},
                                          {"rows", facts.model.constraint_rows()},
                                          {"redundant", loops.mobility.redundant},
                                          {"undetermined", loops.mobility.undetermined},
                                          {"dependent", loops.mobility.dependent}});
  }
  return document;
}

}  // namespace erfd
