// Drives: gears, torque-speed curves, friction.
#include "model/lint/rules.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

struct DriveCase {
  const Subject& s;
  const DriveDescription& drive;
  const BodyDescription* body;  // that carries the driven joint; null when the drive names none
  int owner;
  std::string place;

  template <class T>
  Location of(const Field<T>& field) const {
    return field ? place_or(field->at, drive.at) : drive.at;
  }
  void error(const char* check, Location at, const std::string& text) const {
    s.report.error(check, at, no_owner, place + ": " + text);
  }
  void warning(const char* check, Location at, const std::string& text) const {
    s.report.warning(check, at, owner, place + ": " + text);
  }
};

void check_ratio(const DriveCase& c) {
  const Field<double>& ratio = c.drive.ratio;
  if (ratio && c.s.robot.coupling)
    c.error("ratio-and-coupling", c.of(ratio),
            "both a ratio and the coupling matrix are given; keep one of them");
  if (!ratio && !c.s.robot.coupling && !c.drive.mechanism)
    c.error("drive-missing-ratio", c.drive.at,
            "neither ratio nor mechanism nor coupling matrix is given; 1 is a direct drive");
  if (!ratio) return;
  const bool slides = c.body && is_length(c.body->joint.type);
  const double size = std::abs(ratio->value);
  const double most = slides ? 1e5 : 1000, least = 0.1;  // a screw of 0.1 mm a turn has 6e4 rad/m
  if (size == 0)
    c.error("gear-ratio", c.of(ratio),
            "ratio is 0, expected motor turns a joint turn; 1 is a direct drive");
  else if (size > most || size < least)
    c.warning(
        "gear-ratio", c.of(ratio),
        fmt::format(
            "ratio is {:g}{}, expected a size from {:g} to {:g}; it is motor turns a joint turn",
            ratio->value, slides ? " rad/m" : "", least, most));
}

void check_motor_speed(const DriveCase& c) {
  const auto& [drive, joint_speed] = std::tie(c.drive, c.body->joint.speed_max);
  if (!drive.ratio || !drive.speed_max || !joint_speed) return;
  const double needed = std::abs(drive.ratio->value) * joint_speed->value;
  const double rpm = 30 / std::numbers::pi;
  if (needed <= 1.005 * drive.speed_max->value) return;  // data sheets round
  c.warning(
      "motor-speed", c.of(drive.speed_max),
      fmt::format("joint '{}' at its speed_max of {:g} {}/s needs {:g} rad/s ({:.0f} rpm) of "
                  "the motor, which has {:g} "
                  "rad/s ({:.0f} rpm); one of the two limits cannot be reached",
                  joint_name(*c.body), joint_speed->value, measure_of(*c.body).position, needed,
                  needed * rpm, drive.speed_max->value, drive.speed_max->value * rpm));
}

void check_curve(const DriveCase& c) {
  const Location at = c.of(c.drive.torque_speed_curve);
  const auto& curve = c.drive.torque_speed_curve->value;
  if (curve.empty()) return c.error("torque-curve", at, "torque_speed_curve has no points");
  if (curve.front().speed != 0)
    c.error(
        "torque-curve", at,
        fmt::format("torque_speed_curve starts at {:g} rad/s, expected 0", curve.front().speed));
  double strongest = 0;
  for (std::size_t k = 0; k < curve.size(); ++k) {
    strongest = std::max(strongest, curve[k].torque);
    if (k > 0 && curve[k].speed <= curve[k - 1].speed)
      c.error("torque-curve", at,
              fmt::format("speed {:g} rad/s follows {:g} rad/s, expected rising speeds",
                          curve[k].speed, curve[k - 1].speed));
    if (curve[k].torque < 0)
      c.error("torque-curve", at,
              fmt::format("torque is {:g} N m at {:g} rad/s, expected none below 0",
                          curve[k].torque, curve[k].speed));
  }
  const Field<double>& peak = c.drive.torque_peak;
  if (peak && std::abs(strongest - peak->value) > 0.05 * peak->value)
    c.warning(
        "torque-curve", at,
        fmt::format("the largest torque of the curve is {:g} N m, but torque_peak is {:g} N m; "
                    "they should agree",
                    strongest, peak->value));
}

void check_motor_limits(const DriveCase& c) {
  const auto positive = [&](const char* what, const Field<double>& field, const char* unit) {
    if (field && field->value <= 0)
      c.error("limit-sign", c.of(field),
              fmt::format("{} is {:g} {}, expected more than 0", what, field->value, unit));
  };
  positive("torque_peak", c.drive.torque_peak, "N m");
  positive("torque_rated", c.drive.torque_rated, "N m");
  positive("speed_max", c.drive.speed_max, "rad/s");
  positive("torque_constant", c.drive.torque_constant, "N m/A");
  positive("resistance", c.drive.resistance, "ohm");
  positive("inductance", c.drive.inductance, "H");
  positive("voltage_max", c.drive.voltage_max, "V");
  positive("current_peak", c.drive.current_peak, "A");
  positive("current_rated", c.drive.current_rated, "A");
}

/// Dry friction at the motor shaft that its torque cannot overcome.
void check_friction_against_peak(const DriveCase& c) {
  const FrictionDescription& friction = *c.drive.friction;
  const bool at_joint = friction.side == FrictionSide::joint;
  const Field<double>& peak = c.drive.torque_peak;
  if (!peak || !(peak->value > 0) || (at_joint && (!c.drive.ratio || c.drive.ratio->value == 0)))
    return;
  const Field<double>* worst = nullptr;
  for (const Field<double>* field :
       {&friction.breakaway, &friction.coulomb, &friction.coulomb_negative})
    if (*field && (!worst || (*field)->value > (*worst)->value)) worst = field;
  if (!worst) return;
  const double ratio = at_joint ? std::abs(c.drive.ratio->value) : 1;
  if ((*worst)->value <= ratio * peak->value) return;
  c.warning("friction-peak", c.of(*worst),
            fmt::format("friction of {:g} at the {} exceeds what torque_peak of {:g} N m can move, "
                        "{:g}: the joint never starts; check units, and side = \"{}\"",
                        (*worst)->value, at_joint ? "joint" : "motor", peak->value,
                        ratio * peak->value, at_joint ? "motor" : "joint"));
}

void check_friction(const DriveCase& c) {
  const FrictionDescription& friction = *c.drive.friction;
  const auto not_negative = [&](const char* what, const Field<double>& field, const char* unit) {
    if (field && field->value < 0)
      c.error("friction", c.of(field),
              fmt::format("friction: {} is {:g}{}, expected none below 0; friction always brakes",
                          what, field->value, unit));
  };
  not_negative("viscous", friction.viscous, " N m s/rad");
  not_negative("coulomb", friction.coulomb, " N m");
  not_negative("coulomb_negative", friction.coulomb_negative, " N m");
  not_negative("breakaway", friction.breakaway, " N m");
  not_negative("load_dependent", friction.load_dependent, "");
  if (friction.load_dependent && friction.load_dependent->value >= 1)
    c.error("friction", c.of(friction.load_dependent),
            fmt::format("friction: load_dependent is {:g}, expected below 1; it is the share of "
                        "the torque that is lost",
                        friction.load_dependent->value));
  if (friction.breakaway && friction.coulomb && friction.breakaway->value < friction.coulomb->value)
    c.warning(
        "friction", c.of(friction.breakaway),
        fmt::format(
            "friction: breakaway {:g} N m is below coulomb {:g} N m, expected at least as much",
            friction.breakaway->value, friction.coulomb->value));
}

}  // namespace

void check_drives(const Subject& s) {
  for (const DriveDescription& drive : s.robot.drives) {
    const auto joint = s.tree.joint.find(drive.joint);
    const bool known = joint != s.tree.joint.end();
    const DriveCase c{s, drive, known ? &s.robot.bodies[joint->second] : nullptr,
                      known ? joint->second : base_owner, fmt::format("drive '{}'", drive.name)};
    check_ratio(c);
    if (c.body) check_motor_speed(c);
    check_motor_limits(c);
    if (drive.torque_speed_curve) check_curve(c);
    if (drive.friction) {
      check_friction(c);
      check_friction_against_peak(c);
    }
  }
}

}  // namespace erfd::linting
