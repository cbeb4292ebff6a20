// Dynamics of parallel robots through their legs.
// Source  [K10] W. Khalil 2010, equations (59) to (66), in the coordinates x of the platform's own
//         joints, so that a platform with fewer than six freedoms goes the same way.
//
//   J_i qd_i = J_vi V_p,  V_p = J_x xd   →   qd_i = K_i xd                     (1)  [K10] (61)–(65)
//   qdd_i    = K_i xdd + β_i,  J_i β_i = −J̇ qd                                 (2)
//   F_x = Γ_x + Σ K_iᵀ Γ_i               Γ of the open tree by Newton-Euler    (3)  bracket of (66)
//       = Γ_x + Σ C_xiᵀ λ_i,  C_iᵀ λ_i = Γ_i                                   (3')
//   J_rᵀ Γ = F_x                         J_r = rows of K of the active joints  (4)  [K10] (66), J_p = J_r⁻¹
//   row of K_i of joint a = w_aᵀ C_xi,  C_iᵀ w_a = e_a                         (4')
//   A_x xdd = J_rᵀ Γ − Kᵀ (h + H β),     A_x = Kᵀ H K                          (5)
//
// Legend   [K10]      here
//          J_i        block of ∂φ/∂q of the leg's joints in the rows of its cut joint
//          J_vi J_x   minus the block of the platform's joints in these rows
//          C_i, C_xi  what the leg's and the platform's joints move at the end of the leg, in the directions
//                     that the cut joint joins: ±J_i and ∓ the platform's block; λ_i is the force there
//
// Inverse dynamics needs no K: (3') and (4') solve for a few numbers a leg, where (1) solves for as many
// columns as the platform has freedoms; with the engine for Γ 1.6 µs in place of 6.6 on gough_stewart.
#include "erfd/dynamics/loops/parallel.hpp"

#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/math/ldlt.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/rates.hpp"

#include <utility>

namespace erfd {
namespace {

/// X := A⁻¹ X by elimination with pivots over any scalar; A of size n, X with `columns`.
/// @return false if A is singular up to rounding
template <class S, class MatrixA, class MatrixXt>
bool solve_in_place(MatrixA&& A, MatrixXt&& X) {
  using std::abs;
  const Eigen::Index n = A.rows();
  S scale(0);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      if (abs(A(i, j)) > scale) scale = abs(A(i, j));
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i)
      if (abs(A(i, k)) > abs(A(pivot, k))) pivot = i;
    if (!(abs(A(pivot, k)) > scale * S(1e-12))) return false;
    if (pivot != k) {
      for (Eigen::Index j = 0; j < n; ++j) std::swap(A(k, j), A(pivot, j));
      for (Eigen::Index j = 0; j < X.cols(); ++j) std::swap(X(k, j), X(pivot, j));
    }
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const S factor = A(i, k) / A(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) A(i, j) -= factor * A(k, j);
      for (Eigen::Index j = 0; j < X.cols(); ++j) X(i, j) -= factor * X(k, j);
    }
  }
  for (Eigen::Index k = n - 1; k >= 0; --k)
    for (Eigen::Index j = 0; j < X.cols(); ++j) {
      for (Eigen::Index i = k + 1; i < n; ++i) X(k, j) -= A(k, i) * X(i, j);
      X(k, j) /= A(k, k);
    }
  return true;
}

template <class S>
int platform_size(const BasicParallelWorkspace<S>& ws) {
  return static_cast<int>(ws.structure.platform.size());
}

template <class S>
void update_poses(const Model& model, BasicParallelWorkspace<S>& ws,
                  const Eigen::Ref<const VectorX<S>>& q) {
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    const Pose<S> X_PB = joint_pose<S>(body, q);
    ws.X_WB[i] = body.parent.is_world() ? X_PB : ws.X_WB[body.parent.value] * X_PB;
  }
}

/// Poses and J.
template <class S>
void update_rows(const Model& model, BasicParallelWorkspace<S>& ws,
                 const Eigen::Ref<const VectorX<S>>& q) {
  update_poses<S>(model, ws, q);
  cut_jacobian<S>(model, ws.X_WB, ws.J);
}

[[noreturn]] void leg_is_singular(const Model& model, const ParallelLeg& leg) {
  throw Error("parallel robot '" + model.name() + "': the leg of cut joint '" +
              model.constraints()[static_cast<std::size_t>(leg.cut)].name +
              "' is singular: its joints do not move its end in all directions");
}

/// J_i⁻¹ of the rows of a leg, applied to `right`, which stands in its first rows.
template <class S, class Right>
void solve_leg(const Model& model, BasicParallelWorkspace<S>& ws, const ParallelLeg& leg,
               Right&& right) {
  const auto n = static_cast<Eigen::Index>(leg.joints.size());
  auto J_i = ws.leg.topLeftCorner(n, n);
  for (Eigen::Index k = 0; k < n; ++k)
    J_i.col(k) = ws.J.col(leg.joints[static_cast<std::size_t>(k)]).segment(leg.first_row, n);
  if (!solve_in_place<S>(J_i, right)) leg_is_singular(model, leg);
}

/// (1)
template <class S>
void update_legs(const Model& model, BasicParallelWorkspace<S>& ws) {
  const int n_x = platform_size(ws);
  ws.K.setZero();
  for (int k = 0; k < n_x; ++k) ws.K(ws.structure.platform[static_cast<std::size_t>(k)], k) = S(1);
  for (const ParallelLeg& leg : ws.structure.legs) {
    const auto n = static_cast<Eigen::Index>(leg.joints.size());
    auto right = ws.leg.block(0, n, n, n_x);
    for (int k = 0; k < n_x; ++k)
      right.col(k) =
          -ws.J.col(ws.structure.platform[static_cast<std::size_t>(k)]).segment(leg.first_row, n);
    solve_leg<S>(model, ws, leg, right);
    for (Eigen::Index k = 0; k < n; ++k)
      ws.K.row(leg.joints[static_cast<std::size_t>(k)]) = right.row(k);
  }
}

/// β of (2) into `beta`, from J̇ qd in ws.rows.
template <class S>
void update_beta(const Model& model, BasicParallelWorkspace<S>& ws, VectorX<S>& beta) {
  beta.setZero();
  for (const ParallelLeg& leg : ws.structure.legs) {
    const auto n = static_cast<Eigen::Index>(leg.joints.size());
    auto right = ws.leg.block(0, n, n, 1);
    right = -ws.rows.segment(leg.first_row, n);
    solve_leg<S>(model, ws, leg, right);
    for (Eigen::Index k = 0; k < n; ++k)
      beta[leg.joints[static_cast<std::size_t>(k)]] = right(k, 0);
  }
}

/// Calls set(column, screw, z, v) for the joints of a leg, then of the platform: axis and velocity of a
/// point p for a unit of their speeds.
template <class S, class Set>
void for_each_mover(const Model& model, const BasicParallelWorkspace<S>& ws, const ParallelLeg& leg,
                    const Vector3<S>& p, const Set& set) {
  Eigen::Index column = 0;
  for (const std::vector<int>* joints : {&leg.joints, &ws.structure.platform}) {
    for (const int j : *joints) {
      const Screw screw = model.body({j}).screw();
      const Pose<S>& X = ws.X_WB[static_cast<std::size_t>(j)];
      const Vector3<S> z = X.R.col(2);
      set(column++, screw, z, velocity_at<S>(screw, z, Vector3<S>(p - X.p)));
    }
  }
}

/// The end of a leg at a position: C_i in the first columns of ws.leg, C_xi behind them.
template <class S>
void update_end(const Model& model, BasicParallelWorkspace<S>& ws, const ParallelLeg& leg) {
  const CutJoint& cut = model.constraints()[static_cast<std::size_t>(leg.cut)];
  if (cut.kind == CutKind::spherical) {  // any three directions join the same
    const Vector3<S> p =
        ws.X_WB[static_cast<std::size_t>(cut.body_b.value)] * cut.X_BG.p.template cast<S>();
    for_each_mover<S>(model, ws, leg, p,
                      [&](Eigen::Index column, const Screw&, const Vector3<S>&,
                          const Vector3<S>& v) { ws.leg.template block<3, 1>(0, column) = v; });
    return;
  }
  const CutFrames<S> frames(cut, ws.X_WB);
  const CutRows<S> rows(cut.kind, frames);
  for_each_mover<S>(
      model, ws, leg, frames.X_WG.p,
      [&](Eigen::Index column, const Screw& screw, const Vector3<S>& z, const Vector3<S>& v) {
        for (int r = 0; r < rows.count; ++r) {
          const Force<S> F = rows.row[r].wrench();
          ws.leg(r, column) = F.force.dot(v) + (screw.turns ? F.moment.dot(z) : S(0));
        }
      });
}

/// x with C_iᵀ x = b of a ball joint, by the vectors that are reciprocal to the columns of C_i.
template <class S>
struct BallJointSolver {
  Vector3<S> r1, r2, r3;
  bool singular;

  explicit BallJointSolver(const MatrixX<S>& C) {
    const Vector3<S> c1 = C.template block<3, 1>(0, 0), c2 = C.template block<3, 1>(0, 1),
                     c3 = C.template block<3, 1>(0, 2);
    r1 = cross(c2, c3);
    const S det = c1.dot(r1);
    singular = !(det * det > S(1e-24) * (c1.squaredNorm() * c2.squaredNorm() * c3.squaredNorm()));
    const S inverse = S(1) / det;
    r1 *= inverse;
    r2 = cross(c3, c1) * inverse;
    r3 = cross(c1, c2) * inverse;
  }
  Vector3<S> operator()(const S& b1, const S& b2, const S& b3) const {
    return r1 * b1 + r2 * b2 + r3 * b3;
  }
  const Vector3<S>& unit(int k) const { return k == 0 ? r1 : k == 1 ? r2 : r3; }
};

/// The active joint number k of the robot is in place `at` of a leg.
struct ActiveInLeg {
  Eigen::Index k;
  int at;
};
template <class Visit>
void for_each_active(const ParallelStructure& s, const ParallelLeg& leg, const Visit& visit) {
  for (std::size_t at = 0; at < leg.joints.size(); ++at)
    for (std::size_t k = 0; k < s.active.size(); ++k)
      if (s.active[k] == leg.joints[at])
        visit(ActiveInLeg{static_cast<Eigen::Index>(k), static_cast<int>(at)});
}

/// Adds C_xiᵀ λ_i to F_x and writes the columns of J_rᵀ of the leg's active joints; torques of the tree in
/// ws.v1.
template <class S>
void add_leg(const Model& model, BasicParallelWorkspace<S>& ws, const ParallelLeg& leg,
             Eigen::Ref<VectorX<S>> F_x) {
  update_end<S>(model, ws, leg);
  const auto n = static_cast<Eigen::Index>(leg.joints.size());
  const Eigen::Index n_x = platform_size(ws);
  const auto torque = [&](Eigen::Index k) {
    return ws.v1[leg.joints[static_cast<std::size_t>(k)]];
  };
  if (model.constraints()[static_cast<std::size_t>(leg.cut)].kind == CutKind::spherical) {
    const BallJointSolver<S> solve(ws.leg);
    if (solve.singular) leg_is_singular(model, leg);
    const Vector3<S> force = solve(torque(0), torque(1), torque(2));
    for (Eigen::Index k = 0; k < n_x; ++k)
      F_x[k] += ws.leg.template block<3, 1>(0, n + k).dot(force);  // (3')
    for_each_active(ws.structure, leg, [&](const ActiveInLeg& a) {
      for (Eigen::Index k = 0; k < n_x; ++k)
        ws.square(k, a.k) = ws.leg.template block<3, 1>(0, n + k).dot(solve.unit(a.at));  // (4')
    });
    return;
  }
  Eigen::Matrix<S, 6, 6> C_t;
  Eigen::Matrix<S, 6, 7> right;  // Γ_i, then the unit vectors
  C_t.topLeftCorner(n, n) = ws.leg.topLeftCorner(n, n).transpose();
  right.setZero();
  for (Eigen::Index k = 0; k < n; ++k) {
    right(k, 0) = torque(k);
    right(k, 1 + k) = S(1);
  }
  if (!solve_in_place<S>(C_t.topLeftCorner(n, n), right.topLeftCorner(n, n + 1)))
    leg_is_singular(model, leg);
  const auto C_x = ws.leg.block(0, n, n, n_x);
  F_x += C_x.transpose().lazyProduct(right.col(0).head(n));  // (3')
  for_each_active(ws.structure, leg, [&](const ActiveInLeg& a) {
    ws.square.col(a.k) = C_x.transpose().lazyProduct(right.col(1 + a.at).head(n));  // (4')
  });
}

/// xd of the platform's entries of a vector of all joints, into ws.small.
template <class S>
void take_platform(BasicParallelWorkspace<S>& ws, const Eigen::Ref<const VectorX<S>>& all) {
  for (int k = 0; k < platform_size(ws); ++k)
    ws.small[k] = all[ws.structure.platform[static_cast<std::size_t>(k)]];
}

}  // namespace

template <class S>
BasicParallelWorkspace<S>::BasicParallelWorkspace(const Model& model)
    : structure(parallel_structure(model)),
      engine(model),
      fast(engine),
      tree(model),
      X_WB(static_cast<std::size_t>(model.body_count())),
      J(model.constraint_rows(), model.nv()),
      K(model.nv(), static_cast<Eigen::Index>(structure.platform.size())),
      leg(6, 12),
      H(model.nv(), model.nv()),
      HK(K.rows(), K.cols()),
      A(K.cols(), K.cols()),
      square(K.cols(), K.cols()),
      rows(model.constraint_rows()),
      v1(model.nv()),
      v2(model.nv()),
      v3(model.nv()),
      small(K.cols()) {}

template <class S>
void parallel_velocity(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, Out<S> qd) {
  check_size("parallel_velocity", "q", q.size(), model.nq(), model);
  check_size("parallel_velocity", "qd", qd.size(), model.nv(), model);
  update_rows<S>(model, ws, q);
  update_legs<S>(model, ws);
  take_platform<S>(ws, qd);
  qd.noalias() = ws.K * ws.small;
}

template <class S>
void parallel_acceleration(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, In<S> qd,
                           Out<S> qdd) {
  check_size("parallel_acceleration", "q", q.size(), model.nq(), model);
  check_size("parallel_acceleration", "qd", qd.size(), model.nv(), model);
  check_size("parallel_acceleration", "qdd", qdd.size(), model.nv(), model);
  update_rows<S>(model, ws, q);
  update_legs<S>(model, ws);
  second_rates<S>(model, ws.tree, ws.X_WB, q, qd, ws.rows);
  update_beta<S>(model, ws, ws.v1);
  take_platform<S>(ws, qdd);
  qdd = ws.v1;
  qdd.noalias() += ws.K * ws.small;  // (2)
}

template <class S>
void parallel_inverse_dynamics(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, In<S> qd,
                               In<S> qdd, Out<S> platform_force, Out<S> tau, Wrenches<S> wrenches) {
  const int n_x = platform_size(ws);
  check_size("parallel_inverse_dynamics", "platform_force", platform_force.size(), n_x, model);
  check_size("parallel_inverse_dynamics", "tau", tau.size(), n_x, model);
  inverse_dynamics<S>(ws.engine, ws.fast, q, qd, qdd, ws.v1, wrenches);
  update_poses<S>(model, ws, q);
  for (int k = 0; k < n_x; ++k)
    platform_force[k] = ws.v1[ws.structure.platform[static_cast<std::size_t>(k)]];
  for (const ParallelLeg& leg : ws.structure.legs) add_leg<S>(model, ws, leg, platform_force);
  ws.small = platform_force;
  auto right = ws.small.reshaped(n_x, 1);
  if (!solve_in_place<S>(ws.square, right))  // (4)
    throw Error("parallel_inverse_dynamics: the active joints of '" + model.name() +
                "' do not rule its platform here: it stands in a singular position");
  tau = ws.small;
}

template <class S>
void parallel_forward_dynamics(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, In<S> qd,
                               In<S> tau, Out<S> qdd, Wrenches<S> wrenches,
                               std::span<const double> armature) {
  const char* const caller = "parallel_forward_dynamics";
  const int n_x = platform_size(ws);
  check_size(caller, "tau", tau.size(), n_x, model);
  check_size(caller, "qdd", qdd.size(), model.nv(), model);
  crba<S>(model, ws.tree, q, ws.H);
  for (std::size_t i = 0; i < armature.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    ws.H(k, k) += S(armature[i]);
  }
  bias_torques<S>(model, ws.tree, q, qd, ws.v1, wrenches);
  update_rows<S>(model, ws, q);
  update_legs<S>(model, ws);
  second_rates<S>(model, ws.tree, ws.X_WB, q, qd, ws.rows);
  update_beta<S>(model, ws, ws.v2);
  ws.HK.noalias() = ws.H * ws.K;
  ws.A.noalias() = ws.K.transpose() * ws.HK;
  ws.v3.noalias() = ws.H * ws.v2;
  ws.v1 = -ws.v1 - ws.v3;
  for (int k = 0; k < n_x; ++k) ws.v1[ws.structure.active[static_cast<std::size_t>(k)]] += tau[k];
  ws.small.noalias() = ws.K.transpose() * ws.v1;
  solve_ldlt<S>(ws.A, ws.small);  // (5)
  qdd = ws.v2;
  qdd.noalias() += ws.K * ws.small;
}

#define ERFD_INSTANTIATE(S)                                                                      \
  template struct BasicParallelWorkspace<S>;                                                     \
  template void parallel_velocity<S>(const Model&, BasicParallelWorkspace<S>&, In<S>, Out<S>);   \
  template void parallel_acceleration<S>(const Model&, BasicParallelWorkspace<S>&, In<S>, In<S>, \
                                         Out<S>);                                                \
  template void parallel_inverse_dynamics<S>(const Model&, BasicParallelWorkspace<S>&, In<S>,    \
                                             In<S>, In<S>, Out<S>, Out<S>, Wrenches<S>);         \
  template void parallel_forward_dynamics<S>(const Model&, BasicParallelWorkspace<S>&, In<S>,    \
                                             In<S>, In<S>, Out<S>, Wrenches<S>,                  \
                                             std::span<const double>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
