// Joint-space inertia matrix by the composite rigid body algorithm.
#pragma once

#include "erfd/model/workspace.hpp"

namespace erfd {

/// H(q) of tau = H qdd + …, O(n d) with d the depth of the tree.
///
/// @param q  joint positions [rad or m], size nq
/// @param H  nv × nv, both triangles written; entries of bodies on different branches are zero
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void crba(const Model& model, BasicWorkspace<S>& ws, In<S> q, OutMatrix<S> H);

}  // namespace erfd
