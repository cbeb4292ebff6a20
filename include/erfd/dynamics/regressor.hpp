// The equation of motion as a linear function of masses, first moments and inertias.
#pragma once

#include "erfd/model/model.hpp"
#include "erfd/model/workspace.hpp"

namespace erfd {

/// Inertial parameters of a body, in this order: m; h_x h_y h_z (first moment m c); I_xx I_yy I_zz
/// I_xy I_xz I_yz, all about the origin of the body frame and in its axes [kg, kg m, kg m^2].
inline constexpr int parameters_of_a_body = 10;

/// The parameters of all bodies, one body after the other: size 10 · body_count().
VectorX<double> inertial_parameters(const Model& model);

/// |change of the parameters| that the payload makes. It bounds what any share of it, from nothing
/// to the whole payload, adds or takes away.
VectorX<double> payload_uncertainty(const Model& model, FrameIndex frame, const Payload& payload);

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
