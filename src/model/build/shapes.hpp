// Homogeneous bodies that stand for mass, centre of mass and inertia. Private to the layer.
#pragma once

#include "erfd/math/inertia.hpp"
#include "erfd/robot/robot_description.hpp"

namespace erfd {

/// About the origin of the frame in which the shape is given: the link frame, for a bent rod the
/// joint frame.
Inertia inertia_of_shape(const ShapeDescription& shape, double mass);

}  // namespace erfd
