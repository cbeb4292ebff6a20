// What `erfd simulate` prints and writes.
#pragma once

#include "erfd/report/column_writer.hpp"
#include "erfd/report/json.hpp"
#include "erfd/report/text.hpp"
#include "erfd/simulation/scenario.hpp"
#include "erfd/simulation/simulate.hpp"

#include <string>
#include <vector>

namespace erfd {

struct SimulationPage {
  const Scenario& scenario;
  const Plant& plant;
  const SimulationSettings& settings;
  const SimulationResult& result;
};

std::string simulation_text(const SimulationPage& page, const TextStyle& style);
/// One sentence, and the audit in more of them.
std::string simulation_summary(const SimulationPage& page);
std::vector<std::string> simulation_notes(const SimulationPage& page);
Json simulation_json(const SimulationPage& page);

/// time, q, qd, qdd, torques of motors (or joints), powers; q and qd of the reference, if any.
ColumnTable simulation_columns(const Plant& plant, const Reference* reference);
void set_simulation_row(const Sample& sample, const Reference* reference, std::vector<double>& row);

}  // namespace erfd
