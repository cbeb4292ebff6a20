// What a simulated robot carries, for the file of its samples.
#pragma once

#include "erfd/io/column_writer.hpp"
#include "erfd/robot/robot_description.hpp"
#include "erfd/simulation/scenario_setup.hpp"

namespace erfd {

/// All that a robot carries over time, as other commands read it: the load of its tool, the payloads
/// of the scenario and what its program carries, on the flange.
class ScenarioLoads {
 public:
  /// @param own  what the robot file gives to the tool; of a run by a program its loads say it
  ScenarioLoads(const ScenarioSetup& setup, const Payload& own);

  void add_columns(ColumnTable& table) const;
  /// A sample at the instant of a change is the last one under the old load.
  void append(double time, std::vector<double>& row) const;

 private:
  struct Load {
    double from;  ///< [s]
    std::array<double, 10> numbers;
  };
  std::vector<Load> loads_;  ///< in order of time; empty: of a free base, no columns
  std::ptrdiff_t size_ = 1;  ///< numbers that are written
};

}  // namespace erfd
