// Lines and circles.
//
// Circle from a through b to c, u = b − a, v = c − a, n = u × v:
//   o = a + (|v|² n × u + |u|² v × n) / (2 |n|²)         (1)   centre
//   angle of x about n from a: atan2((x − o)·(n × e), (x − o)·e), e = (a − o)/r, in [0, 2π)   (2)
//   angle(b) > angle(c): the way through b is the other one: −n, 2π − angle                   (3)
#include "motion/path/curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace erfd::planning {
namespace {

/// Sine of the angle in the triangle below which three points count as collinear.
constexpr double collinear = 1e-6;
/// Points nearer than this are one point [m].
constexpr double coincident = 1e-6;

double angle_about(const Arc& arc, const Vector3<double>& x) {
  const Vector3<double> r = x - arc.centre;
  const double angle =
      std::atan2(r.dot(cross(arc.normal, arc.outward)), r.dot(arc.outward));  // (2)
  return angle < 0 ? angle + 2 * std::numbers::pi : angle;
}

}  // namespace

Line line_between(const Vector3<double>& from, const Vector3<double>& to) {
  const Vector3<double> way = to - from;
  const double length = way.norm();
  return {from, length > 0 ? Vector3<double>(way / length) : Vector3<double>::Zero(), length};
}

Vector3<double> Arc::position(double s) const {
  const double a = s / radius;
  return centre + radius * (std::cos(a) * outward + std::sin(a) * cross(normal, outward));
}

Vector3<double> Arc::tangent(double s) const {
  const double a = s / radius;
  return std::cos(a) * cross(normal, outward) - std::sin(a) * outward;
}

Vector3<double> Arc::curvature(double s) const {
  const double a = s / radius;
  return (std::cos(a) * outward + std::sin(a) * cross(normal, outward)) / -radius;
}

std::optional<Arc> arc_through(const Vector3<double>& a, const Vector3<double>& b,
                               const Vector3<double>& c, double* angle_of_via) {
  const Vector3<double> u = b - a, v = c - a, n = cross(u, v);
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), nn = n.squaredNorm();
  const double nearest = std::sqrt(std::min({uu, vv, (c - b).squaredNorm()}));
  if (nearest < coincident || nn <= collinear * collinear * uu * vv) return std::nullopt;
  const Vector3<double> to_centre = (vv * cross(n, u) + uu * cross(v, n)) / (2 * nn);  // (1)
  Arc arc{a + to_centre, n / std::sqrt(nn), Vector3<double>::Zero(), to_centre.norm(), 0, 0};
  arc.outward = -to_centre / arc.radius;
  double via = angle_about(arc, b);
  arc.angle = angle_about(arc, c);
  if (via > arc.angle) {  // (3)
    arc.normal = -arc.normal;
    via = 2 * std::numbers::pi - via;
    arc.angle = 2 * std::numbers::pi - arc.angle;
  }
  arc.length = arc.radius * arc.angle;
  if (angle_of_via) *angle_of_via = via;
  return arc;
}

Arc with_angle(Arc arc, double angle) {
  if (angle < 0) arc.normal = -arc.normal;
  arc.angle = std::abs(angle);
  arc.length = arc.radius * arc.angle;
  return arc;
}

double length_of(const Curve& curve) {
  return std::visit([](const auto& c) { return c.length; }, curve);
}

Vector3<double> position_on(const Curve& curve, double s) {
  return std::visit([s](const auto& c) { return c.position(s); }, curve);
}

Vector3<double> tangent_on(const Curve& curve, double s) {
  return std::visit([s](const auto& c) { return c.tangent(s); }, curve);
}

Vector3<double> curvature_on(const Curve& curve, double s) {
  return std::visit([s](const auto& c) { return c.curvature(s); }, curve);
}

}  // namespace erfd::planning
