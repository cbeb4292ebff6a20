// Numbers of a scenario as numbers of a robot. Private to simulation.
#pragma once

#include "erfd/dynamics/regressor.hpp"
#include "erfd/simulation/scenario.hpp"

#include <vector>

namespace erfd {

/// In SI, one a joint. The numbers have passed check_scenario(). Of a robot with loops they may be those of
/// the active joints, or one for these: the passive ones then have what stands in `passive`, one number a
/// joint; empty: zeros.
VectorX<double> joint_vector(const JointNumbers& numbers, const Model& robot,
                             const VectorX<double>& passive = {});

/// The joints that are driven: all but the passive ones of loops.
std::vector<const Body*> active_joints(const Model& robot);

}  // namespace erfd
