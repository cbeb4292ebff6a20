// G = ∂q_tr/∂q_a, the velocities of all joints from those of the active ones, and its rate.
// Source  [K10] W. Khalil 2010, equation (56); constraints: (4) there, rows.cpp here.
//
//   G_a = 1,   J_p G_p = −J_a                                      (1)
//   Ġ_a = 0,   J_p Ġ_p = −J̇ G                                      (2)
//   J̇ v = ½ (b(qd + v) − b(qd) − b(v)),   b(qd) = J̇ qd             (3)   b is quadratic in qd
//
// Legend   a, p   rows of active and passive joints; a free base counts as active
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

namespace erfd {

template <class S>
void update_loop_matrix(LoopMemory<S>& m) {
  for (int k = 0; k < m.active_count(); ++k) {
    auto column = m.basis.col(k);
    column.setZero();
    column[m.s.active[static_cast<std::size_t>(k)]] = S(1);
    m.rows.setZero();
    solve_passive<S>(m, column);  // (1)
  }
}

template <class S>
LoopMobility loop_matrix(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, OutMatrix<S> G) {
  LoopMemory<S>& m = ws.memory();
  check_size("loop_matrix", "q", q.size(), model.nq(), model);
  check_size("loop_matrix", "G (rows)", G.rows(), model.nv(), model);
  check_size("loop_matrix", "G (columns)", G.cols(), m.active_count(), model);
  const LoopMobility mobility = update_constraints<S>(model, m, q);
  update_loop_matrix<S>(m);
  G = m.basis.leftCols(m.active_count());
  return mobility;
}

template <class S>
LoopMobility loop_matrix_rate(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                              OutMatrix<S> G_rate) {
  LoopMemory<S>& m = ws.memory();
  check_fixed_base("loop_matrix_rate", model);
  check_size("loop_matrix_rate", "q", q.size(), model.nq(), model);
  check_size("loop_matrix_rate", "qd", qd.size(), model.nv(), model);
  check_size("loop_matrix_rate", "G (rows)", G_rate.rows(), model.nv(), model);
  check_size("loop_matrix_rate", "G (columns)", G_rate.cols(), m.active_count(), model);
  const LoopMobility mobility = update_constraints<S>(model, m, q);
  update_loop_matrix<S>(m);
  for (int k = 0; k < m.active_count(); ++k) {
    const auto v = m.basis.col(k);
    m.v1 = qd + v;
    update_bias<S>(model, m, q, m.v1, m.rows);
    update_bias<S>(model, m, q, qd, m.rows2);
    m.rows -= m.rows2;
    update_bias<S>(model, m, q, v, m.rows2);
    m.rows = (m.rows2 - m.rows) * S(0.5);  // (3)
    auto column = G_rate.col(k);
    column.setZero();
    m.v1.setZero();
    solve_passive<S>(m, m.v1);  // (2)
    column = m.v1;
  }
  return mobility;
}

#define ERFD_INSTANTIATE(S)                                                                        \
  template void update_loop_matrix<S>(LoopMemory<S>&);                                             \
  template LoopMobility loop_matrix<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, OutMatrix<S>); \
  template LoopMobility loop_matrix_rate<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>,    \
                                            OutMatrix<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
