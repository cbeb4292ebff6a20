// A wrench that the environment exerts on the robot.
#pragma once

#include "erfd/model/model.hpp"

#include <span>

namespace erfd {

/// Acts on the body of `frame`, at the point `p_F` of that frame. Moment [N m] about that point and
/// force [N] in world axes. Enters the equation of motion as −Jᵀ w: tau = H qdd + C qd + g − Jᵀ w.
template <class S>
struct ExternalWrench {
  FrameIndex frame;
  Force<S> F_W;
  Vector3<double> p_F = Vector3<double>::Zero();
};

template <class S>
using Wrenches = std::type_identity_t<std::span<const ExternalWrench<S>>>;

}  // namespace erfd
