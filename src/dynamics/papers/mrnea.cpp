// Modified recursive Newton-Euler algorithm for a tree, in world axes: the coefficients of every
// joint acceleration travel beside the bias, so that one pass gives H and u' of τ = H qdd + u'.
// Source  [KV20] V. Kvrgić and J. Vidaković 2020, (4)–(36), in recursive form: the sums over pairs
//         of speeds of (5), (9) are taken by the Newton-Euler recursion of the velocities.
//
//                                                            base to tip, λ = parent of i
//   a_i  = a_λ + ω̇_λ × r + ω_λ × (ω_λ × r) [ + 2 ω_λ × z_i qd_i ]    (1)  r = p_i − p_λ, [ ] for P
//   ω_i  = ω_λ + z_i qd_i ,  ω̇_i = ω̇_λ + ω_λ × z_i qd_i              (2)  R; for P as the parent
//   e_i  = m_i (a_i + ω̇_i × l_i + ω_i × (ω_i × l_i))                 (3)  [KV20] (4), (13)
//   d_i  = I_i ω̇_i + ω_i × I_i ω_i + l_i × e_i                       (4)  [KV20] (7), (17), (23)
//   b_ik = z_k × (c_i − p_k) (R) or z_k (P) ,  e_ik = m_i b_ik       (5)  [KV20] (5), (15)
//   d_ik = I_i z_k + l_i × e_ik (R) or l_i × e_ik (P)                (6)  [KV20] (9), (24)
//   e_i −= f ,  d_i −= n + (x − p_i) × f                             (7)  wrench (n, f) at x
//                                                            tip to base
//   u'_i = z_i · d_i (R) or z_i · e_i (P)                            (8)  [KV20] (36)
//   H_ik = H_ki = z_i · d_ik (R) or z_i · e_ik (P)                   (9)  [KV20] (35)
//   e_λ += e_i ,  d_λ += d_i + r × e_i , and so for every column k   (10) [KV20] (18), (19)
//
// k runs over i and its ancestors. H is symmetric, so the other columns, and with them [KV20]'s
// n'_ia3 (26), (31), are never needed.
//
// Legend   [KV20]        here       meaning (world axes)
//          z_{i−1}       body.z     axis of joint i: [KV20] counts frames behind the joint
//          p_{i−1}       body.p     a point of link i on that axis
//          c_i, I_i^cm   body.c, .I centre of mass, inertia about it
//          l_i           l          c_i − p_i
//          e_i, d_i      ws.e, .d   force, and moment about p_i, at zero joint accelerations
//          e_ik, d_ik    ws.e_k, .d_k  the same for a unit of qdd_k alone
//          R, P          screw()    revolute, prismatic joint; a helical one is R + slide · P
//
// d_i, d_ik hold their moment about p_i from the start; [KV20] keeps it about c_i and adds l × e in
// (23), (24). Errata §1.1: L1 a of the base is −g, that is +9.81 upwards; L2 the external force
// enters once; L3 its sign, ours is the force on the robot; L15 axis and point of the joint itself,
// and a prismatic joint feels the force.
#include "erfd/dynamics/papers/mrnea.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/world.hpp"

namespace erfd {
namespace {

template <class S>
void forward_motion(const Model& model, BasicMrneaWorkspace<S>& ws, int i, const S& qd_i) {
  const Body& body = model.body({i});
  const int p = body.parent.value;
  const Vector3<S> zero = Vector3<S>::Zero();
  const Vector3<S> w = p < 0 ? zero : ws.w[p], w_dot = p < 0 ? zero : ws.w_dot[p];
  const Vector3<S> rate = ws.body[i].z * qd_i;

  if (p < 0) {
    ws.a[i] = (-model.gravity()).template cast<S>();
  } else {
    const Vector3<S> r = ws.body[i].p - ws.body[p].p;
    ws.a[i] = ws.a[p] + cross(w_dot, r) + cross(w, cross(w, r));  // (1)
  }
  const Screw screw = body.screw();
  if (screw.slides()) ws.a[i] += S(2) * cross(w, slid<S, Vector3<S>>(screw, rate));  // (1)
  ws.w[i] = w;
  ws.w_dot[i] = w_dot;
  if (!screw.turns) return;
  ws.w[i] = w + rate;  // (2)
  ws.w_dot[i] = w_dot + cross(w, rate);
}

/// Steps (3) to (6) of one body.
template <class S>
void newton_euler(const Model& model, BasicMrneaWorkspace<S>& ws, int i) {
  const auto& [z, p, c, I] = ws.body[i];
  const Vector3<S>&w = ws.w[i], &w_dot = ws.w_dot[i];
  const S m = S(model.body({i}).I_B.mass);
  const Vector3<S> l = c - p;
  ws.e[i] = m * (ws.a[i] + cross(w_dot, l) + cross(w, cross(w, l)));  // (3)
  ws.d[i] = I * w_dot + cross(w, I * w) + cross(l, ws.e[i]);          // (4)
  for (BodyIndex k{i}; !k.is_world(); k = model.body(k).parent) {
    const BodyInWorld<S>& joint = ws.body[k.value];
    const Screw screw = model.body(k).screw();
    const Vector3<S> b_ik = velocity_from<S>(screw, joint, c);  // (5)
    const Vector3<S> e_ik = m * b_ik;
    ws.e_k[i][k.value] = e_ik;
    ws.d_k[i][k.value] = cross(l, e_ik);  // (6)
    if (screw.turns) ws.d_k[i][k.value] += I * joint.z;
  }
}

/// Step (10) of one body.
template <class S>
void hand_to_parent(const Model& model, BasicMrneaWorkspace<S>& ws, int i) {
  const int p = model.body({i}).parent.value;
  const Vector3<S> r = ws.body[i].p - ws.body[p].p;
  ws.e[p] += ws.e[i];  // (10)
  ws.d[p] += ws.d[i] + cross(r, ws.e[i]);
  for (BodyIndex k{p}; !k.is_world(); k = model.body(k).parent) {
    ws.e_k[p][k.value] += ws.e_k[i][k.value];
    ws.d_k[p][k.value] += ws.d_k[i][k.value] + cross(r, ws.e_k[i][k.value]);
  }
}

}  // namespace

template <class S>
BasicMrneaWorkspace<S>::BasicMrneaWorkspace(const Model& model) : tree(model) {
  const auto n = static_cast<std::size_t>(model.body_count());
  body.resize(n);
  for (auto* vectors : {&w, &w_dot, &a, &e, &d}) vectors->resize(n);
  for (auto* rows : {&e_k, &d_k}) rows->assign(n, std::vector<Vector3<S>>(n));
}

template <class S>
void BasicMrneaWorkspace<S>::poison() {
  tree.poison();
  erfd::poison<S>(body);
  for (auto* vectors : {&w, &w_dot, &a, &e, &d}) erfd::poison<S>(*vectors);
  for (auto* rows : {&e_k, &d_k}) erfd::poison<S>(*rows);
}

template <class S>
void mrnea(const Model& model, BasicMrneaWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> H,
           Out<S> bias, Wrenches<S> wrenches) {
  check_fixed_base("mrnea", model);
  check_size("mrnea", "q", q.size(), model.nq(), model);
  check_size("mrnea", "qd", qd.size(), model.nv(), model);
  check_size("mrnea", "H (rows)", H.rows(), model.nv(), model);
  check_size("mrnea", "H (columns)", H.cols(), model.nv(), model);
  check_size("mrnea", "bias", bias.size(), model.nv(), model);

  const int n = model.body_count();
  update_poses<S>(model, ws.tree, q);
  for (int i = 0; i < n; ++i) {
    ws.body[i] = body_in_world<S>(model.body({i}), ws.tree.X_WB[i]);
    forward_motion<S>(model, ws, i, qd[i]);
    newton_euler<S>(model, ws, i);
  }
  subtract_wrenches<S>("mrnea", model, ws.tree, wrenches, ws.d, ws.e);  // (7)

  H.setZero();
  for (int i = n - 1; i >= 0; --i) {
    const Screw screw = model.body({i}).screw();
    const Vector3<S>& z = ws.body[i].z;
    bias[i] = z.dot(combined<S, Vector3<S>>(screw, ws.d[i], ws.e[i]));  // (8)
    for (BodyIndex k{i}; !k.is_world(); k = model.body(k).parent) {
      H(i, k.value) = H(k.value, i) =
          z.dot(combined<S, Vector3<S>>(screw, ws.d_k[i][k.value], ws.e_k[i][k.value]));  // (9)
    }
    if (!model.body({i}).parent.is_world()) hand_to_parent<S>(model, ws, i);
  }
}

#define ERFD_INSTANTIATE(S)                                                                 \
  template class BasicMrneaWorkspace<S>;                                                    \
  template void mrnea<S>(const Model&, BasicMrneaWorkspace<S>&, In<S>, In<S>, OutMatrix<S>, \
                         Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
