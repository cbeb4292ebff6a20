// Forward dynamics of a robot with closed loops by projection on its active joints.
// Source  [K10] W. Khalil 2010, equation (58); A_c and H_c written out.
//
//   qdd = G qdd_a + β,   β_a = 0,  J_p β_p = −J̇ qd       β = Ġ qd_a       (1)
//   A_c = Gᵀ H G                                                          (2)
//   A_c qdd_a = Gᵀ (τ − h − H β)                                          (3)   [K10] (58)
//
// Legend   H, h   inertia matrix and bias torques of the open tree
//          τ      torques of all joints; those of the active ones alone give Gᵀ τ = Γ_c
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

namespace erfd {

template <class S>
void update_equation(const char* algorithm, const Model& model, LoopMemory<S>& m,
                     const Eigen::Ref<const VectorX<S>>& q, const Eigen::Ref<const VectorX<S>>& qd,
                     std::span<const ExternalWrench<S>> wrenches,
                     std::span<const double> armature) {
  if (!armature.empty())
    check_size(algorithm, "armature", static_cast<Eigen::Index>(armature.size()), model.nv(),
               model);
  crba<S>(model, m.tree, q, m.H);
  for (std::size_t i = 0; i < armature.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    m.H(k, k) += S(armature[i]);
  }
  bias_torques<S>(model, m.tree, q, qd, m.v1, wrenches);
}

template <class S>
void loop_forward_by_projection(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                In<S> tau, Out<S> qdd, Wrenches<S> wrenches,
                                std::span<const double> armature) {
  const char* const caller = "loop_forward_by_projection";
  LoopMemory<S>& m = ws.memory();
  check_size(caller, "tau", tau.size(), model.nv(), model);
  check_size(caller, "qdd", qdd.size(), model.nv(), model);
  update_equation<S>(caller, model, m, q, qd, wrenches, armature);
  expect_regular<S>(caller, model, ws, update_constraints<S>(model, m, q), q);

  update_bias<S>(model, m, q, qd, m.rows);
  m.rows = -m.rows;
  m.v2.setZero();
  solve_passive<S>(m, m.v2);  // (1)
  update_loop_matrix<S>(m);
  const int n = m.active_count();
  const auto G = m.basis.leftCols(n);
  m.H_basis.leftCols(n).noalias() = m.H * G;
  m.reduced.topLeftCorner(n, n).noalias() = G.transpose() * m.H_basis.leftCols(n);  // (2)
  m.v3.noalias() = m.H * m.v2;
  m.v1 = tau - m.v1 - m.v3;
  m.small.head(n).noalias() = G.transpose() * m.v1;
  solve_small<S>(m.reduced, m.small, n);  // (3)
  qdd = m.v2;
  qdd.noalias() += G * m.small.head(n);
}

#define ERFD_INSTANTIATE(S)                                                                       \
  template void update_equation<S>(const char*, const Model&, LoopMemory<S>&,                     \
                                   const Eigen::Ref<const VectorX<S>>&,                           \
                                   const Eigen::Ref<const VectorX<S>>&,                           \
                                   std::span<const ExternalWrench<S>>, std::span<const double>);  \
  template void loop_forward_by_projection<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>, \
                                              In<S>, Out<S>, Wrenches<S>,                         \
                                              std::span<const double>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
