// The part of the drives in the torque of a law.
//
//   u += Kᵀ I_a (K a + Kd v) + (F_j + Kᵀ F_m K) v                                             (1)
//   u += Σ_e a_e (F_e + µ_e |u_e|) tanh(a_e · qd_d / w_e),   w_e = Σ_j |a_ej| w_j              (2)
//
// Legend  I_a; F_j, F_m  rotors; viscous friction of joints and motors
//         K, Kd          of the position; Kd = diag(f'' ∘ C qd) C is zero but for mechanisms
//         a_e, F_e, µ_e  direction, moving Coulomb torque and load-dependent part of a friction
//                        element; u_e what its links need
//         w              friction_speed: where tanh has three quarters of the sign
//
// (2) is smooth and looks at the asked speed alone: a law that took the measured one would feed its
// own noise back and could push a joint at rest to and fro.
#include "simulation/controllers/drive_torques.hpp"

#include "erfd/drives/transmission.hpp"

#include <cmath>

namespace erfd {

DriveTorques::DriveTorques(const ControllerParts& parts) {
  if (parts.known.drives == nullptr) return;
  drives_ = *parts.known.drives;
  state_.emplace(*drives_);
  if (parts.known.friction_speed.size() == 0) return;
  dry_ = friction_of(parts.model, *drives_);
  width_.resize(static_cast<Eigen::Index>(dry_.size()));
  for (std::size_t e = 0; e < dry_.size(); ++e)
    width_[static_cast<Eigen::Index>(e)] =
        dry_[e].direction.cwiseAbs().dot(parts.known.friction_speed);
  links_ = VectorX<double>::Zero(drives_->joint_count());
}

/// A position that a mechanism does not reach has no torque.
void DriveTorques::place(In<double> q, Out<double> u) {
  if (drives_->is_constant()) return;
  if (!set_position(*drives_, q, *state_)) u.setConstant(std::nan(""));
  place_friction(*drives_, *state_, dry_);
}

void DriveTorques::add(const DriveMotion& motion, Out<double> u) {
  if (!drives_) return;
  place(motion.q, u);
  add_placed_friction(motion.qd_d, u);
  u += drives_->joint_viscous().cwiseProduct(motion.v);
  for (int i = 0; i < drives_->count(); ++i) {  // (1)
    const auto C = drives_->coupling().row(i), K = state_->K().row(i);
    const double ratio_changes = state_->bends()[i] * C.dot(motion.qd) * C.dot(motion.v);
    const double torque = drives_->rotor_inertias()[i] * (K.dot(motion.a) + ratio_changes) +
                          drives_->motor_viscous()[i] * K.dot(motion.v);
    u += torque * K.transpose();
  }
}

void DriveTorques::add_dry_friction(In<double> q, In<double> qd_d, Out<double> u) {
  if (dry_.empty()) return;
  place(q, u);
  add_placed_friction(qd_d, u);
}

void DriveTorques::add_placed_friction(In<double> qd_d, Out<double> u) {
  if (!dry_.empty()) links_ = u;
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
