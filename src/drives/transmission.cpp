// Motor space and joint space.
// Source  [S] (13) with ∂q_a/∂q a function of q; virtual work; [KV20] (D.1)–(D.3).
//
//   phi = C q,  q_a,i = f_i(phi_i)                              (1)
//   K   = ∂q_a/∂q = diag(f') C                                  (2)   f' = 1 without mechanism
//   Kd  = diag(f'' ∘ C qd) C                                    (3)   d/dt of (2)
//   qd_a = K qd,  qdd_a = K qdd + Kd qd                         (4)
//   u   = Kᵀ u_a                                                (5)   u · qd = u_a · qd_a
//   u_a = K⁻ᵀ u = diag(1/f') C⁻ᵀ u                              (6)   (D.3) divides by the diagonal (L18)
//   Kᵀ I_a (K qdd + Kd qd)                                      (7)   Lagrange of ½ qd_aᵀ I_a qd_a
//
// C is constant, so that neither (6) nor the inverse of (1) solves a system. Passive joints have zeros
// in C and C⁻¹: (5) gives them nothing, (6) asks nothing of them.
#include "erfd/drives/transmission.hpp"

#include "drives/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace erfd {
namespace {

/// Below this share of its lever arm a mechanism counts as dead: its motor torque would be all
/// rounding.
constexpr double dead = 1e-9;

bool is_dead(const Mechanism& m, double slope) {
  const double arm = m.kind == MechanismKind::ball_screw
                         ? 2 * std::numbers::pi * std::abs(m.ratio) * std::min(m.a, m.b) / m.pitch
                         : std::abs(m.ratio);
  return !(std::abs(slope) > dead * arm);
}

/// Stands at phi: (1), (2). A motor without mechanism turns as its angle.
MechanismPoint point_of(const std::optional<Mechanism>& mechanism, double phi) {
  if (mechanism) return mechanism_at(*mechanism, phi);
  MechanismPoint at;
  at.turn = phi;
  return at;
}

}  // namespace

DriveStatus set_position(const Drives& drives, In<double> q, DriveState& state) {
  check_joints("set_position", "q", q.size(), drives);
  DriveStatus status;
  state.angles_.noalias() = drives.coupling().lazyProduct(q);
  for (int i = 0; i < drives.count(); ++i) {
    const std::optional<Mechanism>& mechanism = drives.mechanism(i);
    const MechanismPoint at = point_of(mechanism, state.angles_[i]);  // (1)
    if (!at.reachable && status) status = {DriveFault::out_of_reach, i};
    if (mechanism && status && is_dead(*mechanism, at.slope)) status = {DriveFault::dead_centre, i};
    state.q_a_[i] = at.turn;
    state.slopes_[i] = at.slope;
    state.bends_[i] = at.bend;
    state.K_.row(i) = at.slope * drives.coupling().row(i);  // (2)
  }
  return status;
}

DriveStatus joint_positions(const Drives& drives, In<double> q_a, Out<double> q) {
  check_motors("joint_positions", "q_a", q_a.size(), drives);
  check_joints("joint_positions", "q", q.size(), drives);
  check_no_passive("joint_positions", drives);
  DriveStatus status;
  if (drives.is_constant()) {
    q.noalias() = drives.coupling_inverse().lazyProduct(q_a);
    return status;
  }
  // q = C⁻¹ phi column by column: phi_i replaces what C gives for the start.
  for (int i = 0; i < drives.count(); ++i) {
    const std::optional<Mechanism>& mechanism = drives.mechanism(i);
    const double start = drives.coupling().row(i).dot(q);
    const double phi = mechanism ? mechanism_angle(*mechanism, q_a[i], start) : q_a[i];
    if (!std::isfinite(phi) && status) status = {DriveFault::out_of_reach, i};
    // The change of q that turns angle i alone is column i of C⁻¹; the others keep theirs.
    q += (phi - start) * drives.coupling_inverse().col(i);
  }
  return status;
}

void motor_positions(const Drives& drives, In<double> q, Out<double> q_a) {
  check_joints("motor_positions", "q", q.size(), drives);
  check_motors("motor_positions", "q_a", q_a.size(), drives);
  q_a.noalias() = drives.K().lazyProduct(q);
}

bool is_in_range(const Drives& drives, In<double> q) {
  check_joints("is_in_range", "q", q.size(), drives);
  for (int i = 0; i < drives.count(); ++i) {
    const std::optional<Mechanism>& mechanism = drives.mechanism(i);
    if (!mechanism) continue;
    const double phi = drives.coupling().row(i).dot(q);
    if (!(mechanism->lower <= phi && phi <= mechanism->upper)) return false;
  }
  return true;
}

void motor_velocities(const Drives& drives, const DriveState& state, In<double> qd,
                      Out<double> qd_a) {
  check_joints("motor_velocities", "qd", qd.size(), drives);
  check_motors("motor_velocities", "qd_a", qd_a.size(), drives);
  qd_a.noalias() = state.K().lazyProduct(qd);  // (4)
}

void joint_velocities(const Drives& drives, const DriveState& state, In<double> qd_a,
                      Out<double> qd) {
  check_motors("joint_velocities", "qd_a", qd_a.size(), drives);
  check_joints("joint_velocities", "qd", qd.size(), drives);
  check_no_passive("joint_velocities", drives);
  qd.setZero();
  for (int i = 0; i < drives.count(); ++i)
    qd += (qd_a[i] / state.slopes()[i]) * drives.coupling_inverse().col(i);
}

void motor_accelerations(const Drives& drives, const DriveState& state, In<double> qd,
                         In<double> qdd, Out<double> qdd_a) {
  check_joints("motor_accelerations", "qd", qd.size(), drives);
  check_joints("motor_accelerations", "qdd", qdd.size(), drives);
  check_motors("motor_accelerations", "qdd_a", qdd_a.size(), drives);
  for (int i = 0; i < drives.count(); ++i) {
    const double rate = drives.coupling().row(i).dot(qd);
    qdd_a[i] = state.K().row(i).dot(qdd) + state.bends()[i] * rate * rate;  // (3), (4)
  }
}

void transmission_rate(const Drives& drives, const DriveState& state, In<double> qd,
                       OutMatrix<double> Kd) {
  check_joints("transmission_rate", "qd", qd.size(), drives);
  check_motors("transmission_rate", "Kd (rows)", Kd.rows(), drives);
  check_joints("transmission_rate", "Kd (columns)", Kd.cols(), drives);
  const MatrixX<double>& C = drives.coupling();
  for (int i = 0; i < drives.count(); ++i)
    Kd.row(i) = state.bends()[i] * C.row(i).dot(qd) * C.row(i);  // (3)
}

void motor_torques(const Drives& drives, const DriveState& state, In<double> u, Out<double> u_a) {
  check_joints("motor_torques", "u", u.size(), drives);
  check_motors("motor_torques", "u_a", u_a.size(), drives);
  u_a.noalias() = drives.coupling_inverse().transpose().lazyProduct(u);
  u_a = u_a.cwiseQuotient(state.slopes());  // (6)
}

void joint_torques(const Drives& drives, const DriveState& state, In<double> u_a, Out<double> u) {
  check_motors("joint_torques", "u_a", u_a.size(), drives);
  check_joints("joint_torques", "u", u.size(), drives);
  u.noalias() = state.K().transpose().lazyProduct(u_a);  // (5)
}

void reflected_inertia(const Drives& drives, const DriveState& state, OutMatrix<double> H) {
  check_joints("reflected_inertia", "H (rows)", H.rows(), drives);
  check_joints("reflected_inertia", "H (columns)", H.cols(), drives);
  H.setZero();
  for (int i = 0; i < drives.count(); ++i)
    H.noalias() += drives.rotor_inertias()[i] *
                   state.K().row(i).transpose().lazyProduct(state.K().row(i));  // (7)
}

void reflected_bias(const Drives& drives, const DriveState& state, In<double> qd,
                    Out<double> bias) {
  check_joints("reflected_bias", "qd", qd.size(), drives);
  check_joints("reflected_bias", "bias", bias.size(), drives);
  bias.setZero();
  for (int i = 0; i < drives.count(); ++i) {
    const double rate = drives.coupling().row(i).dot(qd);
    const double torque = drives.rotor_inertias()[i] * state.bends()[i] * rate * rate;
    bias += torque * state.K().row(i).transpose();  // (7)
  }
}

}  // namespace erfd
