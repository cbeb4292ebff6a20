// What `erfd simulate` works on.
#pragma once

#include "erfd/simulation/scenario_setup.hpp"

#include "input/options.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace erfd {

struct LoadedScenario {
  Scenario scenario;
  RobotDescription robot;  ///< with the tool and gravity of the scenario
  Payload own_load;        ///< of that tool, where no program says what is carried
  std::unique_ptr<ScenarioSetup> setup;
  std::vector<std::string> left_out;  ///< of the robot file, on demand
  std::vector<std::string> remarks;   ///< sentences for the user
  /// fingerprint() of all that the samples depend on, by name.
  std::vector<std::pair<std::string, std::string>> inputs;
};

/// Reads the scenario with its robot and its tables.
/// @throws Error, FileError with all findings.
LoadedScenario load_scenario(const SimulateOptions& options);

/// Inputs over time: time_s and tau1_N_m … (joint torques), motor1_N_m … (motor torques) or motor1_A …
/// (currents), by number or by name. @throws FileError with all findings.
TimeTable read_input_table(const std::string& path, PlantInput kind, const Model& robot,
                           const std::vector<std::string>& motors);

}  // namespace erfd
