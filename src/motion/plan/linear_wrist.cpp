// o_joint: the last three axes turn linearly along the path, the first three keep the tool centre on
// it.
//
//   q_w(u) = q_w0 + u/L (q_w1 − q_w0)                     (1)
//   p(q_a, q_w(u)) = p(u)                                 (2)   three equations for three axes, Newton
#include "motion/plan/path_follower.hpp"

namespace erfd::planning {
namespace {

constexpr int arm_axes = 3;
constexpr double good_enough = 1e-12;  // [m]

}  // namespace

IkResult PathFollower::linear_wrist(const PathMove& move, int index, double u) {
  if (wrist_.move != index) {
    const auto at = [&](double place, const VectorX<double>& near) {
      return arm_.kinematics().in_branch(move.at(place) * X_TFlange_, branch_, near);
    };
    const IkResult from = at(0, q_), to = at(move.length(), from.ok() ? from.q : q_);
    if (!from.ok()) return from;
    if (!to.ok()) return to;
    wrist_ = {index, from.q, to.q};
  }
  IkResult result;
  result.q = q_;
  const auto wrist = q_.size() - arm_axes;
  result.q.tail(wrist) =
      wrist_.from.tail(wrist) + u / move.length() * (wrist_.to - wrist_.from).tail(wrist);  // (1)
  const Pose<double> X_FT = X_TFlange_.inverse();
  const Vector3<double> goal = position_on(move.curve, u);
  const auto miss = [&](const VectorX<double>& q) {
    return Vector3<double>(goal - (arm_.X_WFlange(q) * X_FT).p);
  };
  for (int i = 0; i < 20; ++i) {
    const Vector3<double> e = miss(result.q);
    result.distance = e.norm();
    if (result.distance < good_enough) return result;
    Matrix3<double> J;  // by differences: it steers the search, the answer is checked by (2)
    constexpr double h = 1e-6;
    for (int k = 0; k < arm_axes; ++k) {
      VectorX<double> there = result.q, back = result.q;
      there[k] += h;
      back[k] -= h;
      J.col(k) = (miss(back) - miss(there)) / (2 * h);
    }
    const double det = J.col(0).dot(cross(J.col(1), J.col(2)));
    if (std::abs(det) < 1e-12) break;
    result.q[0] += e.dot(cross(J.col(1), J.col(2))) / det;  // Cramer
    result.q[1] += e.dot(cross(J.col(2), J.col(0))) / det;
    result.q[2] += e.dot(cross(J.col(0), J.col(1))) / det;
  }
  result.status = result.distance < 1e-9 ? IkStatus::ok : IkStatus::not_converged;
  return result;
}

}  // namespace erfd::planning
