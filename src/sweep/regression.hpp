// Linear regression over rows that come one by one. Private to the layer.
#pragma once

#include "erfd/math/types.hpp"
#include "erfd/sweep/statistics.hpp"

#include <vector>

namespace erfd {

/// Keeps means and products of deviations (Welford), in which large numbers do not drown small ones.
class Regression {
 public:
  explicit Regression(std::size_t numbers)
      : mean_(VectorX<double>::Zero(static_cast<Eigen::Index>(numbers) + 1)),
        products_(MatrixX<double>::Zero(mean_.size(), mean_.size())) {}

  void add(const std::vector<double>& x, double y);
  /// Standardised coefficients with their intervals; a number that does not vary explains nothing.
  std::vector<Influence> influences() const;
  /// R².
  double explained() const;

 private:
  /// Of the numbers that vary, in units of their deviations.
  VectorX<double> standardised(MatrixX<double>& inverse, std::vector<int>& varying) const;

  double count_ = 0;
  VectorX<double> mean_;      ///< of the numbers and, last, of the result
  MatrixX<double> products_;  ///< of the deviations from it
};

}  // namespace erfd
