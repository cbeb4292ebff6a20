// How the accelerations that the limits leave change with the speed.
#include "motion/optimal/admissible.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::optimal {

std::pair<double, double> Admissible::tool_gradient(const Side& side, double rate, int row,
                                                    double u) const {
  const ToolRow& tool = side.tool[row - torques_.motors() - torques_.joints()];
  const Vector3<double> acceleration = tool.v * u + tool.a * rate * rate;
  return {tool.v.dot(acceleration), tool.a.dot(acceleration)};
}

void Admissible::add_corners(const Side& side, std::vector<double>& rates) const {
  for (int i = 0; i < torques_.motors(); ++i) {
    const double w = std::abs(side.motors[i].w);
    if (w == 0) continue;
    for (const TorqueSpeedPoint& corner : torques_.drives().motor(i).limits.curve)
      rates.push_back(corner.speed / w);
  }
}

double Admissible::slope_in_x(const Side& side, double rate, const Span& span, bool high) const {
  const int row = high ? span.high_row : span.low_row;
  const double u = high ? span.high : span.low, x = rate * rate;
  if (row < 0) return 0;
  if (is_tool(row)) {
    const auto [by_u, by_x] = tool_gradient(side, rate, row, u);
    return -by_x / by_u;
  }
  if (row >= torques_.motors()) {
    const JointRow& joint = side.joints[row - torques_.motors()];
    return -joint.b / joint.a;
  }
  const MotorRow& motor = side.motors[row];
  const auto i = static_cast<std::size_t>(row);
  double by_u = motor.a, by_x = motor.b + motor.d / (2 * rate);
  for (std::size_t t = loads_begin_[i]; t < loads_begin_[i + 1]; ++t) {
    const JointRow& joint = side.joints[torques_.loads()[t].joint];
    const double m = side.loads[t] * sign(joint.a * u + joint.b * x + joint.c);
    by_u += m * joint.a;
    by_x += m * joint.b;
  }
  if (reach_[i].varies) {
    constexpr double step = 1e-6;
    const bool upper = high == (motor.a > 0);
    const auto bound = [&](double speed) {
      const TorqueRange range = torque_range(torques_.drives().motor(row), speed);
      return side.torque_share * share_[row] * (upper ? range.high : range.low);
    };
    by_x -= (bound(motor.w * rate * (1 + step)) - bound(motor.w * rate)) / (2 * step * x);
  }
  return -by_x / by_u;
}

bool Admissible::is_steep(const Side& side, double rate, const Span& span, bool high,
                          double h) const {
  const int row = high ? span.high_row : span.low_row;
  if (row < 0) return false;
  if (is_tool(row)) {  // its limit is convex: no more than its tangent is needed
    const auto [by_u, by_x] = tool_gradient(side, rate, row, high ? span.high : span.low);
    return std::abs(by_u) > h * std::abs(by_x);
  }
  if (row >= torques_.motors()) {
    const JointRow& joint = side.joints[row - torques_.motors()];
    return std::abs(joint.a) > h * std::abs(joint.b);
  }
  // Along the line s̈ falls by Δx/h: the torque of the row by (|a| − Σ|m a_j|)/h, and what it has of x and
  // ṡ gives back less than that; the speed changes by Δx/ṡ at most.
  const MotorRow& motor = side.motors[row];
  const Reach& reach = reach_[static_cast<std::size_t>(row)];
  const double by_rate = std::abs(motor.d) + reach.grows * side.torque_share * std::abs(motor.w);
  return (std::abs(motor.a) - motor.load_a) * rate >
         h * ((std::abs(motor.b) + motor.load_b) * rate + by_rate);
}

// On the line s̈ = u t², x = X t² for 0 ≤ t ≤ 1 every τ_j is linear in t², and a torque is
//
//   F = F(0) (1−t) + F(1) t − (q − Σ p) t (1−t),   q = a u + b X + Σ m (|τ(1)| − |τ(0)|)
//
// where p ≥ 0 is left over from a τ_j that changes its sign: |τ| hangs below its chord. With the concave
// high ≥ high(0) (1−t) + high(1) t the distance to it is e0 (1−t) + e1 t − Q t (1−t) or more, which is
// positive as long as Q ≤ (√e0 + √e1)².
bool Admissible::holds_from_rest(const Side& side, double rate, double acceleration) {
  const auto stays = [](double e0, double e1, double Q, double scale) {
    if (!(e0 >= 0 && e1 >= -1e-9 * scale)) return false;
    return Q <= 0 || Q <= e0 + std::max(e1, 0.0) + 2 * std::sqrt(e0 * std::max(e1, 0.0));
  };
  look(side, rate);
  const double x = rate * rate;
  for (std::size_t i = 0; i < reach_.size(); ++i) {
    const MotorRow& row = side.motors[i];
    if (std::abs(row.w) * rate > reach_[i].concave_to) return false;
    double q = row.a * acceleration + row.b * x;
    double begin = row.c, end = row.a * acceleration + k_[i], hangs_high = 0, hangs_low = 0;
    for (std::size_t t = loads_begin_[i]; t < loads_begin_[i + 1]; ++t) {
      const auto j = static_cast<std::size_t>(torques_.loads()[t].joint);
      const double m = side.loads[t];
      const double from = side.joints[j].c, to = side.joints[j].a * acceleration + r_[j];
      const double tau0 = std::abs(from), tau1 = std::abs(to);
      begin += m * tau0, end += m * tau1;
      q += m * (tau1 - tau0);
      if (from * to >= 0) continue;
      const double p = 2 * std::abs(m) * (std::sqrt(tau0 * (tau0 + tau1)) + tau0);
      (m < 0 ? hangs_high : hangs_low) += p;
    }
    const TorqueRange& rest = reach_[i].at_rest;
    const double high = rest.high * side.torque_share, low = rest.low * side.torque_share;
    if (std::isfinite(high) && !stays(high - begin, high_[i] - end, -q + hangs_high, high))
      return false;
    if (std::isfinite(low) && !stays(begin - low, end - low_[i], q + hangs_low, -low)) return false;
  }
  for (const int j : efforts_) {
    const auto k = static_cast<std::size_t>(j);
    const double effort = torques_.efforts()[k] * side.torque_share;
    const double torque = side.joints[k].a * acceleration + r_[k];
    if (!(std::abs(side.joints[k].c) <= effort && std::abs(torque) <= effort * (1 + 1e-9)))
      return false;
  }
  for (int k = 0; side.tool != nullptr && k < 2; ++k) {  // convex: both ends are enough
    const Vector3<double> asked = side.tool[k].v * acceleration + side.tool[k].a * x;
    const double most = tool_most_[static_cast<std::size_t>(k)] * side.torque_share;
    if (!(asked.norm() <= most * (1 + 1e-9))) return false;
  }
  return true;
}

}  // namespace erfd::optimal
