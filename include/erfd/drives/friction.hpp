// Friction of one shaft: viscous, and Coulomb with starting and moving values for each direction.
#pragma once

namespace erfd {

/// −1, 0 or 1; the sign of zero is 0.
constexpr double sign(double x) { return static_cast<double>((x > 0) - (x < 0)); }

/// A joint that moves no farther than this in a cycle counts as at rest [rad or m]. Positions and
/// inverse kinematics are rounded at 1e-13 or less; an encoder of 24 bits sees 4e-7 rad. A motor
/// rests if it moves no farther than joints that rest can turn it: the sum of |K| of its row times this.
inline constexpr double rest_way = 1e-9;

/// −1, 0 or 1: where a shaft moves; 0 if it rests, that is, up to `rest_speed` [rad/s or m/s].
constexpr double direction(double speed, double rest_speed) {
  return static_cast<double>((speed > rest_speed) - (speed < -rest_speed));
}

/// All numbers are 0 or more. Torques [N m] of a turning shaft, forces [N] of a sliding joint.
struct ShaftFriction {
  double viscous = 0;            ///< [N m s/rad or N s/m]
  double moving_positive = 0;    ///< Coulomb while the shaft turns in positive direction
  double moving_negative = 0;    ///< Coulomb while it turns in negative direction
  double starting_positive = 0;  ///< torque that a start in positive direction must exceed
  double starting_negative = 0;  ///< torque that a start in negative direction must exceed
};

/// The shaft has Coulomb friction, moving or at rest.
constexpr bool has_coulomb(const ShaftFriction& friction) {
  return friction.moving_positive > 0 || friction.moving_negative > 0 ||
         friction.starting_positive > 0 || friction.starting_negative > 0;
}

/// Coulomb torque of a moving shaft, with the sign of its speed; 0 at rest, where friction answers
/// to the torque: see torque_after_friction().
constexpr double coulomb_torque(const ShaftFriction& friction, double speed) {
  if (speed > 0) return friction.moving_positive;
  return speed < 0 ? -friction.moving_negative : 0;
}

/// Coulomb torques against motion in either direction, both 0 or more.
struct CoulombRange {
  double positive = 0;  ///< brakes motion in positive direction
  double negative = 0;
};

/// The values for a cycle: a shaft that rests at its start must be set going first.
constexpr CoulombRange coulomb_range(const ShaftFriction& friction, bool rests) {
  if (rests) return {friction.starting_positive, friction.starting_negative};
  return {friction.moving_positive, friction.moving_negative};
}

/// Torque of the range with the sign of the direction; 0 at rest.
constexpr double coulomb_torque(const CoulombRange& range, double direction) {
  if (direction > 0) return range.positive;
  return direction < 0 ? -range.negative : 0;
}

/// Coulomb torque of a shaft in a cycle that it starts and ends with these speeds.
constexpr double coulomb_torque(const ShaftFriction& friction, double start, double end,
                                double rest_speed) {
  return coulomb_torque(coulomb_range(friction, direction(start, rest_speed) == 0),
                        direction(end, rest_speed));
}

/// What is left of a driving torque after friction, [S] (17) and (18) with separate values for the
/// directions. At rest, friction holds against any torque up to the starting value: the result is
/// exactly 0.
///
/// @param torque  driving torque [N m or N]
/// @param speed   of the shaft [rad/s or m/s]
double torque_after_friction(const ShaftFriction& friction, double torque, double speed);

}  // namespace erfd
