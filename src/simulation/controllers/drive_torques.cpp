// The part of the drives in the torque of a law.
//
//   u += Kᵀ I_a K a + (F_j + Kᵀ F_m K) qd                                                     (1)
//   u += Σ_e a_e (F_e + µ_e |u_e|) tanh(a_e · qd_d / w_e),   w_e = Σ_j |a_ej| w_j              (2)
//
// Legend  I_a; F_j, F_m  rotors; viscous friction of joints and motors
//         a_e, F_e, µ_e  direction, moving Coulomb torque and load-dependent part of a friction
//                        element; u_e what its links need
//         w              friction_speed: where tanh has three quarters of the sign
//
// (2) is smooth and looks at the asked speed alone: a law that took the measured one would feed its
// own noise back and could push a joint at rest to and fro.
#include "simulation/controllers/drive_torques.hpp"

#include <cmath>

namespace erfd {

DriveTorques::DriveTorques(const ControllerParts& parts) {
  if (parts.known.drives == nullptr) return;
  const Drives& drives = *parts.known.drives;
  rotors_ = drives.reflected_inertia();
  viscous_ = drives.K().transpose() * drives.motor_viscous().asDiagonal() * drives.K();
  viscous_ += drives.joint_viscous().asDiagonal();
  if (parts.known.friction_speed.size() == 0) return;
  dry_ = friction_of(parts.model, drives);
  width_.resize(static_cast<Eigen::Index>(dry_.size()));
  for (std::size_t e = 0; e < dry_.size(); ++e)
    width_[static_cast<Eigen::Index>(e)] =
        dry_[e].direction.cwiseAbs().dot(parts.known.friction_speed);
  links_ = VectorX<double>::Zero(drives.count());
}

void DriveTorques::add(In<double> a, In<double> qd, In<double> qd_d, Out<double> u) {
  if (rotors_.size() == 0) return;
  add_dry_friction(qd_d, u);
  u.noalias() += rotors_.lazyProduct(a) + viscous_.lazyProduct(qd);  // (1)
}

void DriveTorques::add_dry_friction(In<double> qd_d, Out<double> u) {
  if (dry_.empty()) return;
  links_ = u;
  for (std::size_t e = 0; e < dry_.size(); ++e) {
    const FrictionElement& element = dry_[e];
    const double speed = element.direction.dot(qd_d);
    double torque = speed < 0 ? element.moving.negative : element.moving.positive;
    if (element.joint >= 0) torque += load_friction(element.load_dependent, links_[element.joint]);
    torque *= std::tanh(speed / width_[static_cast<Eigen::Index>(e)]);
    u += torque * element.direction;  // (2)
  }
}

}  // namespace erfd
