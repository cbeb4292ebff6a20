// What a document for the page says of this program and of the robot.
#pragma once

#include "erfd/report/run_document.hpp"

#include <optional>
#include <string>

namespace erfd {

/// With the look of the robot. Meshes that cannot be drawn are in its notes, as `erfd lint` tells them.
/// @param model  built from the robot
/// @param scene  file of what stands around it, besides what the robot file says
/// @throws FileError for a scene that cannot be read
RunLabels labels_of(const RobotDescription& robot, const Model& model,
                    const std::optional<std::string>& scene = {});

}  // namespace erfd
