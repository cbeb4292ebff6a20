// Inertia matrix of a tree by the Newton-Euler recursion over the outward bodies, in body axes.
// Source  [WO82] M. W. Walker and D. E. Orin 1982, method 2.
//
//   bias = τ(q, qd, qdd = 0)                                            (1)  Newton-Euler
//   column j of H, rows of j and of the bodies i outward of j: the torques of qdd_j = 1
//   A_j  = a_j ,  A_i = X_iλ A_λ                                        (2)  j to tip
//   F_i  = I_i A_i                                                      (3)
//   H_ij = H_ji = a_i · F_i                                             (4)  tip to j
//   F_λ += X_λi* F_i                                                    (5)  not beyond j
//
// Legend   [WO82]   here        meaning                                     expressed in
//          λ        parent      parent of body i
//          ω̇, v̇     tree.A      acceleration of body i                         B
//          f, n     tree.F      wrench from the parent on body i               B
//          z        a           unit motion about or along the axis of the joint
//          i ≥ j    ws.outward  body i is j or hangs on it
//
// The bodies inward of j stand still, and their rows of column j are known from their own columns by
// symmetry. [WO82] has serial chains; for a tree "outward" is the subtree of j.
#include "erfd/math/scalars.hpp"

#include "dynamics/papers/walker_orin.hpp"

namespace erfd {

template <class S>
void walker_orin_2(const Model& model, BasicWalkerOrinWorkspace<S>& ws, In<S> q, In<S> qd,
                   OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches) {
  start_walker_orin<S>("walker_orin_2", model, ws, q, qd, H, bias, wrenches);  // (1)

  const int n = model.body_count();
  auto& X_PB = ws.tree.X_PB;
  auto& A = ws.tree.A;
  auto& F = ws.tree.F;
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      const Body& body = model.body({i});
      const int p = body.parent.value;
      ws.outward[i] = i == j || (p >= j && ws.outward[p]);
      if (!ws.outward[i]) continue;
      A[i] = i == j ? joint_motion<S>(body.screw(), S(1)) : X_PB[i].inv_act(A[p]);  // (2)
      F[i] = body.I_B.template cast<S>() * A[i];                                    // (3)
    }
    for (int i = n - 1; i >= j; --i) {
      if (!ws.outward[i]) continue;
      const Body& body = model.body({i});
      H(i, j) = H(j, i) = joint_component<S>(body.screw(), F[i]);  // (4)
      if (i > j) F[body.parent.value] += X_PB[i].act(F[i]);        // (5)
    }
  }
}

#define ERFD_INSTANTIATE(S)                                                                \
  template void walker_orin_2<S>(const Model&, BasicWalkerOrinWorkspace<S>&, In<S>, In<S>, \
                                 OutMatrix<S>, Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
