// Inertia matrix of a tree, column by column with the Newton-Euler recursion, in body axes.
// Source  [WO82] M. W. Walker and D. E. Orin 1982, method 1.
//
//   bias = τ(q, qd, qdd = 0)                                            (1)  Newton-Euler
//   column j of H: the torques of qdd_j = 1, without speed, gravity and wrenches
//   A_i  = X_iλ A_λ (+ a_j for i = j)                                   (2)  base to tip, A_W = 0
//   F_i  = I_i A_i                                                      (3)
//   H_ij = a_i · F_i                                                    (4)  tip to base
//   F_λ += X_λi* F_i                                                    (5)
//
// Legend   [WO82]   here       meaning                                     expressed in
//          λ        parent     parent of body i
//          ω̇, v̇     tree.A     acceleration of body i                         B
//          f, n     tree.F     wrench from the parent on body i               B
//          z        a          unit motion about or along the axis of the joint
//
// The bodies inward of j stand still, and the method computes them nevertheless: it is Newton-Euler
// as it is. [WO82] has serial chains; the equations are those of a tree.
#include "erfd/math/scalars.hpp"

#include "dynamics/papers/walker_orin.hpp"

namespace erfd {

template <class S>
void walker_orin_1(const Model& model, BasicWalkerOrinWorkspace<S>& ws, In<S> q, In<S> qd,
                   OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches) {
  start_walker_orin<S>("walker_orin_1", model, ws, q, qd, H, bias, wrenches);  // (1)

  const int n = model.body_count();
  auto& X_PB = ws.tree.X_PB;
  auto& A = ws.tree.A;
  auto& F = ws.tree.F;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const Body& body = model.body({i});
      const int p = body.parent.value;
      A[i] = p < 0 ? Motion<S>{} : X_PB[i].inv_act(A[p]);  // (2)
      if (i == j) A[i] += joint_motion<S>(body.screw(), S(1));
      F[i] = body.I_B.template cast<S>() * A[i];  // (3)
    }
    for (int i = n - 1; i >= 0; --i) {
      const Body& body = model.body({i});
      H(i, j) = joint_component<S>(body.screw(), F[i]);                        // (4)
      if (!body.parent.is_world()) F[body.parent.value] += X_PB[i].act(F[i]);  // (5)
    }
  }
}

#define ERFD_INSTANTIATE(S)                                                                \
  template void walker_orin_1<S>(const Model&, BasicWalkerOrinWorkspace<S>&, In<S>, In<S>, \
                                 OutMatrix<S>, Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
