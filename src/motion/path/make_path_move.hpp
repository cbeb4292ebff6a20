// From a lin or circle of the program to its geometry.
#pragma once

#include "motion/plan/arm.hpp"
#include "motion/plan/path_run.hpp"

namespace erfd::planning {

/// A finding that is reported once its move is part of the plan.
struct Finding {
  Severity severity = Severity::warning;
  Problem what;
};

inline Finding warning(std::string code, std::string message) {
  return {Severity::warning, {Limit::none, std::move(code), std::move(message)}};
}
inline Finding note(std::string code, std::string message) {
  return {Severity::note, {Limit::none, std::move(code), std::move(message)}};
}
/// The program describes no path.
inline Finding no_path(std::string code, std::string message) {
  return {Severity::error, {Limit::path, std::move(code), std::move(message)}};
}

struct MadePathMove {
  std::optional<PathMove> move;  ///< none: `findings` tell why
  double arc_radius = 0, arc_angle = 0;
  std::vector<Finding> findings;
};

/// @param X_WT  where the tool centre stands
/// @param q     posture there or near it: decides between equal ways
MadePathMove make_path_move(const Arm& arm, const Instruction& instruction,
                            const Pose<double>& X_WT, const VectorX<double>& q);

}  // namespace erfd::planning
