// Modified recursive Newton-Euler algorithm in the expanded form of its paper: serial chain, world
// axes, one vector for every joint acceleration and for every product of two speeds.
// Source  [KV20] V. Kvrgić and J. Vidaković 2020, (5)–(36), with the indices repaired.
//
//   b_ik  = z_k × (c_i − p_k) (R) or z_k (P)                                     (1)  [KV20] (5)
//   b_ikk = z_k × b_ik ,  b_ikj = 2 z_k × b_ij  (k < j);  0 where k is P         (2)  [KV20] (5)
//   d_ik  = I_i z_k  (R), 0 (P)                                                  (3)  [KV20] (9)
//   d_ikk = z_k × d_ik                                                           (4)  [KV20] (9)
//   d_ikj = I_i (z_k × z_j) + z_k × d_ij + z_j × d_ik  (k < j, both R; else 0)   (5)  [KV20] (9)
//   e_i   = m_i (−g + Σ_{k≤j≤i} b_ikj qd_k qd_j)                                 (6)  [KV20] (13)
//   d_i   = Σ_{k≤j≤i} d_ikj qd_k qd_j ,  e_ik = m_i b_ik                         (7)  (17), (15)
//                                                            tip to base
//   E_i   = E_{i+1} + e_i + f_out                                                (8)  [KV20] (23)
//   E_ic  = Σ_{m ≥ max(i,c)} e_mc                                                (9)  [KV20] (25)
//   n'_ic     = n'_{(i+1)c} + d_i + l_i × e_i + p*_i × E_{i+1} + n_out           (10) (22), (23), (28)
//   n'_ia1[c] = Σ_{m ≥ max(i,c)} (d_mc + l_m × e_mc)                             (11) [KV20] (29)
//   n'_ia2[c] = Σ_{m ≥ max(i,c−1)} p*_m × E_{(m+1)c}                             (12) [KV20] (30)
//   n'_ia3[c] = (Σ_{m=i}^{c−2} p*_m) × E_cc  (c ≥ i + 2, else 0)                 (13) [KV20] (31)
//   u'_i = z_i · n'_ic (R) or z_i · E_i (P)                                      (14) [KV20] (36)
//   h_ic = z_i · (n'_ia1 + n'_ia2 + n'_ia3)[c] (R) or z_i · E_ic (P)             (15) [KV20] (35)
//
// From the tip to the base the sums (9), (11)–(13) grow by one term a joint, so one vector a column
// holds each of them.
//
// Legend   [KV20]        here             meaning (world axes)
//          z_{i−1}       ws.body[i].z     axis of joint i: [KV20] counts frames behind the joint
//          p_{i−1}       ws.body[i].p     a point of link i on that axis
//          p*_i          p_star           from p_i to p_{i+1}; the last link needs none
//          l_i           l                from p_i to the centre of mass c_i
//          f_out, n_out  ws.f_out, .n_out wrench of link i on the environment, about p_i
//          R, P          screw()          revolute, prismatic joint; a helical one is R + slide · P
//
// Errata §1.1: L1 −g is +9.81 upwards; L2 f_out enters once, and not e_n; L3 f_out = −f of the
// wrench on the robot, with its moment; L11 p*_i; L12 indices of (25), (26), (28); L13 lower limit
// of (30) by column; L14 (31) for every row; L15 axis of the joint itself, prismatic joints.
#include "erfd/dynamics/papers/mrnea_expanded.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/world.hpp"

namespace erfd {
namespace {

bool turns(const Model& model, int i) { return model.body({i}).screw().turns; }

/// Coefficients of the accelerations, (1), (3) and (7), of link i.
template <class S>
void acceleration_vectors(const Model& model, BasicMrneaExpandedWorkspace<S>& ws, int i) {
  const S m = S(model.body({i}).I_B.mass);
  for (int k = 0; k <= i; ++k) {
    const Vector3<S>& z_k = ws.body[k].z;
    ws.b_k[i][k] = velocity_from<S>(model.body({k}).screw(), ws.body[k], ws.body[i].c);  // (1)
    ws.d_k[i][k] = Vector3<S>::Zero();
    if (turns(model, k)) ws.d_k[i][k] = ws.body[i].I * z_k;  // (3)
    ws.e_k[i][k] = m * ws.b_k[i][k];                         // (7)
  }
}

/// Sums over the products of two speeds, (2) and (4) to (7), of link i.
template <class S>
void velocity_sums(const Model& model, BasicMrneaExpandedWorkspace<S>& ws, int i,
                   const Eigen::Ref<const VectorX<S>>& qd) {
  Vector3<S> sum_b = (-model.gravity()).template cast<S>(), sum_d = Vector3<S>::Zero();
  for (int j = 0; j <= i; ++j) {
    const Vector3<S>&z_j = ws.body[j].z, &b_ij = ws.b_k[i][j], &d_ij = ws.d_k[i][j];
    Vector3<S> b_j = Vector3<S>::Zero();  // Σ_k b_ikj qd_k
    Vector3<S> d_j = Vector3<S>::Zero();  // Σ_k d_ikj qd_k
    for (int k = 0; k <= j; ++k) {
      if (!turns(model, k)) continue;
      const Vector3<S>& z_k = ws.body[k].z;
      const Vector3<S> b_ikj = k == j ? cross(z_k, b_ij) : S(2) * cross(z_k, b_ij);  // (2)
      b_j += b_ikj * qd[k];
      if (!turns(model, j)) continue;
      Vector3<S> d_ikj = cross(z_k, d_ij);                                            // (4)
      if (k < j) d_ikj += ws.body[i].I * cross(z_k, z_j) + cross(z_j, ws.d_k[i][k]);  // (5)
      d_j += d_ikj * qd[k];
    }
    sum_b += b_j * qd[j];
    sum_d += d_j * qd[j];
  }
  ws.e[i] = S(model.body({i}).I_B.mass) * sum_b;  // (6)
  ws.d[i] = sum_d;                                // (7)
}

/// Terms of row i of the columns, (9) and (11) to (13).
template <class S>
void extend_columns(BasicMrneaExpandedWorkspace<S>& ws, int i, int n, const Vector3<S>& l,
                    const Vector3<S>& p_star) {
  for (int c = 0; c < n; ++c) {  // E_k[c] is still E_{(i+1)c}, or E_cc for c ≥ i + 2
    if (c <= i + 1 && i + 1 < n) ws.n_a2[c] += cross(p_star, ws.E_k[c]);  // (12)
    if (c >= i + 2) ws.n_a3[c] += cross(p_star, ws.E_k[c]);               // (13)
  }
  for (int c = 0; c <= i; ++c) {
    ws.n_a1[c] += ws.d_k[i][c] + cross(l, ws.e_k[i][c]);  // (11)
    ws.E_k[c] += ws.e_k[i][c];                            // (9)
  }
}

}  // namespace

template <class S>
BasicMrneaExpandedWorkspace<S>::BasicMrneaExpandedWorkspace(const Model& model) : tree(model) {
  const auto n = static_cast<std::size_t>(model.body_count());
  body.resize(n);
  for (auto* rows : {&b_k, &d_k, &e_k}) rows->assign(n, std::vector<Vector3<S>>(n));
  for (auto* vectors : {&d, &e, &n_out, &f_out, &E_k, &n_a1, &n_a2, &n_a3}) vectors->resize(n);
}

template <class S>
void BasicMrneaExpandedWorkspace<S>::poison() {
  tree.poison();
  erfd::poison<S>(body);
  for (auto* rows : {&b_k, &d_k, &e_k}) erfd::poison<S>(*rows);
  for (auto* vectors : {&d, &e, &n_out, &f_out, &E_k, &n_a1, &n_a2, &n_a3}) {
    erfd::poison<S>(*vectors);
  }
}

template <class S>
void mrnea_expanded(const Model& model, BasicMrneaExpandedWorkspace<S>& ws, In<S> q, In<S> qd,
                    OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches) {
  const char* const caller = "mrnea_expanded";
  check_fixed_base(caller, model);
  check_serial(caller, model);
  check_size(caller, "q", q.size(), model.nq(), model);
  check_size(caller, "qd", qd.size(), model.nv(), model);
  check_size(caller, "H (rows)", H.rows(), model.nv(), model);
  check_size(caller, "H (columns)", H.cols(), model.nv(), model);
  check_size(caller, "bias", bias.size(), model.nv(), model);

  const int n = model.body_count();
  update_poses<S>(model, ws.tree, q);
  for (int i = 0; i < n; ++i) {
    ws.body[i] = body_in_world<S>(model.body({i}), ws.tree.X_WB[i]);
    acceleration_vectors<S>(model, ws, i);
    velocity_sums<S>(model, ws, i, qd);
  }
  for (auto* sums : {&ws.n_out, &ws.f_out, &ws.E_k, &ws.n_a1, &ws.n_a2, &ws.n_a3}) {
    for (auto& v : *sums) v = Vector3<S>::Zero();
  }
  subtract_wrenches<S>(caller, model, ws.tree, wrenches, ws.n_out, ws.f_out);

  Vector3<S> E = Vector3<S>::Zero(), n_c = Vector3<S>::Zero();
  for (int i = n - 1; i >= 0; --i) {
    const auto& [z, p, c_i, I] = ws.body[i];
    const Vector3<S> l = c_i - p;
    Vector3<S> p_star = Vector3<S>::Zero();
    if (i + 1 < n) p_star = ws.body[i + 1].p - p;
    n_c += ws.d[i] + cross(l, ws.e[i]) + cross(p_star, E) + ws.n_out[i];  // (10)
    E += ws.e[i] + ws.f_out[i];                                           // (8)
    extend_columns<S>(ws, i, n, l, p_star);

    const Screw screw = model.body({i}).screw();
    bias[i] = z.dot(combined<S, Vector3<S>>(screw, n_c, E));  // (14)
    for (int c = 0; c < n; ++c) {
      const Vector3<S> n_a = ws.n_a1[c] + ws.n_a2[c] + ws.n_a3[c];
      H(i, c) = z.dot(combined<S, Vector3<S>>(screw, n_a, ws.E_k[c]));  // (15)
    }
  }
}

#define ERFD_INSTANTIATE(S)                                                                    \
  template class BasicMrneaExpandedWorkspace<S>;                                               \
  template void mrnea_expanded<S>(const Model&, BasicMrneaExpandedWorkspace<S>&, In<S>, In<S>, \
                                  OutMatrix<S>, Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
