// The fastest motion along a path for its readers: terminal, JSON, figure.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/verification/fastest_runs.hpp"
#include "erfd/verification/optimise.hpp"

#include <string>

namespace erfd {

/// What was optimised.
struct OptimisedSubject {
  const std::string& path;  ///< its name
  const Model& model;
  const Drives& drives;
  const Optimised& result;
};

/// Times, what binds where, what more of a limit gains, and the verdict on the samples.
std::string optimised_text(const OptimisedSubject& subject, const TextStyle& style);
/// docs/commands.md lists the keys.
Json optimised_json(const OptimisedSubject& subject);
/// Speed along the path over time, and the torque of every motor within what it can give.
std::string optimised_figure(const OptimisedSubject& subject);

/// What would work: for each run of a program the largest share of its speed, and the least time on its
/// path.
std::string runs_text(const Case& judged, const Verification& verified,
                      const std::vector<FastestRun>& runs, const TextStyle& style);
Json runs_json(const Case& judged, const Verification& verified,
               const std::vector<FastestRun>& runs);

}  // namespace erfd
