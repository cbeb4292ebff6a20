#include "erfd/study/growth.hpp"

#include "erfd/study/sample_states.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

GrowthPoint measure(const AlgorithmInfo& algorithm, Task task, int joints,
                    const GrowthOptions& options) {
  const Model chain = general_chain(joints);
  GrowthPoint point{joints, count_operations(algorithm, chain, task, options.rule), std::nullopt};
  if (std::find(options.timed.begin(), options.timed.end(), joints) == options.timed.end())
    return point;
  if (options.about_to_time) options.about_to_time(algorithm, joints);
  point.time = time_call(algorithm, chain, task);
  return point;
}

}  // namespace

std::vector<AlgorithmGrowth> measure_growth(Task task, const GrowthOptions& options) {
  std::vector<AlgorithmGrowth> all;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!algorithm.does(task) || !algorithm.obstacle(general_chain(2)).empty()) continue;
    AlgorithmGrowth growth{&algorithm, {}};
    for (int n = 2; n <= options.up_to; ++n)
      growth.points.push_back(measure(algorithm, task, n, options));
    all.push_back(std::move(growth));
  }
  return all;
}

std::optional<CountFormula> count_formula(int first, std::span<const long> values) {
  const int half = static_cast<int>(values.size() / 2);
  const auto polynomial =
      exact_polynomial(first + half, values.subspan(static_cast<std::size_t>(half)));
  if (!polynomial) return std::nullopt;
  int from = first + half;
  const auto holds = [&](int n) {
    return polynomial->numerator_at(n) ==
           polynomial->denominator * values[static_cast<std::size_t>(n - first)];
  };
  while (from > first && holds(from - 1)) --from;
  return CountFormula{*polynomial, from};
}

std::optional<double> fitted_order(std::span<const std::pair<double, double>> points) {
  const auto upper = points.subspan(points.size() / 2);
  if (upper.size() < 2) return std::nullopt;
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [x, y] : upper) {
    if (!(x > 0 && y > 0)) return std::nullopt;
    const double lx = std::log(x), ly = std::log(y);
    sx += lx;
    sy += ly;
    sxx += lx * lx;
    sxy += lx * ly;
  }
  const auto n = static_cast<double>(upper.size());
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace erfd
