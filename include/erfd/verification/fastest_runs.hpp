// How fast each run of a program could be on its own path: what would work.
#pragma once

#include "erfd/motion/time_optimal.hpp"
#include "erfd/verification/case.hpp"

namespace erfd {

/// The moves between two stops.
struct FastestRun {
  int first_move = 0, last_move = 0;  ///< index in Plan::moves
  double asked_time = 0;              ///< [s]
  bool achievable = true;             ///< every one of its moves is
  /// Largest share of its programmed speeds at which it is, in steps of one per cent; its accelerations
  /// have the square of it then. 1 where it is achievable as it is; none where no slowing helps.
  std::optional<double> speed_share;
  /// The least time for the same way; none where `why` says so.
  std::optional<TimeOptimal> fastest;
  std::string why;
  /// How long each of its moves lasts then [s].
  std::vector<double> move_times;
};

struct FastestRunsSettings {
  int rows = 200;  ///< most postures that a run's path is laid through
  /// TimeOptimalSettings, of each run.
  int cells = 600, checks = 10, rounds = 6;
  double tolerance = 1e-7;
  Progress progress = {};
};

/// Runs that wait, jump, or change their load or force on the way have no fastest motion.
/// @param verified  of the same case
std::vector<FastestRun> fastest_runs(const Case& judged, const Verification& verified,
                                     const FastestRunsSettings& settings = {});

/// What part of the asked time belongs to runs without a fastest motion [-]; 0 where nothing is asked.
double share_without_fastest(const std::vector<FastestRun>& runs);

}  // namespace erfd
