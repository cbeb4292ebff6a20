// Numbers of a scenario as numbers of a robot. Private to simulation.
#pragma once

#include "erfd/dynamics/regressor.hpp"
#include "erfd/simulation/scenario.hpp"

namespace erfd {

/// In SI, one a joint. The numbers have passed check_scenario().
VectorX<double> joint_vector(const JointNumbers& numbers, const Model& robot);

}  // namespace erfd
