#include "erfd/sweep/statistics.hpp"

#include "sweep/regression.hpp"
#include "sweep/sobol_indices.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

namespace erfd {
namespace {

constexpr double z95 = 1.959963984540054;
constexpr std::size_t fine_bins = 1000, shown_bins = 40, worst_count = 10, most_errors = 10;

/// First pass: moments and ends.
struct Moments {
  std::uint64_t count = 0, beyond = 0;
  double mean = 0, squares = 0;
  double least = std::numeric_limits<double>::infinity(), most = -least;

  /// Welford's recurrence.
  void add(double x) {
    if (std::isnan(x)) return;
    if (std::isinf(x)) {
      ++beyond;
      return;
    }
    ++count;
    const double step = x - mean;
    mean += step / static_cast<double>(count);
    squares += step * (x - mean);
    least = std::min(least, x);
    most = std::max(most, x);
  }
};

std::size_t bin_of(double x, double least, double most, std::size_t bins) {
  if (!(most > least)) return 0;
  const double place = (x - least) / (most - least) * static_cast<double>(bins);
  return std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, place)));
}

/// Where a share of the counts lies below, between the ends of its bin.
double quantile_of(const std::vector<std::uint64_t>& bins, const Moments& m, double share) {
  const double width = (m.most - m.least) / static_cast<double>(bins.size());
  double below = 0;
  const double target = share * static_cast<double>(m.count);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const auto here = static_cast<double>(bins[i]);
    if (here > 0 && below + here >= target)
      return m.least + width * (static_cast<double>(i) + std::max(0.0, target - below) / here);
    below += here;
  }
  return m.most;
}

Distribution distribution_of(const Moments& m, const std::vector<std::uint64_t>& fine) {
  Distribution d;
  d.count = m.count;
  d.beyond = m.beyond;
  if (m.count == 0) return d;
  d.mean = m.mean;
  d.deviation = m.count > 1 ? std::sqrt(m.squares / static_cast<double>(m.count - 1)) : 0;
  d.least = m.least;
  d.most = m.most;
  constexpr std::array<double, 5> shares{0.05, 0.25, 0.5, 0.75, 0.95};
  for (std::size_t i = 0; i < shares.size(); ++i) d.quantiles[i] = quantile_of(fine, m, shares[i]);
  d.bins.resize(shown_bins);
  for (std::size_t i = 0; i < fine.size(); ++i) d.bins[i * shown_bins / fine.size()] += fine[i];
  return d;
}

/// The number of "line_28_ratio"; 0: it is no such column.
int line_of_column(const std::string& name) {
  int line = 0;
  if (!name.starts_with("line_") || !name.ends_with("_ratio")) return 0;
  std::from_chars(name.data() + 5, name.data() + name.size(), line);
  return line;
}

/// The jobs with the largest numbers, worst first; equal ones in their order.
class WorstJobs {
 public:
  void add(std::uint64_t job, double number) {
    if (std::isnan(number)) return;
    worst_.emplace_back(-number, job);
    std::push_heap(worst_.begin(), worst_.end());
    if (worst_.size() <= worst_count) return;
    std::pop_heap(worst_.begin(), worst_.end());
    worst_.pop_back();
  }
  std::vector<std::uint64_t> take() {
    std::sort(worst_.begin(), worst_.end());
    std::vector<std::uint64_t> jobs;
    for (const auto& [number, job] : worst_) jobs.push_back(job);
    return jobs;
  }

 private:
  std::vector<std::pair<double, std::uint64_t>> worst_;
};

/// Counts messages; those beyond the first few are one.
class Errors {
 public:
  void add(const std::string& error) {
    const auto known = counts_.find(error);
    if (known != counts_.end() || counts_.size() < 10 * most_errors)
      ++counts_[error];
    else
      ++counts_["others"];
  }
  std::vector<std::pair<std::string, std::uint64_t>> take() const {
    std::vector<std::pair<std::string, std::uint64_t>> all(counts_.begin(), counts_.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    if (all.size() > most_errors) all.resize(most_errors);
    return all;
  }

 private:
  std::map<std::string, std::uint64_t> counts_;
};

std::vector<double> numbers_of(const std::vector<VariedValue>& point) {
  std::vector<double> numbers;
  for (const VariedValue& value : point) numbers.push_back(value.number);
  return numbers;
}

}  // namespace

ShareEstimate share_estimate(std::uint64_t yes, std::uint64_t all) {
  ShareEstimate e{yes, all};
  if (all == 0) return e;
  const auto n = static_cast<double>(all);
  e.share = static_cast<double>(yes) / n;
  const double z2 = z95 * z95;
  const double middle = (e.share + z2 / (2 * n)) / (1 + z2 / n);
  const double half =
      z95 / (1 + z2 / n) * std::sqrt(e.share * (1 - e.share) / n + z2 / (4 * n * n));
  e.low = std::max(0.0, middle - half);
  e.high = std::min(1.0, middle + half);
  return e;
}

StudySummary summarise(const PreparedStudy& prepared, const SweepResults& results) {
  const auto& columns = prepared.columns();
  const Study& study = prepared.study();
  const StudyPoints points(study);
  const auto find = [&](const std::string& name) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i].name == name) return i;
    return columns.size();
  };
  const std::size_t target = find(study.explains), worst_line = find("worst_line");
  const std::size_t worst_ratio = find("worst_ratio");

  StudySummary summary;
  summary.jobs = prepared.jobs();
  std::vector<Moments> moments(columns.size());
  std::vector<std::uint64_t> yes(columns.size());
  std::map<int, LineShare> lines;
  Regression regression(study.variations.size());
  SobolIndices indices(study.variations.size(), study.design.seed);
  WorstJobs worst;
  Errors errors;
  results.each([&](std::uint64_t job, const JobResult& row) {
    ++summary.done;
    if (!row.error.empty()) {
      ++summary.failed;
      errors.add(row.error);
      return;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      moments[i].add(row.numbers[i]);
      yes[i] += columns[i].is_truth && row.numbers[i] == 1 ? 1 : 0;
      const int line = line_of_column(columns[i].name);
      if (line == 0 || std::isnan(row.numbers[i])) continue;  // not run in this job
      LineShare& share = lines.try_emplace(line, LineShare{line, {}, 0}).first->second;
      ++share.within.all;
      if (row.numbers[i] <= 1) ++share.within.yes;
    }
    if (worst_line < columns.size() && row.numbers[worst_ratio] > 1) {
      const auto line = lines.find(static_cast<int>(row.numbers[worst_line]));
      if (line != lines.end()) ++line->second.decides;
    }
    worst.add(job, row.numbers[target]);
    if (!std::isfinite(row.numbers[target])) return;
    regression.add(numbers_of(points.at(job)), row.numbers[target]);
    if (study.design.kind == DesignKind::saltelli) indices.add(job, row.numbers[target]);
  });

  std::vector<std::vector<std::uint64_t>> fine(columns.size(),
                                               std::vector<std::uint64_t>(fine_bins));
  results.each([&](std::uint64_t, const JobResult& row) {
    for (std::size_t i = 0; i < row.numbers.size(); ++i)
      if (std::isfinite(row.numbers[i]))
        ++fine[i][bin_of(row.numbers[i], moments[i].least, moments[i].most, fine_bins)];
  });
  for (std::size_t i = 0; i < columns.size(); ++i) {
    summary.distributions.push_back(distribution_of(moments[i], fine[i]));
    summary.truths.push_back(columns[i].is_truth
                                 ? std::optional(share_estimate(yes[i], moments[i].count))
                                 : std::nullopt);
  }
  for (auto& [line, share] : lines) {
    share.within = share_estimate(share.within.yes, share.within.all);
    summary.lines.push_back(share);
  }
  summary.influences = regression.influences();
  summary.explained = regression.explained();
  if (study.design.kind == DesignKind::saltelli) indices.into(summary.influences);
  summary.worst = worst.take();
  summary.errors = errors.take();
  return summary;
}

}  // namespace erfd
