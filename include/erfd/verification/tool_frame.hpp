// Where tools and loads of a program sit.
#pragma once

#include "erfd/motion/flange.hpp"
#include "erfd/motion/program.hpp"

namespace erfd {

/// The tool centre in the flange while an instruction runs.
Pose<double> tool_in_flange(const Conditions& conditions, const Model& model);

}  // namespace erfd
