// A recorded motion in the place of a program.
#pragma once

#include "input/program_input.hpp"

namespace erfd {

/// Whether the options name a file of samples instead of a program.
bool is_motion_file(const ProgramOptions& options);

/// The samples of the file as they are; says on stderr what was done with them. @throws Error as
/// plan_program() does, and if an option is given that only a planner can follow.
PlannedProgram recorded_program(const ProgramOptions& options);

}  // namespace erfd
