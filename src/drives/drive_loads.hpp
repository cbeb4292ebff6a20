// Loads and rotors of the motors, for constant drives and for mechanisms. Private to drives.
#pragma once

#include "erfd/drives/drives.hpp"

#include <cmath>

namespace erfd {

/// u_a = K⁻ᵀ (u + F_j): torques of the links with the friction of the joints, which follows |u|.
inline void reflect_loads(const Drives& drives, In<double> qd, In<double> u, Out<double> u_a) {
  u_a.setZero();
  for (const auto& [i, j, share] : drives.torque_shares()) {
    const ShaftFriction& shaft = drives.joint_friction(j);
    const double friction = shaft.viscous * qd[j] + coulomb_torque(shaft, qd[j]) +
                            drives.load_dependent()[j] * sign(qd[j]) * std::abs(u[j]);
    u_a[i] += share * (u[j] + friction);
  }
}

/// I_a qdd_a + F_a of motor i.
inline double rotor_torque(const Drives& drives, int i, double speed, double acceleration) {
  const ShaftFriction& shaft = drives.motor(i).friction;
  return drives.rotor_inertias()[i] * acceleration + shaft.viscous * speed +
         coulomb_torque(shaft, speed);
}

}  // namespace erfd
