// Exponential and logarithm of rotations.
//
//   exp(φ a) = 1 + sin φ [a]× + (1 − cos φ) [a]×²        (1)   Rodrigues
//   R ↔ (cos φ/2, a sin φ/2)                             (2)   quaternion; φ = 2 atan2(|v|, w)
//
// (2) is accurate at 0 and at π, where the trace of R says little about φ.
#include "motion/path/rotation_vector.hpp"

#include "erfd/math/rotation.hpp"

#include <cmath>

namespace erfd::planning {

Matrix3<double> rotation_by(const Vector3<double>& turn) {
  const double angle = turn.norm();
  if (angle == 0) return Matrix3<double>::Identity();
  const Vector3<double> axis = turn / angle;
  const Matrix3<double> K = skew(axis);
  const double half = std::sin(angle / 2);
  return Matrix3<double>::Identity() + std::sin(angle) * K + 2 * half * half * K * K;  // (1)
}

Vector3<double> turn_of_rotation(const Matrix3<double>& R) {
  const auto [w, x, y, z] = quaternion_of(R);
  const Vector3<double> v{x, y, z};
  const double sine = v.norm();
  if (sine == 0) return Vector3<double>::Zero();
  return v * (2 * std::atan2(sine, w) / sine);  // (2)
}

double angle_between(const Matrix3<double>& A, const Matrix3<double>& B) {
  return turn_of_rotation(A.transpose() * B).norm();
}

double angle_between(const Vector3<double>& a, const Vector3<double>& b) {
  return std::atan2(cross(a, b).norm(), a.dot(b));
}

}  // namespace erfd::planning
