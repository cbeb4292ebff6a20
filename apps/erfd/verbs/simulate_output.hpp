// What `erfd simulate` prints and writes.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/column_writer.hpp"
#include "erfd/io/json.hpp"
#include "erfd/simulation/scenario_setup.hpp"

#include <string>
#include <vector>

namespace erfd {

struct SimulationPage {
  const Scenario& scenario;
  const Plant& plant;
  const SimulationSettings& settings;
  const SimulationResult& result;
  std::string instability =
      {};               ///< why the law cannot be stable; empty: nothing is known against it
  bool timing = false;  ///< tells how long the run took by the clock
};

/// What is wrong with the damping of a sampled law, at the start or at the end; empty: nothing.
std::string instability_of(ScenarioSetup& setup, const SimulationResult& result);
/// describe_fault() with its cause, where that is known.
std::string fault_of(const SimulationPage& page);

std::string simulation_text(const SimulationPage& page, const TextStyle& style);
/// One sentence, and the audit in more of them.
std::string simulation_summary(const SimulationPage& page);
std::vector<std::string> simulation_notes(const SimulationPage& page);
Json simulation_json(const SimulationPage& page);

/// time, q, qd, qdd, torques of motors (or joints), powers; q and qd of the reference, if any.
ColumnTable simulation_columns(const Plant& plant, const Reference* reference);
void set_simulation_row(const Model& model, const Sample& sample, const Reference* reference,
                        std::vector<double>& row);

}  // namespace erfd
