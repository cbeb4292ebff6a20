// What a joint does, over any scalar: pose, motion and the part of a wrench that it feels. A factor
// of one is no multiplication: revolute and prismatic joints cost what their own formulas cost.
#pragma once

#include "erfd/math/pose.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/robot/joint_kind.hpp"

namespace erfd {

/// The sliding part of something that is given for one metre: a number or a vector.
template <class S, class T>
T slid(const Screw& screw, const T& along_one_metre) {
  return screw.slide == 1 ? along_one_metre : T(along_one_metre * S(screw.slide));
}

/// turns · about + slide · along, of numbers or vectors: aᵀ f, J a, z · (moment or force).
template <class S, class T>
T combined(const Screw& screw, const T& about, const T& along) {
  if (!screw.slides()) return about;
  return screw.turns ? T(about + slid<S, T>(screw, along)) : slid<S, T>(screw, along);
}

/// X · Rz(q) Tz(slide q).
template <class S>
Pose<S> moved_by(const Pose<S>& X, const Screw& screw, const S& q) {
  return {screw.turns ? Matrix3<S>(X.R * rotation_z<S>(q)) : X.R,
          screw.slides() ? Vector3<S>(X.p + X.R.col(2) * slid<S, S>(screw, q)) : X.p};
}

/// a qd: the motion of the joint in axes of its body.
template <class S>
Motion<S> joint_motion(const Screw& screw, const S& rate) {
  Motion<S> m;
  if (screw.turns) m.angular.z() = rate;
  if (screw.slides()) m.linear.z() = slid<S, S>(screw, rate);
  return m;
}

/// aᵀ f: the part of a wrench that the joint feels.
template <class S>
S joint_component(const Screw& screw, const Force<S>& f) {
  return combined<S, S>(screw, f.moment.z(), f.force.z());
}

/// Velocity for a unit of qd of a point that stands at `arm` from the axis z.
template <class S>
Vector3<S> velocity_at(const Screw& screw, const Vector3<S>& z, const Vector3<S>& arm) {
  if (!screw.turns) return slid<S, Vector3<S>>(screw, z);
  const Vector3<S> turning = cross(z, arm);
  return screw.slides() ? Vector3<S>(turning + slid<S, Vector3<S>>(screw, z)) : turning;
}

}  // namespace erfd
