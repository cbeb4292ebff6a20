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

void check_kind(const JointCase& c) {
  const Field<double>& pitch = c.body.joint.pitch;
  const JointKindInfo& info = info_of(c.body.joint.type);
  if (info.nv > 1)
    c.s.report.error("unknown-type", c.at, no_owner,
                     fmt::format("{}: is {}, expected a joint with one position; only the base "
                                 "may be free",
                                 c.place, info.name));
  if (info.has_pitch && (!pitch || pitch->value == 0))
    c.s.report.error("pitch", c.of(pitch), no_owner,
                     fmt::format("{}: pitch is {}, expected the travel for a turn; a joint that "
                                 "only turns is revolute",
                                 c.place, pitch ? "0 m" : "not given"));
  if (!info.has_pitch && pitch)
    c.s.report.error("pitch", c.of(pitch), no_owner,
                     fmt::format("{}: pitch is {:g} m, but the joint is {}; leave it out", c.place,
                                 pitch->value, info.name));
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
                    lower->value, upper->value, measure_of(c.body).position,
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
  if (!moves(c.body)) return;
  const bool slides = is_length(c.body.joint.type);
  const double plausible =
      comes_round(c.body.joint.type) ? 100 : 50 / std::abs(screw_of(c.body).slide);
  if (speed && speed->value > plausible)
    c.s.report.warning("speed", c.of(speed), c.owner,
                       fmt::format("{}: speed_max is {:g} {}/s, expected below {:g}; looks like {}",
                                   c.place, speed->value, measure_of(c.body).position, plausible,
                                   slides ? "mm/s" : "degrees a second"));
}

}  // namespace

void check_joints(const Subject& s) {
  for (int i = 0; i < static_cast<int>(s.robot.bodies.size()); ++i) {
    const BodyDescription& body = s.robot.bodies[i];
    const JointCase c{s, body, i, fmt::format("joint '{}'", joint_name(body)),
                      place_or(body.joint.at, body.at)};
    const Measure& measure = measure_of(body);
    const std::string unit = measure.position;
    check_axes(c);
    check_kind(c);
    check_range(c);
    check_not_negative(c, "speed_max", body.joint.speed_max, unit + "/s");
    check_not_negative(c, "acceleration_max", body.joint.acceleration_max, unit + "/s^2");
    check_not_negative(c, "effort_max", body.joint.effort_max, measure.effort);
    check_speed(c);
  }
}

}  // namespace erfd::linting
