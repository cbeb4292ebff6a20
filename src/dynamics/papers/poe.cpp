// Equation of motion of a tree by the product of exponentials, in the world at q = 0.
// Source  [Fe15] A. Fedorov 2015, section 2.9.4, after [MLS94] R. M. Murray, Z. Li, S. S. Sastry,
//         A Mathematical Introduction to Robotic Manipulation, section 4.3, which has (6) and (9).
//
//   e^{ξ^q}  = (R, (1 − R)(ω × v)),  R = 1 cos q + ω^ sin q + ω ωᵀ (1 − cos q)   (1)  [Fe15] (2.13)
//            = (1, v q)                                      prismatic
//            = (R, (1 − R)(ω × v) + (ω·v) ω q)               helical, ω·v its slide  [MLS94]
//   A_lj     = Ad⁻¹(e^{ξ_{j+1} q_{j+1}} … e^{ξ_l q_l})                           (2)  [Fe15] (2.51)
//            = Ad⁻¹(e^{ξ_l q_l}) A_λj,   A_ll = 1
//   M'_l     = Ad⁻ᵀ(g_l(0)) M_l Ad⁻¹(g_l(0))                                     (3)  [Fe15] (2.57)
//   M_ij     = Σ_l (A_li ξ_i)ᵀ M'_l A_lj ξ_j                                     (4)  [Fe15] (2.58)
//   C_ij     = ½ Σ_k (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_kj/∂q_i) qd_k                 (5)  [Fe15] (2.59)
//   ∂M_ij/∂q_k = Σ_l (A_lk [A_ki ξ_i, ξ_k])ᵀ M'_l A_lj ξ_j + (i ↔ j)             (6)
//   A_lk [A_ki ξ_i, ξ_k] = [A_li ξ_i, A_lk ξ_k]      i above k, else zero        (7)  Ad keeps brackets
//   g_k      = −∂/∂q_k Σ_l m_l g·c_l = −Σ_l (R_lᵀ g) · force of M'_l A_lk ξ_k    (8)
//   τ        = M qdd + C qd + g − Jᵀ w,   (Jᵀ w)_k = Σ_l w'_l · A_lk ξ_k         (9)
//
// l runs over the bodies that hang on all of the joints named.
//
// Legend   [Fe15]    here             meaning
//          ξ_i       ws.xi            twist (ω, v) of joint i at q = 0; [Fe15] writes (v, ω)
//          λ         body.parent      the body before l; j is on the path from the base to l
//          A_lj ξ_j  ws.A_xi          motion of body l for qd_j = 1, seen as if l stood at its zero pose
//          g_l(0)    ws.X_WB0         body l at q = 0
//          M'_l      ws.M_prime       inertia about the world's origin: [m 1, −m c^; m c^, I − m c^c^]
//          R_l       ws.R             rotation of e^{ξ_1 q_1} … e^{ξ_l q_l}
//          w'_l      F_ext            wrench on body l, as if l stood at its zero pose
//
// Errata §1.2: (2.13) has no factor e^ω^ in front; (4.59)–(4.73) lose inner factors of (2) and
// double the angle for l = j + 1; (4.74)–(4.79) have the sign of m c^ and Steiner's term of (3)
// wrong; (2.58) prints M_l for M'_l; the Maple listing has no ½ in (5), and for gravity the vectors
// R_lᵀ g alone, which are only one factor of (8).
#include "erfd/dynamics/papers/poe.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

#include <limits>

namespace erfd {
namespace {

/// (1). The axis of a joint that turns has length one.
template <class S>
Pose<S> exponential(const Screw& screw, const Motion<S>& xi, const S& q) {
  using std::cos, std::sin;
  const Vector3<S>& w = xi.angular;
  if (!screw.turns) return {Matrix3<S>::Identity(), xi.linear * q};
  const S c = cos(q), s = sin(q);
  const Matrix3<S> R = c * Matrix3<S>::Identity() + s * skew(w) + (S(1) - c) * (w * w.transpose());
  const Vector3<S> on_axis = cross(w, xi.linear);
  const Vector3<S> turned = on_axis - R * on_axis;
  return {R, screw.slides() ? Vector3<S>(turned + w * slid<S, S>(screw, q)) : turned};
}

template <class S>
const Motion<S>& A_xi(const BasicPoeWorkspace<S>& ws, BodyIndex l, BodyIndex j) {
  return ws
      .A_xi[static_cast<std::size_t>(l.value) * ws.xi.size() + static_cast<std::size_t>(j.value)];
}

/// Steps (1) and (2): how each body moves with the joints on its path.
template <class S>
void update_motions(const Model& model, BasicPoeWorkspace<S>& ws,
                    const Eigen::Ref<const VectorX<S>>& q) {
  for (BodyIndex l{0}; l.value < model.body_count(); ++l.value) {
    const Body& body = model.body(l);
    const BodyIndex parent = body.parent;
    const Pose<S> E = exponential<S>(body.screw(), ws.xi[l.value], q[l.value]);  // (1)
    ws.R[l.value] = parent.is_world() ? E.R : Matrix3<S>(ws.R[parent.value] * E.R);
    Motion<S>* const row = &ws.A_xi[static_cast<std::size_t>(l.value) * ws.xi.size()];
    row[l.value] = ws.xi[l.value];
    for (BodyIndex j = parent; !j.is_world(); j = model.body(j).parent) {
      row[j.value] = E.inv_act(A_xi(ws, parent, j));  // (2)
    }
  }
}

/// What body l adds to M and to its derivatives. Fills ws.M_A_xi.
template <class S>
void add_body(const Model& model, BasicPoeWorkspace<S>& ws, BodyIndex l) {
  const auto above = [&](BodyIndex b) { return model.body(b).parent; };
  for (BodyIndex j = l; !j.is_world(); j = above(j)) {
    ws.M_A_xi[j.value] = ws.M_prime[l.value] * A_xi(ws, l, j);
  }
  for (BodyIndex k = l; !k.is_world(); k = above(k)) {
    for (BodyIndex i = above(k); !i.is_world(); i = above(i)) {
      const Motion<S> bracket = cross(A_xi(ws, l, i), A_xi(ws, l, k));  // (7)
      for (BodyIndex j = l; !j.is_world(); j = above(j)) {
        const S term = dot(bracket, ws.M_A_xi[j.value]);  // (6)
        ws.dM[k.value](i.value, j.value) += term;
        ws.dM[k.value](j.value, i.value) += term;
      }
    }
  }
}

/// (5).
template <class S>
S coriolis(const BasicPoeWorkspace<S>& ws, const Eigen::Ref<const VectorX<S>>& qd, int i, int j) {
  S sum = S(0);
  for (int k = 0; k < static_cast<int>(ws.dM.size()); ++k) {
    sum += (ws.dM[k](i, j) + ws.dM[j](i, k) - ws.dM[i](k, j)) * qd[k];
  }
  return S(0.5) * sum;
}

/// bias − Jᵀ w (9).
template <class S>
void subtract_wrenches(const Model& model, BasicPoeWorkspace<S>& ws,
                       const Eigen::Ref<const VectorX<S>>& q,
                       std::span<const ExternalWrench<S>> wrenches, Eigen::Ref<VectorX<S>> bias) {
  if (wrenches.empty()) return;
  const int n = model.body_count();
  for (int i = 0; i < n; ++i) ws.wrenches.X_PB[i] = joint_pose<S>(model.body({i}), q);
  collect_wrenches<S>("poe", model, ws.wrenches, wrenches);
  for (BodyIndex l{0}; l.value < n; ++l.value) {
    const Force<S> w = ws.X_WB0[l.value].act(ws.wrenches.F_ext[l.value]);
    for (BodyIndex k = l; !k.is_world(); k = model.body(k).parent) {
      bias[k.value] -= dot(A_xi(ws, l, k), w);
    }
  }
}

template <class S>
void start(const Model& model, BasicPoeWorkspace<S>& ws, const Eigen::Ref<const VectorX<S>>& q) {
  update_motions<S>(model, ws, q);
  for (auto& d : ws.dM) d.setZero();
}

}  // namespace

template <class S>
BasicPoeWorkspace<S>::BasicPoeWorkspace(const Model& model) : wrenches(model) {
  check_fixed_base("poe", model);
  const auto n = static_cast<std::size_t>(model.body_count());
  for (const Body& body : model.bodies()) {
    const Pose<S> X_PB0 = body.X_PB0.template cast<S>();
    X_WB0.push_back(body.parent.is_world() ? X_PB0 : X_WB0[body.parent.value] * X_PB0);
    xi.push_back(X_WB0.back().act(joint_motion<S>(body.screw(), S(1))));
    M_prime.push_back(body.I_B.template cast<S>().moved(X_WB0.back()));  // (3)
  }
  R.resize(n);
  A_xi.resize(n * n);
  M_A_xi.resize(n);
  dM.assign(n, MatrixX<S>(model.nv(), model.nv()));
}

template <class S>
void BasicPoeWorkspace<S>::poison() {
  const S nan = S(std::numeric_limits<double>::quiet_NaN());
  const Vector3<S> nan3 = Vector3<S>::Constant(nan);
  for (auto& x : R) x.setConstant(nan);
  for (auto& x : A_xi) x = {nan3, nan3};
  for (auto& x : M_A_xi) x = {nan3, nan3};
  for (auto& x : dM) x.setConstant(nan);
  wrenches.poison();
}

template <class S>
void poe(const Model& model, BasicPoeWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> H,
         Out<S> bias, Wrenches<S> wrenches) {
  check_fixed_base("poe", model);
  check_size("poe", "q", q.size(), model.nq(), model);
  check_size("poe", "qd", qd.size(), model.nv(), model);
  check_size("poe", "H (rows)", H.rows(), model.nv(), model);
  check_size("poe", "H (columns)", H.cols(), model.nv(), model);
  check_size("poe", "bias", bias.size(), model.nv(), model);

  const int n = model.body_count();
  const Vector3<S> g = model.gravity().template cast<S>();
  start<S>(model, ws, q);
  H.setZero();
  bias.setZero();
  for (BodyIndex l{0}; l.value < n; ++l.value) {
    add_body<S>(model, ws, l);
    const Vector3<S> g_l = ws.R[l.value].transpose() * g;
    for (BodyIndex j = l; !j.is_world(); j = model.body(j).parent) {
      bias[j.value] -= g_l.dot(ws.M_A_xi[j.value].force);  // (8)
      for (BodyIndex i = j; !i.is_world(); i = model.body(i).parent) {
        H(i.value, j.value) += dot(A_xi(ws, l, i), ws.M_A_xi[j.value]);  // (4)
      }
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) H(i, j) = H(j, i);
    for (int j = 0; j < n; ++j) bias[i] += coriolis<S>(ws, qd, i, j) * qd[j];  // (5), (9)
  }
  subtract_wrenches<S>(model, ws, q, wrenches, bias);
}

template <class S>
void poe_coriolis_matrix(const Model& model, BasicPoeWorkspace<S>& ws, In<S> q, In<S> qd,
                         OutMatrix<S> C) {
  const char* const caller = "poe_coriolis_matrix";
  check_fixed_base(caller, model);
  check_size(caller, "q", q.size(), model.nq(), model);
  check_size(caller, "qd", qd.size(), model.nv(), model);
  check_size(caller, "C (rows)", C.rows(), model.nv(), model);
  check_size(caller, "C (columns)", C.cols(), model.nv(), model);

  start<S>(model, ws, q);
  for (int l = 0; l < model.body_count(); ++l) add_body<S>(model, ws, {l});
  for (int i = 0; i < model.nv(); ++i) {
    for (int j = 0; j < model.nv(); ++j) C(i, j) = coriolis<S>(ws, qd, i, j);  // (5)
  }
}

#define ERFD_INSTANTIATE(S)                                                                     \
  template class BasicPoeWorkspace<S>;                                                          \
  template void poe<S>(const Model&, BasicPoeWorkspace<S>&, In<S>, In<S>, OutMatrix<S>, Out<S>, \
                       Wrenches<S>);                                                            \
  template void poe_coriolis_matrix<S>(const Model&, BasicPoeWorkspace<S>&, In<S>, In<S>,       \
                                       OutMatrix<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
