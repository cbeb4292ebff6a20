// The program that a verb works on, and its plan.
#pragma once

#include "erfd/verification/case.hpp"

#include "input/options.hpp"

namespace erfd {

/// What the options say, with their values read. @throws Error naming the option.
ProgramChoice choice_of(const ProgramOptions& options);

/// The same, with the robot and its keys.
struct Choices {
  RobotChoice robot;
  ProgramChoice program;
};
Choices choices_of(const ProgramOptions& options);

/// Reads robot and program and plans the motion. Says on stderr how many warnings the robot has, and
/// what was done with a recorded motion. @throws Error as read_case() does.
Case planned_case(const ProgramOptions& options);

/// Everything that was noticed about the program and its plan, with the source lines, to stderr.
void show_findings(const Case& planned);
/// One line to stderr that says how much was noticed, and how to see it.
void count_findings(const Case& planned);

/// Says that a file of the motion does not hold the forces that the program lets act on the tool.
void talk_about_forces(const Program& program, const std::string& file);

}  // namespace erfd
