// The same robot, described by placements.
#pragma once

#include "erfd/robot/robot_description.hpp"

namespace erfd {

/// Rewrites DH rows, modified DH rows, screws and shapes as placements with mass, centre of mass
/// and inertia about it: what URDF can say. A link that was placed by placement keeps its frame;
/// any other gets the frame of its joint (z along the axis). Everything else (drives, limits,
/// tools, provenance) is kept.
/// Masses that are missing or impossible stay so.
/// @throws FileError with every finding if the linter finds another error.
RobotDescription describe_by_placement(const RobotDescription& robot);

}  // namespace erfd
