// Recursive Newton-Euler algorithm for a tree, in body axes.
// Source  [K10] W. Khalil 2010, section 3.2, after Luh, Walker and Paul 1980.
//
//   ω_j  = jR_i ω_i + σ̄_j qd_j a                                         (1)  [K10] (18)
//   ω̇_j  = jR_i ω̇_i + σ̄_j (qdd_j a + jω_i × qd_j a)                      (2)  [K10] (20)
//   v̇_j  = jR_i (v̇_i + ω̇_i × P_j + ω_i × (ω_i × P_j))                    (3)  [K10] (21)
//          + σ_j (qdd_j a + 2 jω_i × qd_j a)
//   F_j  = m v̇_j + ω̇_j × s + ω_j × (ω_j × s)                             (4)  [K10] (22)
//   M_j  = I ω̇_j + ω_j × I ω_j + s × v̇_j                                 (5)  [K10] (23)
//   f_j  = (M_j, F_j) − w_j + Σ_children                                 (6)  [K10] (26), (27)
//   τ_j  = a · f_j                                                       (7)  [K10] (31), no drives
//   f_i += X_ij* f_j                                                     (8)  [K10] (28)–(30)
//
// Legend   [K10]    here        meaning                                             expressed in
//          i, j     p, i        parent, body; the base starts with v̇ = −g
//          σ_j, σ̄_j screw()     slide and turn for a unit of q: 1, 0 for a prismatic joint, 0, 1 for
//                               a revolute one; a helical one has both, which [K10] does not treat
//          P_j      X_PB.p      origin of the body in its parent                       P
//          a        z axis      axis of the joint
//          s, I     I_B         first moment m c and inertia about the body's origin   B
//          v̇, ω̇     ws.A        acceleration of the origin minus gravity, and angular  B
//          w_j      ws.F_ext    wrench of the environment on the body; [K10] has −w    B
//
// Errata §1.4: (18), (19) lose jω_i; (21)–(23) need U = ω̇^ + ω^ω^; (25) needs the transpose.
#include "erfd/dynamics/rnea.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

namespace erfd {
namespace {

/// Velocity and acceleration of a free base from the first entries of qd and qdd. The components of
/// the linear velocity turn with the base: v̇ = d(components)/dt + ω × v.
template <class S>
void start_free_base(BasicWorkspace<S>& ws, const Vector3<S>& g,
                     const Eigen::Ref<const VectorX<S>>& qd,
                     const Eigen::Ref<const VectorX<S>>& qdd) {
  const Vector3<S> w = qd.template segment<3>(0), v = qd.template segment<3>(3);
  ws.V[0] = {w, v};
  ws.A[0] = {qdd.template segment<3>(0),
             qdd.template segment<3>(3) + cross(w, v) - ws.X_PB[0].R.transpose() * g};
}

template <class S>
void forward(const Body& body, const Motion<S>& V_P, const Motion<S>& A_P, const S& qd_i,
             const S& qdd_i, const Pose<S>& X_PB, Motion<S>& V, Motion<S>& A) {
  const Matrix3<S> R_BP = X_PB.R.transpose();
  const Vector3<S> w_P = R_BP * V_P.angular;  // parent's angular velocity in axes of the body
  const Motion<S> rate = joint_motion<S>(body.screw(), qd_i),
                  gain = joint_motion<S>(body.screw(), qdd_i);

  V.angular = w_P + rate.angular;                                            // (1)
  A.angular = R_BP * A_P.angular + gain.angular + cross(w_P, rate.angular);  // (2)
  const Vector3<S>& p = X_PB.p;
  A.linear =
      R_BP * (A_P.linear + cross(A_P.angular, p) + cross(V_P.angular, cross(V_P.angular, p))) +
      gain.linear + S(2) * cross(w_P, rate.linear);  // (3)
}

template <class S>
Force<S> inertial_wrench(const BasicInertia<S>& I, const Motion<S>& V, const Motion<S>& A) {
  const Vector3<S>& w = V.angular;
  const Vector3<S>& s = I.moment;
  return {I.about_origin * A.angular + cross(w, I.about_origin * w) + cross(s, A.linear),  // (5)
          I.mass * A.linear + cross(A.angular, s) + cross(w, cross(w, s))};                // (4)
}

template <class S>
void newton_euler(const char* caller, const Model& model, BasicWorkspace<S>& ws,
                  const Eigen::Ref<const VectorX<S>>& q, const Eigen::Ref<const VectorX<S>>& qd,
                  const Eigen::Ref<const VectorX<S>>& qdd, Eigen::Ref<VectorX<S>> tau,
                  std::span<const ExternalWrench<S>> wrenches) {
  check_size(caller, "q", q.size(), model.nq(), model);
  check_size(caller, "qd", qd.size(), model.nv(), model);
  check_size(caller, "qdd", qdd.size(), model.nv(), model);
  check_size(caller, "tau", tau.size(), model.nv(), model);

  const int n = model.body_count();
  const Vector3<S> g = model.gravity().template cast<S>();
  const Motion<S> V_W{}, A_W{Vector3<S>::Zero(), -g};
  for (int i = 0; i < n; ++i) ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
  collect_wrenches<S>(caller, model, ws, wrenches);

  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    const int p = body.parent.value;
    if (body.is_free()) {
      start_free_base<S>(ws, g, qd, qdd);
    } else {
      forward<S>(body, p < 0 ? V_W : ws.V[p], p < 0 ? A_W : ws.A[p], qd[body.v_index],
                 qdd[body.v_index], ws.X_PB[i], ws.V[i], ws.A[i]);
    }
    ws.F[i] = inertial_wrench<S>(body.I_B.cast<S>(), ws.V[i], ws.A[i]) - ws.F_ext[i];  // (6)
  }
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    if (body.is_free()) {
      tau.template head<6>() = ws.F[i].vector();
    } else {
      tau[body.v_index] = joint_component<S>(body.screw(), ws.F[i]);  // (7)
    }
    if (!body.parent.is_world()) ws.F[body.parent.value] += ws.X_PB[i].act(ws.F[i]);  // (8)
  }
}

}  // namespace

template <class S>
void rnea(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd, Out<S> tau,
          Wrenches<S> wrenches) {
  newton_euler<S>("rnea", model, ws, q, qd, qdd, tau, wrenches);
}

template <class S>
void rnea_with_reactions(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                         Out<S> tau, std::type_identity_t<std::span<Force<S>>> reactions,
                         Wrenches<S> wrenches) {
  const char* const caller = "rnea_with_reactions";
  check_size(caller, "reactions", static_cast<Eigen::Index>(reactions.size()), model.body_count(),
             model);
  newton_euler<S>(caller, model, ws, q, qd, qdd, tau, wrenches);
  for (int i = 0; i < model.body_count(); ++i) reactions[i] = ws.F[i];
}

#define ERFD_INSTANTIATE(S)                                                                   \
  template void rnea<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, In<S>, Out<S>,        \
                        Wrenches<S>);                                                         \
  template void rnea_with_reactions<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, In<S>, \
                                       Out<S>, std::span<Force<S>>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
