#include "erfd/sweep/points.hpp"

#include "erfd/base/error.hpp"

#include "sweep/counter_random.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/erf.hpp>
#include <boost/random/sobol.hpp>
#include <fmt/format.h>

namespace erfd {
namespace {

/// What each purpose of random numbers begins its streams with.
constexpr std::uint64_t order_stream = 1u << 20, shift_stream = 2u << 20;

/// The share of a normal distribution below x deviations.
double normal_share(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double normal_quantile(const NormalSpread& spread, double u) {
  const double low = normal_share(-NormalSpread::cut);
  const double share = low + u * (1 - 2 * low);
  return spread.mean - spread.deviation * std::sqrt(2.0) * boost::math::erfc_inv(2 * share);
}

double triangular_quantile(const TriangularSpread& t, double u) {
  const double width = t.high - t.low, rise = t.mode - t.low;
  if (width == 0) return t.low;
  return u * width < rise ? t.low + std::sqrt(u * width * rise)
                          : t.high - std::sqrt((1 - u) * width * (t.high - t.mode));
}

/// How many values a spread has; 0: it is continuous.
std::uint64_t value_count(const Spread& spread) {
  if (const auto* const list = std::get_if<ListSpread>(&spread)) return list->values.size();
  if (const auto* const range = std::get_if<RangeSpread>(&spread))
    return static_cast<std::uint64_t>(range->steps);
  return 0;
}

std::uint64_t grid_size(const std::vector<Variation>& variations) {
  std::uint64_t size = 1;
  for (const Variation& variation : variations) {
    const std::uint64_t values = std::max<std::uint64_t>(1, value_count(variation.spread));
    if (size > most_jobs / values) return most_jobs + 1;
    size *= values;
  }
  return size;
}

}  // namespace

std::uint64_t job_count(const Study& study) {
  const std::uint64_t per_point =
      study.design.kind == DesignKind::saltelli ? study.variations.size() + 2 : 1;
  const bool grid = study.design.kind == DesignKind::grid;
  const std::uint64_t points = grid ? grid_size(study.variations) : study.design.points;
  if (points > most_jobs / per_point)
    throw Error(
        fmt::format("{}: design: more than {} jobs; take fewer points", study.file, most_jobs));
  return points * per_point;
}

VariedValue quantile(const Spread& spread, double u) {
  struct At {
    double u;
    VariedValue operator()(const UniformSpread& s) const {
      return {s.low + u * (s.high - s.low), {}};
    }
    VariedValue operator()(const NormalSpread& s) const { return {normal_quantile(s, u), {}}; }
    VariedValue operator()(const TriangularSpread& s) const {
      return {triangular_quantile(s, u), {}};
    }
    VariedValue operator()(const RangeSpread& s) const {
      const double k = std::floor(u * s.steps);
      return {s.steps == 1 ? s.from : s.from + (s.to - s.from) * k / (s.steps - 1), {}};
    }
    VariedValue operator()(const ListSpread& s) const {
      const auto k = static_cast<std::size_t>(u * static_cast<double>(s.values.size()));
      return {static_cast<double>(k), s.values[k]};
    }
  };
  return std::visit(At{u}, spread);
}

/// The low-discrepancy sequence, stepped on where jobs come in order.
struct StudyPoints::Sequence {
  Sequence(std::size_t dimensions, std::uint64_t seed) : engine(dimensions), point(dimensions) {
    for (std::size_t i = 0; i < dimensions; ++i)
      shift.push_back(random_bits(seed, shift_stream, i));
  }
  /// A digital shift keeps what the sequence is good for.
  double at(std::uint64_t index, int dimension) {
    if (index != index_) {
      engine.seed(index);
      engine.generate(point.begin(), point.end());
      index_ = index;
    }
    const auto i = static_cast<std::size_t>(dimension);
    return unit_number(point[i] ^ shift[i]);
  }

  boost::random::sobol engine;
  std::vector<std::uint64_t> point, shift;

 private:
  std::uint64_t index_ = ~std::uint64_t{0};
};

StudyPoints::StudyPoints(const Study& study)
    : variations_(study.variations), design_(study.design), jobs_(job_count(study)) {
  const std::size_t numbers = variations_.size();
  if (numbers == 0) return;
  if (design_.kind == DesignKind::sobol)
    sequence_ = std::make_unique<Sequence>(numbers, design_.seed);
  if (design_.kind == DesignKind::saltelli)
    sequence_ = std::make_unique<Sequence>(2 * numbers, design_.seed);
}

StudyPoints::~StudyPoints() = default;
StudyPoints::StudyPoints(StudyPoints&&) noexcept = default;

double StudyPoints::coordinate(std::uint64_t point, int dimension) const {
  const auto stream = static_cast<std::uint64_t>(dimension);
  const double inside = unit_number(random_bits(design_.seed, stream, point));
  if (design_.kind != DesignKind::latin_hypercube) return inside;
  const std::uint64_t key = random_bits(design_.seed, order_stream, stream);
  return (static_cast<double>(permuted(point, jobs_, key)) + inside) / static_cast<double>(jobs_);
}

void StudyPoints::coordinates(std::uint64_t job, std::span<double> u) const {
  const int n = static_cast<int>(variations_.size());
  std::uint64_t rest = job;
  for (int i = 0; i < n; ++i) {
    double& to = u[static_cast<std::size_t>(i)];
    switch (design_.kind) {
      case DesignKind::grid: {
        const std::uint64_t values = value_count(variations_[static_cast<std::size_t>(i)].spread);
        to = (static_cast<double>(rest % values) + 0.5) / static_cast<double>(values);
        rest /= values;
        break;
      }
      case DesignKind::sobol:
        to = sequence_->at(job, i);
        break;
      case DesignKind::saltelli: {
        // Point A, point B, then A with one number of B after the other.
        const auto block = static_cast<std::uint64_t>(n) + 2;
        const int which = static_cast<int>(job % block);
        const bool of_b = which == 1 || which == i + 2;
        to = sequence_->at(job / block, of_b ? n + i : i);
        break;
      }
      default:
        to = coordinate(job, i);
    }
  }
}

std::vector<VariedValue> StudyPoints::at(std::uint64_t job) const {
  std::vector<double> u(variations_.size());
  coordinates(job, u);
  std::vector<VariedValue> values;
  values.reserve(u.size());
  for (std::size_t i = 0; i < u.size(); ++i)
    values.push_back(quantile(variations_[i].spread, u[i]));
  return values;
}

}  // namespace erfd
