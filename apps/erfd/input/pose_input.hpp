// A pose from the command line.
#pragma once

#include "erfd/math/pose.hpp"

#include <string>

namespace erfd {

/// Position "x,y,z" in mm.
/// Orientation "a,b,c" in deg, R = Rz(a) Ry(b) Rx(c); "rpy:roll,pitch,yaw" in deg about the fixed
/// axes x, y, z; "quaternion:w,x,y,z" of any length but zero.
/// @throws Error naming the option.
Pose<double> parse_pose(const std::string& position_mm, const std::string& orientation);

}  // namespace erfd
