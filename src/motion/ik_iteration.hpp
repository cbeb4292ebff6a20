// Inverse kinematics by iteration, for any chain of joints. Private to the layer;
// ik_iteration.cpp has the equations.
#pragma once

#include "erfd/motion/inverse_kinematics.hpp"

namespace erfd {

/// Looks for a posture within the joints' ranges, from q_near and some other starts that are always
/// the same; then, to tell limit from reach, beyond the ranges.
IkResult iterate_to_pose(const Model& model, FrameIndex frame, const Pose<double>& X_WF,
                         const VectorX<double>& q_near);

}  // namespace erfd
