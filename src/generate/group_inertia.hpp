// The inertia matrix of a robot with groups of parallel axes, for absolute or for joint speeds.
#pragma once

#include "generate/axes.hpp"
#include "generate/choices.hpp"

namespace erfd::generate {

enum class Speeds {
  absolute,  ///< u of links.hpp: what forward dynamics solves with
  joint      ///< qd
};

/// Row by row, both triangles.
std::vector<Traced> inertia_matrix(const std::vector<RobotLink>& links, const Choices& choices,
                                   const std::vector<Traced>& q, Speeds speeds);

}  // namespace erfd::generate
