// One form for the four ways of placing a link. Private to the library.
#pragma once

#include "erfd/math/pose.hpp"
#include "erfd/robot/robot_description.hpp"

namespace erfd {

/// The frame J of a joint: z along the axis, moving with the body.
struct Placement {
  Pose<double> X_PJ;  ///< J in the link frame of the parent, at joint position zero
  Pose<double> X_JL;  ///< link frame in J
};

/// @param X_WP  link frame of the parent in the world with all joints at zero; screws are given in
/// the world
Placement placement_of(const JointDescription& joint, const Pose<double>& X_WP);

/// A rotation that carries the z axis to the direction `axis`; none for an axis without direction,
/// which the linter refuses. An axis that points down goes by way of −z, so that no division is by
/// a small number.
Matrix3<double> rotation_z_to(const Triple& axis);

/// Pose of xyz [m] and roll, pitch, yaw [rad].
Pose<double> pose_of(const OriginDescription& origin);
Pose<double> pose_of(const Field<OriginDescription>& origin);
/// The frame of a modified DH row at joint position zero.
Pose<double> pose_of(const MdhRow& row);
/// A frame of a cut joint, given by placement or by a row.
Pose<double> cut_frame(const Field<OriginDescription>& frame, const Field<MdhRow>& row);

inline Vector3<double> vector_of(const Triple& t) { return {t[0], t[1], t[2]}; }
/// Zeros come out without a sign.
inline Triple triple_of(const Vector3<double>& v) {
  return {v.x() + 0.0, v.y() + 0.0, v.z() + 0.0};
}

}  // namespace erfd
