// Names that other parts of the description point to.
#include "model/lint/rules.hpp"

#include <fmt/format.h>

namespace erfd::linting {
namespace {

void expect_body(const Subject& s, const std::string& place, const std::string& name,
                 bool world_allowed, Location at) {
  const auto found = find_body(s, name);
  if (found && (world_allowed || *found != Tree::world)) return;
  const auto names = body_names(s.robot);
  const std::vector<std::string> bodies(names.begin() + (world_allowed ? 0 : 1), names.end());
  s.report.error("unknown-body", at, no_owner,
                 fmt::format("{} '{}' is not a body of the robot; bodies: {}{}", place, name,
                             listed(bodies), did_you_mean(name, bodies)));
}

void expect_moving_joint(const Subject& s, const std::string& place, const std::string& name,
                         Location at) {
  const auto found = s.tree.joint.find(name);
  if (found != s.tree.joint.end()) {
    if (!moves(s.robot.bodies[found->second]))
      s.report.error(
          "fixed-joint-driven", at, no_owner,
          fmt::format("{}: joint '{}' is fixed and cannot be moved; choose a moving joint", place,
                      name));
    return;
  }
  std::vector<std::string> joints;
  joints.reserve(s.tree.moving.size());
  for (const int i : s.tree.moving) joints.push_back(joint_name(s.robot.bodies[i]));
  s.report.error("unknown-joint", at, no_owner,
                 fmt::format("{}: joint '{}' is not a joint of the robot; moving joints: {}{}",
                             place, name, listed(joints), did_you_mean(name, joints)));
}

}  // namespace

void check_references(const Subject& s) {
  for (const ToolDescription& tool : s.robot.tools)
    expect_body(s, fmt::format("tool '{}': body", tool.name), tool.body, true, tool.at);
  for (const SensorDescription& sensor : s.robot.sensors)
    expect_body(s, fmt::format("sensor '{}': body", sensor.name), sensor.body, true, sensor.at);
  for (const LoopDescription& loop : s.robot.loops) {
    expect_body(s, fmt::format("loop '{}': body_a", loop.name), loop.body_a, true, loop.at);
    expect_body(s, fmt::format("loop '{}': body_b", loop.name), loop.body_b, true, loop.at);
  }
  for (const DriveDescription& drive : s.robot.drives) {
    const std::string place = fmt::format("drive '{}'", drive.name);
    if (!drive.joint.empty())
      expect_moving_joint(s, place, drive.joint, drive.at);
    else if (!s.robot.coupling)
      s.report.error(
          "unknown-joint", drive.at, no_owner,
          place + ": drives no joint; name the joint or give a coupling matrix for all drives");
    if (drive.rotor_on)
      expect_body(s, place + ": rotor_on", drive.rotor_on->value, true,
                  place_or(drive.rotor_on->at, drive.at));
  }
  for (const ElasticJointDescription& elastic : s.robot.elastic_joints)
    expect_moving_joint(s, "elastic joint", elastic.joint, elastic.at);
  for (const SpringDescription& spring : s.robot.springs)
    expect_moving_joint(s, "spring", spring.joint, spring.at);
}

}  // namespace erfd::linting
