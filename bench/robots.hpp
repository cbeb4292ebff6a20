// Robots and states that the benchmark programs share.
#pragma once

#include "erfd/model/model.hpp"

#include "support/random_robot.hpp"

#include <string>
#include <vector>

namespace erfd::bench {

/// States a benchmark cycles through: enough that no branch predictor learns them by heart, few
/// enough that they stay in the first cache.
constexpr int state_count = 64;

struct Robot {
  std::string name;
  Model model;
  std::vector<test::State> states;  ///< tau belongs to qdd: inverse and forward dynamics invert
};

/// A shipped robot by name, or "chainN": a serial arm of N revolute joints with skew axes and full
/// inertias; or "eelN": such a chain on a free base. The same ones in every run. @throws Error for any other name.
Robot make_robot(const std::string& name);

/// Largest difference of two results relative to the largest entry of the expected one.
template <class Result>
double relative_difference(const Result& found, const Result& expected) {
  return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

}  // namespace erfd::bench
