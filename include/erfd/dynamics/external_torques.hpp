// What wrenches of the environment do to the joints.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

namespace erfd {

/// Jᵀ w [N m or N]: the joint torques that the wrenches exert, O(n).
///
/// @param q    joint positions [rad or m], size nq
/// @param tau  size nv, written
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void external_torques(const Model& model, BasicWorkspace<S>& ws, In<S> q, Wrenches<S> wrenches,
                      Out<S> tau);

}  // namespace erfd
