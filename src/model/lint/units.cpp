// Numbers that look like another unit: millimetres, degrees, grams.
#include "model/lint/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double long_link = 20, long_travel = 100, long_pitch = 1, short_robot = 0.01;  // [m]
// Two and a half turns: wrists of ±400° are real, and hardly a joint has less than 15° of range to
// hide a slip.
constexpr double wide_range = 5 * pi;
constexpr double heavy_body = 5000, light_robot = 0.01;  // [kg]

class Lengths {
 public:
  explicit Lengths(const Subject& s) : s_(s) {}

  void check(const std::string& place, const char* what, double length, double most, Location at,
             int owner) {
    longest_ = std::max(longest_, length);
    if (!std::isfinite(length))
      s_.report.error("non-finite", at, no_owner,
                      fmt::format("{}: {} is too long to compute with", place, what));
    else if (length > most)
      s_.report.warning("unit-length", at, owner,
                        fmt::format("{}: {} is {:g} m, expected below {:g}; looks like millimetres",
                                    place, what, length, most));
  }

  double longest() const { return longest_; }

 private:
  const Subject& s_;
  double longest_ = 0;
};

template <class T>
Location place_of(const Field<T>& field, Location otherwise) {
  return field ? place_or(field->at, otherwise) : otherwise;
}

Location placement_at(const BodyDescription& body) {
  const JointDescription& joint = body.joint;
  const Location at = place_or(joint.at, body.at);
  if (joint.placed_by == PlacementKind::dh) return place_of(joint.dh, at);
  if (joint.placed_by == PlacementKind::mdh) return place_of(joint.mdh, at);
  return place_of(joint.origin, at);
}

void check_lengths(const Subject& s) {
  const auto links = link_geometry(s.robot, s.tree);
  Lengths lengths(s);
  for (int i = 0; i < static_cast<int>(links.size()); ++i) {
    const BodyDescription& body = s.robot.bodies[i];
    const std::string place = fmt::format("body '{}'", body.name);
    lengths.check(place, "offset from its parent", links[i].X_PB.p.norm(), long_link,
                  placement_at(body), i);
    if (const auto m = mass_of(body, links[i].X_BJ))
      lengths.check(place, "distance of its centre of mass", m->com_B().norm(), long_link,
                    place_of(body.com, body.at), i);
    if (body.joint.pitch)
      lengths.check(fmt::format("joint '{}'", joint_name(body)), "pitch",
                    std::abs(body.joint.pitch->value), long_pitch,
                    place_of(body.joint.pitch, body.joint.at), i);
    if (const Screw screw = screw_of(body); screw.slides() && body.joint.lower && body.joint.upper)
      lengths.check(fmt::format("joint '{}'", joint_name(body)), "travel",
                    std::abs(screw.slide) * (body.joint.upper->value - body.joint.lower->value),
                    long_travel, place_of(body.joint.lower, body.joint.at), i);
  }
  for (const ToolDescription& tool : s.robot.tools)
    if (tool.origin)
      lengths.check(fmt::format("tool '{}'", tool.name), "offset from its body",
                    vector_of(tool.origin->value.xyz).norm(), long_link,
                    place_of(tool.origin, tool.at), find_body(s, tool.body).value_or(base_owner));
  if (lengths.longest() > 0 && lengths.longest() < short_robot)
    s.report.warning("unit-length", s.robot.bodies.front().at, base_owner,
                     fmt::format("robot '{}': the longest of all lengths is {:g} m; looks like "
                                 "metres given as millimetres",
                                 s.robot.name, lengths.longest()));
}

void check_angle(const Subject& s, int i, const char* what, double angle, Location at) {
  if (std::abs(angle) <= 2 * pi * (1 + 1e-9)) return;
  s.report.warning("unit-angle", at, i,
                   fmt::format("joint '{}': {} is {:g} rad, expected within one turn; looks like "
                               "degrees given as radians",
                               joint_name(s.robot.bodies[i]), what, angle));
}

void check_angles(const Subject& s, int i) {
  const JointDescription& joint = s.robot.bodies[i].joint;
  const Location at = placement_at(s.robot.bodies[i]);
  if (joint.dh) {
    check_angle(s, i, "dh: theta", joint.dh->value.theta, at);
    check_angle(s, i, "dh: alpha", joint.dh->value.alpha, at);
  }
  if (joint.mdh) {
    check_angle(s, i, "mdh: gamma", joint.mdh->value.gamma, at);
    check_angle(s, i, "mdh: alpha", joint.mdh->value.alpha, at);
    check_angle(s, i, "mdh: theta", joint.mdh->value.theta, at);
  }
  if (joint.origin)
    for (const double angle : joint.origin->value.rpy) check_angle(s, i, "origin: rpy", angle, at);
}

void check_range(const Subject& s, int i) {
  const JointDescription& joint = s.robot.bodies[i].joint;
  if (!comes_round(joint.type) || !joint.lower || !joint.upper) return;
  const double span = joint.upper->value - joint.lower->value;
  if (span <= wide_range) return;
  s.report.warning(
      "unit-angle", place_of(joint.lower, joint.at), i,
      fmt::format(
          "joint '{}': range [{:g}, {:g}] rad spans {:.3g} turns, expected at most 2.5; looks like "
          "degrees given as radians",
          joint_name(s.robot.bodies[i]), joint.lower->value, joint.upper->value, span / (2 * pi)));
}

void check_weights(const Subject& s) {
  double total = 0;
  for (int i = 0; i < static_cast<int>(s.robot.bodies.size()); ++i) {
    const BodyDescription& body = s.robot.bodies[i];
    if (!body.mass) continue;
    total += body.mass->value;
    if (body.mass->value > heavy_body)
      s.report.warning(
          "unit-mass", place_of(body.mass, body.at), i,
          fmt::format("body '{}': mass is {:g} kg, expected below {:g}; looks like grams",
                      body.name, body.mass->value, heavy_body));
  }
  if (total > 0 && total < light_robot)
    s.report.warning("unit-mass", s.robot.bodies.front().at, base_owner,
                     fmt::format("robot '{}': all bodies together weigh {:g} kg, expected above "
                                 "{:g}; looks like kilograms "
                                 "given as grams",
                                 s.robot.name, total, light_robot));
}

}  // namespace

void check_units(const Subject& s) {
  check_lengths(s);
  for (int i = 0; i < static_cast<int>(s.robot.bodies.size()); ++i) {
    check_angles(s, i);
    check_range(s, i);
  }
  check_weights(s);
}

}  // namespace erfd::linting
