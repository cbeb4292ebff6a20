// The look of a body that gives its mass by a shape. Private to the layer.
#pragma once

#include "erfd/math/pose.hpp"
#include "erfd/robot/robot_description.hpp"

#include <vector>

namespace erfd {

/// What draws the shape, in the link frame L; nothing without a shape.
/// @param X_JL  link frame in the joint frame, in which a bent rod stands
std::vector<VisualDescription> visuals_of_shape(const BodyDescription& body,
                                                const Pose<double>& X_JL);

}  // namespace erfd
