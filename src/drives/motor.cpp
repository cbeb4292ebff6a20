#include "erfd/drives/motor.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

void bound_high(TorqueRange& range, double torque, Limit by) {
  if (torque < range.high) range.high = std::max(torque, 0.0), range.high_by = by;
}

void bound_low(TorqueRange& range, double torque, Limit by) {
  if (torque > range.low) range.low = std::min(torque, 0.0), range.low_by = by;
}

struct CurveTorque {
  double driving, braking;
};

CurveTorque curve_torque(const std::vector<TorqueSpeedPoint>& curve, double speed) {
  const double w = std::abs(speed);
  for (std::size_t k = 1; k < curve.size(); ++k) {
    const TorqueSpeedPoint &a = curve[k - 1], &b = curve[k];
    if (w > b.speed) continue;
    const double torque = a.torque + (b.torque - a.torque) * (w - a.speed) / (b.speed - a.speed);
    return {torque, torque};
  }
  const double last = curve.back().torque;
  return {w > curve.back().speed ? 0 : last, last};
}

double torque_constant_of(const Motor& motor) {
  if (motor.constants.torque_constant) return *motor.constants.torque_constant;
  throw Error("drive '" + motor.name +
              "': torque_constant is not given, expected one to turn torques into currents; add "
              "torque_constant_N_m_A to the robot file");
}

}  // namespace

TorqueRange torque_range(const Motor& motor, double speed) {
  const MotorConstants& c = motor.constants;
  TorqueRange range;
  if (c.torque_constant) {  // first: a peak torque that is that of the peak current is named by it
    bound_high(range, *c.torque_constant * c.current_peak, Limit::motor_current);
    bound_low(range, -*c.torque_constant * c.current_peak, Limit::motor_current);
  }
  bound_high(range, motor.limits.torque_peak, Limit::motor_torque);
  bound_low(range, -motor.limits.torque_peak, Limit::motor_torque);
  if (!motor.limits.curve.empty()) {
    const auto [driving, braking] = curve_torque(motor.limits.curve, speed);
    bound_high(range, speed >= 0 ? driving : braking, Limit::torque_speed_curve);
    bound_low(range, speed <= 0 ? -driving : -braking, Limit::torque_speed_curve);
  }
  if (!c.torque_constant || !c.resistance) return range;
  const double k = *c.torque_constant;
  bound_high(range, k * (c.voltage_max - k * speed) / *c.resistance, Limit::motor_voltage);
  bound_low(range, k * (-c.voltage_max - k * speed) / *c.resistance, Limit::motor_voltage);
  return range;
}

double motor_current(const Motor& motor, double torque) {
  return torque / torque_constant_of(motor);
}

double torque_of_current(const Motor& motor, double current) {
  return torque_constant_of(motor) * current;
}

}  // namespace erfd
