// Actuator-space model.
// Source  [KV20] E (90)–(92), S (77)–(79), and Appendix D; errata L18–L22, §3.1.
//
//   H_a qdd + u'_a = u_a                                                        (90)
//   q_a = K q                                                                   (D.1), (D.2)
//
// corrected: friction brakes whatever the sign of the torque (L19), it follows the torque that
// really acts (L20), and torques are reflected by K⁻ᵀ (L18):
//
//   c_i  = 1 + µ_i sign(qd_i) sign(u_i)                                         (1)
//   H_a  = K⁻ᵀ (diag(c) H + diag(f_j) Δt) + diag(I_a + f_v Δt) K                (2)
//   u'_a = K⁻ᵀ (diag(c) u' + f_j qd + F_j(qd⁺)) + diag(f_v) K qd + F_a(K qd⁺)   (3)
//
// as_published: (D.3) with its misprints read as L22 says, u the torque asked for:
//
//   H_a  = diag(1/k) H + diag(I_a + f_v Δt) K                                   (D.3)
//   u'_a = diag(1/k) (u' + µ sign(qd⁺) u) + diag(f_v) K qd                      (D.3)
//
// Legend  paper            here
//         f_v, µ_s         viscous friction of the motor, load-dependent friction of the joint
//         qd_prev, qd      joints.qd, joints.qd_next (qd⁺ above: the speed of this cycle)
//         k_i              diagonal of K
//         –                f_j, F_j: viscous and Coulomb friction of the joint; F_a: Coulomb
//                          friction of the motor. The paper has none; (78) has a place for F.
#include "erfd/drives/actuator_model.hpp"

#include "drives/sizes.hpp"

#include <string>

namespace erfd {
namespace {

void check_arguments(const Drives& drives, const JointSpaceModel& joints,
                     const OutMatrix<double>& H_a, const Out<double>& bias_a) {
  const char* const name = "actuator model";
  check_no_passive(name, drives);
  check_joints(name, "H (rows)", joints.H.rows(), drives);
  check_joints(name, "H (columns)", joints.H.cols(), drives);
  check_joints(name, "bias", joints.bias.size(), drives);
  check_joints(name, "u", joints.u.size(), drives);
  check_joints(name, "qd", joints.qd.size(), drives);
  check_joints(name, "qd_next", joints.qd_next.size(), drives);
  check_joints(name, "H_a (rows)", H_a.rows(), drives);
  check_joints(name, "H_a (columns)", H_a.cols(), drives);
  check_joints(name, "bias_a", bias_a.size(), drives);
}

/// The part of the rotors: diag(I_a + f_v Δt) K, diag(f_v) K qd and F_a(K qd⁺).
void set_rotors(const Drives& drives, const JointSpaceModel& joints, OutMatrix<double> H_a,
                Out<double> bias_a) {
  H_a =
      (drives.rotor_inertias() + drives.motor_viscous() * joints.period).asDiagonal() * drives.K();
  bias_a.noalias() = drives.K().lazyProduct(joints.qd);
  bias_a = bias_a.cwiseProduct(drives.motor_viscous());
  if (!drives.has_coulomb()) return;
  for (int i = 0; i < drives.count(); ++i)
    bias_a[i] += coulomb_torque(drives.motor(i).friction, drives.K().row(i).dot(joints.qd_next));
}

/// One joint's equation, u_j = H_j qdd + u'_j with friction, borne by a motor with share s. The row
/// of H is read as its column: H is symmetric.
void add_joint(const Drives& drives, const JointSpaceModel& joints, int i, int j, double s,
               double factor, OutMatrix<double> H_a, Out<double> bias_a) {
  H_a.row(i) += (s * factor) * joints.H.col(j).transpose();
  const double viscous = drives.joint_viscous()[j];
  H_a(i, j) += s * viscous * joints.period;
  bias_a[i] += s * (factor * joints.bias[j] + viscous * joints.qd[j]);
  if (drives.has_coulomb())
    bias_a[i] += s * coulomb_torque(drives.joint_friction(j), joints.qd_next[j]);
}

void corrected(const Drives& drives, const JointSpaceModel& joints, OutMatrix<double> H_a,
               Out<double> bias_a) {
  check_arguments(drives, joints, H_a, bias_a);
  set_rotors(drives, joints, H_a, bias_a);
  for (const auto& [i, j, share] : drives.torque_shares()) {  // K⁻ᵀ, L18
    const double brake = drives.load_dependent()[j] * sign(joints.qd_next[j]);
    const double c = load_factor(brake, joints.u[j]);        // (1)
    add_joint(drives, joints, i, j, share, c, H_a, bias_a);  // (2), (3)
  }
}

MatrixX<double> corrected_reflection(const Drives& drives) {
  check_no_passive("actuator model 'corrected'", drives);
  return drives.coupling_inverse().transpose();
}

/// k_i of (D.3).
double diagonal_ratio(const Drives& drives, int i) {
  const double k = drives.coupling()(i, i);
  if (k != 0) return k;
  throw Error("actuator model 'as_published': K(" + std::to_string(i) + ", " + std::to_string(i) +
              ") of '" + drives.robot() +
              "' is 0, but (D.3) divides by the diagonal; use 'corrected'");
}

MatrixX<double> published_reflection(const Drives& drives) {
  check_no_passive("actuator model 'as_published'", drives);
  MatrixX<double> W = MatrixX<double>::Zero(drives.count(), drives.count());
  for (int i = 0; i < drives.count(); ++i) W(i, i) = 1 / diagonal_ratio(drives, i);
  return W;
}

void as_published(const Drives& drives, const JointSpaceModel& joints, OutMatrix<double> H_a,
                  Out<double> bias_a) {
  check_arguments(drives, joints, H_a, bias_a);
  set_rotors(drives, joints, H_a, bias_a);
  for (int i = 0; i < drives.count(); ++i) {
    const double k = diagonal_ratio(drives, i);
    add_joint(drives, joints, i, i, 1 / k, 1, H_a, bias_a);
    bias_a[i] += drives.load_dependent()[i] * sign(joints.qd_next[i]) * joints.u[i] / k;
  }
}

constexpr ActuatorModel list[] = {
    {"corrected", "torques reflected by K^-T, friction of the torque achieved", true,
     corrected_reflection, corrected},
    {"as_published", "(D.3): divided by ratios, friction of the torque asked for", false,
     published_reflection, as_published},
};

}  // namespace

std::span<const ActuatorModel> actuator_models() { return list; }

const ActuatorModel& find_actuator_model(std::string_view name) {
  std::string known;
  for (const ActuatorModel& model : list) {
    if (model.name == name) return model;
    known += (known.empty() ? "" : ", ") + std::string(model.name);
  }
  throw Error("unknown actuator model '" + std::string(name) + "' (known: " + known + ")");
}

}  // namespace erfd
