// Ratios that depend on the position.
//
// Ball screw: a on the link, b from the joint axis to the pivot of the screw, x = phi + offset the
// angle between them, l the distance of the nut from the pivot, p the pitch, r the ratio:
//   l²   = a² + b² − 2 a b cos x                                        (1)
//   turn = 2π r l / p                                                   (2)
//   l'   = a b sin x / l,   l'' = (a b cos x − l'²) / l                 (3)   from (1) twice
//
// Crank: motor axis at the origin, joint axis at (d, 0), crank a at the angle theta, lever c at the
// angle x = phi + offset, rod b between their pins P = a (cos theta, sin theta) and
// Q = (d + c cos x, c sin x):
//   theta  = atan2(Q) + branch · arccos((a² + Q² − b²) / (2 a |Q|))     (4)   law of cosines
//   turn   = r theta                                                    (5)
//   theta' = R·Q' / R·T,   R = P − Q,   T = a (−sin theta, cos theta)   (6)   (R·R)' = 0
//   theta'' R·T = R·Q'' + theta'² R·P − R'·R'                           (7)   (R·R)'' = 0
//
// Parallelogram: the crank stays parallel to the link:
//   turn = r phi                                                        (8)
// From all of them `start` is taken off.
#include "erfd/drives/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace erfd {
namespace {

constexpr MechanismPoint unreachable{std::numeric_limits<double>::quiet_NaN(),
                                     std::numeric_limits<double>::quiet_NaN(),
                                     std::numeric_limits<double>::quiet_NaN(), false};

MechanismPoint ball_screw_at(const Mechanism& m, double phi) {
  const double x = phi + m.offset, s = m.a * m.b * std::sin(x), c = m.a * m.b * std::cos(x);
  const double l = std::sqrt(m.a * m.a + m.b * m.b - 2 * c);  // (1)
  if (!(l > 0)) return unreachable;
  const double turns = 2 * std::numbers::pi * m.ratio / m.pitch;
  const double slope = s / l;                                                          // (3)
  return {turns * l - m.start, turns * slope, turns * (c - slope * slope) / l, true};  // (2), (3)
}

struct Plane {
  double x, y;
};
double dot(Plane a, Plane b) { return a.x * b.x + a.y * b.y; }

MechanismPoint crank_at(const Mechanism& m, double phi) {
  const double x = phi + m.offset;
  const Plane lever{m.c * std::cos(x), m.c * std::sin(x)};
  const Plane Q{m.d + lever.x, lever.y}, Qd{-lever.y, lever.x}, Qdd{-lever.x, -lever.y};
  const double distance = std::hypot(Q.x, Q.y);
  const double cosine = (m.a * m.a + distance * distance - m.b * m.b) / (2 * m.a * distance);
  if (!(std::abs(cosine) < 1)) return unreachable;  // crank and rod in line, or torn apart
  const double theta = std::atan2(Q.y, Q.x) + m.branch * std::acos(cosine);  // (4)
  const Plane P{m.a * std::cos(theta), m.a * std::sin(theta)}, T{-P.y, P.x};
  const Plane R{P.x - Q.x, P.y - Q.y};
  const double lean = dot(T, R);
  const double slope = dot(Qd, R) / lean;  // (6)
  const Plane Rd{slope * T.x - Qd.x, slope * T.y - Qd.y};
  const double bend = (slope * slope * dot(P, R) + dot(Qdd, R) - dot(Rd, Rd)) / lean;  // (7)
  return {m.ratio * theta - m.start, m.ratio * slope, m.ratio * bend, true};
}

}  // namespace

MechanismPoint mechanism_at(const Mechanism& mechanism, double phi) {
  switch (mechanism.kind) {
    case MechanismKind::ball_screw:
      return ball_screw_at(mechanism, phi);
    case MechanismKind::crank:
      return crank_at(mechanism, phi);
    case MechanismKind::parallelogram:
      break;
  }
  return {mechanism.ratio * phi - mechanism.start, mechanism.ratio, 0, true};  // (8)
}

double mechanism_angle(const Mechanism& mechanism, double turn, double near) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  constexpr double longest = 0.5;  // [rad]: no step leaps over a dead centre and back
  constexpr int rounds = 100, halvings = 60;
  if (mechanism.kind == MechanismKind::parallelogram)
    return (turn + mechanism.start) / mechanism.ratio;
  double phi = near;
  MechanismPoint at = mechanism_at(mechanism, phi);
  for (int k = 0; k < rounds; ++k) {
    const double missing = turn - at.turn;
    if (!at.reachable || !std::isfinite(missing)) return none;
    double step = std::clamp(missing / at.slope, -longest, longest);
    if (std::abs(step) <= 4 * epsilon * (1 + std::abs(phi))) return phi + step;
    const double side = at.slope;
    bool nearer = false;
    for (int h = 0; h < halvings && !nearer; ++h, step /= 2) {
      at = mechanism_at(mechanism, phi + step);
      nearer = at.reachable && at.slope * side > 0 && std::abs(turn - at.turn) < std::abs(missing);
      if (nearer) phi += step;
    }
    if (!nearer)  // turn is rounded, too: nearer than this there is nothing
      return std::abs(missing) <= 16 * epsilon * (std::abs(turn) + std::abs(mechanism.start))
                 ? phi
                 : none;
  }
  return none;
}

}  // namespace erfd
