// The program that a verb works on, and its plan.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/verification/verification.hpp"

#include "input/options.hpp"

#include <memory>

namespace erfd {

/// A robot with a program that could be read, and the motion that it asks for.
struct PlannedProgram {
  RobotDescription robot;
  Model model;  ///< with nothing in its tools: the conditions of the program hold all loads
  std::unique_ptr<InverseKinematics> kinematics;  ///< none for a recorded motion
  Program program;
  PlannerSettings settings;
  Plan plan;
  std::vector<std::string> left_out;  ///< of the robot file, on demand: left_out_of()

  /// For VerificationSettings; lives as long as this. None for a recorded motion.
  Replan replan() const {
    return kinematics ? replan_with(program, model, *kinematics, settings) : Replan{};
  }
};

/// A program that cannot be read. what() shows the findings beside their lines.
class ProgramError : public Error {
 public:
  ProgramError(Diagnostics findings, const std::vector<std::string>& lines);
  const Diagnostics& findings() const { return findings_; }

 private:
  Diagnostics findings_;
};

/// Reads robot and program and plans the motion. @throws Error; FileError, ProgramError with all
/// errors of a file. What cannot be planned is in the plan.
/// @param progress  of the plan, as in PlannerSettings
PlannedProgram plan_program(const ProgramOptions& options, const Progress& progress = {});
/// Everything that was noticed about the program and its plan, with the source lines, to stderr.
void show_findings(const PlannedProgram& planned);
/// One line to stderr that says how much was noticed, and how to see it.
void count_findings(const PlannedProgram& planned);

/// Says that a file of the motion does not hold the forces that the program lets act on the tool.
void talk_about_forces(const Program& program, const std::string& file);

}  // namespace erfd
