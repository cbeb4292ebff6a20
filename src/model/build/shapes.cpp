// Inertias of homogeneous shapes about their centre of mass.
//
//   rod        m L²/12 (1 − u uᵀ)                                 u: unit vector along the rod
//   cylinder   m (3r² + L²)/12 (1 − u uᵀ) + m r²/2 u uᵀ
//   box        m/12 diag(y² + z², x² + z², x² + y²)
//   bent rod   two rods of one line density, b along z, then a along x from the end of b, and a hub
//              about z ([MS07] section 3; errata §1.3: exact integrals, C5 = ρ a² b / 2)
#include "model/build/shapes.hpp"

#include <cmath>

namespace erfd {
namespace {

using Vector = Vector3<double>;
using Matrix = Matrix3<double>;

Inertia cylinder(double mass, const Vector& from, const Vector& to, double radius) {
  const Vector axis = to - from;
  const double length = axis.norm();
  const Vector u = length > 0 ? Vector(axis / length) : Vector(Vector::UnitZ());
  const Matrix along = u * u.transpose(), across = Matrix::Identity() - along;
  const double r2 = radius * radius;
  return Inertia::about_com(
      mass, (from + to) / 2,
      mass * (3 * r2 + length * length) / 12 * across + mass * r2 / 2 * along);
}

Inertia rod(double mass, const Vector& from, const Vector& to) {
  return cylinder(mass, from, to, 0);
}

Inertia box(double mass, const Vector& centre, const Vector& size) {
  const Vector s = size.cwiseProduct(size);
  const Vector diagonal{s.y() + s.z(), s.x() + s.z(), s.x() + s.y()};
  return Inertia::about_com(mass, centre, mass / 12 * Matrix(diagonal.asDiagonal()));
}

Inertia bent_rod(double mass, double a, double b, double hub_inertia) {
  const double length = std::abs(a) + std::abs(b);
  const double share_b = length > 0 ? std::abs(b) / length : 0;
  const Vector corner{0, 0, b};
  Inertia I = rod(mass * share_b, Vector::Zero(), corner) +
              rod(mass * (1 - share_b), corner, corner + Vector{a, 0, 0});
  I.about_origin(2, 2) += hub_inertia;
  return I;
}

}  // namespace

Inertia inertia_of_shape(const ShapeDescription& shape, double mass) {
  const auto vector = [](const Triple& t) { return Vector{t[0], t[1], t[2]}; };
  switch (shape.kind) {
    case ShapeKind::rod:
      return rod(mass, vector(shape.from), vector(shape.to));
    case ShapeKind::cylinder:
      return cylinder(mass, vector(shape.from), vector(shape.to), shape.radius);
    case ShapeKind::box:
      return box(mass, vector(shape.centre), vector(shape.size));
    case ShapeKind::bent_rod:
      break;
  }
  return bent_rod(mass, shape.a, shape.b, shape.hub_inertia);
}

}  // namespace erfd
