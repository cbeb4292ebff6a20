// Constraints of the cut joints of closed loops: gap, Jacobian and exact rate.
// Source  [K10] W. Khalil 2010, section 2.2; the equations of the rows are in
//         src/model/loops/cut_rows.hpp, of their rates in rates.hpp.
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

namespace erfd {
namespace {

template <class S>
void check_rows(const char* caller, const Model& model, Eigen::Index got) {
  check_size(caller, "rows", got, model.constraint_rows(), model);
}

}  // namespace

template <class S>
void constraint_gap(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, Out<S> gap) {
  check_size("constraint_gap", "q", q.size(), model.nq(), model);
  check_rows<S>("constraint_gap", model, gap.size());
  ws.memory().s.update_poses(model, q);
  cut_gaps<S>(model, ws.memory().s.X_WB, q, gap);
}

template <class S>
void constraint_jacobian(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, OutMatrix<S> J) {
  check_size("constraint_jacobian", "q", q.size(), model.nq(), model);
  check_rows<S>("constraint_jacobian", model, J.rows());
  check_size("constraint_jacobian", "J (columns)", J.cols(), model.nv(), model);
  ws.memory().s.update_poses(model, q);
  cut_jacobian<S>(model, ws.memory().s.X_WB, J);
}

template <class S>
void constraint_bias(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                     Out<S> bias) {
  check_size("constraint_bias", "q", q.size(), model.nq(), model);
  check_size("constraint_bias", "qd", qd.size(), model.nv(), model);
  check_rows<S>("constraint_bias", model, bias.size());
  ws.memory().s.update_poses(model, q);
  update_bias<S>(model, ws.memory(), q, qd, bias);
}

#define ERFD_INSTANTIATE(S)                                                                        \
  template void constraint_gap<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, Out<S>);            \
  template void constraint_jacobian<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, OutMatrix<S>); \
  template void constraint_bias<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>, Out<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
