// Whether something can be drawn. Private to the layer.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <string>

namespace erfd {

/// "radius is 0 m, expected above 0"; empty if it can be drawn.
std::string problem_of(const VisualDescription& visual);

}  // namespace erfd
