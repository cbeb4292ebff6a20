#include "erfd/report/rotation.hpp"

#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace erfd {
namespace {

/// atan2 in (−π, π]: rounding must not turn π into −π.
double angle(double sine, double cosine) {
  constexpr double pi = std::numbers::pi, rounding = 1e-12;
  const double value = std::atan2(sine, cosine);
  return value < -pi + rounding ? pi : value;
}

}  // namespace

std::array<double, 3> rpy_of(const Matrix3<double>& R) {
  const double cos_pitch = std::hypot(R(0, 0), R(1, 0));
  const double pitch = std::atan2(-R(2, 0), cos_pitch);
  constexpr double locked = 1e-9;  // below it roll and yaw would be made of rounding errors
  if (cos_pitch < locked) return {0, pitch, angle(-R(0, 1), R(1, 1))};
  return {angle(R(2, 1), R(2, 2)), pitch, angle(R(1, 0), R(0, 0))};
}

std::array<double, 4> quaternion_of(const Matrix3<double>& R) {
  const Eigen::Quaterniond q = Eigen::Quaterniond(R).normalized();
  const double sign = q.w() < 0 ? -1 : 1;
  return {sign * q.w(), sign * q.x(), sign * q.y(), sign * q.z()};
}

std::array<double, 3> principal_moments(const Matrix3<double>& I) {
  const Vector3<double> moments =
      Eigen::SelfAdjointEigenSolver<Matrix3<double>>(I, Eigen::EigenvaluesOnly).eigenvalues();
  return {moments[0], moments[1], moments[2]};
}

}  // namespace erfd
