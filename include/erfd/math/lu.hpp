// Solution of small linear systems without symmetry.
#pragma once

#include "erfd/math/types.hpp"

#include <cmath>
#include <utility>

namespace erfd {

/// Solves A x = b by Gaussian elimination with row pivoting, in place and without allocation.
///
/// @param A  size n × n, overwritten
/// @param b  size n, overwritten by x
/// @return false if A is singular or not finite; A and b are then without meaning
///
/// Types of fixed size are written out by the compiler.
template <class MatrixA, class VectorB>
bool solve_lu(MatrixA&& A, VectorB&& b) {
  const Eigen::Index n = b.size();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (std::abs(A(i, k)) > std::abs(A(pivot, k))) pivot = i;
    }
    if (!(std::abs(A(pivot, k)) > 0) || !std::isfinite(A(pivot, k))) return false;
    if (pivot != k) {
      for (Eigen::Index j = k; j < n; ++j) std::swap(A(k, j), A(pivot, j));
      std::swap(b[k], b[pivot]);
    }
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const double factor = A(i, k) / A(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) A(i, j) -= factor * A(k, j);
      b[i] -= factor * b[k];
    }
  }
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    for (Eigen::Index j = i + 1; j < n; ++j) b[i] -= A(i, j) * b[j];
    b[i] /= A(i, i);
  }
  return true;
}

/// A⁻¹ by Gaussian elimination with row pivoting, without allocation.
///
/// @param A  size n × n, overwritten
/// @param X  size n × n, written
/// @return false if A is singular or not finite; A and X are then without meaning
template <class MatrixA, class MatrixXt>
bool invert_lu(MatrixA&& A, MatrixXt&& X) {
  const Eigen::Index n = A.rows();
  X.setIdentity();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (std::abs(A(i, k)) > std::abs(A(pivot, k))) pivot = i;
    }
    if (!(std::abs(A(pivot, k)) > 0) || !std::isfinite(A(pivot, k))) return false;
    if (pivot != k) {
      for (Eigen::Index j = 0; j < n; ++j) {
        std::swap(A(k, j), A(pivot, j));
        std::swap(X(k, j), X(pivot, j));
      }
    }
    const double scale = 1 / A(k, k);
    A.row(k) *= scale;
    X.row(k) *= scale;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = A(i, k);
      A.row(i) -= factor * A.row(k);
      X.row(i) -= factor * X.row(k);
    }
  }
  return true;
}

}  // namespace erfd
