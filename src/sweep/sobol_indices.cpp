#include "sweep/sobol_indices.hpp"

#include "sweep/counter_random.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

constexpr int samples = 200;
constexpr std::uint64_t bootstrap_stream = 3u << 20;

/// How often a point is drawn: Poisson with mean 1, by inversion.
double poisson(double u) {
  double share = std::exp(-1.0), below = share;
  int k = 0;
  for (; u > below && k < 20; below += share) share /= ++k;
  return k;
}

/// Half of what holds 95 % of the bootstrap samples.
double half_width(VectorX<double> row) {
  std::sort(row.begin(), row.end());
  const auto at = [&](double share) {
    return row[static_cast<Eigen::Index>(share * static_cast<double>(row.size() - 1))];
  };
  return (at(0.975) - at(0.025)) / 2;
}

}  // namespace

SobolIndices::SobolIndices(std::size_t numbers, std::uint64_t seed)
    : numbers_(numbers), seed_(seed), rows_(numbers + 2) {
  const auto n = static_cast<Eigen::Index>(numbers);
  first_ = total_ = MatrixX<double>::Zero(n, samples + 1);
  weight_ = sum_ = squares_ = VectorX<double>::Zero(samples + 1);
}

void SobolIndices::add(std::uint64_t job, double result) {
  const std::uint64_t block = numbers_ + 2;
  if (job / block != point_) rows_.assign(rows_.size(), std::nullopt);
  point_ = job / block;
  if (!offset_) offset_ = result;
  rows_[job % block] = result - *offset_;
  if (job % block == block - 1 &&
      std::all_of(rows_.begin(), rows_.end(), [](const auto& row) { return row.has_value(); }))
    take_point();
}

void SobolIndices::take_point() {
  const double a = *rows_[0], b = *rows_[1];
  for (int s = 0; s <= samples; ++s) {
    const double weight =
        s == 0 ? 1
               : poisson(unit_number(
                     random_bits(seed_, bootstrap_stream + static_cast<std::uint64_t>(s), point_)));
    if (weight == 0) continue;
    weight_[s] += weight;
    sum_[s] += weight * (a + b);
    squares_[s] += weight * (a * a + b * b);
    for (std::size_t i = 0; i < numbers_; ++i) {
      const double ab = *rows_[i + 2];
      const auto k = static_cast<Eigen::Index>(i);
      first_(k, s) += weight * b * (ab - a);
      total_(k, s) += weight * (a - ab) * (a - ab);
    }
  }
}

void SobolIndices::into(std::vector<Influence>& influences) const {
  for (std::size_t i = 0; i < numbers_; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    VectorX<double> first(samples + 1), total(samples + 1);
    for (int s = 0; s <= samples; ++s) {
      const double mean = sum_[s] / (2 * weight_[s]);
      const double variance = squares_[s] / (2 * weight_[s]) - mean * mean;
      first[s] = first_(k, s) / weight_[s] / variance;
      total[s] = total_(k, s) / weight_[s] / (2 * variance);
    }
    if (!std::isfinite(first[0])) continue;
    influences[i].first = first[0];
    influences[i].total = total[0];
    influences[i].first_error = half_width(first.tail(samples));
    influences[i].total_error = half_width(total.tail(samples));
  }
}

}  // namespace erfd
