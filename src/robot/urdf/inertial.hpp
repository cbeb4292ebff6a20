// Mass properties as URDF wants them: about the centre of mass, in the axes of a frame that stands
// there.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <algorithm>
#include <array>

namespace erfd::urdf {

struct ComInertia {
  double mass = 0;
  OriginDescription frame;          // at the centre of mass, in the link frame
  std::array<double, 6> inertia{};  // about it: Ixx Iyy Izz Ixy Ixz Iyz

  bool is_zero() const {
    return mass == 0 &&
           std::all_of(inertia.begin(), inertia.end(), [](double x) { return x == 0; });
  }
};

ComInertia com_inertia(const BodyDescription& body);
ComInertia com_inertia(const BaseDescription& base);

/// R = Rz(yaw) Ry(pitch) Rx(roll), row by row.
std::array<Triple, 3> rotation(const Triple& rpy);

/// I' = R I Rᵀ, both as Ixx Iyy Izz Ixy Ixz Iyz; exact when all angles are zero.
std::array<double, 6> turned(const std::array<double, 6>& inertia, const Triple& rpy);

}  // namespace erfd::urdf
