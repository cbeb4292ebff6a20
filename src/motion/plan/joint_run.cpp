// PTP: phase-synchronous moves, straight in joint space, with parabolas at fly-by goals.
//
//   m = max_i |D_i| / vmax_i                              (1)   measure of a move, D = q1 − q0
//   q(s) = q0 + s D/m                                     (2)   0 ≤ s ≤ m
//   ṡ ≤ share of speed,  s̈ ≤ min_i a_i m/|D_i|            (3)   a_i = share · amax_i
// Fly-by of share c: b = c/2 · min(m1, m2) of either move is left out; with e = D/m
//   q(x) = q_in + x e1 + x² (e2 − e1)/(4b),  0 ≤ x ≤ 2b   (4)   quadratic Bezier curve, uniform in s
//   passed at constant ṡ:  ṡ² |e2 − e1|_i / (2b) ≤ a_i    (5)
#include "motion/plan/joint_run.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::planning {

double joint_measure(const VectorX<double>& from, const VectorX<double>& to,
                     const VectorX<double>& speed) {
  return from.size() > 0 ? (to - from).cwiseAbs().cwiseQuotient(speed).maxCoeff() : 0;  // (1)
}

JointRun::JointRun(VectorX<double> start, std::vector<JointMove> moves, const AxisLimits& axes)
    : start_(std::move(start)), moves_(std::move(moves)) {
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    const VectorX<double>& q0 = from(static_cast<int>(k));
    measures_.push_back(joint_measure(q0, moves_[k].goal, axes.speed));
    const double m = measures_.back();
    slopes_.push_back(m > 0 ? VectorX<double>((moves_[k].goal - q0) / m)
                            : VectorX<double>::Zero(q0.size()));
  }
  double skip = 0;
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    const bool last = k + 1 == moves_.size();
    const double b =
        last ? 0 : moves_[k].blend_share / 2 * std::min(measures_[k], measures_[k + 1]);
    timing_.spans.push_back({k > 0 ? timing_.spans.back().end : 0, 0, moves_[k].time});
    add_line(static_cast<int>(k), skip, b, axes);
    if (b > 0) add_blend(static_cast<int>(k), b, axes);
    timing_.spans.back().end = length_ - b;
    skip = b;
  }
}

void JointRun::add_line(int k, double skip, double leave, const AxisLimits& axes) {
  const JointMove& move = moves_[k];
  const VectorX<double>& e = slopes_[k];
  const double length = std::max(0.0, measures_[k] - skip - leave);
  double a = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < e.size(); ++i)
    if (e[i] != 0) a = std::min(a, axes.acceleration[i] / std::abs(e[i]));  // (3)
  if (length <= 0) a = 0;  // no way, no change of speed
  pieces_.push_back({length_, length, from(k) + skip * e, e, VectorX<double>::Zero(e.size())});
  timing_.pieces.push_back(
      {{length, move.speed_share, move.acceleration_share * a, move.deceleration_share * a},
       k,
       false});
  length_ += length;
}

void JointRun::add_blend(int k, double b, const AxisLimits& axes) {
  const JointMove &m1 = moves_[k], &m2 = moves_[k + 1];
  const VectorX<double> step = slopes_[k + 1] - slopes_[k];
  const double share = std::min(
      {m1.acceleration_share, m1.deceleration_share, m2.acceleration_share, m2.deceleration_share});
  double speed = std::min(m1.speed_share, m2.speed_share);
  for (Eigen::Index i = 0; i < step.size(); ++i)
    if (step[i] != 0)
      speed = std::min(speed,
                       std::sqrt(2 * b * share * axes.acceleration[i] / std::abs(step[i])));  // (5)
  pieces_.push_back(
      {length_, 2 * b, VectorX<double>(m1.goal - b * slopes_[k]), slopes_[k], step / (4 * b)});
  timing_.pieces.push_back({{2 * b, speed, 0, 0}, k, true});
  length_ += 2 * b;
}

VectorX<double> JointRun::at(double s) const {
  if (s >= length_) return end();  // exactly, whatever rounding the sums have
  const auto above = std::upper_bound(pieces_.begin() + 1, pieces_.end(), s,
                                      [](double x, const Piece& piece) { return x < piece.s; });
  const Piece& piece = *std::prev(above);
  const double x = std::min(s - piece.s, piece.length);
  return piece.q + x * (piece.slope + x * piece.bend);  // (2), (4)
}

int JointRun::move_at(double s) const {
  int k = 0;
  while (k + 1 < static_cast<int>(moves_.size()) && s >= timing_.spans[k].end) ++k;
  return k;
}

}  // namespace erfd::planning
