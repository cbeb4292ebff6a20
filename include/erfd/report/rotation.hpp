// Rotations as people and programs write them.
#pragma once

#include "erfd/math/types.hpp"

#include <array>

namespace erfd {

/// Roll, pitch, yaw [rad] about the fixed axes x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll), pitch in
/// [−π/2, π/2]. Where pitch is ±π/2 only yaw ∓ roll is determined; roll is then 0.
std::array<double, 3> rpy_of(const Matrix3<double>& R);

/// Unit quaternion (w, x, y, z) with w ≥ 0.
std::array<double, 4> quaternion_of(const Matrix3<double>& R);

/// Principal moments of a symmetric matrix, rising.
std::array<double, 3> principal_moments(const Matrix3<double>& I);

}  // namespace erfd
