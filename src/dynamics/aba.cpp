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

#include "dynamics/tree.hpp"

#include <Eigen/Cholesky>

namespace erfd {
namespace {

template <class S>
void forward_velocity(const Body& body, const Vector3<S>& w_parent, const S& qd_i,
                      const Pose<S>& X_PB, Motion<S>& V, Motion<S>& gamma) {
  const Matrix3<S> R_BP = X_PB.R.transpose();
  const Vector3<S> w_P = R_BP * w_parent;
  const Motion<S> rate = joint_motion<S>(body.screw(), qd_i);
  V.angular = w_P + rate.angular;            // (1)
  gamma.angular = cross(w_P, rate.angular);  // (2)
  gamma.linear = R_BP * cross(w_parent, cross(w_parent, X_PB.p)) + S(2) * cross(w_P, rate.linear);
}

template <class S>
Force<S> bias_wrench(const BasicInertia<S>& I, const Vector3<S>& w, const Force<S>& F_ext) {
  return {F_ext.moment - cross(w, I.about_origin * w),
          F_ext.force - cross(w, cross(w, I.moment))};  // (3)
}

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

/// Step (10): acceleration of a free base; qd gives ω × v, the difference between v̇ and the rate of
/// its components.
template <class S>
void solve_free_base(BasicWorkspace<S>& ws, const Vector3<S>& g,
                     const Eigen::Ref<const VectorX<S>>& qd,
                     const Eigen::Ref<const VectorX<S>>& tau, Eigen::Ref<VectorX<S>> qdd) {
  const Vector6<S> wrench = ws.F[0].vector() + tau.template head<6>();
  ws.A[0] = Motion<S>::from(ws.J[0].ldlt().solve(wrench));
  const Vector3<S> w = qd.template segment<3>(0), v = qd.template segment<3>(3);
  qdd.template segment<3>(0) = ws.A[0].angular;
  qdd.template segment<3>(3) = ws.A[0].linear + ws.X_PB[0].R.transpose() * g - cross(w, v);
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

  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    const BasicInertia<S> I = body.I_B.template cast<S>();
    if (body.is_free()) {
      ws.V[i].angular = qd.template segment<3>(0);
    } else {
      const Vector3<S> w_parent =
          body.parent.is_world() ? Vector3<S>(Vector3<S>::Zero()) : ws.V[body.parent.value].angular;
      forward_velocity<S>(body, w_parent, qd[body.v_index], ws.X_PB[i], ws.V[i], ws.gamma[i]);
    }
    ws.F[i] = bias_wrench<S>(I, ws.V[i].angular, ws.F_ext[i]);
    ws.J[i] = I.matrix();
  }
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    if (body.is_free()) continue;
    backward<S>(i, body, ws, tau[body.v_index], armature.empty() ? 0.0 : armature[body.v_index]);
  }
  const Motion<S> A_W{Vector3<S>::Zero(), -g};
  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    if (body.is_free()) {
      solve_free_base<S>(ws, g, qd, tau, qdd);
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
