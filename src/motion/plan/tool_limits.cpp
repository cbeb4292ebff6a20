// The way of a ptp move is q(s) = q0 + s D/m, 0 ≤ s ≤ m (joint_run.cpp). Along it
//
//   share ≤ v / max |dp/ds|,   share ≤ ω / max |R' |        (1)   by differences of `samples` steps
//   b = max b: |p(m − b) − p(m)| ≤ d                        (2)   by bisection, on either side
#include "motion/plan/tool_limits.hpp"

#include "motion/path/rotation_vector.hpp"

#include <algorithm>

namespace erfd::planning {
namespace {

constexpr int samples = 24;

}  // namespace

double tool_speed_share(const Arm& arm, const Instruction& instruction, const VectorX<double>& from,
                        const VectorX<double>& goal) {
  const MoveLimits& limits = std::get<Move>(instruction.action).limits;
  const double m = joint_measure(from, goal, arm.axes().speed);
  if ((!limits.speed && !limits.turn_speed) || m <= 0) return 1;
  const Pose<double> X_FT = arm.X_FlangeT(instruction.conditions);
  double fastest = 0, turning = 0;
  Pose<double> before = arm.X_WFlange(from) * X_FT;
  for (int k = 1; k <= samples; ++k) {
    const Pose<double> now = arm.X_WFlange(from + (goal - from) * k / samples) * X_FT;
    fastest = std::max(fastest, (now.p - before.p).norm() * samples / m);
    turning = std::max(turning, angle_between(before.R, now.R) * samples / m);
    before = now;
  }
  double share = 1;  // (1)
  if (limits.speed && fastest > 0) share = std::min(share, *limits.speed / fastest);
  if (limits.turn_speed && turning > 0) share = std::min(share, *limits.turn_speed / turning);
  return share;
}

double blend_share_of(const Arm& arm, const Instruction& instruction, const VectorX<double>& from,
                      const VectorX<double>& corner, const VectorX<double>& goal, double distance) {
  const VectorX<double>& speed = arm.axes().speed;
  const double m1 = joint_measure(from, corner, speed), m2 = joint_measure(corner, goal, speed);
  if (m1 <= 0 || m2 <= 0) return 0;
  const Pose<double> X_FT = arm.X_FlangeT(instruction.conditions);
  const auto tool = [&](const VectorX<double>& q) { return (arm.X_WFlange(q) * X_FT).p; };
  const Vector3<double> p = tool(corner);
  const auto most = [&](const VectorX<double>& other, double m) {  // (2)
    return way_within(0, m / 2, [&](double b) {
      return (tool(corner + (other - corner) * b / m) - p).norm() <= distance;
    });
  };
  const double b = std::min(most(from, m1), most(goal, m2));
  return std::min(1.0, 2 * b / std::min(m1, m2));
}

}  // namespace erfd::planning
