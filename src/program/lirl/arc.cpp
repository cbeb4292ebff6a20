// The circle through a, b, c with u = b − a, v = c − a:
//
//   n = u × v                                            (1)
//   o = a + (|v|² (n × u) + |u|² (v × n)) / (2 |n|²)      (2)   centre
//
// The angles of b and c are counted about n from a in [0, 2π); where b comes behind c the arc turns
// the other way.
#include "program/lirl/arc.hpp"

#include <cmath>
#include <numbers>

namespace erfd::lirl {

Matrix3<double> Arc::rotation(double part) const {
  const Matrix3<double> K = skew(normal);
  return Matrix3<double>::Identity() + std::sin(part) * K + (1 - std::cos(part)) * K * K;
}

std::optional<Arc> arc_through(const Vector3<double>& a, const Vector3<double>& b,
                               const Vector3<double>& c) {
  constexpr double straight = 1e-6;  // sine of the angle between u and v
  const Vector3<double> u = b - a, v = c - a;
  const Vector3<double> n = cross(u, v);  // (1)
  const double area = n.norm();
  if (!(area > straight * u.norm() * v.norm())) return std::nullopt;
  Arc arc;
  arc.centre = a + (v.squaredNorm() * cross(n, u) + u.squaredNorm() * cross(v, n)) /
                       (2 * area * area);  // (2)
  arc.normal = n / area;
  const Vector3<double> from = a - arc.centre;
  const auto angle_to = [&](const Vector3<double>& point) {
    const Vector3<double> to = point - arc.centre;
    const double angle = std::atan2(cross(from, to).dot(arc.normal), from.dot(to));
    return angle < 0 ? angle + 2 * std::numbers::pi : angle;
  };
  arc.angle = angle_to(c);
  if (angle_to(b) > arc.angle) {
    arc.normal = -arc.normal;
    arc.angle = 2 * std::numbers::pi - arc.angle;
  }
  return arc;
}

}  // namespace erfd::lirl
