#include "erfd/math/decompositions.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace erfd {

Modes modes_of(const MatrixX<double>& A) {
  const Eigen::EigenSolver<MatrixX<double>> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 1> eigenvalues_of(const MatrixX<double>& A) {
  return Eigen::EigenSolver<MatrixX<double>>(A, false).eigenvalues();
}

MatrixX<double> pseudo_inverse(const MatrixX<double>& A) {
  return A.completeOrthogonalDecomposition().pseudoInverse();
}

VectorX<double> least_norm_solution(const MatrixX<double>& A, const VectorX<double>& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

}  // namespace erfd
