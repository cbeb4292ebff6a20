// Where dry friction acts: in the plant, and in laws that compensate it. Private to simulation.
#pragma once

#include "erfd/simulation/plant.hpp"

#include <vector>

namespace erfd {

/// All places of dry friction of a robot with these drives.
std::vector<FrictionElement> friction_of(const Model& model, const Drives& drives);

}  // namespace erfd
