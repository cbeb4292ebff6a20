// Where dry friction acts: in the plant, and in laws that compensate it. Private to simulation.
#pragma once

#include "erfd/simulation/plant.hpp"

#include <vector>

namespace erfd {

/// All places of dry friction of a robot with these drives, mechanisms with slopes of 1.
/// @param names  of the joints of the drives
std::vector<FrictionElement> friction_of(const std::vector<std::string>& names,
                                         const Drives& drives);
std::vector<FrictionElement> friction_of(const Model& model, const Drives& drives);

/// Gives the elements the torques that they have where the drives stand.
void place_friction(const Drives& drives, const DriveState& state,
                    std::vector<FrictionElement>& elements);

}  // namespace erfd
