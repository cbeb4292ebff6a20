// Composite rigid body algorithm for a tree, in body axes.
// Source  [F08] R. Featherstone, Rigid Body Dynamics Algorithms, Springer 2008, Table 6.2.
//
//   I_i^c = I_i + Σ_children X* I_k^c X          (1)   tip to base
//   F     = I_i^c a_i                            (2)   wrench for qdd_i = 1 of the composite body
//   H_ii  = a_i · F                              (3)
//   F     = X_λi* F,  H_ij = H_ji = a_j · F      (4)   for every ancestor j of i
//
// Legend   [F08]    here          meaning                                   expressed in
//          λ(i)     body.parent   parent of body i
//          I_i^c    ws.I_c        inertia of body i and all that hangs on it    B
//          a_i      z axis        unit motion of joint i; six of them for a free base
#include "erfd/dynamics/crba.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

namespace erfd {

template <class S>
void crba(const Model& model, BasicWorkspace<S>& ws, In<S> q, OutMatrix<S> H) {
  check_size("crba", "q", q.size(), model.nq(), model);
  check_size("crba", "H (rows)", H.rows(), model.nv(), model);
  check_size("crba", "H (columns)", H.cols(), model.nv(), model);

  const int n = model.body_count();
  for (int i = 0; i < n; ++i) {
    ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
    ws.I_c[i] = model.body({i}).I_B.template cast<S>();
  }
  H.setZero();
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    if (!body.parent.is_world()) ws.I_c[body.parent.value] += ws.I_c[i].moved(ws.X_PB[i]);  // (1)
    if (body.is_free()) {
      H.template topLeftCorner<6, 6>() = ws.I_c[i].matrix();  // (2), (3)
      continue;
    }
    Force<S> F = ws.I_c[i] * joint_motion<S>(body.screw(), S(1));         // (2)
    H(body.v_index, body.v_index) = joint_component<S>(body.screw(), F);  // (3)
    for (int j = i; !model.body({j}).parent.is_world();) {
      F = ws.X_PB[j].act(F);  // (4)
      j = model.body({j}).parent.value;
      const Body& ancestor = model.body({j});
      if (ancestor.is_free()) {
        H.col(body.v_index).template head<6>() = F.vector();
        H.row(body.v_index).template head<6>() = F.vector().transpose();
      } else {
        H(ancestor.v_index, body.v_index) = H(body.v_index, ancestor.v_index) =
            joint_component<S>(ancestor.screw(), F);
      }
    }
  }
}

#define ERFD_INSTANTIATE(S) \
  template void crba<S>(const Model&, BasicWorkspace<S>&, In<S>, OutMatrix<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
