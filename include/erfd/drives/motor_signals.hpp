// What motors do and take at an instant, as their own sensors would show it.
#pragma once

#include "erfd/drives/drives.hpp"

namespace erfd {

/// The torque constants of all motors are known; and their resistances, too.
bool knows_currents(const Drives& drives);
bool knows_voltages(const Drives& drives);

/// One number a motor; NaN where a constant of the motor is not known.
struct MotorSignals {
  VectorX<double> angle;    ///< [rad]; of a joint without a drive its own position
  VectorX<double> speed;    ///< [rad/s]
  VectorX<double> current;  ///< torque / torque constant [A]
  VectorX<double> voltage;  ///< resistance · current + torque constant · speed [V]
};

/// Takes states one after the other: one a thread, made once.
class MotorSensors {
 public:
  explicit MotorSensors(const Drives& drives);

  /// @param u_a  motor torques [N m]
  /// @return good until the next call
  /// @throws Error if a mechanism does not reach the position.
  const MotorSignals& read(In<double> q, In<double> qd, In<double> u_a);

  /// Where the drives stand since the last call of read().
  const DriveState& state() const { return state_; }

 private:
  const Drives& drives_;
  VectorX<double> shafts_;
  DriveState state_;
  MotorSignals signals_;
};

/// A position a velocity, as drives count them: a free base stands at zero.
/// @param shafts  size nv, zero for the base; its joints are written
void shaft_positions(In<double> q, Out<double> shafts);

/// Power that a motor turns into heat in its windings [W]; NaN where a constant is not known.
double copper_loss(const Motor& motor, double torque);

}  // namespace erfd
