// The fastest motion along a path as samples for a controller, verified.
#pragma once

#include "erfd/motion/time_optimal.hpp"
#include "erfd/verification/case.hpp"

namespace erfd {

/// What a limit costs.
struct LimitGain {
  PathBound bound;
  double time = 0;  ///< for how long it binds [s]
  double gain = 0;  ///< how much sooner the motion ends with 1 % more of it [s]
  /// The same for one more N m (N, rad/s or m/s) of the limit; none where it is no single number.
  std::optional<double> gain_per_unit = {};
};

struct OptimiseSettings {
  std::optional<double> period = {};  ///< of the controller [s]; none: what the robot says
  bool gains = true;
  int cells = 2000;  ///< TimeOptimalSettings::cells
  /// Of the model's frames. The samples are not held against them: a verification has no limits of tools.
  std::optional<ToolLimits> tool = {};
  Progress progress = {};
};

struct Optimised {
  TimeOptimal fastest;  ///< in continuous time, from rest to rest
  /// What the samples follow: a controller that holds its torque for a cycle cannot use a limit up at
  /// every instant. Empty where nothing was found.
  TimeOptimal sampled;
  double period = 0;             ///< [s]
  double duration = 0;           ///< of the samples: whole cycles [s]
  std::vector<LimitGain> gains;  ///< largest first
  /// The samples as `erfd verify` has them, and its verdict.
  std::optional<Case> motion;
  std::optional<Verification> verdict;
  bool found() const { return fastest.found && motion.has_value(); }
};

/// The fastest motion within all limits of drives and joints that a verification judges.
/// @throws Error where nothing limits the acceleration, and as fastest_motion().
Optimised optimise(const ChosenRobot& robot, const JointPath& path, const std::string& name,
                   const OptimiseSettings& settings = {});

/// Postures of a file, row by row, as a path. @throws FileError, Error for less than two rows.
SplinePath read_path_file(const std::string& file, const Model& model);

}  // namespace erfd
