// How joint speeds move a frame.
#pragma once

#include "erfd/model/workspace.hpp"

namespace erfd {

/// Geometric Jacobian of a frame: J qd = (angular velocity, velocity of the frame's origin), in
/// world axes.
///
/// @param q  joint positions [rad or m], size nq
/// @param J  6 × nv, angular rows first, written completely
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void jacobian(const Model& model, BasicWorkspace<S>& ws, In<S> q, FrameIndex frame, OutMatrix<S> J);

}  // namespace erfd
