// Lagrange's equations of a tree by homogeneous transforms and pseudo-inertias, links only.
// Source  [S] T. Szkodny, Dynamics of industrial robot manipulators, equations (5), (7)–(10), after
//         [P81] R. P. Paul.
//
//   J_p   = ∫ r rᵀ dm                                                  (1)  [S] (5)
//   F_i   = Σ_j D_ij qdd_j + Σ_jk D_ijk qd_j qd_k + D_i                (2)  [S] (7)
//   D_ij  =  Σ_p Trace(∂T_p/∂q_j J_p ∂T_p/∂q_iᵀ)                       (3)  [S] (8), links
//   D_ijk =  Σ_p Trace(∂²T_p/∂q_j∂q_k J_p ∂T_p/∂q_iᵀ)                  (4)  [S] (9), links
//   D_i   = −Σ_p m_p gᵀ ∂T_p/∂q_i r_p                                  (5)  [S] (10)
//
// p runs over the bodies that hang on all of the joints named. With T_p = A_1 … A_p and
// ∂A_i/∂q_i = A_i Q, Q the generator of a turn about or of a shift along z,
//
//   Δ_i         = T_i Q T_i⁻¹ = [δ^ d; 0 0]                            (6)
//   ∂T_p/∂q_i   = Δ_i T_p                                              (7)
//   ∂²T_p/∂q_j∂q_k = Δ_j Δ_k T_p             k hangs on j, or k = j    (8)
//
// Legend   [S]      here        meaning                                               expressed in
//          T_p      X_WB        transform of body p to the base; ours is the world         W
//          J_p      ws.J        pseudo-inertia; its last column is m_p r_p                 B
//          Δ_i      ws.Delta    operator of joint i: δ turns, d shifts the world's origin  W
//          ∂T_p/∂q  ws.dT       of the body at hand; its fourth row is zero and left out   W
//          F_i      τ_i         force of joint i; bias = F_i at qdd = 0, minus Jᵀ w
//
// [S] speaks of chains; for a tree the joints on the path from the base to p take part, nothing else
// changes. In (4) Δ_j (Δ_k T_p J_p) needs the product with J_p only once for all j.
// Errata §1.5: the term that [S] (12) adds to (4) for actuators is identically zero.
#include "erfd/dynamics/papers/lagrange.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

#include <limits>

namespace erfd {
namespace {

template <class S>
PseudoInertia<S> pseudo_inertia(const BasicInertia<S>& I) {
  PseudoInertia<S> J;  // (1): ∫ r rᵀ dm = ½ tr(I) 1 − I for the 3 × 3 block
  J.template topLeftCorner<3, 3>() =
      S(0.5) * I.about_origin.trace() * Matrix3<S>::Identity() - I.about_origin;
  J.template topRightCorner<3, 1>() = I.moment;
  J.template bottomLeftCorner<1, 3>() = I.moment.transpose();
  J(3, 3) = I.mass;
  return J;
}

/// Δ_i T_p (7).
template <class S>
TransformDerivative<S> derivative(const Screw& screw, const Motion<S>& Delta, const Pose<S>& T) {
  TransformDerivative<S> dT = TransformDerivative<S>::Zero();
  dT.col(3) = Delta.linear;
  if (!screw.turns) return dT;
  for (int c = 0; c < 3; ++c) dT.col(c) = cross(Delta.angular, T.R.col(c));
  dT.col(3) += cross(Delta.angular, T.p);
  return dT;
}

/// Δ_j M for a matrix M whose fourth row is zero: d does not enter.
template <class S>
TransformDerivative<S> turned(const Motion<S>& Delta, const TransformDerivative<S>& M) {
  TransformDerivative<S> product;
  for (int c = 0; c < 4; ++c) product.col(c) = cross(Delta.angular, M.col(c));
  return product;
}

/// Trace(A Bᵀ).
template <class S>
S trace(const TransformDerivative<S>& A, const TransformDerivative<S>& B) {
  return A.cwiseProduct(B).sum();
}

/// What body p adds to all coefficients.
template <class S>
void add_body(const Model& model, BasicLagrangeWorkspace<S>& ws, BodyIndex p, const Vector3<S>& g,
              Eigen::Ref<MatrixX<S>> D_ij, std::span<MatrixX<S>> D_ijk,
              Eigen::Ref<VectorX<S>> D_i) {
  const auto above = [&](BodyIndex b) { return model.body(b).parent; };
  for (BodyIndex i = p; !i.is_world(); i = above(i)) {
    ws.dT[i.value] =
        derivative<S>(model.body(i).screw(), ws.Delta[i.value], ws.poses.X_WB[p.value]);  // (7)
  }
  for (BodyIndex k = p; !k.is_world(); k = above(k)) {
    const TransformDerivative<S> dT_J = ws.dT[k.value] * ws.J[p.value];
    D_i[k.value] -= g.dot(dT_J.col(3));  // (5)
    for (BodyIndex i = k; !i.is_world(); i = above(i)) {
      D_ij(i.value, k.value) += trace<S>(dT_J, ws.dT[i.value]);  // (3)
    }
    for (BodyIndex j = k; !j.is_world(); j = above(j)) {
      if (!model.body(j).screw().turns) continue;                               // δ = 0
      const TransformDerivative<S> ddT_J = turned<S>(ws.Delta[j.value], dT_J);  // (8)
      for (BodyIndex i = p; !i.is_world(); i = above(i)) {
        D_ijk[i.value](j.value, k.value) += trace<S>(ddT_J, ws.dT[i.value]);  // (4)
      }
    }
  }
}

template <class S>
void coefficients(const Model& model, BasicLagrangeWorkspace<S>& ws,
                  const Eigen::Ref<const VectorX<S>>& q, Eigen::Ref<MatrixX<S>> D_ij,
                  std::span<MatrixX<S>> D_ijk, Eigen::Ref<VectorX<S>> D_i) {
  const int n = model.body_count();
  update_poses<S>(model, ws.poses, q);
  for (int i = 0; i < n; ++i) {
    const Motion<S> Q = joint_motion<S>(model.body({i}).screw(), S(1));
    ws.Delta[i] = ws.poses.X_WB[i].act(Q);  // (6)
  }
  D_i.setZero();
  D_ij.setZero();
  for (auto& D : D_ijk) D.setZero();
  const Vector3<S> g = model.gravity().template cast<S>();
  for (int p = 0; p < n; ++p) add_body<S>(model, ws, {p}, g, D_ij, D_ijk, D_i);
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < k; ++j) {  // filled for j above k: parents stand before their children
      D_ij(k, j) = D_ij(j, k);
      for (auto& D : D_ijk) D(k, j) = D(j, k);
    }
  }
}

/// bias − Jᵀ w.
template <class S>
void subtract_wrenches(const Model& model, BasicLagrangeWorkspace<S>& ws,
                       std::span<const ExternalWrench<S>> wrenches, Eigen::Ref<VectorX<S>> bias) {
  if (wrenches.empty()) return;
  collect_wrenches<S>("lagrange", model, ws.poses, wrenches);
  for (int p = 0; p < model.body_count(); ++p) {
    const Force<S> F_W = ws.poses.X_WB[p].act(ws.poses.F_ext[p]);
    for (BodyIndex i{p}; !i.is_world(); i = model.body(i).parent) {
      bias[i.value] -= dot(ws.Delta[i.value], F_W);
    }
  }
}

}  // namespace

template <class S>
BasicLagrangeWorkspace<S>::BasicLagrangeWorkspace(const Model& model) : poses(model) {
  check_fixed_base("lagrange", model);
  const auto n = static_cast<std::size_t>(model.body_count());
  for (const Body& body : model.bodies()) {
    J.push_back(pseudo_inertia<S>(body.I_B.template cast<S>()));
  }
  Delta.resize(n);
  dT.resize(n);
  D_ijk.assign(n, MatrixX<S>(model.nv(), model.nv()));
}

template <class S>
void BasicLagrangeWorkspace<S>::poison() {
  const S nan = S(std::numeric_limits<double>::quiet_NaN());
  poses.poison();
  for (auto& x : Delta) x = {Vector3<S>::Constant(nan), Vector3<S>::Constant(nan)};
  for (auto& x : dT) x.setConstant(nan);
  for (auto& x : D_ijk) x.setConstant(nan);
}

template <class S>
void lagrange_coefficients(const Model& model, BasicLagrangeWorkspace<S>& ws, In<S> q,
                           OutMatrix<S> D_ij, std::type_identity_t<std::span<MatrixX<S>>> D_ijk,
                           Out<S> D_i) {
  const char* const caller = "lagrange_coefficients";
  check_fixed_base(caller, model);
  check_size(caller, "q", q.size(), model.nq(), model);
  check_size(caller, "D_ij (rows)", D_ij.rows(), model.nv(), model);
  check_size(caller, "D_ij (columns)", D_ij.cols(), model.nv(), model);
  check_size(caller, "D_ijk", static_cast<Eigen::Index>(D_ijk.size()), model.nv(), model);
  for (const auto& D : D_ijk) {
    check_size(caller, "D_ijk (rows)", D.rows(), model.nv(), model);
    check_size(caller, "D_ijk (columns)", D.cols(), model.nv(), model);
  }
  check_size(caller, "D_i", D_i.size(), model.nv(), model);
  coefficients<S>(model, ws, q, D_ij, D_ijk, D_i);
}

template <class S>
void lagrange(const Model& model, BasicLagrangeWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> H,
              Out<S> bias, Wrenches<S> wrenches) {
  check_fixed_base("lagrange", model);
  check_size("lagrange", "q", q.size(), model.nq(), model);
  check_size("lagrange", "qd", qd.size(), model.nv(), model);
  check_size("lagrange", "H (rows)", H.rows(), model.nv(), model);
  check_size("lagrange", "H (columns)", H.cols(), model.nv(), model);
  check_size("lagrange", "bias", bias.size(), model.nv(), model);
  coefficients<S>(model, ws, q, H, ws.D_ijk, bias);
  const int n = model.nv();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      S row = S(0);
      for (int k = 0; k < n; ++k) row += ws.D_ijk[i](j, k) * qd[k];
      bias[i] += row * qd[j];  // (2)
    }
  }
  subtract_wrenches<S>(model, ws, wrenches, bias);
}

#define ERFD_INSTANTIATE(S)                                                                       \
  template class BasicLagrangeWorkspace<S>;                                                       \
  template void lagrange_coefficients<S>(const Model&, BasicLagrangeWorkspace<S>&, In<S>,         \
                                         OutMatrix<S>, std::span<MatrixX<S>>, Out<S>);            \
  template void lagrange<S>(const Model&, BasicLagrangeWorkspace<S>&, In<S>, In<S>, OutMatrix<S>, \
                            Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
