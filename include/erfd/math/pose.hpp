// Pose of one frame in another.
#pragma once

#include "erfd/math/spatial.hpp"

#include <cmath>

namespace erfd {

/// X_AB: frame B in frame A. Maps coordinates in B to coordinates in A; X_AC = X_AB * X_BC.
template <class S>
struct Pose {
  Matrix3<S> R = Matrix3<S>::Identity();  ///< R_AB
  Vector3<S> p = Vector3<S>::Zero();      ///< position of Bo from Ao, in A [m]

  Pose operator*(const Pose& o) const { return {R * o.R, R * o.p + p}; }
  Vector3<S> operator*(const Vector3<S>& point) const { return R * point + p; }
  Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }

  /// Motion of one body, from (B axes, at Bo) to (A axes, at Ao) and back.
  Motion<S> act(const Motion<S>& v) const {
    const Vector3<S> w = R * v.angular;
    return {w, R * v.linear + cross(p, w)};
  }
  Motion<S> inv_act(const Motion<S>& v) const {
    return {R.transpose() * v.angular, R.transpose() * (v.linear - cross(p, v.angular))};
  }
  /// Wrench on one body, from (B axes, about Bo) to (A axes, about Ao) and back.
  Force<S> act(const Force<S>& f) const {
    const Vector3<S> force = R * f.force;
    return {R * f.moment + cross(p, force), force};
  }
  Force<S> inv_act(const Force<S>& f) const {
    return {R.transpose() * (f.moment - cross(p, f.force)), R.transpose() * f.force};
  }

  /// The matrix of inv_act() on motions: V_B = matrix * V_A.
  Matrix6<S> inv_act_matrix() const {
    Matrix6<S> m = Matrix6<S>::Zero();
    m.template topLeftCorner<3, 3>() = R.transpose();
    m.template bottomRightCorner<3, 3>() = R.transpose();
    m.template bottomLeftCorner<3, 3>() = -R.transpose() * skew(p);
    return m;
  }

  template <class T>
  Pose<T> cast() const {
    return {R.template cast<T>(), p.template cast<T>()};
  }
};

template <class S>
Matrix3<S> rotation_x(const S& angle) {
  using std::cos, std::sin;
  const S c = cos(angle), s = sin(angle);
  Matrix3<S> R;
  R << S(1), S(0), S(0), S(0), c, -s, S(0), s, c;
  return R;
}

template <class S>
Matrix3<S> rotation_y(const S& angle) {
  using std::cos, std::sin;
  const S c = cos(angle), s = sin(angle);
  Matrix3<S> R;
  R << c, S(0), s, S(0), S(1), S(0), -s, S(0), c;
  return R;
}

template <class S>
Matrix3<S> rotation_z(const S& angle) {
  using std::cos, std::sin;
  const S c = cos(angle), s = sin(angle);
  Matrix3<S> R;
  R << c, -s, S(0), s, c, S(0), S(0), S(0), S(1);
  return R;
}

/// Rotation of the quaternion (w, x, y, z), which need not be of unit length.
template <class S>
Matrix3<S> rotation_of_quaternion(const S& w, const S& x, const S& y, const S& z) {
  const S k = S(2) / (w * w + x * x + y * y + z * z);
  Matrix3<S> R;
  R << S(1) - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y),  //
      k * (x * y + w * z), S(1) - k * (x * x + z * z), k * (y * z - w * x),   //
      k * (x * z - w * y), k * (y * z + w * x), S(1) - k * (x * x + y * y);
  return R;
}

}  // namespace erfd
