// Joints that others lead (mimic): whom they follow, and that no circle of them leads itself.
#include "model/lint/rules.hpp"

#include <fmt/format.h>

namespace erfd::linting {
namespace {

/// The body of the joint that leads this one; nothing, and a finding, if none can.
std::optional<int> leader_of(const Subject& s, int i) {
  const BodyDescription& body = s.robot.bodies[i];
  const MimicDescription& mimic = *body.joint.mimic;
  const auto found = s.tree.joint.find(mimic.joint);
  const std::string place = fmt::format("joint '{}': mimic", joint_name(body));
  if (found == s.tree.joint.end()) {
    std::vector<std::string> names;
    for (const int k : s.tree.moving) names.push_back(joint_name(s.robot.bodies[k]));
    s.report.error("mimic", mimic.at, no_owner,
                   fmt::format("{}: no joint '{}' to follow{}", place, mimic.joint,
                               did_you_mean(mimic.joint, names)));
    return std::nullopt;
  }
  if (moves(s.robot.bodies[found->second])) return found->second;
  s.report.error("mimic", mimic.at, no_owner,
                 fmt::format("{}: '{}' is fixed and leads nothing; make this joint fixed, too, or "
                             "leave mimic out",
                             place, mimic.joint));
  return std::nullopt;
}

bool leads_itself(const Subject& s, int start) {
  int at = start;
  for (std::size_t steps = 0; steps <= s.robot.bodies.size(); ++steps) {
    const auto& mimic = s.robot.bodies[at].joint.mimic;
    if (!mimic) return false;
    const auto found = s.tree.joint.find(mimic->joint);
    if (found == s.tree.joint.end()) return false;
    at = found->second;
    if (at == start) return true;
  }
  return false;
}

}  // namespace

void check_following(const Subject& s) {
  for (const int i : s.tree.moving) {
    const BodyDescription& body = s.robot.bodies[i];
    if (!body.joint.mimic || !leader_of(s, i)) continue;
    if (leads_itself(s, i))
      s.report.error("mimic", body.joint.mimic->at, no_owner,
                     fmt::format("joint '{}': mimic: what it follows follows it; one of them must "
                                 "lead",
                                 joint_name(body)));
    for (const DriveDescription& drive : s.robot.drives)
      if (drive.joint == body.joint.name)
        s.report.note(
            "mimic", drive.at,
            fmt::format("drive '{}': its joint '{}' follows '{}'; what is computed of that "
                        "joint leaves the drive out",
                        drive.name, drive.joint, body.joint.mimic->joint));
  }
}

}  // namespace erfd::linting
