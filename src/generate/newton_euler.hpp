// Inverse dynamics of a robot with groups of parallel axes.
#pragma once

#include "generate/axes.hpp"
#include "generate/choices.hpp"

namespace erfd::generate {

/// Torques of a motion, and, for forward dynamics, the accelerations that belong to them.
struct Efforts {
  std::vector<Traced> tau;
  /// Of each joint alone, the group's joints moved with absolute speeds: Q_k = τ_k − Σ τ of the group's next.
  std::vector<Traced> absolute;
  /// Accelerations qdd of the reference motion.
  std::vector<Traced> reference_qdd;
};

enum class Accelerations {
  given,
  reference  ///< such that no link has an angular acceleration about its own z
};

/// qdd is not read for reference accelerations.
Efforts newton_euler(const std::vector<RobotLink>& links, const std::vector<LinkChoice>& choices,
                     const std::vector<Traced>& q, const std::vector<Traced>& qd,
                     const std::vector<Traced>& qdd, Accelerations accelerations);

}  // namespace erfd::generate
