// Polynomial curves by arc length.
//
//   s(σ) = ∫₀^σ |p'(x)| dx                                (1)   Gauss-Legendre, 8 points an interval
//   σ ← σ − (s(σ) − s) / |p'(σ)|                          (2)   Newton inside one interval
//   dp/ds = p'/|p'|,  d²p/ds² = (p'' − t (t·p'')) / |p'|² (3)   t = dp/ds
//   quintic Hermite on σ ∈ [0, 1] with p' = λ t, p'' = λ² κ at both ends                     (4)
//   λ = c (θ/2) / sin(θ/2): the length of the arc on chord c that turns by θ
#include "motion/path/polynomial_curve.hpp"

#include "motion/path/rotation_vector.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace erfd::planning {
namespace {

constexpr int intervals = 128;

constexpr std::array<double, 4> gauss_node{0.1834346424956498, 0.5255324099163290,
                                           0.7966664774136267, 0.9602898564975363};
constexpr std::array<double, 4> gauss_weight{0.3626837833783620, 0.3137066458778873,
                                             0.2223810344533745, 0.1012285362903763};

}  // namespace

PolynomialCurve::PolynomialCurve(std::vector<Vector3<double>> coefficients)
    : coefficients_(std::move(coefficients)), lengths_(intervals + 1, 0) {
  for (int k = 0; k < intervals; ++k)
    lengths_[k + 1] =
        lengths_[k] + length_between(k / double(intervals), (k + 1) / double(intervals));
  length = lengths_.back();
}

PolynomialCurve::Jet PolynomialCurve::jet(double sigma) const {
  Jet j{Vector3<double>::Zero(), Vector3<double>::Zero(), Vector3<double>::Zero()};
  for (auto c = coefficients_.rbegin(); c != coefficients_.rend();
       ++c) {  // Horner, derivatives too
    j.p2 = sigma * j.p2 + 2 * j.p1;
    j.p1 = sigma * j.p1 + j.p;
    j.p = sigma * j.p + *c;
  }
  return j;
}

double PolynomialCurve::length_between(double from, double to) const {
  const double middle = (from + to) / 2, half = (to - from) / 2;
  double sum = 0;
  for (std::size_t k = 0; k < gauss_node.size(); ++k)
    sum += gauss_weight[k] * (jet(middle - half * gauss_node[k]).p1.norm() +
                              jet(middle + half * gauss_node[k]).p1.norm());
  return half * sum;  // (1)
}

double PolynomialCurve::evenness() const {
  double least = jet(1).p1.norm();
  for (int k = 0; k < intervals; ++k) least = std::min(least, jet(k / double(intervals)).p1.norm());
  return length > 0 ? least / length : 0;
}

double PolynomialCurve::parameter_at(double s) const {
  const auto above = std::upper_bound(lengths_.begin() + 1, lengths_.end() - 1, s);
  const auto k = above - lengths_.begin() - 1;
  const double start = double(k) / intervals, end = double(k + 1) / intervals;
  const double rest = s - lengths_[k];
  double sigma = start + (end - start) * rest / (lengths_[k + 1] - lengths_[k]);
  for (int i = 0; i < 4; ++i)  // quadratic from a start that is right to 1 % of an interval
    sigma -= (length_between(start, sigma) - rest) / jet(sigma).p1.norm();  // (2)
  return std::clamp(sigma, 0.0, 1.0);
}

Vector3<double> PolynomialCurve::position(double s) const { return jet(parameter_at(s)).p; }

Vector3<double> PolynomialCurve::tangent(double s) const {
  return jet(parameter_at(s)).p1.normalized();
}

Vector3<double> PolynomialCurve::curvature(double s) const {
  const Jet j = jet(parameter_at(s));
  const Vector3<double> t = j.p1.normalized();
  return (j.p2 - t * t.dot(j.p2)) / j.p1.squaredNorm();  // (3)
}

PolynomialCurve parabola(const Vector3<double>& corner, const Vector3<double>& u1,
                         const Vector3<double>& u2, double d) {
  return PolynomialCurve({corner - d * u1, 2 * d * u1, d * (u2 - u1)});
}

PolynomialCurve quintic_between(const CurveEnd& from, const CurveEnd& to) {
  const Vector3<double> chord = to.position - from.position;
  const double half = angle_between(from.tangent, to.tangent) / 2;
  const double lambda = chord.norm() * (half > 1e-8 ? half / std::sin(half) : 1);
  const Vector3<double> v0 = lambda * from.tangent, v1 = lambda * to.tangent;
  const Vector3<double> a0 = lambda * lambda * from.curvature, a1 = lambda * lambda * to.curvature;
  return PolynomialCurve({from.position, v0, a0 / 2,  // (4)
                          10 * chord - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1,
                          -15 * chord + 8 * v0 + 7 * v1 + 1.5 * a0 - a1,
                          6 * chord - 3 * (v0 + v1) + 0.5 * (a1 - a0)});
}

}  // namespace erfd::planning
