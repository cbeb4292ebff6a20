// What a document for the page says of this program and of the robot.
#pragma once

#include "erfd/report/run_document.hpp"

namespace erfd {

/// With the look of the robot. Meshes that cannot be drawn are in its notes, as `erfd lint` tells them.
/// @param model  built from the robot
RunLabels labels_of(const RobotDescription& robot, const Model& model);

}  // namespace erfd
