// Spatial vectors, angular part first. Motion and Force are two types that cannot be added; dot()
// of them is power.
#pragma once

#include "erfd/math/types.hpp"

namespace erfd {

/// Velocity or acceleration of a body frame: angular part, and linear part of the frame's origin.
template <class S>
struct Motion {
  Vector3<S> angular = Vector3<S>::Zero();
  Vector3<S> linear = Vector3<S>::Zero();

  Motion operator+(const Motion& o) const { return {angular + o.angular, linear + o.linear}; }
  Motion operator-(const Motion& o) const { return {angular - o.angular, linear - o.linear}; }
  Motion operator*(const S& s) const { return {angular * s, linear * s}; }
  Motion& operator+=(const Motion& o) { return *this = *this + o; }
  Vector6<S> vector() const { return (Vector6<S>() << angular, linear).finished(); }
  static Motion from(const Vector6<S>& x) { return {x.template head<3>(), x.template tail<3>()}; }
};

/// Wrench on a body: moment about the frame's origin, and force.
template <class S>
struct Force {
  Vector3<S> moment = Vector3<S>::Zero();
  Vector3<S> force = Vector3<S>::Zero();

  Force operator+(const Force& o) const { return {moment + o.moment, force + o.force}; }
  Force operator-(const Force& o) const { return {moment - o.moment, force - o.force}; }
  Force operator*(const S& s) const { return {moment * s, force * s}; }
  Force& operator+=(const Force& o) { return *this = *this + o; }
  Force& operator-=(const Force& o) { return *this = *this - o; }
  Vector6<S> vector() const { return (Vector6<S>() << moment, force).finished(); }
  static Force from(const Vector6<S>& x) { return {x.template head<3>(), x.template tail<3>()}; }
};

/// Power [W] of a wrench on a motion.
template <class S>
S dot(const Motion<S>& v, const Force<S>& f) {
  return v.angular.dot(f.moment) + v.linear.dot(f.force);
}

/// v × m, rate of change of a motion vector m that is carried along by v.
template <class S>
Motion<S> cross(const Motion<S>& v, const Motion<S>& m) {
  return {cross(v.angular, m.angular), cross(v.angular, m.linear) + cross(v.linear, m.angular)};
}

/// v ×* f, rate of change of a force vector f that is carried along by v.
template <class S>
Force<S> cross_dual(const Motion<S>& v, const Force<S>& f) {
  return {cross(v.angular, f.moment) + cross(v.linear, f.force), cross(v.angular, f.force)};
}

}  // namespace erfd
