// Joints: axes and limits that make sense.
#include "model/lint/geometry.hpp"

#include <cmath>
#include <tuple>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

struct JointCase {
  const Subject& s;
  const BodyDescription& body;
  int owner;
  std::string place;
  Location at;

  template <class T>
  Location of(const Field<T>& field) const {
    return field ? place_or(field->at, at) : at;
  }
};

void check_axis(const JointCase& c, const Triple& axis, Location at) {
  const double length = vector_of(axis).norm();
  const std::string text =
      fmt::format("{}: axis is [{:g}, {:g}, {:g}]", c.place, axis[0], axis[1], axis[2]);
  if (length < 1e-9)
    c.s.report.error("zero-axis", at, no_owner,
                     text + " and has no direction, expected a vector of length 1");
  else if (std::abs(length - 1) > 1e-6)
    c.s.report.note("axis-not-unit", at,
                    fmt::format("{} of length {:g}; only its direction is used", text, length));
}

void check_axes(const JointCase& c) {
  const JointDescription& joint = c.body.joint;
  if (!moves(c.body)) return;
  if (joint.placed_by == PlacementKind::placement && joint.axis)
    check_axis(c, joint.axis->value, c.of(joint.axis));
  if (joint.placed_by == PlacementKind::screw && joint.screw)
    check_axis(c, joint.screw->value.axis, c.of(joint.screw));
}

void check_range(const JointCase& c) {
  const auto& [lower, upper] = std::tie(c.body.joint.lower, c.body.joint.upper);
  if (lower.has_value() != upper.has_value())
    c.s.report.error("limits", c.of(lower ? lower : upper), no_owner,
                     fmt::format("{}: only the {} limit is given, expected both or none", c.place,
                                 lower ? "lower" : "upper"));
  if (lower && upper && lower->value >= upper->value)
    c.s.report.error(
        "limits", c.of(lower), no_owner,
        fmt::format("{}: range is [{:g}, {:g}] {}, expected lower below upper; {}", c.place,
                    lower->value, upper->value, unit_of_position(c.body),
                    lower->value > upper->value ? "swap them"
                                                : "a joint that cannot move is of type fixed"));
}

void check_not_negative(const JointCase& c, const char* what, const Field<double>& limit,
                        const std::string& unit) {
  if (limit && limit->value < 0)
    c.s.report.error(
        "limit-sign", c.of(limit), no_owner,
        fmt::format("{}: {} is {:g} {}, expected none below 0; limits hold in both directions",
                    c.place, what, limit->value, unit));
}

void check_speed(const JointCase& c) {
  const Field<double>& speed = c.body.joint.speed_max;
  const bool slides = c.body.joint.type == JointType::prismatic;
  const double plausible = slides ? 50 : 100;
  if (speed && speed->value > plausible)
    c.s.report.warning("speed", c.of(speed), c.owner,
                       fmt::format("{}: speed_max is {:g} {}/s, expected below {:g}; looks like {}",
                                   c.place, speed->value, slides ? "m" : "rad", plausible,
                                   slides ? "mm/s" : "degrees a second"));
}

}  // namespace

void check_joints(const Subject& s) {
  for (int i = 0; i < static_cast<int>(s.robot.bodies.size()); ++i) {
    const BodyDescription& body = s.robot.bodies[i];
    const JointCase c{s, body, i, fmt::format("joint '{}'", joint_name(body)),
                      place_or(body.joint.at, body.at)};
    const std::string unit = unit_of_position(body);
    check_axes(c);
    check_range(c);
    check_not_negative(c, "speed_max", body.joint.speed_max, unit + "/s");
    check_not_negative(c, "acceleration_max", body.joint.acceleration_max, unit + "/s^2");
    check_not_negative(c, "effort_max", body.joint.effort_max, unit == "m" ? "N" : "N m");
    check_speed(c);
  }
}

}  // namespace erfd::linting
