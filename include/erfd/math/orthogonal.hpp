// Complete orthogonal decomposition: least squares and minimum norm of a matrix of any rank.
// Source  G. H. Golub, C. F. Van Loan, Matrix Computations, 4th edition, section 5.5.2.
//
//   A P = Q [R11 R12; 0 0]          Householder, columns by their remaining length   (1)
//   [R11 R12]ᵀ = Z [U; 0]           Householder                                       (2)
//   A   = Q₁ Uᵀ Z₁ᵀ Pᵀ              r = rank, Q₁ and Z₁ the first r columns           (3)
//   A⁺  = P Z₁ U⁻ᵀ Q₁ᵀ                                                                (4)
//   A N = 0  with  N = P Z₂                                                           (5)
#pragma once

#include "erfd/math/types.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace erfd {

/// Householder vectors of a matrix, below its diagonal, and their factors; v[0] = 1 is not stored.
template <class S>
struct Reflections {
  MatrixX<S> v;
  VectorX<S> factor;

  Reflections(Eigen::Index rows, Eigen::Index columns)
      : v(rows, columns), factor(std::min(rows, columns)) {}

  /// Makes the reflection that clears column k below its diagonal, and applies it to the columns
  /// behind it, up to `columns`.
  void reflect(Eigen::Index k, Eigen::Index rows, Eigen::Index columns) {
    using std::sqrt;
    S square(0);
    for (Eigen::Index i = k; i < rows; ++i) square += v(i, k) * v(i, k);
    factor[k] = S(0);
    if (!(square > S(0))) return;
    const S length = sqrt(square), head = v(k, k), end = head > S(0) ? S(-length) : length;
    factor[k] = (end - head) / end;
    const S scale = S(1) / (head - end);
    for (Eigen::Index i = k + 1; i < rows; ++i) v(i, k) *= scale;
    v(k, k) = end;
    for (Eigen::Index j = k + 1; j < columns; ++j) {
      S along = v(k, j);
      for (Eigen::Index i = k + 1; i < rows; ++i) along += v(i, k) * v(i, j);
      along *= factor[k];
      v(k, j) -= along;
      for (Eigen::Index i = k + 1; i < rows; ++i) v(i, j) -= along * v(i, k);
    }
  }
  /// x := H_k x, x of size `rows`.
  void apply(Eigen::Index k, Eigen::Index rows, VectorX<S>& x) const {
    S along = x[k];
    for (Eigen::Index i = k + 1; i < rows; ++i) along += v(i, k) * x[i];
    along *= factor[k];
    x[k] -= along;
    for (Eigen::Index i = k + 1; i < rows; ++i) x[i] -= along * v(i, k);
  }
};

/// Made once for a size; no call allocates after that.
template <class S>
class OrthogonalDecomposition {
 public:
  OrthogonalDecomposition(Eigen::Index rows, Eigen::Index columns)
      : rows_(rows),
        columns_(columns),
        q_(rows, columns),
        z_(columns, std::min(rows, columns)),
        order_(static_cast<std::size_t>(columns)),
        tall_(rows),
        wide_(columns) {}

  /// @param tolerance  columns whose rest is shorter than this share of the longest count as
  /// dependent on the others
  void compute(const Eigen::Ref<const MatrixX<S>>& A, double tolerance) {
    q_.v = A;
    for (Eigen::Index j = 0; j < columns_; ++j) order_[static_cast<std::size_t>(j)] = j;
    rank_ = 0;
    S first(0);
    for (Eigen::Index k = 0; k < std::min(rows_, columns_); ++k) {
      const auto [longest, square] = longest_rest(k);
      if (k == 0) first = square;
      if (!(square > first * S(tolerance * tolerance)) || !(square > S(0))) break;
      if (longest != k) {
        for (Eigen::Index i = 0; i < rows_; ++i) std::swap(q_.v(i, k), q_.v(i, longest));
        std::swap(order_[static_cast<std::size_t>(k)], order_[static_cast<std::size_t>(longest)]);
      }
      q_.reflect(k, rows_, columns_);  // (1)
      ++rank_;
    }
    for (Eigen::Index i = 0; i < rank_; ++i)
      for (Eigen::Index j = 0; j < columns_; ++j) z_.v(j, i) = j < i ? S(0) : q_.v(i, j);
    for (Eigen::Index k = 0; k < rank_; ++k) z_.reflect(k, columns_, rank_);  // (2)
  }

  Eigen::Index rank() const { return rank_; }

  /// x = A⁺ b: the shortest of the x that come nearest to A x = b. Size columns.
  void solve(const Eigen::Ref<const VectorX<S>>& b, Eigen::Ref<VectorX<S>> x) {
    tall_ = b;
    for (Eigen::Index k = 0; k < rank_; ++k) q_.apply(k, rows_, tall_);
    for (Eigen::Index i = 0; i < rank_; ++i) {  // Uᵀ w = Q₁ᵀ b
      S rest = tall_[i];
      for (Eigen::Index j = 0; j < i; ++j) rest -= z_.v(j, i) * wide_[j];
      wide_[i] = rest / z_.v(i, i);
    }
    for (Eigen::Index i = rank_; i < columns_; ++i) wide_[i] = S(0);
    spread(x);
  }

  /// y = (A⁺)ᵀ c: the shortest of the y that come nearest to Aᵀ y = c. Size rows.
  void solve_transposed(const Eigen::Ref<const VectorX<S>>& c, Eigen::Ref<VectorX<S>> y) {
    for (Eigen::Index j = 0; j < columns_; ++j) wide_[j] = c[order_[static_cast<std::size_t>(j)]];
    for (Eigen::Index k = 0; k < rank_; ++k) z_.apply(k, columns_, wide_);
    for (Eigen::Index i = rank_ - 1; i >= 0; --i) {  // U w = Z₁ᵀ Pᵀ c
      S rest = wide_[i];
      for (Eigen::Index j = i + 1; j < rank_; ++j) rest -= z_.v(i, j) * tall_[j];
      tall_[i] = rest / z_.v(i, i);
    }
    for (Eigen::Index i = rank_; i < rows_; ++i) tall_[i] = S(0);
    for (Eigen::Index k = rank_ - 1; k >= 0; --k) q_.apply(k, rows_, tall_);
    y = tall_;
  }

  /// Column k of an orthonormal basis of all x with A x = 0, k < columns − rank.
  void null_vector(Eigen::Index k, Eigen::Ref<VectorX<S>> x) {
    for (Eigen::Index i = 0; i < columns_; ++i) wide_[i] = S(i == rank_ + k ? 1 : 0);
    spread(x);  // (5)
  }

 private:
  struct Rest {
    Eigen::Index column;
    S square;
  };
  Rest longest_rest(Eigen::Index k) const {
    Rest longest{k, S(-1)};
    for (Eigen::Index j = k; j < columns_; ++j) {
      S square(0);
      for (Eigen::Index i = k; i < rows_; ++i) square += q_.v(i, j) * q_.v(i, j);
      if (square > longest.square) longest = {j, square};
    }
    return longest;
  }
  /// x = P Z wide.
  void spread(Eigen::Ref<VectorX<S>> x) {
    for (Eigen::Index k = rank_ - 1; k >= 0; --k) z_.apply(k, columns_, wide_);
    for (Eigen::Index j = 0; j < columns_; ++j) x[order_[static_cast<std::size_t>(j)]] = wide_[j];
  }

  Eigen::Index rows_, columns_, rank_ = 0;
  Reflections<S> q_, z_;
  std::vector<Eigen::Index> order_;  ///< P: column k of A P is column order_[k] of A
  VectorX<S> tall_, wide_;
};

}  // namespace erfd
