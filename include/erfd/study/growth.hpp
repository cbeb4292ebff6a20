// How the cost of an algorithm grows with the number of joints.
#pragma once

#include "erfd/study/count.hpp"
#include "erfd/study/polynomial.hpp"
#include "erfd/study/timing.hpp"

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace erfd {

/// Cost of one algorithm on general_chain(joints).
struct GrowthPoint {
  int joints = 0;
  AlgorithmCount count;
  std::optional<CallTime> time;
};

struct AlgorithmGrowth {
  const AlgorithmInfo* algorithm = nullptr;
  std::vector<GrowthPoint> points;  ///< 2, 3, … joints
};

struct GrowthOptions {
  int up_to = 40;  ///< joints, at least 2
  CountingRule rule = CountingRule::without_trivial;
  std::vector<int> timed;  ///< chains that are timed, too
  std::function<void(const AlgorithmInfo&, int)>
      about_to_time;  ///< called with the joints before each
};

/// Every algorithm of the registry that does the task.
std::vector<AlgorithmGrowth> measure_growth(Task task, const GrowthOptions& options = {});

/// A count that is a polynomial in n, from some n on.
struct CountFormula {
  Polynomial polynomial;
  int from = 0;
};

/// Exact formula of values at first, first + 1, …, found on the upper half of them; nothing if that
/// half lies on no polynomial.
std::optional<CountFormula> count_formula(int first, std::span<const long> values);

/// p of the power law y ~ x^p by least squares of log y against log x over the upper half of x.
/// Nothing with fewer than two points there, or if one is not positive.
std::optional<double> fitted_order(std::span<const std::pair<double, double>> points);

}  // namespace erfd
