// How a point of a frame moves.
#pragma once

#include "erfd/model/workspace.hpp"

namespace erfd {

/// Velocity and acceleration in world axes: angular, and of the point.
template <class S>
struct FrameMotion {
  Motion<S> V;  ///< [rad/s, m/s]
  Motion<S> A;  ///< [rad/s^2, m/s^2], without gravity
};

/// Of the point p_B that is fixed in a body, O(depth of the body).
///
/// @param q, qd, qdd  sizes nq, nv, nv [rad or m, per s, per s^2]
/// @throws Error if a size is wrong. Never allocates otherwise. Leaves the poses of the bodies in ws.X_WB.
template <class S>
FrameMotion<S> point_motion(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                            BodyIndex body, const Vector3<double>& p_B);

/// Of the point p_F that is fixed in a frame, O(depth of the frame).
///
/// @param q, qd, qdd  sizes nq, nv, nv [rad or m, per s, per s^2]
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
FrameMotion<S> frame_motion(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                            FrameIndex frame, const Vector3<double>& p_F);

}  // namespace erfd
