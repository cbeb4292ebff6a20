// The states that a verb works on.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/io/states.hpp"

#include "input/options.hpp"

#include <vector>

namespace erfd {

/// The states asked for: one from the options, or those of the file. Talks about joints outside
/// their range.
/// @throws Error, FileError if a size or a number is wrong.
ReadStates read_states(const Model& model, const StateOptions& options);

/// The motion of a file. Talks about what is not given but computed, and about joints outside their
/// range.
/// @throws Error, FileError with every problem of the file.
ReadStates read_motion(const Model& model, const std::string& path);

/// The same where only the positions count.
ReadStates read_positions(const Model& model, const std::string& path);

/// Wrenches "fx,fy,fz,nx,ny,nz[@frame]" of the environment on the robot, in world axes, at the
/// origin of the frame.
std::vector<ExternalWrench<double>> read_wrenches(const Model& model,
                                                  const std::vector<std::string>& texts);

}  // namespace erfd
