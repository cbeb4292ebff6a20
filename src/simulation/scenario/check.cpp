// What of a scenario does not fit its robot.
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/simulation/scenario_setup.hpp"

#include "simulation/scenario/bind.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string names_of(const Model& robot) {
  std::string names;
  for (const Body& body : robot.joints()) names += (names.empty() ? "" : ", ") + body.joint;
  return names;
}

class ScenarioCheck {
 public:
  ScenarioCheck(const Model& robot, Diagnostics& findings) : robot_(robot), findings_(findings) {}

  void numbers(std::string_view place, const JointField& field) {
    if (!field) return;
    const std::size_t n = robot_.joints().size(), active = active_joints(robot_).size();
    const auto say = [&](std::string_view check, const std::string& text) {
      findings_.error(check, field->at, fmt::format("{}: {} {}", place, field->key, text));
    };
    if (field->values.size() != 1 && field->values.size() != n && field->values.size() != active)
      say("list-length",
          fmt::format(
              "has {} number{}, but {} has {} joint{} ({}){}; give one each, or one for all",
              field->values.size(), field->values.size() == 1 ? "" : "s", robot_.name(), n,
              n == 1 ? "" : "s", names_of(robot_),
              active == n ? "" : fmt::format(", {} of them active", active)));
    if (field->every) return;
    std::vector<const Body*> meant = active_joints(robot_);
    if (field->values.size() == n) {
      meant.clear();
      for (const Body& body : robot_.joints()) meant.push_back(&body);
    }
    const auto turns = [](const Body* body) { return is_angle(body->kind); };
    const auto turning = std::find_if(meant.begin(), meant.end(), turns);
    if (field->sliding && turning != meant.end())
      say("wrong-unit",
          fmt::format("is of sliding joints, but joint '{}' turns; write {}, where sliding joints "
                      "take the SI unit",
                      (*turning)->joint, field->other_key));
    if (!field->sliding && turning == meant.end())
      say("wrong-unit", fmt::format("is of joints that turn, but all joints of {} slide; write {}",
                                    robot_.name(), field->other_key));
  }

  void controller(const ScenarioController& c) {
    for (const auto& [name, values] : c.gains)
      if (name != "layer" && name != "adaptation") numbers("controller", values);
    numbers("controller", c.saturation);
    numbers("controller", c.rate_limit);
    numbers("controller", c.friction_speed);
    if (!c.reference) return;
    const ScenarioReference& r = *c.reference;
    for (const JointField* field : {&r.q, &r.from, &r.to, &r.speed, &r.acceleration, &r.start_speed,
                                    &r.end_speed, &r.start_acceleration, &r.end_acceleration,
                                    &r.centre, &r.amplitude, &r.frequency, &r.phase})
      numbers("reference", *field);
    for (const ScenarioPoint& point : r.points) numbers("reference", point.q);
  }

  void load(const ScenarioLoad& load, std::size_t number) {
    frame(load.frame, load.load.at, fmt::format("load {}", number));
  }

  void wrench(const ScenarioWrench& wrench, std::size_t number) {
    if (!wrench.frame.empty()) frame(wrench.frame, wrench.at, fmt::format("wrench {}", number));
  }

  void algorithm(const Scenario& scenario) {
    const std::string reason = find_algorithm(scenario.algorithm).obstacle(robot_);
    if (!reason.empty())
      findings_.error("algorithm", scenario.algorithm_at,
                      fmt::format("dynamics: {} cannot move {}: it {}", scenario.algorithm,
                                  robot_.name(), reason));
  }

 private:
  void frame(const std::string& name, Location at, const std::string& place) {
    try {
      robot_.frame_index(name);
    } catch (const Error& refusal) {
      findings_.error("unknown-frame", at, fmt::format("{}: {}", place, refusal.what()));
    }
  }

  const Model& robot_;
  Diagnostics& findings_;
};

}  // namespace

std::vector<const Body*> active_joints(const Model& robot) {
  std::vector<const Body*> joints;
  for (const Body& body : robot.joints())
    if (!body.passive || !robot.is_constrained()) joints.push_back(&body);
  return joints;
}

VectorX<double> joint_vector(const JointNumbers& numbers, const Model& robot,
                             const VectorX<double>& passive) {
  const auto all = robot.joints();
  const std::vector<const Body*> active = active_joints(robot);
  VectorX<double> si = passive;
  if (si.size() == 0) si.setZero(static_cast<Eigen::Index>(all.size()));
  const auto set = [&](const Body& body, double value) {
    const bool convert = numbers.every || numbers.sliding || is_angle(body.kind);
    si[&body - all.data()] = convert ? value * numbers.times / numbers.over : value;
  };
  const bool one = numbers.values.size() == 1;
  if (!one && numbers.values.size() == all.size())
    for (std::size_t j = 0; j < all.size(); ++j) set(all[j], numbers.values[j]);
  else
    for (std::size_t j = 0; j < active.size(); ++j) set(*active[j], numbers.values[one ? 0 : j]);
  return si;
}

void check_scenario(const Scenario& scenario, const Model& robot, Diagnostics& findings) {
  if (scenario.base_at.line > 0 && !robot.has_free_base())
    findings.error("free-base", scenario.base_at,
                   fmt::format("initial: the base of {} is fixed, expected a free one to give it a "
                               "velocity",
                               robot.name()));
  ScenarioCheck check(robot, findings);
  check.numbers("initial", scenario.q);
  check.numbers("initial", scenario.qd);
  if (scenario.controller) check.controller(*scenario.controller);
  if (scenario.input) check.numbers("input", scenario.input->values);
  for (std::size_t i = 0; i < scenario.wrenches.size(); ++i)
    check.wrench(scenario.wrenches[i], i + 1);
  for (std::size_t i = 0; i < scenario.loads.size(); ++i) check.load(scenario.loads[i], i + 1);
  check.algorithm(scenario);
  findings.sort();
}

}  // namespace erfd
