// Rotations as vectors: axis times angle.
#pragma once

#include "erfd/math/types.hpp"

namespace erfd::planning {

/// exp: the rotation about `turn` by its length [rad].
Matrix3<double> rotation_by(const Vector3<double>& turn);

/// log: axis times angle [rad], the angle in [0, π]. At π one of the two axes is returned.
Vector3<double> turn_of_rotation(const Matrix3<double>& R);

/// Angle of the rotation that carries A into B, in [0, π] [rad].
double angle_between(const Matrix3<double>& A, const Matrix3<double>& B);

/// Angle between two directions, accurate for small ones [rad]; they need not be of unit length.
double angle_between(const Vector3<double>& a, const Vector3<double>& b);

}  // namespace erfd::planning
