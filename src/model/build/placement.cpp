// The frames of a link, whatever way the file places it.
//
// J is the joint frame at position zero and moves with the body; L is the link frame of the file;
// P the parent's link frame.
//   dh         X_PJ = Rz(θ)                                  X_JL = Tz(d) Tx(a) Rx(α)
//   mdh        X_PJ = Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r)    X_JL = 1
//   placement  X_PJ = origin · R(z → axis)                   X_JL = R(z → axis)⁻¹
//   screw      X_PJ = X_WP⁻¹ (R(z → axis), point)            X_JL = X_WJ⁻¹ origin
#include "model/build/placement.hpp"

#include <cmath>
#include <numbers>

namespace erfd {
namespace {

/// Angles that are a multiple of 90° up to rounding give exact zeros and ones: π/2 itself is not a
/// double.
double snap_quarter_turn(double value) {
  constexpr double rounding = 1e-15;
  if (std::abs(value) < rounding) return 0;
  if (std::abs(std::abs(value) - 1) < rounding) return std::copysign(1, value);
  return value;
}

Matrix3<double> snapped(const Matrix3<double>& R) { return R.unaryExpr(&snap_quarter_turn); }

Pose<double> turn_x(double angle) { return {snapped(rotation_x(angle)), Vector3<double>::Zero()}; }
Pose<double> turn_z(double angle) { return {snapped(rotation_z(angle)), Vector3<double>::Zero()}; }
Pose<double> shift(double x, double y, double z) {
  return {Matrix3<double>::Identity(), {x, y, z}};
}

/// Shortest rotation that carries the unit vector `from` to `to`; they must not be opposite.
Matrix3<double> shortest_rotation(const Vector3<double>& from, const Vector3<double>& to) {
  const Matrix3<double> v = skew<double>(cross(from, to));
  return Matrix3<double>::Identity() + v + v * v / (1 + from.dot(to));
}

}  // namespace

Matrix3<double> rotation_z_to(const Triple& axis) {
  if (vector_of(axis).norm() < 1e-9) return Matrix3<double>::Identity();
  const Vector3<double> a = vector_of(axis).normalized(), z = Vector3<double>::UnitZ();
  if (a.z() >= 0) return shortest_rotation(z, a);
  return shortest_rotation(-z, a) * snapped(rotation_x(std::numbers::pi));
}

Placement placement_of(const JointDescription& joint, const Pose<double>& X_WP) {
  switch (joint.placed_by) {
    case PlacementKind::dh: {
      const DhRow row = joint.dh ? joint.dh->value : DhRow{};
      return {turn_z(row.theta), shift(row.a, 0, row.d) * turn_x(row.alpha)};
    }
    case PlacementKind::mdh: {
      return {pose_of(joint.mdh ? joint.mdh->value : MdhRow{}), {}};
    }
    case PlacementKind::placement: {
      const Pose<double> turned{rotation_z_to(joint.axis ? joint.axis->value : Triple{0, 0, 1}),
                                Vector3<double>::Zero()};
      return {pose_of(joint.origin) * turned, turned.inverse()};
    }
    case PlacementKind::screw: {
      const ScrewRow row = joint.screw ? joint.screw->value : ScrewRow{};
      const Pose<double> X_WJ{rotation_z_to(row.axis), vector_of(row.point)};
      return {X_WP.inverse() * X_WJ, X_WJ.inverse() * pose_of(joint.origin)};
    }
  }
  return {};
}

Pose<double> pose_of(const MdhRow& row) {
  return turn_z(row.gamma) * shift(0, 0, row.b) * turn_x(row.alpha) * shift(row.d, 0, 0) *
         turn_z(row.theta) * shift(0, 0, row.r);
}

Pose<double> pose_of(const OriginDescription& origin) {
  const auto& [roll, pitch, yaw] = origin.rpy;
  return {snapped(rotation_z(yaw) * rotation_y(pitch) * rotation_x(roll)), vector_of(origin.xyz)};
}

Pose<double> pose_of(const Field<OriginDescription>& origin) {
  return origin ? pose_of(origin->value) : Pose<double>{};
}

Pose<double> cut_frame(const Field<OriginDescription>& frame, const Field<MdhRow>& row) {
  return row ? pose_of(row->value) : pose_of(frame);
}

}  // namespace erfd
