// Inverse kinematics by the Levenberg–Marquardt method on the error of the pose, within bounds.
// Source  J. Fan, Y. Yuan, On the quadratic convergence of the Levenberg–Marquardt method without
//         nonsingularity assumption, Computing 74 (2005): damping by the squared error.
//
//   e = (rotation vector of R_asked Rᵀ, (p_asked − p) / L)      (1)
//   (Jᵀ J + λ 1) δ = Jᵀ e,   λ = ν |e|²                         (2)   free joints only
//   q ← q + δ cut to the ranges if |e| falls, else ν ← 4 ν      (3)
//
// Legend   J  Jacobian of the frame, linear rows over L     L  length of the chain [m]
//
// Closed mechanisms: the free joints are the active ones, J is J G of all joints (dynamics/loops), and the
// loops are closed after each step; a step that they cannot follow does not count.
//
// A joint is not free where (2) would push it out of its range. The damping guides the way only:
// a posture counts when its error is within `reached`, and what is left of any other is told.
#include "motion/inverse_kinematics/ik_iteration.hpp"

#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/math/ldlt.hpp"
#include "erfd/math/rotation.hpp"

#include "motion/inverse_kinematics/joint_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <Eigen/QR>

namespace erfd {
namespace {

constexpr int steps = 150, restarts = 40;

struct Posture {
  VectorX<double> q;
  Vector6<double> e = Vector6<double>::Zero();  ///< (1)
  double distance = 0, angle = 0;               ///< [m], [rad]
  bool is_there() const { return distance <= reached && angle <= reached; }
};

/// Rotation vector of R, its angle in [0, π].
Vector3<double> rotation_vector(const Matrix3<double>& R) {
  const auto [w, x, y, z] = quaternion_of(R);
  const Vector3<double> v(x, y, z);
  const double s = v.norm();
  return s < 1e-12 ? Vector3<double>(2 * v) : Vector3<double>(v * (2 * std::atan2(s, w) / s));
}

int rank_of(const MatrixX<double>& J) {
  Eigen::ColPivHouseholderQR<MatrixX<double>> qr(J);
  qr.setThreshold(1e-9);  // rows without unit
  return static_cast<int>(qr.rank());
}

class Search {
 public:
  /// @param weight  of the position against the orientation
  Search(const Model& model, FrameIndex frame, const Pose<double>& X_WF, bool within_ranges,
         double weight = 1)
      : model_(model), ws_(model), frame_(frame), asked_(X_WF), within_ranges_(within_ranges) {
    for (BodyIndex i = model.frame(frame).body; !i.is_world(); i = model.body(i).parent)
      length_ += model.body(i).X_PB0.p.norm();
    if (length_ < 1e-6) length_ = 1;
    span_ = length_;
    length_ /= weight;
    if (!is_closed(model)) return;
    loops_.emplace(model);
    G_.resize(model.nv(), static_cast<Eigen::Index>(loops_->active().size()));
  }

  /// Largest ranks of the Jacobian, and of its linear rows, in some postures.
  std::pair<int, int> freedoms() {
    std::pair<int, int> most{0, 0};
    MatrixX<double> J(6, model_.nv());
    for (int k = 1, left = loops_ ? restarts : 3; k <= left && most.first < 6; ++k) {
      VectorX<double> q = start(k);
      if (!close(model_.start(), q)) continue;
      if (loops_) left = std::min(left, k + 2);
      frame_jacobian(q, J);
      J.bottomRows<3>() /= span_;
      most.first = std::max(most.first, rank_of(J));
      most.second = std::max(most.second, rank_of(J.bottomRows<3>()));
    }
    return most;
  }

  /// The best posture of all starts; the first that is there ends the search.
  Posture from(const VectorX<double>& q_near) {
    Posture best = descend(q_near);
    for (int k = 1; k <= restarts && !best.is_there(); ++k) {
      VectorX<double> q = start(k);
      if (!close(q_near, q)) continue;
      Posture next = descend(std::move(q));
      if (next.is_there() || next.e.squaredNorm() < best.e.squaredNorm()) best = std::move(next);
    }
    return best;
  }

 private:
  double lower(const Body& body) const { return within_ranges_ ? body.limits.lower : -infinite; }
  double upper(const Body& body) const { return within_ranges_ ? body.limits.upper : infinite; }

  /// Spreads the starts evenly: multiples of irrational steps (M. Roberts' sequence).
  VectorX<double> start(int k) const {
    VectorX<double> q(model_.nq());
    double ratio = 2;  // root of x^(n+1) = x + 1
    for (int i = 0; i < 30; ++i) ratio = std::pow(1 + ratio, 1.0 / (model_.nq() + 1));
    double step = 1;
    for (const Body& body : model_.bodies()) {
      step /= ratio;
      const double share = std::fmod(0.5 + k * step, 1.0);
      const double half =
          comes_round(body.kind) ? std::numbers::pi : span_ / std::abs(body.screw().slide);
      double low = body.limits.lower, high = body.limits.upper;
      if (!std::isfinite(low)) low = std::isfinite(high) ? high - 2 * half : -half;
      if (!std::isfinite(high)) high = low + 2 * half;
      q[body.q_index] = low + share * (high - low);
    }
    return q;
  }

  /// Brings the loops of q from a posture where they close to the active joints of q.
  bool close(const VectorX<double>& from, VectorX<double>& q) {
    if (!loops_) return true;
    VectorX<double> closed = from;
    const bool closes = move_active<double>(model_, *loops_, q, closed).closed;
    q = closed;
    return closes;
  }

  /// Of the free joints; zero for those that the loops move.
  void frame_jacobian(const VectorX<double>& q, MatrixX<double>& J) {
    jacobian(model_, ws_, q, frame_, J);
    if (!loops_) return;
    loop_matrix<double>(model_, *loops_, q, G_);
    const MatrixX<double> of_active = J * G_;
    J.setZero();
    for (std::size_t i = 0; i < loops_->active().size(); ++i)
      J.col(loops_->active()[i]) = of_active.col(static_cast<Eigen::Index>(i));
  }

  /// What all joints do for a step of the free ones.
  void spread(VectorX<double>& step) const {
    if (loops_) step = G_ * entries_of(step, loops_->active());
  }

  /// @param from  where the loops close: their branch stays
  Posture at(VectorX<double> q, const VectorX<double>& from) {
    for (const Body& body : model_.bodies()) {
      if (loops_ && body.passive) continue;
      double& x = q[body.q_index];
      x = std::min(std::max(x, lower(body)), upper(body));
    }
    const bool closes = close(from, q);
    Posture posture{std::move(q), {}, 0, 0};
    const Pose<double> X = frame_pose(model_, ws_, posture.q, frame_);
    const Vector3<double> turn = rotation_vector(asked_.R * X.R.transpose()), way = asked_.p - X.p;
    posture.e << turn, way / length_;
    if (!closes) posture.e.setConstant(infinite);
    posture.distance = way.norm();
    posture.angle = turn.norm();
    return posture;
  }

  /// (2)
  VectorX<double> step_from(const Posture& posture, double nu) {
    MatrixX<double> J(6, model_.nv());
    frame_jacobian(posture.q, J);
    J.bottomRows<3>() /= length_;
    VectorX<double> step = J.transpose() * posture.e;
    for (const Body& body : model_.bodies()) {
      const double x = posture.q[body.q_index];
      double& push = step[body.v_index];
      if (!(push < 0 && x <= lower(body)) && !(push > 0 && x >= upper(body))) continue;
      push = 0;
      J.col(body.v_index).setZero();
    }
    MatrixX<double> A = J.transpose() * J;
    constexpr double least = 1e-13;  // keeps A definite for redundant and idle joints
    A.diagonal().array() += std::max(nu * posture.e.squaredNorm(), least);
    solve_ldlt<double>(A, step);
    spread(step);
    return step;
  }

  Posture descend(VectorX<double> q) {
    Posture here = at(q, q);
    double nu = 1;
    for (int k = 0; k < steps && nu < 1e12 && here.e.squaredNorm() > 0; ++k) {
      Posture next = at(here.q + step_from(here, nu), here.q);
      if (next.e.squaredNorm() < here.e.squaredNorm()) {  // (3)
        here = std::move(next);
        nu = std::max(nu / 4, 1e-8);
      } else {
        nu *= 4;
      }
    }
    return here;
  }

  static constexpr double infinite = std::numeric_limits<double>::infinity();
  const Model& model_;
  Workspace ws_;
  FrameIndex frame_;
  Pose<double> asked_;
  bool within_ranges_;
  std::optional<LoopWorkspace> loops_;  ///< of a closed mechanism
  MatrixX<double> G_;
  double length_ = 0;  ///< L of (1)
  double span_ = 0;    ///< of the chain [m]
};

}  // namespace

IkResult iterate_to_pose(const Model& model, FrameIndex frame, const Pose<double>& X_WF,
                         const VectorX<double>& q_near) {
  const Posture inside = Search(model, frame, X_WF, true).from(q_near);
  IkResult result;
  result.q = inside.q;
  if (inside.is_there()) {
    const RangeMiss miss = turn_towards(model, q_near, result.q);
    if (miss.joint < 0) return result;
    result.status = IkStatus::joint_limit;  // of a joint that the loops move
    result.joint = miss.joint;
    result.distance = miss.distance;
    return result;
  }
  // From the best posture inside: what leaves its range is then what has to.
  Posture beyond = Search(model, frame, X_WF, false).from(inside.q);
  if (beyond.is_there()) {
    result.q = std::move(beyond.q);
    const RangeMiss miss = turn_towards(model, q_near, result.q);
    result.status = miss.joint < 0 ? IkStatus::ok : IkStatus::joint_limit;
    result.joint = miss.joint;
    result.distance = miss.distance;
    return result;
  }
  result.status = IkStatus::not_converged;
  result.distance = inside.distance;
  result.angle = inside.angle;
  return result;
}

PositionFirst position_first(const Model& model, FrameIndex frame, const Pose<double>& X_WF,
                             const VectorX<double>& q_near) {
  constexpr double weight =
      1e4;  // what the position gives way for the orientation: 1e-8 of the arm
  Posture nearest = Search(model, frame, X_WF, true, weight).from(q_near);
  Workspace ws(model);
  const Pose<double> X = frame_pose(model, ws, nearest.q, frame);
  return {std::move(nearest.q), rotation_vector(X_WF.R * X.R.transpose()), X_WF.p - X.p};
}

std::pair<int, int> freedoms_of(const Model& model, FrameIndex frame) {
  return Search(model, frame, {}, true).freedoms();
}

}  // namespace erfd
