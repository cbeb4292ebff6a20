// Inverse kinematics by iteration, for any chain of joints. Private to the layer;
// ik_iteration.cpp has the equations.
#pragma once

#include "erfd/motion/inverse_kinematics.hpp"

#include <utility>

namespace erfd {

/// What is left of a pose that counts as reached [m, rad].
inline constexpr double reached = 1e-10;

/// Looks for a posture within the joints' ranges, from q_near and some other starts that are always
/// the same; then, to tell limit from reach, beyond the ranges.
IkResult iterate_to_pose(const Model& model, FrameIndex frame, const Pose<double>& X_WF,
                         const VectorX<double>& q_near);

/// The posture within the ranges that brings the origin of a frame nearest to a position, and of
/// those the one that turns the frame nearest; what is left of both, in world axes.
struct PositionFirst {
  VectorX<double> q;
  Vector3<double> turn, way;  ///< [rad], [m]
};
PositionFirst position_first(const Model& model, FrameIndex frame, const Pose<double>& X_WF,
                             const VectorX<double>& q_near);

/// How many of the six freedoms of a frame its joints move, and how many of the three of its origin,
/// in a posture without special place.
std::pair<int, int> freedoms_of(const Model& model, FrameIndex frame);

}  // namespace erfd
