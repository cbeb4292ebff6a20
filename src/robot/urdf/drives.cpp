#include "robot/urdf/drives.hpp"

#include <set>
#include <unordered_map>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

using ByJoint = std::unordered_map<std::string, const Transmission*>;

bool is_given(const Field<double>& value) { return value && value->value != 0; }

ByJoint transmissions_by_joint(const Parts& parts, Diagnostics& findings) {
  std::set<std::string> joints;
  for (const Joint& joint : parts.joints) {
    if (!joint.is_fixed() && !joint.is_floating()) {
      joints.insert(joint.joint.name);
    }
  }
  ByJoint result;
  int searches_left = 20;  // each costs a comparison with every joint
  for (const Transmission& transmission : parts.transmissions) {
    const std::string name = shown(transmission.joint);
    if (joints.count(transmission.joint) == 0) {
      const std::string near =
          --searches_left < 0 ? ""
                              : nearest_word(transmission.joint, {joints.begin(), joints.end()});
      findings.warning("unknown-joint", transmission.joint_at,
                       fmt::format("<transmission>: no moving joint '{}', it is not used; {}", name,
                                   near.empty() ? "correct the name"
                                                : fmt::format("did you mean '{}'?", shown(near))));
    } else if (!result.emplace(transmission.joint, &transmission).second) {
      findings.warning(
          "duplicate-transmission", transmission.joint_at,
          fmt::format(
              "<transmission>: joint '{}' has one on line {}, this one is not used; keep one", name,
              result[transmission.joint]->at.line));
    }
  }
  return result;
}

std::optional<FrictionDescription> friction_of(const Joint& joint) {
  if (!is_given(joint.damping) && !is_given(joint.friction)) return std::nullopt;
  FrictionDescription friction;
  friction.side = FrictionSide::joint;
  if (is_given(joint.damping)) friction.viscous = joint.damping;
  if (is_given(joint.friction)) friction.coulomb = joint.friction;
  return friction;
}

/// A drive whose name is taken is called as its joint, of which there is one.
void take_free_name(DriveDescription& drive, std::set<std::string>& taken, Diagnostics& findings) {
  if (taken.insert(drive.name).second) return;
  const std::string before = drive.name;
  drive.name = drive.joint;
  while (!taken.insert(drive.name).second) drive.name += "_drive";
  findings.warning("duplicate-name", drive.at,
                   fmt::format("actuator '{}': the name is taken by another drive; it is called "
                               "'{}' here; rename one",
                               shown(before), shown(drive.name)));
}

}  // namespace

std::vector<DriveDescription> read_drives(const Parts& parts, const Tree& tree,
                                          Diagnostics& findings) {
  const ByJoint transmissions = transmissions_by_joint(parts, findings);
  std::vector<DriveDescription> drives;
  std::set<std::string> names;
  for (const int index : tree.order) {
    const Joint& joint = parts.joints[index];
    const auto found = transmissions.find(joint.joint.name);
    const Transmission* const transmission = found == transmissions.end() ? nullptr : found->second;
    auto friction = friction_of(joint);
    if (!transmission && !friction) continue;
    DriveDescription drive;
    drive.joint = joint.joint.name;
    drive.name =
        transmission && !transmission->actuator.empty() ? transmission->actuator : drive.joint;
    drive.at = transmission ? transmission->at : joint.joint.at;
    drive.ratio = transmission ? transmission->reduction : Entry<double>{1, joint.joint.at, {}};
    drive.friction = std::move(friction);
    take_free_name(drive, names, findings);
    drives.push_back(std::move(drive));
  }
  return drives;
}

}  // namespace erfd::urdf
