// Masses, first moments and inertias of a robot as one vector.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// Inertial parameters of a body, in this order: m; h_x h_y h_z (first moment m c); I_xx I_yy I_zz
/// I_xy I_xz I_yz, all about the origin of the body frame and in its axes [kg, kg m, kg m^2].
inline constexpr int parameters_of_a_body = 10;

/// The parameters of all bodies, one body after the other: size 10 · body_count().
VectorX<double> inertial_parameters(const Model& model);

/// |change of the parameters| that the payload makes. It bounds what any share of it, from nothing
/// to the whole payload, adds or takes away.
VectorX<double> payload_uncertainty(const Model& model, FrameIndex frame, const Payload& payload);

}  // namespace erfd
