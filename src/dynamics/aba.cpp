// Articulated body algorithm for a tree, in body axes.
// Source  [K10] W. Khalil 2010, section 3.3.2; free base: section 7.3.
//
//   ω_j  = jR_i ω_i + σ̄_j qd_j a                                         (1)  [K10] (18)
//   γ_j  = angular: σ̄_j jω_i × qd_j a                                    (2)  [K10] (34)
//          linear:  jR_i (ω_i × (ω_i × P_j)) + 2 σ_j jω_i × qd_j a
//   β_j  = w_j − (ω × I ω, ω × (ω × s))                                  (3)  [K10] (35)
//                                                            tip to base
//   H_j  = aᵀ J_j* a + Ia_j                                              (4)  [K10] (36)
//   K_j  = J_j* − J_j* a H_j⁻¹ aᵀ J_j*                                   (5)  [K10] (37)
//   α_j  = K_j γ_j + J_j* a H_j⁻¹ (τ_j + aᵀ β_j*) − β_j*                 (6)  [K10] (38)
//   β_i* = β_i* − jT_iᵀ α_j ,  J_i* = J_i* + jT_iᵀ K_j jT_i              (7)  [K10] (39), (40)
//                                                            base to tip
//   qdd_j = H_j⁻¹ (τ_j + aᵀ β_j* − aᵀ J_j* (jT_i V̇_i + γ_j))             (8)  [K10] (41)
//   V̇_j   = jT_i V̇_i + γ_j + a qdd_j                                     (9)  [K10] (43)
//   free base:  J_0* V̇_0 = β_0* + τ_0                                    (10) [K10] (97), (109)
//
// Legend   [K10]    here          meaning                                            expressed in
//          i, j     p, i          parent, body; the world starts with V̇ = −g
//          jT_i     X_PB.inv_act  motion of the parent at the body's origin              B
//          J*, β*   ws.J, ws.F    articulated inertia and bias wrench                    B
//          V̇        ws.A          acceleration of the origin minus gravity, and angular  B
//          Ia       armature      inertia that turns with the joint alone
//          w_j      ws.F_ext      wrench of the environment on the body; [K10] has −w    B
//
// Errata §1.4: (15), (34) need jω_i; (39), (40) need jT_i; (41), (43) have no transpose; (97),
// (109) give V̇ − g.
#include "erfd/dynamics/aba.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/recursion.hpp"

namespace erfd {
namespace {

/// Steps (4) to (7) of one joint.
template <class S>
void backward(int i, const Body& body, BasicWorkspace<S>& ws, const S& tau_i, double armature) {
  const Screw screw = body.screw();
  Vector6<S>& JA = ws.JA[i];
  JA = combined<S, Vector6<S>>(screw, ws.J[i].col(2), ws.J[i].col(5));
  ws.H_inv[i] = S(1) / (combined<S, S>(screw, JA[2], JA[5]) + S(armature));  // (4)
  ws.residual[i] = tau_i + joint_component<S>(body.screw(), ws.F[i]);
  if (body.parent.is_world()) return;

  const Matrix6<S> K = ws.J[i] - (JA * ws.H_inv[i]) * JA.transpose();  // (5)
  const Vector6<S> alpha =
      K * ws.gamma[i].vector() + JA * (ws.H_inv[i] * ws.residual[i]) - ws.F[i].vector();  // (6)
  const Matrix6<S> T = ws.X_PB[i].inv_act_matrix();
  ws.F[body.parent.value] -= ws.X_PB[i].act(Force<S>::from(alpha));  // (7)
  ws.J[body.parent.value].noalias() += T.transpose() * K * T;
}

}  // namespace

template <class S>
void aba(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau, Out<S> qdd,
         Wrenches<S> wrenches, std::span<const double> armature) {
  check_size("aba", "q", q.size(), model.nq(), model);
  check_size("aba", "qd", qd.size(), model.nv(), model);
  check_size("aba", "tau", tau.size(), model.nv(), model);
  check_size("aba", "qdd", qdd.size(), model.nv(), model);
  if (!armature.empty()) {
    check_size("aba", "armature", static_cast<Eigen::Index>(armature.size()), model.nv(), model);
  }

  const int n = model.body_count();
  const Vector3<S> g = model.gravity().template cast<S>();
  for (int i = 0; i < n; ++i) ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
  collect_wrenches<S>("aba", model, ws, wrenches);

  sweep_velocities<S>(model, ws, qd);  // (1) to (3)
  for (int i = 0; i < n; ++i) ws.J[i] = model.body({i}).I_B.template cast<S>().matrix();
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    if (body.is_free()) continue;
    backward<S>(i, body, ws, tau[body.v_index], armature.empty() ? 0.0 : armature[body.v_index]);
  }
  const Motion<S> A_W{Vector3<S>::Zero(), -g};
  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    if (body.is_free()) {
      const Vector6<S> wrench = ws.F[0].vector() + tau.template head<6>();
      solve_free_base<S>(ws, ws.J[0], wrench, g, qd, qdd);  // (10)
      continue;
    }
    const Motion<S>& A_P = body.parent.is_world() ? A_W : ws.A[body.parent.value];
    const Motion<S> A_carried = ws.X_PB[i].inv_act(A_P) + ws.gamma[i];
    const S qdd_i = ws.H_inv[i] * (ws.residual[i] - ws.JA[i].dot(A_carried.vector()));  // (8)
    ws.A[i] = A_carried + joint_motion<S>(body.screw(), qdd_i);                         // (9)
    qdd[body.v_index] = qdd_i;
  }
}

#define ERFD_INSTANTIATE(S)                                                                        \
  template void aba<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, In<S>, Out<S>, Wrenches<S>, \
                       std::span<const double>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
