// Which numbers of a robot file decide a verdict. Private to the layer.
#pragma once

#include "erfd/robot/robot_description.hpp"
#include "erfd/verification/verification.hpp"

namespace erfd {

/// The limits that are exceeded, each where it is exceeded most; of a verdict without any the one that
/// comes nearest.
std::vector<Support> supports_of(const RobotDescription& robot, const Model& model,
                                 const Drives& drives, const Verification& verification);

}  // namespace erfd
