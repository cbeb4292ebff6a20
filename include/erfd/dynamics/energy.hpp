// Energies of the robot.
#pragma once

#include "erfd/model/workspace.hpp"

namespace erfd {

/// Kinetic energy [J] of all bodies at positions q (size nq) and velocities qd (size nv).
template <class S>
S kinetic_energy(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd);

/// Potential energy [J] in the gravity field, zero when all centres of mass lie at the world's
/// origin.
template <class S>
S potential_energy(const Model& model, BasicWorkspace<S>& ws, In<S> q);

}  // namespace erfd
