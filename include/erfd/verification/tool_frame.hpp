// Where tools and loads of a program sit.
#pragma once

#include "erfd/motion/program.hpp"

namespace erfd {

/// The frame that tools and loads are given in: the link frame of the last body.
FrameIndex flange_of(const Model& model);

/// The tool centre in the flange while an instruction runs.
Pose<double> tool_in_flange(const Conditions& conditions, const Model& model);

}  // namespace erfd
