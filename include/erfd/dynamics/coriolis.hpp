// The Coriolis and centrifugal matrix.
#pragma once

#include "erfd/model/workspace.hpp"

namespace erfd {

/// C(q, qd) of tau = H qdd + C qd + g, in the factorisation of the Christoffel symbols: dH/dt − 2 C
/// is skew-symmetric.
///
/// @param q   joint positions  [rad or m],     size nq
/// @param qd  joint velocities [rad/s or m/s], size nv
/// @param C   nv × nv, written completely
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void coriolis_matrix(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> C);

}  // namespace erfd
