// Double S speed from rest to rest.
// Source  [BM08] L. Biagiotti, C. Melchiorri, Trajectory Planning for Automatic Machines and
//         Robots, Springer 2008, ch. 3.
//
//   v j ≥ a²:  Tj = a/j,  Ta = Tj + v/a;   else  Tj = √(v/j), Ta = 2 Tj            (1)
//   Tv = D/v − Ta                                                                  (2)
//   Tv < 0:  Tv = 0 and                                                            (3)
//     D ≥ 2 a³/j²:  Tj = a/j, Ta = Tj/2 + √(Tj²/4 + D/a);   else  Tj = ∛(D/2j), Ta = 2 Tj
//   T = 2 Ta + Tv
//
// Legend  Tj  time of a jerk phase;  Ta  time to the full speed;  Tv  time at it
#include "erfd/motion/time_law.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

TimeLaw s_curve(const LawPiece& piece, double jerk_time) {
  TimeLaw law;
  const double D = piece.length, v = piece.speed;
  const double a = std::min(piece.acceleration, piece.deceleration), j = a / jerk_time;
  double Tj = v * j >= a * a ? a / j : std::sqrt(v / j);  // (1)
  double Ta = v * j >= a * a ? Tj + v / a : 2 * Tj;
  double Tv = D / v - Ta;  // (2)
  if (Tv < 0) {            // (3)
    Tv = 0;
    const bool reaches_acceleration = D >= 2 * a * a * a / (j * j);
    Tj = reaches_acceleration ? a / j : std::cbrt(D / (2 * j));
    Ta = reaches_acceleration ? Tj / 2 + std::sqrt(Tj * Tj / 4 + D / a) : 2 * Tj;
  }
  const double duration[] = {Tj, Ta - 2 * Tj, Tj, Tv, Tj, Ta - 2 * Tj, Tj};
  const double jerk[] = {j, 0, -j, 0, -j, 0, j};
  PathState state;
  for (int k = 0; k < 7; ++k) {
    const double t = std::max(0.0, duration[k]);
    law.add(t, state, jerk[k]);
    state = {state.s + t * (state.v + t * (state.a / 2 + t * jerk[k] / 6)),
             state.v + t * (state.a + t * jerk[k] / 2), state.a + t * jerk[k]};
  }
  law.close(D);
  return law;
}

}  // namespace erfd
