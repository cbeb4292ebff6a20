// Which motors drive which joints, and whether their torques are those of motors.
#include "model/lint/geometry.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

// Motors of shipped robots bear up to 12 times what their joint carries stretched out; with torques
// of the joint side, which are larger by the ratio, 20 to 4000 times.
constexpr double most_weights = 20;
constexpr double least_reduction = 5;  // below, motor and joint side are much alike
constexpr double gravity = 9.81;       // [m/s^2]

void check_rated(const Subject& s, const DriveDescription& drive, const char* what,
                 const Field<double>& rated, const Field<double>& peak, const char* unit,
                 int owner) {
  if (!rated || !peak || rated->value <= peak->value) return;
  s.report.warning("rated-above-peak", place_or(rated->at, drive.at), owner,
                   fmt::format("drive '{}': {}_rated {:g} {} is above {}_peak {:g} {}, expected at "
                               "most as much; have they changed places?",
                               drive.name, what, rated->value, unit, what, peak->value, unit));
}

/// The joint that a motor moves most, and its motor turns a joint turn.
struct Gear {
  int body = base_owner;
  double ratio = 0;
};

/// Nothing where the ratio depends on the position, or is not known.
std::optional<Gear> gear_of(const Subject& s, std::size_t d) {
  const DriveDescription& drive = s.robot.drives[d];
  if (drive.mechanism) return std::nullopt;
  const auto joint = s.tree.joint.find(drive.joint);
  if (drive.ratio && joint != s.tree.joint.end())
    return Gear{joint->second, std::abs(drive.ratio->value)};
  if (!s.robot.coupling || d >= s.robot.coupling->value.size()) return std::nullopt;
  const std::vector<double>& row = s.robot.coupling->value[d];
  if (row.size() != s.tree.moving.size() || row.empty()) return std::nullopt;
  const auto most = std::max_element(row.begin(), row.end(),
                                     [](double a, double b) { return std::abs(a) < std::abs(b); });
  return Gear{s.tree.moving[static_cast<std::size_t>(most - row.begin())], std::abs(*most)};
}

/// What a joint carries, and how far it reaches out. A wrist carries little without its payload: a
/// tenth of the robot counts as carried by each joint, and a tenth of its length.
struct Load {
  double mass = 0;   ///< [kg]
  double reach = 0;  ///< from the joint to the farthest end, all links stretched out [m]
};

std::vector<Load> loads(const Subject& s) {
  const auto links = link_geometry(s.robot, s.tree);
  std::vector<Load> loads(links.size());
  Load whole;
  for (std::size_t i = links.size(); i-- > 0;) {  // children stand behind their parents
    Load& load = loads[i];
    if (const auto m = mass_of(s.robot.bodies[i], links[i].X_BJ)) {
      load.mass += m->mass;
      load.reach = std::max(load.reach, m->com_B().norm());
    }
    const int p = s.tree.parent[i];
    Load& parent = p == Tree::world ? whole : loads[static_cast<std::size_t>(p)];
    parent.mass += load.mass;
    parent.reach = std::max(parent.reach, links[i].X_PB.p.norm() + load.reach);
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    loads[i].mass += 0.1 * whole.mass;
    loads[i].reach += links[i].X_BJ.p.norm() + 0.1 * whole.reach;
  }
  return loads;
}

void check_side(const Subject& s, const DriveDescription& drive, const Gear& gear,
                const Load& load) {
  if (!drive.torque_peak || gear.ratio < least_reduction) return;
  const BodyDescription& body = s.robot.bodies[static_cast<std::size_t>(gear.body)];
  const double peak = drive.torque_peak->value;
  const double weight = gravity * load.mass * (is_length(body.joint.type) ? 1 : load.reach);
  const Field<double>& effort = body.joint.effort_max;
  std::string why;
  if (effort && std::abs(peak - effort->value) <= 0.01 * effort->value)
    why = fmt::format("is the effort_max of joint '{}'", joint_name(body));
  else if (weight > 0 && peak * gear.ratio > most_weights * weight)
    why = fmt::format("with ratio {:g} bears {:.3g} times what joint '{}' carries stretched out",
                      gear.ratio, peak * gear.ratio / weight, joint_name(body));
  if (!why.empty())
    s.report.warning("torque-side", place_or(drive.torque_peak->at, drive.at), gear.body,
                     fmt::format("drive '{}': torque_peak {:g} N m {}; looks like a torque of the "
                                 "joint, expected that of the motor: {:.3g} N m",
                                 drive.name, peak, why, peak / gear.ratio));
}

/// A coupling matrix says itself who drives whom.
void check_pairs(const Subject& s) {
  if (s.robot.drives.empty() || s.robot.coupling) return;
  std::vector<const DriveDescription*> driven(s.robot.bodies.size(), nullptr);
  bool all_known = true;  // a drive of no moving joint may be the one that is missed
  for (const DriveDescription& drive : s.robot.drives) {
    const auto joint = s.tree.joint.find(drive.joint);
    all_known = all_known && joint != s.tree.joint.end() &&
                moves(s.robot.bodies[static_cast<std::size_t>(joint->second)]);
    if (joint == s.tree.joint.end()) continue;
    const DriveDescription*& first = driven[static_cast<std::size_t>(joint->second)];
    if (first != nullptr)
      s.report.warning(
          "driven-twice", drive.at, joint->second,
          fmt::format("drive '{}': joint '{}' has the drive '{}' already, expected one "
                      "a joint; motors that share a joint are given as one, with the "
                      "torque and inertia of both",
                      drive.name, drive.joint, first->name));
    else
      first = &drive;
  }
  for (const int b : s.tree.moving) {
    if (!all_known) return;
    const BodyDescription& body = s.robot.bodies[static_cast<std::size_t>(b)];
    if (driven[static_cast<std::size_t>(b)] == nullptr && !body.joint.passive)
      s.report.warning("not-driven", place_or(body.joint.at, body.at), b,
                       fmt::format("joint '{}': has no drive, while others have; it moves freely "
                                   "unless a [[drive]] names it",
                                   joint_name(body)));
  }
}

}  // namespace

void check_motors(const Subject& s) {
  check_pairs(s);
  const std::vector<Load> carried = loads(s);
  for (std::size_t d = 0; d < s.robot.drives.size(); ++d) {
    const DriveDescription& drive = s.robot.drives[d];
    const std::optional<Gear> gear = gear_of(s, d);
    const int owner = gear ? gear->body : base_owner;
    check_rated(s, drive, "torque", drive.torque_rated, drive.torque_peak, "N m", owner);
    check_rated(s, drive, "current", drive.current_rated, drive.current_peak, "A", owner);
    if (gear) check_side(s, drive, *gear, carried[static_cast<std::size_t>(gear->body)]);
  }
}

}  // namespace erfd::linting
