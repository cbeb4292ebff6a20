// Inertia matrix of a tree by composite rigid bodies about their centres of mass, in world axes.
// Source  [WO82] M. W. Walker and D. E. Orin 1982, method 3.
//
//   bias = τ(q, qd, qdd = 0)                                              (1)  Newton-Euler
//                                                              tip to base, k: children of j
//   M_j  = m_j + Σ M_k                                                    (2)
//   c_j  = (m_j c + Σ M_k c_k) / M_j                                      (3)
//   E_j  = I + m_j S(c − c_j) + Σ (E_k + M_k S(c_k − c_j))                (4)  S(r) = r·r 1 − r rᵀ
//                                                              column j: qdd_j = 1
//   F    = M_j z_j × (c_j − p_j) ,  N = E_j z_j   (R)                     (5)
//   F    = M_j z_j ,                N = 0         (P)
//   f    = F ,  n = N + (c_j − p_j) × F                                   (6)  about p_j
//   H_ij = H_ji = z_i · n (R) or z_i · f (P)                              (7)  i = j, then inward:
//   n    = n + (p_i − p_λ) × f ,  i = λ                                   (8)  moment about p_λ
//
// Legend   [WO82]   here              meaning (world axes)
//          z_j, p_j ws.body.z, .p     axis of joint j, a point on it
//          m, c, I  ws.body.c, .I     mass, centre of mass, inertia about it, of one body
//          M, c, E  ws.composite      the same of body j and all that hangs on it
//          λ        parent            parent of body i
//          R, P     screw             revolute, prismatic joint; a helical one is R + slide · P
//
// Only masses enter the ratios of (3): they are numbers of the model, not of the state. [WO82] has
// serial chains; a tree sums over the children. [F08]'s algorithm (crba.cpp) is the same idea about
// the origins of the bodies and in their axes.
#include "erfd/math/scalars.hpp"

#include "dynamics/papers/walker_orin.hpp"

namespace erfd {
namespace {

/// Adds a part to a composite whose mass and centre are known, (4).
template <class S>
void add_inertia(CompositeBody<S>& K, double mass, const Vector3<S>& c, const Matrix3<S>& I) {
  K.I += I + BasicInertia<S>::steiner(S(mass), c - K.c);
}

/// Steps (2) to (4). Children stand behind their parents, so the passes run backwards.
template <class S>
void compose(const Model& model, BasicWalkerOrinWorkspace<S>& ws) {
  const int n = model.body_count();
  auto& K = ws.composite;
  for (int i = 0; i < n; ++i) {
    K[i] = {model.body({i}).I_B.mass, Vector3<S>::Zero(), Matrix3<S>::Zero()};
  }
  for (int i = n - 1; i >= 0; --i) {
    const int p = model.body({i}).parent.value;
    if (p >= 0) K[p].mass += K[i].mass;  // (2)
  }
  const auto share = [](double part, double whole) { return S(whole > 0 ? part / whole : 0.0); };
  for (int i = n - 1; i >= 0; --i) {  // (3)
    const Body& body = model.body({i});
    K[i].c += share(body.I_B.mass, K[i].mass) * ws.body[i].c;
    const int p = body.parent.value;
    if (p >= 0) K[p].c += share(K[i].mass, K[p].mass) * K[i].c;
  }
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    add_inertia<S>(K[i], body.I_B.mass, ws.body[i].c, ws.body[i].I);  // (4)
    const int p = body.parent.value;
    if (p >= 0) add_inertia<S>(K[p], K[i].mass, K[i].c, K[i].I);
  }
}

/// Steps (5) and (6): wrench about p_j for qdd_j = 1.
template <class S>
Force<S> unit_wrench(const Screw& screw, const BodyInWorld<S>& joint, const CompositeBody<S>& K) {
  const Vector3<S> arm = K.c - joint.p;
  const Vector3<S> F = S(K.mass) * velocity_at<S>(screw, joint.z, arm);
  if (!screw.turns) return {cross(arm, F), F};
  return {K.I * joint.z + cross(arm, F), F};
}

}  // namespace

template <class S>
void walker_orin_3(const Model& model, BasicWalkerOrinWorkspace<S>& ws, In<S> q, In<S> qd,
                   OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches) {
  start_walker_orin<S>("walker_orin_3", model, ws, q, qd, H, bias, wrenches);  // (1)

  const int n = model.body_count();
  update_world_poses<S>(model, ws.tree);
  for (int i = 0; i < n; ++i) {
    ws.body[i] = body_in_world<S>(model.body({i}), ws.tree.X_WB[i]);
  }
  compose<S>(model, ws);
  for (int j = 0; j < n; ++j) {
    auto [moment, force] = unit_wrench<S>(model.body({j}).screw(), ws.body[j], ws.composite[j]);
    for (int i = j;;) {
      const Body& body = model.body({i});
      const Vector3<S>& z = ws.body[i].z;
      H(i, j) = H(j, i) = z.dot(combined<S, Vector3<S>>(body.screw(), moment, force));  // (7)
      if (body.parent.is_world()) break;
      const int p = body.parent.value;
      moment += cross(ws.body[i].p - ws.body[p].p, force);  // (8)
      i = p;
    }
  }
}

#define ERFD_INSTANTIATE(S)                                                                \
  template void walker_orin_3<S>(const Model&, BasicWalkerOrinWorkspace<S>&, In<S>, In<S>, \
                                 OutMatrix<S>, Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
