// Further scenarios beside the one of a command: their runs in the same page, and the figures of all.
#pragma once

#include "input/options.hpp"
#include "verbs/simulate_input.hpp"
#include "verbs/simulate_output.hpp"

#include <memory>
#include <string>
#include <vector>

namespace erfd {

/// A run that is over.
struct BesideRun {
  std::string name;  ///< of its scenario: "stiff"
  LoadedScenario loaded;
  SimulationSettings settings;
  SimulationResult result;

  SimulationPage page() const {
    return {loaded.scenario, loaded.setup->plant(), settings, result, {}};
  }
};

/// @throws Error for options that know one scenario only, and for too many scenarios.
void check_beside(const SimulateOptions& options);

/// Runs what options.beside names. @throws Error unless the robots have the joints of `plant`.
std::vector<BesideRun> run_beside(const SimulateOptions& options, const Plant& plant);

/// Adds the runs and a table of all figures to a document of the first one.
/// @param first  the run of the document
void add_beside(const SimulationPage& first, const std::vector<BesideRun>& others, Json& document);

/// "stiff" of "scenarios/stiff.toml".
std::string run_name(const std::string& scenario);

}  // namespace erfd
