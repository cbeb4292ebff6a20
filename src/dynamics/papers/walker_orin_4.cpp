// Forward dynamics of a tree by conjugate gradients on the Newton-Euler recursion.
// Source  [WO82] M. W. Walker and D. E. Orin 1982, method 4; conjugate gradients of [HS52] M. R. Hestenes and
//         E. Stiefel 1952, in the form that needs one product with H a round.
//
//   bias = τ(q, qd, qdd = 0),   r = p = τ − bias,   qdd = 0                   (1)
//   α = (r·r)/(p·H p)                                                         (2)
//   qdd += α p ,   r⁺ = r − α H p                                             (3)
//   β = (r⁺·r⁺)/(r·r) ,   p = r⁺ + β p                                        (4)
//   H p: the torques of the accelerations p, without speed, gravity and wrenches
//   A_i = X_iλ A_λ + a_i p_i ,  F_i = I_i A_i ,  (H p)_i = a_i · F_i ,  F_λ += X_λi* F_i   (5)
//
// Legend  λ  parent of body i;  a_i  unit motion of its joint
//
// Rounding makes directions lose their conjugacy, so that n rounds do not do for ill-conditioned robots, and the
// r of (3) drifts from τ − bias − H qdd. When it has come down to rounding it is computed anew, and the
// rounds begin again, as long as that makes it smaller.
#include "erfd/dynamics/papers/walker_orin_4.hpp"

#include "erfd/dynamics/bias.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"
#include "dynamics/world.hpp"

#include <Eigen/Core>

namespace erfd {
namespace {

/// (5), with the poses that the bias has left in the workspace.
template <class S>
void inertia_times(const Model& model, BasicWorkspace<S>& ws, const VectorX<S>& p, VectorX<S>& Hp) {
  const int n = model.body_count();
  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    const int parent = body.parent.value;
    ws.A[i] = joint_motion<S>(body.screw(), p[i]);
    if (parent >= 0) ws.A[i] += ws.X_PB[i].inv_act(ws.A[parent]);
    ws.F[i] = body.I_B.template cast<S>() * ws.A[i];
  }
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    Hp[i] = joint_component<S>(body.screw(), ws.F[i]);
    if (!body.parent.is_world()) ws.F[body.parent.value] += ws.X_PB[i].act(ws.F[i]);
  }
}

/// Rounds (2) to (4) from the residual in the workspace, until r·r is at most `enough`, or at most `most` rounds.
template <class S>
int rounds(const Model& model, BasicConjugateWorkspace<S>& ws, Eigen::Ref<VectorX<S>> qdd, S enough,
           int most) {
  auto& [tree, bias, r, p, Hp] = ws;
  p = r;
  S squares = r.dot(r);
  int count = 0;
  while (count < most && squares > enough) {
    inertia_times<S>(model, tree, p, Hp);
    const S alpha = squares / p.dot(Hp);  // (2)
    qdd += alpha * p;
    r -= alpha * Hp;  // (3)
    const S next = r.dot(r), beta = next / squares;
    p = r + beta * p;  // (4)
    squares = next;
    ++count;
  }
  return count;
}

}  // namespace

template <class S>
BasicConjugateWorkspace<S>::BasicConjugateWorkspace(const Model& model)
    : tree(model),
      bias(VectorX<S>::Zero(model.nv())),
      residual(bias),
      direction(bias),
      H_direction(bias) {}

template <class S>
int walker_orin_4(const Model& model, BasicConjugateWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau,
                  Out<S> qdd, Wrenches<S> wrenches) {
  const char* const caller = "walker_orin_4";
  check_fixed_base(caller, model);
  check_size(caller, "q", q.size(), model.nq(), model);
  check_size(caller, "qd", qd.size(), model.nv(), model);
  check_size(caller, "tau", tau.size(), model.nv(), model);
  check_size(caller, "qdd", qdd.size(), model.nv(), model);
  bias_torques<S>(model, ws.tree, q, qd, ws.bias, wrenches);  // (1)
  ws.bias = tau - ws.bias;
  ws.residual = ws.bias;
  qdd.setZero();
  const S epsilon = S(8) * Eigen::NumTraits<S>::epsilon(), whole = ws.bias.dot(ws.bias);
  const int most = 20 * model.nv();
  S before = whole;
  int count = 0;
  for (;;) {
    count += rounds<S>(model, ws, qdd, epsilon * epsilon * whole, most);
    inertia_times<S>(model, ws.tree, ws.direction = qdd, ws.H_direction);
    ws.residual = ws.bias - ws.H_direction;
    const S left = ws.residual.dot(ws.residual);
    if (!(S(4) * left < before) || count >= most) return count;
    before = left;
  }
}

#define ERFD_INSTANTIATE(S)                                                                     \
  template class BasicConjugateWorkspace<S>;                                                    \
  template int walker_orin_4<S>(const Model&, BasicConjugateWorkspace<S>&, In<S>, In<S>, In<S>, \
                                Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
