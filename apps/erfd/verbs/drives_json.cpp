// `erfd drives --json`.
#include "verbs/drives.hpp"

#include <cmath>

namespace erfd {
namespace {

Json numbers(const VectorX<double>& v) {
  return Json::numbers({v.data(), static_cast<std::size_t>(v.size())});
}

Json limit(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json extreme(const Extreme& e) {
  return Json::Object{{"value", e.value}, {"q", e.q.size() > 0 ? numbers(e.q) : Json()}};
}

Json motor_json(const DriveFacts& facts, std::size_t i) {
  const Motor& motor = facts.motor(i);
  const MotorSurvey& survey = facts.surveys[i];
  const auto& mechanism = facts.drives.mechanism(static_cast<int>(i));
  const bool asked = survey.fastest_joint >= 0;
  const double holding = survey.most_holding.value;
  return Json::Object{
      {"name", motor.name},
      {"assumed", motor.assumed},
      {"rotor_inertia_kg_m2", motor.rotor_inertia},
      {"inertia_seen_kg_m2",
       Json::Object{{"home", facts.seen_at_home[static_cast<Eigen::Index>(i)]},
                    {"least", extreme(survey.least_inertia)},
                    {"most", extreme(survey.most_inertia)}}},
      {"mechanism_ratio", mechanism ? Json(Json::Object{{"least", extreme(survey.least_ratio)},
                                                        {"most", extreme(survey.most_ratio)}})
                                    : Json()},
      {"speed_max_rad_s", limit(motor.limits.speed)},
      {"speed_needed_rad_s", asked ? Json(survey.most_speed.value) : Json()},
      {"speed_needed_for_joint",
       asked ? Json(joint_of(facts.robot.model, survey.fastest_joint)) : Json()},
      {"speed_reserve_percent",
       asked ? Json::maybe(reserve_percent(survey.most_speed.value, motor.limits.speed)) : Json()},
      {"torque_peak_N_m", limit(motor.limits.torque_peak)},
      {"torque_rated_N_m", limit(motor.limits.torque_rated)},
      {"torque_holding_N_m", extreme(survey.most_holding)},
      {"torque_reserve_percent", Json::maybe(reserve_percent(holding, motor.limits.torque_peak))},
      {"rated_reserve_percent", Json::maybe(reserve_percent(holding, motor.limits.torque_rated))},
      {"current_holding_A",
       motor.constants.torque_constant ? Json(motor_current(motor, holding)) : Json()}};
}

Json joint_json(const DriveFacts& facts, const Body& body) {
  const int j = body.v_index;
  const double links = facts.H_links(j, j), rotors = facts.H_rotors(j, j);
  return Json::Object{{"name", body.joint},
                      {"unit", measure_of(body.kind).inertia},
                      {"links", links},
                      {"rotors", rotors},
                      {"share_of_rotors", rotors / (links + rotors)}};
}

}  // namespace

Json drives_json(const DriveFacts& facts) {
  Json::List motors, joints, contradictions;
  for (std::size_t i = 0; i < facts.surveys.size(); ++i) motors.push_back(motor_json(facts, i));
  for (const Body* body : facts.joints()) joints.push_back(joint_json(facts, *body));
  for (const std::string& text : facts.contradictions) contradictions.push_back(text);
  return Json::Object{
      {"robot", facts.robot.model.name()}, {"home", numbers(facts.home)},
      {"samples", facts.samples},          {"constant_ratio", facts.drives.is_constant()},
      {"coupling", Json::matrix(facts.K)}, {"joints", std::move(joints)},
      {"motors", std::move(motors)},       {"contradictions", std::move(contradictions)}};
}

}  // namespace erfd
