// Whole-path look-ahead with trapezoidal speed.
//
//   v_k ≤ min(V_k, V_k+1) at the joint of pieces k and k + 1, 0 at both ends       (1)
//   forward   v_k+1² ≤ v_k² + 2 a L                                                (2)
//   backward  v_k²   ≤ v_k+1² + 2 d L                                              (3)
//   peak²     = min(V², (2 a d L + d v0² + a v1²) / (a + d))                       (4)
//
// Legend  V, a, d, L  largest speed, acceleration, deceleration, length of a piece
//         v0, v1      speeds at its ends
// That is the time-optimal motion under limits of speed and acceleration along the path.
#include "erfd/motion/time_law.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

std::vector<double> joint_speeds(const std::vector<LawPiece>& pieces) {
  const std::size_t n = pieces.size();
  std::vector<double> v(n + 1, 0);
  for (std::size_t k = 0; k + 1 < n; ++k) v[k + 1] = std::min(pieces[k].speed, pieces[k + 1].speed);
  for (std::size_t k = 0; k < n; ++k)
    v[k + 1] = std::min(
        v[k + 1], std::sqrt(v[k] * v[k] + 2 * pieces[k].acceleration * pieces[k].length));  // (2)
  for (std::size_t k = n; k-- > 0;)
    v[k] = std::min(v[k], std::sqrt(v[k + 1] * v[k + 1] +
                                    2 * pieces[k].deceleration * pieces[k].length));  // (3)
  return v;
}

double peak_of(const LawPiece& piece, double v0, double v1) {
  const double a = piece.acceleration, d = piece.deceleration;
  if (a + d <= 0) return std::max(v0, v1);
  const double squared = (2 * a * d * piece.length + d * v0 * v0 + a * v1 * v1) / (a + d);
  return std::max({v0, v1, std::min(piece.speed, std::sqrt(squared))});  // (4)
}

void add_trapezoid(TimeLaw& law, const LawPiece& piece, double v0, double v1, double s) {
  const double a = piece.acceleration, d = piece.deceleration, peak = peak_of(piece, v0, v1);
  const double rise = peak > v0 ? (peak * peak - v0 * v0) / (2 * a) : 0;
  const double fall = peak > v1 ? (peak * peak - v1 * v1) / (2 * d) : 0;
  const double cruise = std::max(0.0, piece.length - rise - fall);
  if (rise > 0) law.add((peak - v0) / a, {s, v0, a});
  // A rest of rounding is no phase: at zero speed it would never end.
  if (cruise > 1e-15 * piece.length) law.add(cruise / peak, {s + rise, peak, 0});
  if (fall > 0) law.add((peak - v1) / d, {s + piece.length - fall, peak, -d});
}

}  // namespace

TimeLaw trapezoids(const std::vector<LawPiece>& pieces) {
  const std::vector<double> v = joint_speeds(pieces);
  TimeLaw law;
  double s = 0;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (pieces[k].length > 0) add_trapezoid(law, pieces[k], v[k], v[k + 1], s);
    s += pieces[k].length;
  }
  law.close(s);
  return law;
}

}  // namespace erfd
