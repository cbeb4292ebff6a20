// Loads and rotors of the motors, for constant drives and for mechanisms. Private to drives.
#pragma once

#include "erfd/drives/drives.hpp"

namespace erfd {

/// u_a = K⁻ᵀ (u + F_j): torques of the links with the friction of the joints, which follows |u|.
/// @param start, rest  speeds at the start of a cycle, and up to which a joint counts as at rest
inline void reflect_loads(const Drives& drives, In<double> start, double rest, In<double> qd,
                          In<double> u, Out<double> u_a) {
  u_a.setZero();
  for (const auto& [i, j, share] : drives.torque_shares()) {
    const double friction = friction_torque(drives.joint_friction(j), {start[j], qd[j], rest},
                                            drives.load_dependent()[j], u[j]);
    u_a[i] += share * (u[j] + friction);
  }
}

/// I_a qdd_a + F_a of motor i.
inline double rotor_torque(const Drives& drives, int i, const ShaftSpeeds& speed,
                           double acceleration) {
  return drives.rotor_inertias()[i] * acceleration +
         friction_torque(drives.motor(i).friction, speed);
}

}  // namespace erfd
