// The frame at the end of an arm.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// The frame that inverse kinematics brings to a pose, and that tools and loads of programs are
/// given in: the link frame of the last body. @throws Error for a free base, or if there is none.
FrameIndex flange_of(const Model& model);

}  // namespace erfd
