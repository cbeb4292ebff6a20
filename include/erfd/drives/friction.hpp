// Friction of one shaft: viscous, and Coulomb with starting and moving values for each direction.
#pragma once

namespace erfd {

/// −1, 0 or 1; the sign of zero is 0.
constexpr double sign(double x) { return static_cast<double>((x > 0) - (x < 0)); }

/// All numbers are 0 or more. Torques [N m] of a turning shaft, forces [N] of a sliding joint.
struct ShaftFriction {
  double viscous = 0;            ///< [N m s/rad or N s/m]
  double moving_positive = 0;    ///< Coulomb while the shaft turns in positive direction
  double moving_negative = 0;    ///< Coulomb while it turns in negative direction
  double starting_positive = 0;  ///< torque that a start in positive direction must exceed
  double starting_negative = 0;  ///< torque that a start in negative direction must exceed
};

/// Coulomb torque of a moving shaft, with the sign of its speed; 0 at rest, where friction answers
/// to the torque: see torque_after_friction().
constexpr double coulomb_torque(const ShaftFriction& friction, double speed) {
  if (speed > 0) return friction.moving_positive;
  return speed < 0 ? -friction.moving_negative : 0;
}

/// What is left of a driving torque after friction, [S] (17) and (18) with separate values for the
/// directions. At rest, friction holds against any torque up to the starting value: the result is
/// exactly 0.
///
/// @param torque  driving torque [N m or N]
/// @param speed   of the shaft [rad/s or m/s]
double torque_after_friction(const ShaftFriction& friction, double torque, double speed);

}  // namespace erfd
