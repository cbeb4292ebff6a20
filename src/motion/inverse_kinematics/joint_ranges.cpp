#include "motion/inverse_kinematics/joint_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace erfd {
namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr double rounding = 1e-10;  ///< [rad, m] beyond the end of a range: still at the end

double outside(const JointLimits& limits, double q) {
  return std::max({0.0, limits.lower - q, q - limits.upper});
}

double nearest_turn(const JointLimits& limits, double near, double q) {
  const double best = q + turn * std::round((near - q) / turn);
  if (outside(limits, best) <= rounding) return best;
  // The range lies on one side of `best`: the turn next to its near end is the nearest inside it.
  const double end = best > limits.upper ? limits.upper : limits.lower;
  const double low = q + turn * std::floor((end - q + rounding) / turn);
  const double high = q + turn * std::ceil((end - q - rounding) / turn);
  if (outside(limits, low) == outside(limits, high))
    return std::abs(low - near) <= std::abs(high - near) ? low : high;
  return outside(limits, low) < outside(limits, high) ? low : high;
}

}  // namespace

RangeMiss turn_towards(const Model& model, const VectorX<double>& q_near, VectorX<double>& q) {
  RangeMiss worst;
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    double& x = q[body.q_index];
    if (comes_round(body.kind)) x = nearest_turn(body.limits, q_near[body.q_index], x);
    const double miss = outside(body.limits, x);
    if (miss <= rounding)
      x = std::clamp(x, body.limits.lower, body.limits.upper);
    else if (miss > worst.distance)
      worst = {i, miss};
  }
  return worst;
}

double travel_time(const Model& model, const VectorX<double>& a, const VectorX<double>& b) {
  double fastest = 0, longest = 0;
  for (const Body& body : model.bodies())
    if (std::isfinite(body.limits.speed)) fastest = std::max(fastest, body.limits.speed);
  if (fastest == 0) fastest = 1;
  for (const Body& body : model.bodies()) {
    const double speed = std::isfinite(body.limits.speed) ? body.limits.speed : fastest;
    if (speed > 0) longest = std::max(longest, std::abs(a[body.q_index] - b[body.q_index]) / speed);
  }
  return longest;
}

}  // namespace erfd
