// What there is to see of a motion besides what it is judged by: motors, bearings, tool, energy.
#pragma once

#include "erfd/math/types.hpp"

namespace erfd {

/// One column a cycle. Positions, speeds, bearing loads and energies are those that a cycle starts with.
/// Currents, voltages and powers are those of the cycle itself: its torque, and the speed in its middle.
struct MotionSignals {
  MatrixX<double> motor_angle;    ///< [rad]
  MatrixX<double> motor_speed;    ///< [rad/s]
  MatrixX<double> motor_current;  ///< [A]; NaN where the torque constant is not known
  MatrixX<double> motor_voltage;  ///< [V]; NaN where torque constant or resistance is not known
  /// Wrench of the parent on each body, about the origin of the body frame and in its axes: six rows a
  /// body, moment [N m] before force [N].
  MatrixX<double> bearing;
  MatrixX<double> tool_velocity;  ///< of the tool centre in world axes, angular first [rad/s, m/s]
  MatrixX<double> tool_acceleration;  ///< [rad/s^2, m/s^2]
  VectorX<double> kinetic;            ///< energy of links, payload and rotors [J]
  VectorX<double> potential;          ///< of links and payload [J]

  // Powers [W], of all motors together.
  VectorX<double> shaft;   ///< what the motors give at their shafts
  VectorX<double> copper;  ///< heat in their windings; NaN where a motor's constants are not known
  VectorX<double> rotors;  ///< of the shafts' power what speeds up the rotors,
  VectorX<double> links;   ///< and what the joints give to links, payload, environment and springs

  bool empty() const { return shaft.size() == 0; }
};

/// Where the energy of some cycles goes [J]: shaft = rotors + links + friction, of the supply
/// shaft + copper. Without the motors' constants copper is NaN, and the supply is counted without it.
struct EnergyAccount {
  double shaft = 0;     ///< from the motors
  double copper = 0;    ///< heat in windings
  double rotors = 0;    ///< kinetic energy that the rotors gain
  double links = 0;     ///< work on links, payload and environment
  double drawn = 0;     ///< from the supply, in cycles in which the motors together need some
  double returned = 0;  ///< to the supply, in the others: braking

  bool knows_copper() const { return copper == copper; }
  double friction() const { return shaft - rotors - links; }
  double supply() const { return drawn - returned; }
};

/// Of the cycles [first, end).
EnergyAccount energy_account(const MotionSignals& signals, double period, Eigen::Index first,
                             Eigen::Index end);

}  // namespace erfd
