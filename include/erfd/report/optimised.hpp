// The fastest motion along a path for its readers: terminal, JSON, figure.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
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

}  // namespace erfd
