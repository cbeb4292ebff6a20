// A model from a description that has passed the linter. Private to the layer.
#pragma once

#include "erfd/model/model.hpp"
#include "erfd/robot/robot_description.hpp"

namespace erfd {

/// With nothing in its tools. The description must have no errors.
Model assemble(const RobotDescription& robot);

}  // namespace erfd
