// Curves in space, each by its own arc length.
#pragma once

#include "motion/path/polynomial_curve.hpp"

#include <optional>
#include <variant>

namespace erfd::planning {

/// A straight way. A pure turn of the tool is a line without direction: its parameter is the angle.
struct Line {
  Vector3<double> start, direction;
  double length = 0;
  Vector3<double> position(double s) const { return start + s * direction; }
  Vector3<double> tangent(double) const { return direction; }
  Vector3<double> curvature(double) const { return Vector3<double>::Zero(); }
};

Line line_between(const Vector3<double>& from, const Vector3<double>& to);

/// A circular way that turns about `normal` by `angle`, more than a full turn if asked.
struct Arc {
  Vector3<double> centre, normal;
  Vector3<double> outward;  ///< unit vector from the centre to the start
  double radius = 0, angle = 0, length = 0;
  Vector3<double> position(double s) const;
  Vector3<double> tangent(double s) const;
  Vector3<double> curvature(double s) const;
};

/// The circle from a through b to c; none where the points are collinear or coincide.
/// `angle_of_via`, where asked for, is the angle of b.
std::optional<Arc> arc_through(const Vector3<double>& a, const Vector3<double>& b,
                               const Vector3<double>& c, double* angle_of_via = nullptr);

/// The same circle and sense with another angle [rad]; a negative one turns the other way.
Arc with_angle(Arc arc, double angle);

using Curve = std::variant<Line, Arc, PolynomialCurve>;

double length_of(const Curve& curve);
Vector3<double> position_on(const Curve& curve, double s);
Vector3<double> tangent_on(const Curve& curve, double s);    ///< dp/ds
Vector3<double> curvature_on(const Curve& curve, double s);  ///< d²p/ds² [1/m]

}  // namespace erfd::planning
