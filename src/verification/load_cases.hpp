// The robot under each load that a program puts on it. Made before the first cycle: a change of
// load in a cycle is another index, nothing is built. Private to the layer.
#pragma once

#include "erfd/verification/verification.hpp"

#include <vector>

namespace erfd {

/// One load: the robot as it moves, and as it is asked.
struct LoadCase {
  LoadCase(LoadedRobot robot, const Algorithm1Settings& settings);

  LoadedRobot split;    ///< for the causes of torques; always with drives
  Engine links;         ///< of split.links
  Algorithm1 achieved;  ///< with all limits
  /// Without limits of speed: a clipped speed would ask for a braking torque that nobody asked for.
  Algorithm1 asked;
};

/// The loads and forces of a program's instructions.
class LoadCases {
 public:
  LoadCases(const Program& program, const Model& model, const Drives& drives,
            const Algorithm1Settings& settings);

  const LoadCase& of_instruction(int instruction) const {
    return cases_[static_cast<std::size_t>(case_[static_cast<std::size_t>(instruction)])];
  }
  int index_of_instruction(int instruction) const {
    return case_[static_cast<std::size_t>(instruction)];
  }
  const std::vector<LoadCase>& all() const { return cases_; }

 private:
  std::vector<LoadCase> cases_;
  std::vector<int> case_;  ///< of each instruction
};

/// The program's force on the tool centre, for a pose of the tool.
ExternalWrench<double> wrench_on_tool(const Conditions& conditions, const Model& model,
                                      const Pose<double>& X_WT);

}  // namespace erfd
