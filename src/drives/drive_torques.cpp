// What friction and a motion ask of the motors.
//
//   friction = F_j + Kᵀ F_a                                                            (1)   at the joints
//   u_a      = K⁻ᵀ (u + F_j) + I_a qdd_a + F_a,   qdd_a = K qdd + Kd qd                (2)
//
// F_j, F_a: friction.hpp (1) of joints and motors, load-dependent at the joints.
#include "erfd/drives/transmission.hpp"

#include "drives/sizes.hpp"

#include <cmath>

namespace erfd {

void friction_torques(const Drives& drives, const DriveState& state, In<double> qd, In<double> u,
                      Out<double> friction) {
  check_joints("friction_torques", "qd", qd.size(), drives);
  check_joints("friction_torques", "u", u.size(), drives);
  check_joints("friction_torques", "friction", friction.size(), drives);
  for (int j = 0; j < drives.joint_count(); ++j)
    friction[j] = friction_torque(drives.joint_friction(j), {qd[j], qd[j], 0},
                                  drives.load_dependent()[j], u[j]);
  for (int i = 0; i < drives.count(); ++i) {
    const double speed = state.K().row(i).dot(qd);
    const double torque = friction_torque(drives.motor(i).friction, {speed, speed, 0});
    friction += torque * state.K().row(i).transpose();  // (1)
  }
}

void drive_torques(const Drives& drives, const DriveState& state, In<double> qd, In<double> qdd,
                   In<double> u, Out<double> u_a) {
  drive_torques(drives, state, {qd, 0}, qd, qdd, u, u_a);
}

void drive_torques(const Drives& drives, const DriveState& state, const CycleStart& start,
                   In<double> qd, In<double> qdd, In<double> u, Out<double> u_a) {
  check_joints("drive_torques", "start", start.qd.size(), drives);
  check_joints("drive_torques", "qd", qd.size(), drives);
  check_joints("drive_torques", "qdd", qdd.size(), drives);
  check_joints("drive_torques", "u", u.size(), drives);
  check_motors("drive_torques", "u_a", u_a.size(), drives);
  const double rest = start.rest_speed;
  u_a.setZero();
  for (const auto& [i, j, share] : drives.torque_shares()) {  // C⁻ᵀ (u + F_j)
    const double friction = friction_torque(drives.joint_friction(j), {start.qd[j], qd[j], rest},
                                            drives.load_dependent()[j], u[j]);
    u_a[i] += share * (u[j] + friction);
  }
  for (int i = 0; i < drives.count(); ++i) {
    double rate = 0, change = 0, before = 0, size = 0;
    for (const auto& [motor, j, c] : drives.turns_of(i)) {
      rate += c * qd[j];
      change += c * qdd[j];
      before += c * start.qd[j];
      size += std::abs(c);
    }
    const double slope = state.slopes()[i];
    const double acceleration = slope * change + state.bends()[i] * rate * rate;
    const ShaftSpeeds speeds{slope * before, slope * rate, rest * std::abs(slope) * size};
    u_a[i] = u_a[i] / slope + drives.rotor_inertias()[i] * acceleration +
             friction_torque(drives.motor(i).friction, speeds);  // (2)
  }
}

}  // namespace erfd
