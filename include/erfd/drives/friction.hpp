// The friction law of a shaft, of a motor or of a joint: everything that brakes here brakes by it.
// Source  [S] T. Szkodny, (17) and (18), with separate values for the directions; [KV20] (78) with errata
//         L19, L20 for the part that grows with the load.
//
//   moving   F = f v + F_m(d) + µ d |u|                          d = direction of v          (1)
//   at rest  −F_s⁺ − µ|u| ≤ pushes ≤ F_s⁻ + µ|u|                 holds any load in between    (2)
//   factor   u + µ d |u| = c u,   c = 1 + µ d sign(u)                                         (3)
//   power    F v ≥ 0: every term has the sign of v
//
// Legend  v, u   speed of the shaft, torque that it transmits       f   viscous friction
//         F_m, F_s   Coulomb torques while it moves, and before it starts, for each direction
//         µ          load-dependent friction; µ d is called `brake` below
#pragma once

#include <cmath>

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

/// Torques against motion in either direction, both 0 or more.
struct CoulombRange {
  double positive = 0;  ///< brakes motion in positive direction
  double negative = 0;
};

/// F_m, or F_s of a shaft that rests: it must be set going first.
constexpr CoulombRange coulomb_range(const ShaftFriction& friction, bool rests) {
  if (rests) return {friction.starting_positive, friction.starting_negative};
  return {friction.moving_positive, friction.moving_negative};
}

/// Torque of the range with the sign of the direction; 0 at rest.
constexpr double coulomb_torque(const CoulombRange& range, double direction) {
  if (direction > 0) return range.positive;
  return direction < 0 ? -range.negative : 0;
}

/// F_m(d) of a moving shaft, with the sign of its speed; 0 at rest, where friction answers to the
/// torque: see torque_after_friction().
constexpr double coulomb_torque(const ShaftFriction& friction, double speed) {
  return coulomb_torque(coulomb_range(friction, false), speed);
}

/// Speeds of a shaft in a cycle of a controller: friction follows the one at its end, and a shaft that
/// rested at its start has its starting values.
struct ShaftSpeeds {
  double start, end;
  double rest;  ///< up to which it counts as at rest

  constexpr bool rested() const { return direction(start, rest) == 0; }
  constexpr double direction_at_end() const { return direction(end, rest); }
};

/// F_m(d), or F_s(d) of a shaft that is set going.
constexpr double coulomb_torque(const ShaftFriction& friction, const ShaftSpeeds& speeds) {
  return coulomb_torque(coulomb_range(friction, speeds.rested()), speeds.direction_at_end());
}

/// µ d |u| of (1).
inline double load_friction(double brake, double load) { return brake * std::abs(load); }

/// c of (3).
constexpr double load_factor(double brake, double load) { return 1 + brake * sign(load); }

/// (1).
inline double friction_torque(const ShaftFriction& friction, const ShaftSpeeds& speeds,
                              double load_dependent = 0, double load = 0) {
  return friction.viscous * speeds.end + coulomb_torque(friction, speeds) +
         load_friction(load_dependent * speeds.direction_at_end(), load);
}

/// The bounds of (2): a range of Coulomb torques grown by µ|u|.
constexpr CoulombRange grown(const CoulombRange& range, double by_load) {
  return {range.positive + by_load, range.negative + by_load};
}

/// (2): friction that can push with −positive … negative is able to push so. `more` is for rounding.
constexpr bool bears(const CoulombRange& range, double push, double more = 0) {
  return push <= range.negative + more && push >= -range.positive - more;
}

/// What is left of a driving torque after friction, [S] (17) and (18). At rest, friction holds against
/// any torque up to the starting value: the result is exactly 0.
///
/// @param torque  driving torque [N m or N]
/// @param speed   of the shaft [rad/s or m/s]
constexpr double torque_after_friction(const ShaftFriction& friction, double torque, double speed) {
  if (speed != 0) return torque - coulomb_torque(friction, speed) - friction.viscous * speed;
  if (torque > friction.starting_positive) return torque - friction.starting_positive;
  if (torque < -friction.starting_negative) return torque + friction.starting_negative;
  return torque * 0;  // held; a torque that is not a number stays none
}

}  // namespace erfd
