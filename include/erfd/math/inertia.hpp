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

  /// Steiner's term m (c·c 1 − c cᵀ).
  static Matrix3<S> steiner(const S& mass, const Vector3<S>& com) {
    return mass * (com.dot(com) * Matrix3<S>::Identity() - com * com.transpose());
  }
  /// From mass, centre of mass and inertia about it.
  static BasicInertia about_com(const S& mass, const Vector3<S>& com, const Matrix3<S>& I_com) {
    return {mass, mass * com, I_com + steiner(mass, com)};
  }

  /// Centre of mass [m]; the origin for a body without mass.
  Vector3<S> com() const {
    return mass > S(0) ? Vector3<S>(moment / mass) : Vector3<S>(Vector3<S>::Zero());
  }
  /// Inertia about the centre of mass, in axes of B [kg m^2].
  Matrix3<S> inertia_about_com() const { return about_origin - steiner(mass, com()); }

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
