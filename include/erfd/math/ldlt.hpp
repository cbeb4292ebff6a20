// Solution of small symmetric positive definite systems.
#pragma once

#include "erfd/math/types.hpp"

namespace erfd {

/// Solves A x = b by A = L D Lᵀ without pivoting: safe for positive definite matrices, as inertia
/// matrices are. Written out, so that operation counts are those of the textbook.
///
/// @param A  size n × n, lower triangle read; overwritten by L (below the diagonal) and D
/// @param b  size n, overwritten by x
template <class S>
void solve_ldlt(std::type_identity_t<Eigen::Ref<MatrixX<S>>> A, Eigen::Ref<VectorX<S>> b) {
  const Eigen::Index n = b.size();
  for (Eigen::Index j = 0; j < n; ++j) {
    const S d_inverse = S(1) / A(j, j);
    for (Eigen::Index i = j + 1; i < n; ++i) {
      const S l = A(i, j) * d_inverse;
      for (Eigen::Index k = j + 1; k <= i; ++k) A(i, k) -= l * A(k, j);
      b[i] -= l * b[j];
    }
    for (Eigen::Index i = j + 1; i < n; ++i) A(i, j) *= d_inverse;
    b[j] *= d_inverse;
  }
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    for (Eigen::Index k = i + 1; k < n; ++k) b[i] -= A(k, i) * b[k];
  }
}

}  // namespace erfd
