// Decompositions of matrices of any size. Here once: each takes the compiler seconds wherever it is used.
#pragma once

#include "erfd/math/types.hpp"

#include <complex>

namespace erfd {

/// Of a square matrix: A v_k = λ_k v_k.
struct Modes {
  Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 1> values;
  Eigen::Matrix<std::complex<double>, Eigen::Dynamic, Eigen::Dynamic> vectors;  ///< as columns
};
Modes modes_of(const MatrixX<double>& A);
/// λ_k alone.
Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 1> eigenvalues_of(const MatrixX<double>& A);

/// A⁺, also of a matrix without full rank.
MatrixX<double> pseudo_inverse(const MatrixX<double>& A);
/// The shortest x with the least |A x − b|.
VectorX<double> least_norm_solution(const MatrixX<double>& A, const VectorX<double>& b);

}  // namespace erfd
