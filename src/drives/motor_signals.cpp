// i = u / k,  U = R i + k ω,  and of the power U i = R i² + u ω the first part heats the windings.
#include "erfd/drives/motor_signals.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/transmission.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

bool all_motors(const Drives& drives, bool (*has)(const MotorConstants&)) {
  return std::all_of(drives.motors().begin(), drives.motors().end(),
                     [&](const Motor& motor) { return has(motor.constants); });
}

double current_of(const Motor& motor, double torque) {
  return torque / motor.constants.torque_constant.value_or(std::nan(""));
}

}  // namespace

bool knows_currents(const Drives& drives) {
  return all_motors(drives, [](const MotorConstants& c) { return c.torque_constant.has_value(); });
}

bool knows_voltages(const Drives& drives) {
  return knows_currents(drives) &&
         all_motors(drives, [](const MotorConstants& c) { return c.resistance.has_value(); });
}

void shaft_positions(In<double> q, Out<double> shafts) {
  const Eigen::Index joints = q.size() == shafts.size() ? q.size() : q.size() - 7;
  shafts.tail(joints) = q.tail(joints);
}

MotorSensors::MotorSensors(const Drives& drives)
    : drives_(drives), shafts_(VectorX<double>::Zero(drives.joint_count())), state_(drives) {
  for (VectorX<double>* const part :
       {&signals_.angle, &signals_.speed, &signals_.current, &signals_.voltage})
    part->setZero(drives.count());
}

const MotorSignals& MotorSensors::read(In<double> q, In<double> qd, In<double> u_a) {
  shaft_positions(q, shafts_);
  if (const DriveStatus placed = set_position(drives_, shafts_, state_); !placed)
    throw Error("motors of " + drives_.robot() + ": " + text_of(drives_, placed) +
                ", expected a position that the mechanism reaches");
  signals_.angle = state_.q_a();
  motor_velocities(drives_, state_, qd, signals_.speed);
  for (int i = 0; i < drives_.count(); ++i) {
    const Motor& motor = drives_.motor(i);
    const MotorConstants& c = motor.constants;
    signals_.current[i] = current_of(motor, u_a[i]);
    signals_.voltage[i] = c.resistance.value_or(std::nan("")) * signals_.current[i] +
                          c.torque_constant.value_or(std::nan("")) * signals_.speed[i];
  }
  return signals_;
}

double copper_loss(const Motor& motor, double torque) {
  const double current = current_of(motor, torque);
  return motor.constants.resistance.value_or(std::nan("")) * current * current;
}

}  // namespace erfd
