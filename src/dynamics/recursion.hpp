// The steps that the recursions of [K10] share: what does not depend on accelerations, and the base.
// Private to the layer.
//
//   ω_j  = jR_i ω_i + σ̄_j qd_j a                                         (1)  [K10] (18)
//   γ_j  = angular: σ̄_j jω_i × qd_j a                                    (2)  [K10] (34), (101)
//          linear:  jR_i (ω_i × (ω_i × P_j)) + 2 σ_j jω_i × qd_j a
//   β_j  = w_j − (ω × I ω, ω × (ω × s))                                  (3)  [K10] (35), (90), (102)
//   J_0 V̇_0 = β_0 + τ_0                                                  (4)  [K10] (97), (109)
//
// Errata §1.4: (15), (34), (101) need jω_i; (97), (109) give V̇ − g.
#pragma once

#include "dynamics/tree.hpp"

#include <Eigen/Cholesky>

namespace erfd {

/// Fills the angular part of ws.V, ws.gamma (not of a free base) and, with the bias wrenches β, ws.F.
/// Uses ws.X_PB and ws.F_ext.
template <class S>
void sweep_velocities(const Model& model, BasicWorkspace<S>& ws,
                      const Eigen::Ref<const VectorX<S>>& qd) {
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    const BasicInertia<S> I = body.I_B.template cast<S>();
    Vector3<S>& w = ws.V[i].angular;
    if (body.is_free()) {
      w = qd.template segment<3>(0);
    } else {
      const Vector3<S> w_parent =
          body.parent.is_world() ? Vector3<S>(Vector3<S>::Zero()) : ws.V[body.parent.value].angular;
      const Matrix3<S> R_BP = ws.X_PB[i].R.transpose();
      const Vector3<S> w_P = R_BP * w_parent;
      const Motion<S> rate = joint_motion<S>(body.screw(), qd[body.v_index]);
      w = w_P + rate.angular;                          // (1)
      ws.gamma[i].angular = cross(w_P, rate.angular);  // (2)
      ws.gamma[i].linear =
          R_BP * cross(w_parent, cross(w_parent, ws.X_PB[i].p)) + S(2) * cross(w_P, rate.linear);
    }
    ws.F[i] = {ws.F_ext[i].moment - cross(w, I.about_origin * w),
               ws.F_ext[i].force - cross(w, cross(w, I.moment))};  // (3)
  }
}

/// (4): writes ws.A[0] and the first six of qdd. qd gives ω × v, the difference between v̇ and the rate
/// of its components.
template <class S>
void solve_free_base(BasicWorkspace<S>& ws, const Matrix6<S>& J, const Vector6<S>& wrench,
                     const Vector3<S>& g, const Eigen::Ref<const VectorX<S>>& qd,
                     Eigen::Ref<VectorX<S>> qdd) {
  ws.A[0] = Motion<S>::from(J.ldlt().solve(wrench));
  const Vector3<S> w = qd.template segment<3>(0), v = qd.template segment<3>(3);
  qdd.template segment<3>(0) = ws.A[0].angular;
  qdd.template segment<3>(3) = ws.A[0].linear + ws.X_PB[0].R.transpose() * g - cross(w, v);
}

}  // namespace erfd
