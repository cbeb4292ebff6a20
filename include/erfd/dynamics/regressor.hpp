// The equation of motion as a linear function of masses, first moments and inertias.
#pragma once

#include "erfd/dynamics/inertial_parameters.hpp"
#include "erfd/model/workspace.hpp"

namespace erfd {

/// Y with Y a = H(q) qdd_r + C(q, qd) qd_r + g(q), a = inertial_parameters(model) and C that of
/// coriolis_matrix(): dH/dt − 2 C is skew-symmetric. With qd_r = qd, Y a is rnea(q, qd, qdd_r).
///
/// @param q      joint positions               [rad or m],         size nq
/// @param qd     joint velocities              [rad/s or m/s],     size nv
/// @param qd_r   reference velocities          [rad/s or m/s],     size nv
/// @param qdd_r  their rate, or accelerations  [rad/s^2 or m/s^2], size nv
/// @param Y      nv × 10 · body_count(), written completely
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void regressor(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qd_r,
               In<S> qdd_r, OutMatrix<S> Y);

}  // namespace erfd
