// The posture that a PTP move ends in.
#pragma once

#include "motion/plan/arm.hpp"

#include <string>
#include <variant>

namespace erfd::planning {

using Posture = std::variant<VectorX<double>, Problem>;

/// Missing axes hold their value of `now`; so do joints that the loops move, whose loops are open then.
VectorX<double> filled(const Arm& arm, const JointTarget& target, const VectorX<double>& now);

/// Configuration code and turns select the posture, or the one is taken that misses the least of a wanted
/// one; without them the one that is nearest to `now`
/// (least max |D_i| / vmax_i).
Posture goal_posture(const Arm& arm, const Target& target, const Conditions& conditions,
                     const VectorX<double>& now);

/// What of a wanted posture does not hold: "axis4 stands at 12.0 deg, wanted -90 to 0"; empty: all holds.
std::string missed(const Arm& arm, const WantedPosture& wanted, const VectorX<double>& q);

/// A code of the robot's table that reaches a target, and the posture it leads to.
struct CodedPosture {
  std::string code;
  VectorX<double> q;
};

/// All codes that reach a target within the joints' ranges; none without closed form.
std::vector<CodedPosture> postures_by_code(const Arm& arm, const CartesianTarget& target,
                                           const Conditions& conditions,
                                           const VectorX<double>& now);

}  // namespace erfd::planning
