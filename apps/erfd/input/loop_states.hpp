// States of robots with closed loops: the active joints are given, the passive ones follow.
#pragma once

#include "erfd/io/states.hpp"
#include "erfd/model/model.hpp"

#include <vector>

namespace erfd {

/// Entries of the active joints of a robot with loops and a fixed base; empty for others.
std::vector<int> active_entries(const Model& model);

/// Sets positions, velocities and accelerations of the passive joints. The active ones are led from
/// where the robot is put together to where they are asked, so that its assembly stays; a state that
/// gives other passive positions than those starts from them.
/// @throws Error where the loops do not close, or the active joints do not rule the mechanism
void close_loops(const Model& model, std::vector<State>& states);

/// The same of a motion: each sample is led from the one before, passive joints of the file are not read.
void close_motion(const Model& model, std::vector<State>& samples);

}  // namespace erfd
