// A run of lines and circles with blends.
//
// In a blend of length ℓ that leaves out d of either move, x = s/ℓ, the two motions are superposed:
//   r(x) = d (1 − 3x² + 2x³) − ℓ (x − 2x² + x³)            (1)   way of the first still to go:
//          r(0) = d, r(1) = 0, dr/ds = −1 at the begin and 0 at the end
//   R(x) = R_A(L_A − r(x)) R_Cᵀ R_B(r(1 − x))              (2)   C: the corner
//   ω/ṡ ≤ max(ω_A, ω_B)/ṡ · max(1, 3d/ℓ − 1/2)             (3)   as |r'(x)| + |r'(1 − x)| ≤ that · ℓ
// In a window ± w around a plain joint, x = (s − s_joint + w)/(2w):
//   W = 10x³ − 15x⁴ + 6x⁵,  I = ∫W = 5x⁴/2 − 3x⁵ + x⁶       (4)
//   R(x) = R_A(L_A − w + 2w (x − I)) R_Cᵀ R_B(2w I)        (5)   so ω = (1 − W) ω_A + W ω_B
#include "motion/plan/path_run.hpp"

#include "motion/path/path_blend.hpp"
#include "motion/path/rotation_vector.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace erfd::planning {

LawPiece PathLimits::along(double length, double rate) const {
  const auto slower = [rate](double moving, double turning) {
    return rate * moving > turning ? turning / rate : moving;
  };
  return {length, slower(speed, turn_speed), slower(acceleration, turn_acceleration),
          slower(deceleration, turn_acceleration)};
}

PathLimits least(const PathLimits& a, const PathLimits& b) {
  return {std::min(a.speed, b.speed), std::min(a.acceleration, b.acceleration),
          std::min(a.deceleration, b.deceleration), std::min(a.turn_speed, b.turn_speed),
          std::min(a.turn_acceleration, b.turn_acceleration)};
}

double corner_between(const PathMove& before, const PathMove& after) {
  if (before.in_place || after.in_place) return std::numbers::pi;
  return angle_between(tangent_on(before.curve, before.length()), tangent_on(after.curve, 0));
}

PathRun::PathRun(std::vector<PathMove> moves, const std::vector<double>& blends)
    : moves_(std::move(moves)), joint_s_(moves_.size(), -1) {
  double skip = 0;
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    const bool blended = k + 1 < moves_.size() && blends[k] > 0;
    const double leave = blended ? blends[k] : 0;
    timing_.spans.push_back({length_, 0, moves_[k].time});
    if (k > 0) timing_.spans[k].begin = timing_.spans[k - 1].end;
    add_move(static_cast<int>(k), skip, leave);
    timing_.spans[k].end = length_;
    if (blended) {
      add_blend(static_cast<int>(k), leave);
      timing_.spans[k].end = length_ - pieces_.back().length / 2;
    } else {
      joint_s_[k] = length_;
    }
    skip = leave;
  }
}

void PathRun::add_move(int k, double skip, double leave) {
  const PathMove& move = moves_[k];
  const double length = std::max(0.0, move.length() - skip - leave);
  pieces_.push_back({length_, length, k, skip, std::nullopt, 0});
  timing_.pieces.push_back({move.limits.along(length, move.turn_rate()), k, false});
  length_ += length;
}

void PathRun::add_blend(int k, double d) {
  const PathMove &a = moves_[k], &b = moves_[k + 1];
  PolynomialCurve curve = blend_curve(a.curve, b.curve, d);
  const double stretch = std::max(1.0, 3 * d / curve.length - 0.5);  // (3)
  const double rate = stretch * std::max(a.turn_rate(), b.turn_rate());
  const LawPiece limits = least(a.limits, b.limits).along(curve.length, rate);
  timing_.pieces.push_back({limits, k, true});
  pieces_.push_back({length_, curve.length, k, 0, std::move(curve), d});
  length_ += limits.length;
}

const PathRun::Piece& PathRun::piece_at(double s) const {
  const auto above = std::upper_bound(pieces_.begin() + 1, pieces_.end(), s,
                                      [](double x, const Piece& piece) { return x < piece.s; });
  return *std::prev(above);
}

PathRun::Place PathRun::place(double s) const {
  const Piece& piece = piece_at(s);
  const double x = s - piece.s;
  if (!piece.blend) return {piece.move, piece.u + x, false};
  return {x < piece.length / 2 ? piece.move : piece.move + 1, 0, true};
}

Matrix3<double> PathRun::superposed(int k, double before_corner, double behind_corner) const {
  const OrientationLaw &a = moves_[k].orientation, &b = moves_[k + 1].orientation;
  return a.at(a.length - before_corner) * a.end().transpose() * b.at(behind_corner);
}

Matrix3<double> PathRun::blend_orientation(const Piece& piece, double x) const {
  const auto to_go = [&piece](double y) {  // (1)
    const double hermite = 1 - y * y * (3 - 2 * y), slope = y * (1 - y) * (1 - y);
    return piece.d * hermite - piece.length * slope;
  };
  return superposed(piece.move, to_go(x), to_go(1 - x));  // (2)
}

Pose<double> PathRun::at(double s) const {
  const Piece& piece = piece_at(s);
  const double local = std::min(s - piece.s, piece.length);
  if (piece.blend)
    return {blend_orientation(piece, local / piece.length), piece.blend->position(local)};
  const PathMove& move = moves_[piece.move];
  Pose<double> pose = move.at(piece.u + local);
  for (const Window& window : windows_) {
    const double w = window.half_width, x = (s - window.s + w) / (2 * w);
    if (x <= 0 || x >= 1) continue;
    const double I = x * x * x * x * (2.5 - x * (3 - x));              // (4)
    pose.R = superposed(window.move, w - 2 * w * (x - I), 2 * w * I);  // (5)
  }
  return pose;
}

Vector3<double> PathRun::tangent(double s) const {
  const Piece& piece = piece_at(s);
  const double local = std::min(s - piece.s, piece.length);
  return piece.blend ? piece.blend->tangent(local)
                     : tangent_on(moves_[piece.move].curve, piece.u + local);
}

Vector3<double> PathRun::turn_step(int k) const {
  const OrientationLaw &a = moves_[k].orientation, &b = moves_[k + 1].orientation;
  return b.rate(0) - a.rate(a.length);
}

PathRun::Stretch PathRun::own_stretch(int k) const {
  for (const Piece& piece : pieces_)
    if (!piece.blend && piece.move == k) return {piece.s, piece.s + piece.length};
  return {};
}

double PathRun::free_way_around(int k) const {
  if (joint_s_[k] < 0) return 0;
  const Stretch a = own_stretch(k), b = own_stretch(k + 1);
  return std::min(a.end - a.begin, b.end - b.begin);
}

void PathRun::smooth(int k, double half_width) {
  if (joint_s_[k] >= 0 && half_width > 0) windows_.push_back({joint_s_[k], half_width, k});
}

std::vector<double> fitted_blends(const std::vector<double>& lengths, std::vector<double> wanted,
                                  bool half_rule) {
  const std::size_t n = lengths.size();
  if (half_rule)
    for (std::size_t k = 0; k + 1 < n; ++k)
      wanted[k] = std::min({wanted[k], lengths[k] / 2, lengths[k + 1] / 2});
  std::vector<double> share(n, 1);
  for (std::size_t k = 0; k < n; ++k) {
    const double needed = (k > 0 ? wanted[k - 1] : 0) + (k + 1 < n ? wanted[k] : 0);
    if (needed > lengths[k]) share[k] = lengths[k] / needed;
  }
  for (std::size_t k = 0; k + 1 < n; ++k) wanted[k] *= std::min(share[k], share[k + 1]);
  return wanted;
}

}  // namespace erfd::planning
