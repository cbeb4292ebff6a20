// What a robot file does not say, and a verdict therefore cannot.
#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

using Names = std::vector<std::string>;

/// "axis2, axis3"; "all joints" where it is all of several.
std::string listed(const Names& names, std::size_t all, const char* kind) {
  if (names.size() == all && all > 1) return fmt::format("all {}s", kind);
  return fmt::format("{} {}", names.size() == 1 ? kind : std::string(kind) + "s",
                     fmt::join(names, ", "));
}

bool has_torque_limit(const Motor& motor) {
  return std::isfinite(torque_range(motor, 0).high) || !motor.limits.curve.empty();
}

bool has_speed_limit(const Motor& motor, const Model& model) {
  if (std::isfinite(motor.limits.speed) || !motor.limits.curve.empty()) return true;
  if (motor.constants.resistance && std::isfinite(motor.constants.voltage_max)) return true;
  return motor.joint >= 0 &&
         std::isfinite(model.bodies()[static_cast<std::size_t>(motor.joint)].limits.speed);
}

/// The names of the motors that something holds for.
template <class Holds>
Names which(const Drives& drives, const Holds& holds) {
  Names names;
  for (const Motor& motor : drives.motors())
    if (holds(motor)) names.push_back(motor.name);
  return names;
}

bool has_range(const Body& body) {
  return std::isfinite(body.limits.upper) || std::isfinite(body.limits.lower);
}

/// Of a closed mechanism those that its motors move: the others go as far as these lead them.
Names joints_without_range(const Model& model) {
  Names names;
  for (const int j : active_indices(model))
    if (const Body& body = model.bodies()[static_cast<std::size_t>(j)]; !has_range(body))
      names.push_back(body.joint);
  return names;
}

Names sprung_joints(const Model& model) {
  Names names;
  for (const JointSpring& spring : model.springs()) names.push_back(model.body(spring.body).joint);
  return names;
}

}  // namespace

std::vector<std::string> not_judged(const Model& model, const Drives& drives) {
  std::vector<std::string> list;
  const auto all = static_cast<std::size_t>(drives.count());
  const auto say = [&](const Names& names, std::size_t of, const char* kind,
                       std::string_view lacks) {
    if (!names.empty()) list.push_back(fmt::format("{}: {}", listed(names, of, kind), lacks));
  };
  say(which(drives, [](const Motor& m) { return m.assumed; }), all, "joint",
      "no drive in the robot file; motors, gears and friction are not judged");
  say(which(drives, [](const Motor& m) { return !m.assumed && m.peak_of_joint; }), all, "drive",
      "no torque of the motor; the effort limit of the joint is judged in its place");
  say(which(drives, [](const Motor& m) { return m.assumed && !has_torque_limit(m); }), all, "joint",
      "no effort limit; torques are not judged");
  say(which(drives, [](const Motor& m) { return !m.assumed && !has_torque_limit(m); }), all,
      "motor", "no largest torque; torques are not judged");
  const Names driven = which(drives, [](const Motor& m) { return !m.assumed; });
  say(which(drives,
            [](const Motor& m) { return !m.assumed && !std::isfinite(m.limits.torque_rated); }),
      driven.size(), "motor", "no rated torque; heating is not judged");
  say(which(drives, [&](const Motor& m) { return !has_speed_limit(m, model); }), all,
      drives.count() == static_cast<int>(driven.size()) ? "motor" : "joint",
      "no largest speed; speeds are not judged");
  say(sprung_joints(model), active_indices(model).size() + 1, "joint",
      "the springs there are left out of the torques; `erfd simulate` has them");
  const Names endless = joints_without_range(model);
  say(endless, active_indices(model).size(), "joint", "no range; how far they go is not judged");
  return list;
}

bool judges_anything(const Model& model, const Drives& drives) {
  return std::ranges::any_of(model.bodies(),
                             [&](const Body& b) {
                               return std::isfinite(b.limits.speed) ||
                                      std::isfinite(b.limits.effort) || has_range(b);
                             }) ||
         std::ranges::any_of(drives.motors(), [&](const Motor& m) {
           return has_torque_limit(m) || has_speed_limit(m, model) ||
                  std::isfinite(m.limits.torque_rated);
         });
}

bool judges_motors(const Drives& drives) {
  return std::all_of(drives.motors().begin(), drives.motors().end(), [](const Motor& m) {
    return !m.assumed && !m.peak_of_joint && has_torque_limit(m);
  });
}

}  // namespace erfd
