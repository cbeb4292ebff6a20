// Polynomial curves, read by their arc length.
#pragma once

#include "erfd/math/types.hpp"

#include <vector>

namespace erfd::planning {

/// p(σ) = Σ c_k σ^k, 0 ≤ σ ≤ 1, without a point of rest.
struct PolynomialCurve {
  explicit PolynomialCurve(std::vector<Vector3<double>> coefficients);

  double length = 0;
  Vector3<double> position(double s) const;
  Vector3<double> tangent(double s) const;
  Vector3<double> curvature(double s) const;

  /// p, dp/dσ, d²p/dσ².
  struct Jet {
    Vector3<double> p, p1, p2;
  };
  Jet jet(double sigma) const;
  /// Least |dp/dσ| as a share of its mean: near 0 the curve has almost a point of rest.
  double evenness() const;
  /// The σ that lies at arc length s.
  double parameter_at(double s) const;

 private:
  double length_between(double from, double to) const;
  std::vector<Vector3<double>> coefficients_;
  std::vector<double> lengths_;  ///< from the start to each of the equally spaced nodes in σ
};

/// The parabola from corner − d·u1 to corner + d·u2 with the tangents u1, u2 (unit vectors): a
/// quadratic Bezier curve.
PolynomialCurve parabola(const Vector3<double>& corner, const Vector3<double>& u1,
                         const Vector3<double>& u2, double d);

/// An end of a curve: where, in which direction, how bent.
struct CurveEnd {
  Vector3<double> position, tangent, curvature;
};

/// The quintic that joins two ends with their tangents and curvatures.
PolynomialCurve quintic_between(const CurveEnd& from, const CurveEnd& to);

}  // namespace erfd::planning
