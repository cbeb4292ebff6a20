// Where everything is: poses of bodies and frames.
#pragma once

#include "erfd/model/workspace.hpp"

#include <span>

namespace erfd {

/// Poses of all bodies in the world, O(n).
///
/// @param q     joint positions [rad or m], size nq
/// @param X_WB  pose of each body in the world, size body_count(), written
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void body_poses(const Model& model, BasicWorkspace<S>& ws, In<S> q,
                std::type_identity_t<std::span<Pose<S>>> X_WB);

/// Pose of one frame (a link frame or a tool) in the world, O(depth of the frame).
template <class S>
Pose<S> frame_pose(const Model& model, BasicWorkspace<S>& ws, In<S> q, FrameIndex frame);

/// Positions after moving with constant velocity qd for the time dt [s]: q + dt·qd for joints; a
/// free base turns by its exponential and its quaternion stays of unit length.
template <class S>
void integrate(const Model& model, In<S> q, In<S> qd, const std::type_identity_t<S>& dt,
               Eigen::Ref<VectorX<S>> q_next);

}  // namespace erfd
