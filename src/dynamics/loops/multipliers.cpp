// Forward dynamics of a robot with closed loops by multipliers, for any rank of the constraints.
// Source  [F08] R. Featherstone, Rigid Body Dynamics Algorithms, Springer 2008, section 8.5.
//
//   H qdd − Jᵀ λ = τ − h,   J qdd = −J̇ qd                                (1)
//   H = L Lᵀ,   K = J L⁻ᵀ,   y = Lᵀ (qdd − qdd_0),   H qdd_0 = τ − h     (2)
//   y = K⁺ (−J̇ qd − J qdd_0)         the shortest: no acceleration that no constraint asks for  (3)
//   λ = (K⁺)ᵀ y                       of K ᵀ λ = y the shortest                                  (4)
//   qdd = qdd_0 + L⁻ᵀ y                                                   (5)
//   once more with what (1) leaves over: right sides τ − h − H qdd + Jᵀ λ and −J̇ qd − J qdd            (6)
//
// One decomposition of K serves (3) and (4); redundant rows drop out by its rank. (6) is one step of iterative
// refinement: where the loops hold light bodies, qdd_0 of the open tree is large and (5) a difference of large
// numbers, off by ε κ(H) |qdd_0|: up to 18 times 2 κ ε |(qdd, λ)|, κ that of (1), on 10⁴ random mechanisms.
// With (6) it stays below that bound.
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

#include <cmath>

namespace erfd {
namespace {

/// L of H = L Lᵀ, lower triangle of `L`.
template <class S>
void cholesky(const MatrixX<S>& H, MatrixX<S>& L) {
  using std::sqrt;
  const Eigen::Index n = H.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = j; i < n; ++i) {
      S rest = H(i, j);
      for (Eigen::Index k = 0; k < j; ++k) rest -= L(i, k) * L(j, k);
      L(i, j) = i == j ? sqrt(rest) : rest / L(j, j);
    }
  }
}

/// x := L⁻¹ x.
template <class S, class Vector>
void forward_substitute(const MatrixX<S>& L, Vector&& x) {
  for (Eigen::Index i = 0; i < L.rows(); ++i) {
    for (Eigen::Index k = 0; k < i; ++k) x[i] -= L(i, k) * x[k];
    x[i] /= L(i, i);
  }
}

/// x := L⁻ᵀ x.
template <class S>
void back_substitute(const MatrixX<S>& L, VectorX<S>& x) {
  for (Eigen::Index i = L.rows() - 1; i >= 0; --i) {
    for (Eigen::Index k = i + 1; k < L.rows(); ++k) x[i] -= L(k, i) * x[k];
    x[i] /= L(i, i);
  }
}

}  // namespace

template <class S>
void loop_forward_by_multipliers(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                 In<S> tau, Out<S> qdd, Out<S> lambda, Wrenches<S> wrenches,
                                 std::span<const double> armature) {
  const char* const caller = "loop_forward_by_multipliers";
  LoopMemory<S>& m = ws.memory();
  check_size(caller, "tau", tau.size(), model.nv(), model);
  check_size(caller, "qdd", qdd.size(), model.nv(), model);
  check_size(caller, "lambda", lambda.size(), model.constraint_rows(), model);
  update_equation<S>(caller, model, m, q, qd, wrenches, armature);
  m.s.update_poses(model, q);
  cut_jacobian<S>(model, m.s.X_WB, m.s.J);

  cholesky<S>(m.H, m.factor);
  m.weighted = m.s.J;
  for (Eigen::Index r = 0; r < m.weighted.rows(); ++r)
    forward_substitute<S>(m.factor, m.weighted.row(r));  // rows of J L⁻ᵀ are L⁻¹ of the rows of J
  m.of_weighted.compute(m.weighted, rank_tolerance<S>);
  m.v3 = tau - m.v1;
  update_bias<S>(model, m, q, qd, m.rows2);

  qdd.setZero();
  lambda.setZero();
  for (int pass = 0; pass < 2; ++pass) {  // (6)
    m.v1 = m.v3;
    m.v1.noalias() -= m.H * qdd;
    m.v1.noalias() += m.s.J.transpose() * lambda;
    forward_substitute<S>(m.factor, m.v1);
    back_substitute<S>(m.factor, m.v1);  // (2): qdd_0
    qdd += m.v1;
    m.rows = -m.rows2;
    m.rows.noalias() -= m.s.J * qdd;
    m.of_weighted.solve(m.rows, m.v2);             // (3)
    m.of_weighted.solve_transposed(m.v2, m.rows);  // (4)
    lambda += m.rows;
    back_substitute<S>(m.factor, m.v2);
    qdd += m.v2;  // (5)
  }
}

#define ERFD_INSTANTIATE(S)                                                                        \
  template void loop_forward_by_multipliers<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>, \
                                               In<S>, Out<S>, Out<S>, Wrenches<S>,                 \
                                               std::span<const double>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
