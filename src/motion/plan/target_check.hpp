// Whether the robot can be at the targets of a program, without planning its ways.
#pragma once

#include "motion/plan/arm.hpp"

namespace erfd::planning {

/// Looks at one instruction after the other.
class TargetCheck {
 public:
  /// @param q  last posture that is known
  TargetCheck(const Arm& arm, VectorX<double> q);

  /// Why its target cannot be had, in any branch where the program leaves it open. None where it can,
  /// or where the target depends on a place that is not known.
  std::optional<Problem> problem_of(const Instruction& instruction);
  /// The robot does not get where the last instruction leads.
  void lose() { X_WT_.reset(); }

 private:
  std::optional<Problem> path_problem(const Instruction& instruction);

  const Arm& arm_;
  VectorX<double> q_;                 ///< last posture that was found
  std::optional<Pose<double>> X_WT_;  ///< tool centre at the end of the last move, if it is known
};

}  // namespace erfd::planning
