// Comparisons that print both sides and the worst entry.
#pragma once

#include "erfd/math/types.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

namespace erfd::test {

/// ERFD_TOL_SCALE=0 makes every comparison fail, so that all residuals are shown.
inline double tolerance_scale() {
  static const char* const text = std::getenv("ERFD_TOL_SCALE");
  return text != nullptr ? std::atof(text) : 1.0;
}

/// |a − b| ≤ tolerance · max(1, largest entry of b).
inline ::testing::AssertionResult is_close(const MatrixX<double>& a, const MatrixX<double>& b,
                                           double tolerance) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) {
    return ::testing::AssertionFailure() << "sizes differ";
  }
  Eigen::Index row = 0, col = 0;
  const double scale = std::max(1.0, b.cwiseAbs().maxCoeff());
  const double worst = (a - b).cwiseAbs().maxCoeff(&row, &col) / scale;
  if (worst <= tolerance * tolerance_scale()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "worst relative difference " << worst << " at (" << row
                                       << ", " << col << "), allowed " << tolerance << "\n"
                                       << a << "\nexpected\n"
                                       << b;
}

}  // namespace erfd::test
