// Joints that follow others, held or freed; and bases that are let go.
#include "erfd/math/rotation.hpp"
#include "erfd/model/robot_choice.hpp"

#include "model/build/placement.hpp"
#include "model/joint_pose.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The joint as a fixed one that stands at q.
void hold_at(JointDescription& joint, double q) {
  const Screw screw = screw_of(joint.type, joint.pitch ? joint.pitch->value : 0);
  if (joint.dh) joint.dh->value.theta += screw.turns ? q : 0, joint.dh->value.d += screw.slide * q;
  if (joint.mdh)
    joint.mdh->value.theta += screw.turns ? q : 0, joint.mdh->value.r += screw.slide * q;
  if (joint.placed_by == PlacementKind::screw && q != 0)
    throw Error(
        fmt::format("joint '{}': follows another with an offset and is placed by a screw, which "
                    "cannot be held; "
                    "place it by origin",
                    joint.name));
  if (joint.placed_by == PlacementKind::placement && q != 0) {
    const auto [X_PJ, X_JL] = placement_of(joint, {});
    const Pose<double> X_PL = moved_by<double>(X_PJ, screw, q) * X_JL;
    joint.origin = Entry<OriginDescription>{{triple_of(X_PL.p), rpy_of(X_PL.R)},
                                            joint.origin ? joint.origin->at : joint.at,
                                            joint.origin ? joint.origin->from : Provenance{}};
  }
  joint.type = JointKind::fixed;
  joint.pitch.reset();
  joint.axis.reset();
  for (Field<double>* const limit : {&joint.lower, &joint.upper, &joint.speed_max,
                                     &joint.acceleration_max, &joint.effort_max, &joint.start})
    limit->reset();
}

}  // namespace

std::vector<std::string> take_mimic(RobotDescription& robot, Mimic mimic) {
  std::vector<std::string> told;
  if (mimic == Mimic::follow) return told;
  for (BodyDescription& body : robot.bodies) {
    JointDescription& joint = body.joint;
    if (!joint.mimic) continue;
    const double offset = joint.mimic->offset ? joint.mimic->offset->value : 0;
    told.push_back(fmt::format(
        "{}: joint '{}' follows '{}' in its file: here it {}", robot.name, joint.name,
        joint.mimic->joint,
        mimic == Mimic::free ? "moves of its own" : fmt::format("stands still at {:g}", offset)));
    joint.mimic.reset();
    if (mimic == Mimic::free) continue;
    hold_at(joint, offset);
    std::erase_if(robot.drives,
                  [&](const DriveDescription& drive) { return drive.joint == joint.name; });
  }
  return told;
}

std::vector<std::string> leave_out_following_drives(RobotDescription& robot) {
  std::vector<std::string> told;
  if (robot.coupling) return told;  // says itself who drives whom
  for (const BodyDescription& body : robot.bodies) {
    if (!body.joint.mimic) continue;
    const auto drives_it = [&](const DriveDescription& drive) {
      return drive.joint == body.joint.name;
    };
    if (std::erase_if(robot.drives, drives_it) > 0)
      told.push_back(fmt::format("{}: the drive of joint '{}', which follows '{}'", robot.name,
                                 body.joint.name, body.joint.mimic->joint));
  }
  return told;
}

void refuse_mimic(const RobotDescription& robot) {
  for (const BodyDescription& body : robot.bodies)
    if (body.joint.mimic)
      throw Error(fmt::format(
          "{}: joint '{}' of {} follows '{}' (mimic), not computed here yet; --mimic fixed holds "
          "it where it is, --mimic free lets it move of its own",
          robot.file.empty() ? "robot" : robot.file, body.joint.name, robot.name,
          body.joint.mimic->joint));
}

void free_the_base(RobotDescription& robot) {
  BaseDescription& base = robot.base;
  if (base.type == BaseType::free)
    throw Error(fmt::format("--free-base: the base of {} is free in its file", robot.name));
  base.type = BaseType::free;
  base.mass = Entry<double>{0, base.at, {}};  // the bodies fixed to it have their own
  base.com = Entry<Triple>{{0, 0, 0}, base.at, {}};
  base.inertia = Entry<std::array<double, 6>>{{}, base.at, {}};
  std::vector<std::string> standing{"world"};
  double mass = 0;
  for (const BodyDescription& body : robot.bodies) {
    if (moves(body.joint.type) ||
        std::find(standing.begin(), standing.end(), body.parent) == standing.end())
      continue;
    standing.push_back(body.name);
    mass += body.mass ? body.mass->value : 0;
  }
  if (!(mass > 0))
    throw Error(
        fmt::format("--free-base: nothing that is fixed to the world has mass in {}; give "
                    "its first link mass and inertia",
                    robot.name));
}

}  // namespace erfd
