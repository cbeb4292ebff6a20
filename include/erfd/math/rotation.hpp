// Rotations as people and files write them.
#pragma once

#include "erfd/math/types.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace erfd {

/// atan2 in (−π, π]: rounding must not turn π into −π, nor a zero into −0.
inline double angle_of(double sine, double cosine) {
  constexpr double pi = std::numbers::pi, rounding = 1e-12;
  const double value = std::atan2(sine, cosine);
  return value < -pi + rounding ? pi : value + 0.0;
}

/// Roll, pitch, yaw [rad] about the fixed axes x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll), pitch in
/// [−π/2, π/2]. Where pitch is ±π/2 only yaw ∓ roll is determined; roll is then 0.
inline std::array<double, 3> rpy_of(const Matrix3<double>& R) {
  const double cos_pitch = std::hypot(R(0, 0), R(1, 0));
  const double pitch = angle_of(-R(2, 0), cos_pitch);
  constexpr double locked = 1e-9;  // below it roll and yaw would be made of rounding errors
  if (cos_pitch < locked) return {0, pitch, angle_of(-R(0, 1), R(1, 1))};
  return {angle_of(R(2, 1), R(2, 2)), pitch, angle_of(R(1, 0), R(0, 0))};
}

/// Unit quaternion (w, x, y, z) with w ≥ 0.
inline std::array<double, 4> quaternion_of(const Matrix3<double>& R) {
  Eigen::Matrix4d
      K;  // 4 q qᵀ: its column of the largest diagonal entry gives q without a small divisor
  K << 1 + R(0, 0) + R(1, 1) + R(2, 2), R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1),  //
      R(2, 1) - R(1, 2), 1 + R(0, 0) - R(1, 1) - R(2, 2), R(0, 1) + R(1, 0), R(0, 2) + R(2, 0),   //
      R(0, 2) - R(2, 0), R(0, 1) + R(1, 0), 1 - R(0, 0) + R(1, 1) - R(2, 2), R(1, 2) + R(2, 1),   //
      R(1, 0) - R(0, 1), R(0, 2) + R(2, 0), R(1, 2) + R(2, 1), 1 - R(0, 0) - R(1, 1) + R(2, 2);
  Eigen::Index largest = 0;
  K.diagonal().maxCoeff(&largest);
  Eigen::Vector4d q = K.col(largest).normalized();
  if (q[0] < 0) q = -q;
  return {q[0] + 0.0, q[1] + 0.0, q[2] + 0.0, q[3] + 0.0};
}

}  // namespace erfd
