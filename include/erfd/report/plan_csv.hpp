// A planned motion as a file that other commands read.
#pragma once

#include "erfd/motion/plan.hpp"

#include <string>

namespace erfd {

/// One row a cycle: time_s, move, q, qd and qdd of all joints by name as rates_of() has them, what the
/// robot carries (the first of payload_heads(), as many as tell it), the tool centre; SI units in the
/// heads. read_motion_file() reads it, and finds it in cycles.
std::string plan_csv(const Program& program, const Plan& plan, const Model& model);

}  // namespace erfd
