// The posture that a PTP move ends in.
#pragma once

#include "motion/plan/arm.hpp"

#include <variant>

namespace erfd::planning {

using Posture = std::variant<VectorX<double>, Problem>;

/// Missing axes hold their value of `now`.
VectorX<double> filled(const JointTarget& target, const VectorX<double>& now);

/// Configuration code and turns select the posture; without them the one that is nearest to `now`
/// (least max |D_i| / vmax_i).
Posture goal_posture(const Arm& arm, const Target& target, const Conditions& conditions,
                     const VectorX<double>& now);

}  // namespace erfd::planning
