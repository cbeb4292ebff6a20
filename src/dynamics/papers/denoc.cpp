// Forward dynamics by the decoupled natural orthogonal complement (DeNOC) for a tree, in body axes.
// Source  [MS07] A. Mohan, S. K. Saha 2007, section 4, steps A to D; factors after its reference
//         [18]. Printed for serial chains; a branch adds what its children hand down.
//
//   φ    = τ − τ̄                                      (1)   (27), bias τ̄ by Newton-Euler
//                                         tip to base
//   ψ̂_i  = M̂_i p_i ,  m̂_i = p_i · ψ̂_i                 (2)   (33)
//   ψ_i  = ψ̂_i / m̂_i                                  (3)   (33), corrected
//   M̄_i  = M̂_i − ψ̂_i ψ_iᵀ                             (4)   (34)
//   M̂_λ  = M_λ + Σ_i A_iλᵀ M̄_i A_iλ                   (5)   (34)
//   φ̂_i  = φ_i − p_i · Σ_k η_ik                       (6)   (31), k the children of i
//   η_i  = ψ_i φ̂_i + Σ_k η_ik ,  η_λi = A_iλᵀ η_i     (7)   (32), corrected
//                                         base to tip
//   φ̃_i  = φ̂_i / m̂_i                                  (8)   (35)
//   μ_iλ = A_iλ μ_λ ,  qdd_i = φ̃_i − ψ_i · μ_iλ       (9)   (36), (37)
//   μ_i  = p_i qdd_i + μ_iλ                           (10)  (37)
//   U_ji = p_j · A_ijᵀ ψ_i ,  D_ii = m̂_i              (11)  for every ancestor j of i
//
// Legend   [MS07]   here          meaning                                        expressed in
//          i−1, λ   body.parent   parent of link i
//          t_i      Motion        twist of the link at O_i; [MS07] has v first       B
//          A_iλ     X_PB.inv_act  twist of λ carried to O_i and its axes; its
//          A_iλᵀ    X_PB.act      transpose carries wrenches from O_i to O_λ
//          p_i      z axis        unit twist of the joint
//          M_i, M̂_i ws.M_hat      mass matrix of the link, of the articulated link   B
//          η, μ     ws.eta, mu    wrench handed down, twist rate of qdd alone        B
//
// Errata §1.3: a_{i,i−1} points from O_i to O_{i−1}; (33) has a factor A too many; (32) prints t̂
// for φ̂; step D solves with Uᵀ, not U, and its recursion (36), (37) does so.
#include "erfd/dynamics/papers/denoc.hpp"

#include "erfd/dynamics/bias.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

#include <limits>

namespace erfd {
namespace {

template <class S>
MassMatrix<S> mass_matrix(const Inertia& inertia) {
  const BasicInertia<S> I = inertia.cast<S>();
  return {I.mass * Matrix3<S>::Identity(), -skew(I.moment), I.about_origin};
}

/// M p: the column of the joint.
template <class S>
Force<S> joint_column(const Screw& screw, const MassMatrix<S>& M) {
  return combined<S, Force<S>>(screw, {M.ww.col(2), M.vw.col(2)},
                               {M.vw.row(2).transpose(), M.vv.col(2)});
}

/// Adds Aᵀ M A to the mass matrix of the parent. With R, p the pose of the body in its parent and
/// the blocks turned into axes of the parent, Aᵀ M A = [vv, vw − vv p̂; sym, ww + p̂ vw + (p̂ vw)ᵀ −
/// p̂ vv p̂].
template <class S>
void hand_down(const MassMatrix<S>& M, const Pose<S>& X_PB, MassMatrix<S>& parent) {
  const Matrix3<S>& R = X_PB.R;
  const Matrix3<S> p = skew(X_PB.p);
  const Matrix3<S> vv = R * M.vv * R.transpose(), vw = R * M.vw * R.transpose();
  const Matrix3<S> vw_P = vw - vv * p;
  parent.vv += vv;
  parent.vw += vw_P;
  parent.ww += R * M.ww * R.transpose() + p * vw_P + (p * vw).transpose();
}

/// (2) to (5) from the tip to the base: the factors, for poses in ws.tree.X_PB.
template <class S>
void factorise(const Model& model, BasicDenocWorkspace<S>& ws) {
  const int n = model.body_count();
  for (int i = 0; i < n; ++i) ws.M_hat[i] = mass_matrix<S>(model.body({i}).I_B);
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    MassMatrix<S>& M = ws.M_hat[i];
    const Force<S> psi_hat = joint_column(body.screw(), M);                   // (2)
    ws.m_hat[i] = joint_component<S>(body.screw(), psi_hat);                  // (2)
    ws.psi[i] = {psi_hat.moment / ws.m_hat[i], psi_hat.force / ws.m_hat[i]};  // (3)
    if (body.parent.is_world()) continue;
    M.vv -= psi_hat.force * ws.psi[i].force.transpose();  // (4)
    M.vw -= psi_hat.force * ws.psi[i].moment.transpose();
    M.ww -= psi_hat.moment * ws.psi[i].moment.transpose();
    hand_down(M, ws.tree.X_PB[i], ws.M_hat[body.parent.value]);  // (5)
  }
}

/// (6), (7): φ̂ = U⁻¹ φ.
template <class S>
void solve_upper(const Model& model, BasicDenocWorkspace<S>& ws) {
  for (Force<S>& eta : ws.eta) eta = Force<S>{};
  for (int i = model.body_count() - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    S& phi = ws.phi[body.v_index];
    phi -= joint_component<S>(body.screw(), ws.eta[i]);  // (6)
    if (body.parent.is_world()) continue;
    ws.eta[i] += ws.psi[i] * phi;  // (7)
    ws.eta[body.parent.value] += ws.tree.X_PB[i].act(ws.eta[i]);
  }
}

/// (8) to (10): qdd = U⁻ᵀ D⁻¹ φ̂.
template <class S>
void solve_lower(const Model& model, BasicDenocWorkspace<S>& ws, Eigen::Ref<VectorX<S>> qdd) {
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    S& qdd_i = qdd[body.v_index];
    qdd_i = ws.phi[body.v_index] / ws.m_hat[i];  // (8)
    ws.mu[i] = joint_motion<S>(body.screw(), qdd_i);
    if (body.parent.is_world()) continue;
    const Motion<S> carried = ws.tree.X_PB[i].inv_act(ws.mu[body.parent.value]);
    qdd_i -= dot(carried, ws.psi[i]);                           // (9)
    ws.mu[i] = joint_motion<S>(body.screw(), qdd_i) + carried;  // (10)
  }
}

}  // namespace

template <class S>
BasicDenocWorkspace<S>::BasicDenocWorkspace(const Model& model) : tree(model), phi(model.nv()) {
  const auto n = static_cast<std::size_t>(model.body_count());
  M_hat.resize(n);
  psi.resize(n);
  m_hat.resize(n);
  eta.resize(n);
  mu.resize(n);
}

template <class S>
void BasicDenocWorkspace<S>::poison() {
  const S nan = S(std::numeric_limits<double>::quiet_NaN());
  const Vector3<S> nan3 = Vector3<S>::Constant(nan);
  const Matrix3<S> nan33 = Matrix3<S>::Constant(nan);
  tree.poison();
  phi.setConstant(nan);
  for (std::size_t i = 0; i < psi.size(); ++i) {
    M_hat[i] = {nan33, nan33, nan33};
    psi[i] = eta[i] = {nan3, nan3};
    m_hat[i] = nan;
    mu[i] = {nan3, nan3};
  }
}

template <class S>
void denoc(const Model& model, BasicDenocWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau, Out<S> qdd,
           Wrenches<S> wrenches) {
  check_fixed_base("denoc", model);
  check_size("denoc", "q", q.size(), model.nq(), model);
  check_size("denoc", "qd", qd.size(), model.nv(), model);
  check_size("denoc", "tau", tau.size(), model.nv(), model);
  check_size("denoc", "qdd", qdd.size(), model.nv(), model);

  bias_torques<S>(model, ws.tree, q, qd, ws.phi, wrenches);  // fills ws.tree.X_PB as well
  ws.phi = tau - ws.phi;                                     // (1)
  factorise(model, ws);
  solve_upper(model, ws);
  solve_lower<S>(model, ws, qdd);
}

template <class S>
void denoc_factors(const Model& model, BasicDenocWorkspace<S>& ws, In<S> q, OutMatrix<S> U,
                   Out<S> D) {
  check_fixed_base("denoc_factors", model);
  check_size("denoc_factors", "q", q.size(), model.nq(), model);
  check_size("denoc_factors", "U (rows)", U.rows(), model.nv(), model);
  check_size("denoc_factors", "U (columns)", U.cols(), model.nv(), model);
  check_size("denoc_factors", "D", D.size(), model.nv(), model);

  const int n = model.body_count();
  for (int i = 0; i < n; ++i) ws.tree.X_PB[i] = joint_pose<S>(model.body({i}), q);
  factorise(model, ws);
  U.setIdentity();
  for (int i = 0; i < n; ++i) {
    const int column = model.body({i}).v_index;
    D[column] = ws.m_hat[i];
    Force<S> F = ws.psi[i];
    for (int j = i; !model.body({j}).parent.is_world();) {
      F = ws.tree.X_PB[j].act(F);
      j = model.body({j}).parent.value;
      U(model.body({j}).v_index, column) = joint_component<S>(model.body({j}).screw(), F);  // (11)
    }
  }
}

#define ERFD_INSTANTIATE(S)                                                                  \
  template class BasicDenocWorkspace<S>;                                                     \
  template void denoc<S>(const Model&, BasicDenocWorkspace<S>&, In<S>, In<S>, In<S>, Out<S>, \
                         Wrenches<S>);                                                       \
  template void denoc_factors<S>(const Model&, BasicDenocWorkspace<S>&, In<S>, OutMatrix<S>, \
                                 Out<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
