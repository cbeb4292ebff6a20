// A study: a robot and a program whose keys are varied, job by job. The file: docs/study-file.md.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace erfd {

/// Every value between two equally likely.
struct UniformSpread {
  double low = 0, high = 0;
};
/// The bell curve, cut off at four deviations: beyond them a robot has negative friction.
struct NormalSpread {
  double mean = 0, deviation = 0;
  static constexpr double cut = 4;
};
struct TriangularSpread {
  double low = 0, mode = 0, high = 0;
};
/// Equally spaced, both ends included; what grids are made of.
struct RangeSpread {
  double from = 0, to = 0;
  int steps = 0;
};
/// Values as `--set` takes them, equally likely: numbers, names, truths.
struct ListSpread {
  std::vector<std::string> values;
};
using Spread = std::variant<UniformSpread, NormalSpread, TriangularSpread, RangeSpread, ListSpread>;

/// One number that is not known, and the keys that have it.
struct Variation {
  std::string name;               ///< in tables and columns
  std::vector<std::string> keys;  ///< as `--set` takes them; all get the same value
  bool is_factor = false;         ///< the value multiplies what the robot's file says of each key
  Spread spread;
  Location at = {};
};

enum class DesignKind {
  grid,             ///< every combination of lists and ranges
  random,           ///< independent points
  latin_hypercube,  ///< every 1/jobs-th of every number once
  sobol,            ///< a low-discrepancy sequence, shifted by the seed
  saltelli          ///< pairs of points that differ in one number: for sensitivity indices
};

struct StudyDesign {
  DesignKind kind = DesignKind::random;
  std::uint64_t points = 1000;  ///< saltelli runs (numbers + 2) jobs for each; grid has its own
  std::uint64_t seed = 1;
};

struct Study {
  std::string name, file;
  std::string robot, program;         ///< as the command takes them; a path is relative to the file
  std::vector<std::string> settings;  ///< KEY=VALUE for every job
  std::string job = "verify";
  std::string explains;  ///< the result whose spread is explained; empty: the job's own
  StudyDesign design;
  std::vector<Variation> variations;
  std::string text;  ///< of the file: a study that goes on must be the same
};

/// The largest count of jobs of a study.
inline constexpr std::uint64_t most_jobs = 10'000'000;

/// @throws FileError with all findings.
Study read_study(const std::string& path);
/// The same from a text. @param file  for messages and relative paths
Study read_study_text(std::string_view text, const std::string& file);

/// Designs by their names in files.
std::vector<std::pair<std::string_view, DesignKind>> design_names();

}  // namespace erfd
