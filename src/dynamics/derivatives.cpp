// Analytic derivatives of inverse and forward dynamics. In world axes, and about the origin of each body: about one
// common origin a small body far from it would lose its digits.
// Source  [SRW22] S. Singh, R. Russell, P. Wensing, Efficient analytical derivatives of rigid-body dynamics using
//         spatial vector algebra, IEEE RA-L 7 (2022), for joints of one freedom.
//
//   v_j = v_λ + S_j qd_j,   a_j = a_λ + S_j qdd_j + v_λ × S_j qd_j,   a of the base = −g                (1)
//   Ψ̇_j = v_λ × S_j,        Ψ̈_j = a_λ × S_j + v_λ × Ψ̇_j                                                 (2)
//   f_j = I_j a_j + v_j ×* I_j v_j                                                                      (3)
//   2 B_j m = v ×* I m − I (v × m) + m ×* I v                                                            (4)
//   I, 2 B, f of all that hangs on j are summed: composites                                             (5)
//
//   for i = j and every ancestor i of j, with the composites of j:
//   ∂τ_i/∂q_j  = S_i · (I Ψ̈_j + 2 B Ψ̇_j + S_j ×* f)        moving j turns its whole subtree             (6)
//   ∂τ_j/∂q_i  = S_j · (I Ψ̈_i + 2 B Ψ̇_i)                   … of which j is a part                        (7)
//   ∂τ_i/∂qd_j = S_i · (2 I Ψ̇_j + 2 B S_j),  ∂τ_j/∂qd_i = S_j · (2 I Ψ̇_i + 2 B S_i)                      (8)
//   H_ij       = S_i · I S_j                                                                            (9)
//
// (4) of a rigid body has no part that acts on the linear component of m: with p = m v − h × ω
//   2 B (ω', ·) = (T ω', −2 p × ω'),  T = ω^ J − J ω^ − (J ω)^ + 2 (v·h) 1 − 2 v hᵀ                       (10)
//
// Legend   [SRW22]   here          meaning                                           expressed in
//          S_j       axis          motion for a unit of q                             W, about Bo
//          Ψ̇, Ψ̈      axis_rate, axis_curve
//          I^C, B^C  I, spin, momentum   composites of the subtree                    W, about Bo
//          f^C       f             composite wrench                                   W, about Bo
#include "erfd/dynamics/derivatives.hpp"

#include "erfd/dynamics/aba.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

namespace erfd {
namespace {

template <class S>
Vector6<S> cross_motion(const Vector6<S>& v, const Vector6<S>& m) {
  Vector6<S> r;
  r << cross(v.template head<3>(), m.template head<3>()),
      cross(v.template head<3>(), m.template tail<3>()) +
          cross(v.template tail<3>(), m.template head<3>());
  return r;
}

template <class S>
Vector6<S> cross_wrench(const Vector6<S>& v, const Vector6<S>& f) {
  Vector6<S> r;
  r << cross(v.template head<3>(), f.template head<3>()) +
           cross(v.template tail<3>(), f.template tail<3>()),
      cross(v.template head<3>(), f.template tail<3>());
  return r;
}

template <class S>
Vector6<S> times(const BasicInertia<S>& I, const Vector6<S>& m) {
  return (I * Motion<S>::from(m)).vector();
}

/// 2 B m by (10).
template <class S>
Vector6<S> twice_B(const typename BasicDerivativesWorkspace<S>::State& x, const Vector6<S>& m) {
  Vector6<S> r;
  r << x.spin * m.template head<3>(), S(-2) * cross(x.momentum, m.template head<3>());
  return r;
}

/// m' · 2 B as a row: the transpose of twice_B.
template <class S>
Vector3<S> twice_B_from_left(const typename BasicDerivativesWorkspace<S>::State& x,
                             const Vector6<S>& m) {
  return x.spin.transpose() * m.template head<3>() + S(2) * cross(x.momentum, m.template tail<3>());
}

/// The same motion, given about a point that lies at p.
template <class S>
Vector6<S> motion_at(const Vector3<S>& p, Vector6<S> m) {
  m.template tail<3>() += cross(m.template head<3>(), p);
  return m;
}

/// The same wrench, given about the point from which its own lies at p.
template <class S>
Vector6<S> wrench_from(const Vector3<S>& p, Vector6<S> f) {
  f.template head<3>() += cross(p, f.template tail<3>());
  return f;
}

/// Mass and moments about the point from which their own lies at p.
template <class S>
BasicInertia<S> inertia_from(const Vector3<S>& p, const BasicInertia<S>& I) {
  const Vector3<S> h = I.moment + I.mass * p;
  Matrix3<S> J = I.about_origin - p * I.moment.transpose() - h * p.transpose();
  J.diagonal().array() += p.dot(I.moment) + p.dot(h);
  return {I.mass, h, J};
}

/// (1) to (4) and (10) of one body.
template <class S>
void start(const Body& body, const typename BasicDerivativesWorkspace<S>::State* parent,
           const Vector6<S>& a_base, const S& qd, const S& qdd,
           typename BasicDerivativesWorkspace<S>::State& x) {
  const Motion<S> unit = joint_motion<S>(body.screw(), S(1));
  const Vector3<S> z = x.R_WB.col(2);
  x.axis << z * unit.angular.z(), z * unit.linear.z();
  Vector6<S> v_P = Vector6<S>::Zero(), a_P = a_base;
  if (parent != nullptr) {
    v_P = motion_at<S>(x.p_PB, parent->v);
    a_P = motion_at<S>(x.p_PB, parent->a);
  }
  x.axis_rate = cross_motion<S>(v_P, x.axis);
  x.axis_curve = cross_motion<S>(a_P, x.axis) + cross_motion<S>(v_P, x.axis_rate);
  x.v = v_P + x.axis * qd;
  x.a = a_P + x.axis * qdd + x.axis_rate * qd;

  x.I = {S(body.I_B.mass), x.R_WB * body.I_B.moment.template cast<S>(),
         x.R_WB * body.I_B.about_origin.template cast<S>() * x.R_WB.transpose()};
  const Vector6<S> momentum = times<S>(x.I, x.v);
  x.f = times<S>(x.I, x.a) + cross_wrench<S>(x.v, momentum);
  x.momentum = momentum.template tail<3>();
  const Vector3<S> w = x.v.template head<3>(), v = x.v.template tail<3>();
  const Vector3<S>& h = x.I.moment;
  const Matrix3<S>& J = x.I.about_origin;
  const Matrix3<S> wJ = skew<S>(w) * J;  // (w^ J)ᵀ = −J w^
  const Vector3<S> Jw = J * w;
  x.spin = wJ + wJ.transpose() - skew<S>(Jw) - S(2) * v * h.transpose();
  x.spin.diagonal().array() += S(2) * v.dot(h);
}

/// (6) to (9) for joint j and its ancestors.
template <class S>
void write(const Model& model, const std::vector<typename BasicDerivativesWorkspace<S>::State>& xs,
           int j, OutMatrix<S> dq, OutMatrix<S> dqd, OutMatrix<S> H) {
  const auto& x = xs[j];
  Vector6<S> IS = times<S>(x.I, x.axis);
  Vector6<S> by_q =
      times<S>(x.I, x.axis_curve) + twice_B<S>(x, x.axis_rate) + cross_wrench<S>(x.axis, x.f);
  Vector6<S> by_qd = S(2) * times<S>(x.I, x.axis_rate) + twice_B<S>(x, x.axis);
  const Vector3<S> SB = twice_B_from_left<S>(x, x.axis);  // acts on turning alone: about any point
  H(j, j) = x.axis.dot(IS);
  dq(j, j) = x.axis.dot(by_q);
  dqd(j, j) = x.axis.dot(by_qd);
  for (int k = j; !model.body({k}).parent.is_world();) {
    for (Vector6<S>* f : {&IS, &by_q, &by_qd}) *f = wrench_from<S>(xs[k].p_PB, *f);
    k = model.body({k}).parent.value;
    const auto& y = xs[k];
    H(k, j) = H(j, k) = y.axis.dot(IS);
    dq(k, j) = y.axis.dot(by_q);
    dqd(k, j) = y.axis.dot(by_qd);
    dq(j, k) = IS.dot(y.axis_curve) + SB.dot(y.axis_rate.template head<3>());
    dqd(j, k) = S(2) * IS.dot(y.axis_rate) + SB.dot(y.axis.template head<3>());
  }
}

template <class S>
void check_square(const char* algorithm, const char* argument, const OutMatrix<S>& m,
                  const Model& model) {
  check_size(algorithm, argument, m.rows(), model.nv(), model);
  check_size(algorithm, argument, m.cols(), model.nv(), model);
}

}  // namespace

template <class S>
BasicDerivativesWorkspace<S>::BasicDerivativesWorkspace(const Model& model)
    : states(static_cast<std::size_t>(model.body_count())),
      page(model),
      vector(model.nv()),
      H(model.nv(), model.nv()),
      factor(model.nv(), model.nv()) {}

template <class S>
void inverse_dynamics_derivatives(const Model& model, BasicDerivativesWorkspace<S>& ws, In<S> q,
                                  In<S> qd, In<S> qdd, OutMatrix<S> dtau_dq, OutMatrix<S> dtau_dqd,
                                  OutMatrix<S> H) {
  constexpr const char* name = "inverse_dynamics_derivatives";
  check_fixed_base(name, model);
  check_size(name, "q", q.size(), model.nq(), model);
  check_size(name, "qd", qd.size(), model.nv(), model);
  check_size(name, "qdd", qdd.size(), model.nv(), model);
  check_square<S>(name, "dtau_dq", dtau_dq, model);
  check_square<S>(name, "dtau_dqd", dtau_dqd, model);
  check_square<S>(name, "H", H, model);
  Vector6<S> a_base = Vector6<S>::Zero();
  a_base.template tail<3>() = -model.gravity().template cast<S>();
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    const bool root = body.parent.is_world();
    const Pose<S> X_PB = joint_pose<S>(body, q);
    const Matrix3<S> R_WP =
        root ? Matrix3<S>(Matrix3<S>::Identity()) : ws.states[body.parent.value].R_WB;
    ws.states[i].R_WB = R_WP * X_PB.R;
    ws.states[i].p_PB = R_WP * X_PB.p;
    start<S>(body, root ? nullptr : &ws.states[body.parent.value], a_base, qd[i], qdd[i],
             ws.states[i]);
  }
  dtau_dq.setZero();
  dtau_dqd.setZero();
  H.setZero();
  for (int j = model.body_count() - 1; j >= 0; --j) {
    write<S>(model, ws.states, j, dtau_dq, dtau_dqd, H);
    const int p = model.body({j}).parent.value;
    if (p < 0) continue;
    const auto& x = ws.states[j];  // (5)
    auto& y = ws.states[p];
    y.I += inertia_from<S>(x.p_PB, x.I);
    y.spin += x.spin - S(2) * skew<S>(x.p_PB) * skew<S>(x.momentum);
    y.momentum += x.momentum;
    y.f += wrench_from<S>(x.p_PB, x.f);
  }
}

template <class S>
void forward_dynamics_derivatives(const Model& model, BasicDerivativesWorkspace<S>& ws, In<S> q,
                                  In<S> qd, In<S> tau, Out<S> qdd, OutMatrix<S> dqdd_dq,
                                  OutMatrix<S> dqdd_dqd, OutMatrix<S> dqdd_dtau) {
  check_square<S>("forward_dynamics_derivatives", "dqdd_dtau", dqdd_dtau, model);
  aba<S>(model, ws.page, q, qd, tau, qdd);
  inverse_dynamics_derivatives<S>(model, ws, q, qd, qdd, dqdd_dq, dqdd_dqd, ws.H);
  const Eigen::Index n = model.nv();
  // A = Lᵀ D L from the last joint on: what does not lie on one branch stays zero.
  MatrixX<S>& A = ws.factor;
  A = ws.H;
  dqdd_dtau.setIdentity();
  dqdd_dq = -dqdd_dq;
  dqdd_dqd = -dqdd_dqd;
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    const S inverse = S(1) / A(k, k);
    for (Eigen::Index i = 0; i < k; ++i) {
      const S l = A(k, i) * inverse;
      for (Eigen::Index j = 0; j <= i; ++j) A(i, j) -= l * A(k, j);
      for (auto* m : {&dqdd_dq, &dqdd_dqd, &dqdd_dtau}) m->row(i) -= l * m->row(k);
    }
    for (Eigen::Index i = 0; i < k; ++i) A(k, i) *= inverse;
    for (auto* m : {&dqdd_dq, &dqdd_dqd, &dqdd_dtau}) m->row(k) *= inverse;
  }
  for (Eigen::Index k = 0; k < n; ++k)
    for (Eigen::Index j = 0; j < k; ++j)
      for (auto* m : {&dqdd_dq, &dqdd_dqd, &dqdd_dtau}) m->row(k) -= A(k, j) * m->row(j);
}

#define ERFD_INSTANTIATE(S)                                                                      \
  template class BasicDerivativesWorkspace<S>;                                                   \
  template void inverse_dynamics_derivatives<S>(const Model&, BasicDerivativesWorkspace<S>&,     \
                                                In<S>, In<S>, In<S>, OutMatrix<S>, OutMatrix<S>, \
                                                OutMatrix<S>);                                   \
  template void forward_dynamics_derivatives<S>(const Model&, BasicDerivativesWorkspace<S>&,     \
                                                In<S>, In<S>, In<S>, Out<S>, OutMatrix<S>,       \
                                                OutMatrix<S>, OutMatrix<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
