// One motor with its gear: rotor, friction, limits, electrical constants.
#pragma once

#include "erfd/base/limit.hpp"
#include "erfd/drives/friction.hpp"
#include "erfd/robot/robot_description.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// All at the motor shaft. Infinite or empty where the robot file does not say.
struct MotorLimits {
  double torque_peak = std::numeric_limits<double>::infinity();   ///< [N m]
  double torque_rated = std::numeric_limits<double>::infinity();  ///< [N m], root mean square
  double speed = std::numeric_limits<double>::infinity();         ///< [rad/s]
  std::vector<TorqueSpeedPoint> curve;  ///< speeds rising from 0, linear between the points
};

/// Constants of a direct current or brushless motor: torque = torque_constant · current,
/// voltage = resistance · current + torque_constant · speed.
struct MotorConstants {
  std::optional<double> torque_constant;                           ///< [N m/A], which is [V s/rad]
  std::optional<double> resistance;                                ///< [ohm]
  std::optional<double> inductance;                                ///< [H]
  double voltage_max = std::numeric_limits<double>::infinity();    ///< [V]
  double current_peak = std::numeric_limits<double>::infinity();   ///< [A]
  double current_rated = std::numeric_limits<double>::infinity();  ///< [A], root mean square
};

struct Motor {
  std::string name;
  int joint = -1;  ///< index in qd of the joint it drives; −1 when only the coupling tells
  double rotor_inertia = 0;  ///< about the motor axis [kg m^2]; 0 where the file does not say
  ShaftFriction friction;    ///< at the motor shaft
  MotorLimits limits;
  MotorConstants constants;
  /// The file has no drive for the joint: this motor is the joint itself, of ratio 1, without rotor and
  /// friction, named after it.
  bool assumed = false;
  /// torque_peak is the effort limit of the joint: the file knows no torque of the motor.
  bool peak_of_joint = false;
};

/// The torques a motor can give at a speed [N m], low ≤ 0 ≤ high, and what bounds them.
struct TorqueRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  Limit low_by = Limit::none;
  Limit high_by = Limit::none;
};

/// Bounds by peak torque, torque–speed curve, current and voltage, whichever is nearest to zero.
/// The curve holds for driving and braking; beyond its last speed the motor brakes with its last
/// torque and does not drive. The voltage bounds a driving motor sooner than a braking one.
///
/// @param speed  of the motor [rad/s]
TorqueRange torque_range(const Motor& motor, double speed);

/// Current that gives a torque [A]. @throws Error if the motor's torque constant is not known.
double motor_current(const Motor& motor, double torque);
/// Torque that a current gives [N m]. @throws Error if the motor's torque constant is not known.
double torque_of_current(const Motor& motor, double current);

}  // namespace erfd
