// Inertia of a rigid body about the origin of its frame.
#pragma once

#include "erfd/math/pose.hpp"

namespace erfd {

/// Mass, first moment and inertia matrix, all about the origin Bo and in axes of B.
template <class S>
struct BasicInertia {
  S mass = S(0);                                 ///< [kg]
  Vector3<S> moment = Vector3<S>::Zero();        ///< h = m c, first moment [kg m]
  Matrix3<S> about_origin = Matrix3<S>::Zero();  ///< I_Bo [kg m^2]

  /// From mass, centre of mass c and inertia about c: I_Bo = I_c + m (c·c 1 − c cᵀ).
  static BasicInertia about_com(const S& mass, const Vector3<S>& com, const Matrix3<S>& I_com) {
    const Matrix3<S> steiner =
        mass * (com.dot(com) * Matrix3<S>::Identity() - com * com.transpose());
    return {mass, mass * com, I_com + steiner};
  }

  /// Spatial momentum at Bo: moment I ω + h × v, force m v − h × ω. The same product gives I A for
  /// accelerations.
  Force<S> operator*(const Motion<S>& v) const {
    return {about_origin * v.angular + cross(moment, v.linear),
            mass * v.linear - cross(moment, v.angular)};
  }

  BasicInertia operator+(const BasicInertia& o) const {
    return {mass + o.mass, moment + o.moment, about_origin + o.about_origin};
  }
  BasicInertia& operator+=(const BasicInertia& o) { return *this = *this + o; }

  /// The same body seen from frame A: X_AB maps its frame B into A.
  BasicInertia moved(const Pose<S>& X_AB) const {
    const Vector3<S> h = X_AB.R * moment;
    const Vector3<S>& p = X_AB.p;
    // I_Ao = R I Rᵀ + (p·h + h·p) 1 − p hᵀ − h pᵀ + m (p·p 1 − p pᵀ)
    const S ph = p.dot(h);
    Matrix3<S> I = X_AB.R * about_origin * X_AB.R.transpose();
    I += (S(2) * ph + mass * p.dot(p)) * Matrix3<S>::Identity();
    I -= p * h.transpose() + h * p.transpose() + mass * (p * p.transpose());
    return {mass, h + mass * p, I};
  }

  /// As a 6×6 matrix, angular part first.
  Matrix6<S> matrix() const {
    Matrix6<S> m;
    const Matrix3<S> hx = skew(moment);
    m.template topLeftCorner<3, 3>() = about_origin;
    m.template topRightCorner<3, 3>() = hx;
    m.template bottomLeftCorner<3, 3>() = -hx;
    m.template bottomRightCorner<3, 3>() = mass * Matrix3<S>::Identity();
    return m;
  }

  template <class T>
  BasicInertia<T> cast() const {
    return {T(mass), moment.template cast<T>(), about_origin.template cast<T>()};
  }
};

using Inertia = BasicInertia<double>;

}  // namespace erfd
