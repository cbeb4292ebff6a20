// Vectors and matrices over the scalar of the state, and the argument types of all algorithms.
#pragma once

#include <type_traits>

#include <Eigen/Core>

namespace erfd {

template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;
template <class S>
using Vector6 = Eigen::Matrix<S, 6, 1>;
template <class S>
using Matrix6 = Eigen::Matrix<S, 6, 6>;
template <class S>
using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

/// Vector argument that is read, that is written, and matrix argument that is written. The scalar
/// is deduced from the workspace alone, so that blocks and vectors are passed without casts.
template <class S>
using In = std::type_identity_t<Eigen::Ref<const VectorX<S>>>;
template <class S>
using Out = std::type_identity_t<Eigen::Ref<VectorX<S>>>;
template <class S>
using OutMatrix = std::type_identity_t<Eigen::Ref<MatrixX<S>>>;

/// a × b. Eigen's own lies in a header that costs users more to compile than all of Eigen/Core.
template <class A, class B>
Vector3<typename A::Scalar> cross(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  const Vector3<typename A::Scalar> u = a, v = b;
  return {u.y() * v.z() - u.z() * v.y(), u.z() * v.x() - u.x() * v.z(),
          u.x() * v.y() - u.y() * v.x()};
}

/// The matrix of a cross product: skew(a) b = a × b.
template <class S>
Matrix3<S> skew(const Vector3<S>& a) {
  Matrix3<S> m;
  m << S(0), -a.z(), a.y(), a.z(), S(0), -a.x(), -a.y(), a.x(), S(0);
  return m;
}

}  // namespace erfd
