// Forward dynamics of a robot with closed loops in minimal coordinates of the position itself.
// Source  [F08] R. Featherstone, Rigid Body Dynamics Algorithms, Springer 2008, section 8.7.
//
//   J N = 0,  N orthonormal, as many columns as freedoms                  (1)
//   qdd = N u + β,   β = −J⁺ J̇ qd                                         (2)
//   Nᵀ H N u = Nᵀ (τ − h − H β)                                           (3)
//
// Needs no active joints and stands at dead centres of the active ones.
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

namespace erfd {

template <class S>
void loop_forward_by_null_space(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                In<S> tau, Out<S> qdd, Wrenches<S> wrenches,
                                std::span<const double> armature) {
  const char* const caller = "loop_forward_by_null_space";
  LoopMemory<S>& m = ws.memory();
  check_size(caller, "tau", tau.size(), model.nv(), model);
  check_size(caller, "qdd", qdd.size(), model.nv(), model);
  update_equation<S>(caller, model, m, q, qd, wrenches, armature);
  const int n = update_constraints<S>(model, m, q).freedoms;

  for (int k = 0; k < n; ++k) m.s.of_all.null_vector(k, m.basis.col(k));  // (1)
  update_bias<S>(model, m, q, qd, m.rows);
  m.rows = -m.rows;
  m.s.of_all.solve(m.rows, m.v2);  // (2)
  const auto N = m.basis.leftCols(n);
  m.H_basis.leftCols(n).noalias() = m.H * N;
  m.reduced.topLeftCorner(n, n).noalias() = N.transpose() * m.H_basis.leftCols(n);
  m.v3.noalias() = m.H * m.v2;
  m.v1 = tau - m.v1 - m.v3;
  m.small.head(n).noalias() = N.transpose() * m.v1;
  solve_small<S>(m.reduced, m.small, n);  // (3)
  qdd = m.v2;
  qdd.noalias() += N * m.small.head(n);
}

#define ERFD_INSTANTIATE(S)                                                                       \
  template void loop_forward_by_null_space<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>, \
                                              In<S>, Out<S>, Wrenches<S>,                         \
                                              std::span<const double>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
