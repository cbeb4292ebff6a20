// What a study says: shares with their intervals, distributions, and what explains the spread.
#pragma once

#include "erfd/sweep/sweep.hpp"

#include <array>

namespace erfd {

/// A share of jobs, with the interval that holds the true one in 95 of 100 studies (Wilson 1927).
struct ShareEstimate {
  std::uint64_t yes = 0, all = 0;
  double share = 0, low = 0, high = 1;
};
ShareEstimate share_estimate(std::uint64_t yes, std::uint64_t all);

/// One result over all jobs that have it.
struct Distribution {
  std::uint64_t count = 0;
  double mean = 0, deviation = 0, least = 0, most = 0;
  /// At 5, 25, 50, 75 and 95 %, to 1/1000 of the range.
  std::array<double, 5> quantiles{};
  std::vector<std::uint64_t> bins;  ///< from least to most, equally wide
  std::uint64_t beyond = 0;         ///< infinite: counted here alone
};

/// What one varied number has to do with the result that is explained.
struct Influence {
  /// Squared standardised regression coefficient: its share of the variance where the result is
  /// linear in independent numbers. Negative slope: `slope` says so.
  double share = 0;
  double low = 0, high = 0;  ///< 95 % interval of the share
  double slope = 0;          ///< of the result, from one deviation of the number to the next
  /// Sobol indices: alone, and with all it acts together with; designs of kind saltelli alone.
  std::optional<double> first = {}, total = {};
  double first_error = 0, total_error = 0;  ///< half the 95 % intervals
};

/// A line of the program, or whatever a job says by line.
struct LineShare {
  int line = 0;
  ShareEstimate within;       ///< jobs in which none of its moves is beyond a limit
  std::uint64_t decides = 0;  ///< jobs beyond a limit in which it is the worst
};

struct StudySummary {
  std::uint64_t jobs = 0, done = 0, failed = 0;
  std::vector<std::optional<ShareEstimate>> truths;  ///< of each column that is one
  std::vector<Distribution> distributions;           ///< of each column
  std::vector<LineShare> lines;                      ///< of columns line_N_ratio
  std::vector<Influence> influences;                 ///< of each variation
  double explained = 0;              ///< share of the variance that the regression explains (R²)
  std::vector<std::uint64_t> worst;  ///< jobs, worst first, by the result that is explained
  std::vector<std::pair<std::string, std::uint64_t>> errors;  ///< by their count
};

/// Reads the results twice; takes memory for no job.
StudySummary summarise(const PreparedStudy& prepared, const SweepResults& results);

}  // namespace erfd
