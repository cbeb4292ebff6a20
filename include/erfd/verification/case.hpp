// The front door: a robot, its drives and what it is to do, read, planned and judged by one call each.
#pragma once

#include "erfd/io/states.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/program/read_program.hpp"
#include "erfd/verification/verification.hpp"

#include <memory>

namespace erfd {

/// Which program, and how it is read and planned.
struct ProgramChoice {
  std::string program;  ///< name of a known program, or path; .csv: a motion, .toml: a G profile
  std::optional<std::string> text = {};    ///< in place of a file; `program` is its name
  std::optional<AngleTriple> angles = {};  ///< meaning of three angles; none: what the robot says
  /// Values that the program asks for from outside, by name in lower case.
  std::map<std::string, std::variant<bool, std::int64_t, double>> inputs = {};
  std::vector<std::string> more = {};  ///< further files of the program
  std::string entry = {};              ///< routine to begin with; empty: the language's first one
  int cycles = 1;                      ///< of an endless loop, or of the whole program
  /// On the tool all the time, in world axes, where the program names none.
  std::optional<Force<double>> wrench = {};
  std::optional<double> period = {};  ///< of the controller [s]; none: what the robot says
  double speed = 1;                   ///< override: the same motion in other time
  double jerk_time = 0;               ///< ptp: time to full acceleration [s]
  bool smoothed = false;              ///< turning speeds over joints that are flown over
  bool fly_corners = false;           ///< corners are flown over at speed, too
  /// Share of the asked speed of the moves of a line, by its number; besides `speed`.
  std::map<int, double> line_speeds = {};
};

/// Sets one key of what is asked, "KEY=VALUE":
///   option.speed     an option of the planner by its name: orientation, wrench, period, speed,
///                    jerk-time, smoothed, fly-corners; or payload, of the robot
///   input.ok         a value that the program asks for from outside
///   line.28.speed    the speed of the moves of a line of the program, as a share: 60%
///   all others       a key of the robot file (robot/keys.hpp), checked when the robot is read
/// @throws Error that names the key and the cure.
void set_key(RobotChoice& robot, ProgramChoice& program, const std::string& setting);

/// Whether it is a motion in a file (.csv): nothing of it is planned.
bool is_motion_file(const ProgramChoice& choice);
/// Whether it is a profile of what a pilot is to feel (.toml, motion/g_profile.hpp). Its motion is taken
/// as one of a file.
bool is_g_profile(const ProgramChoice& choice);

/// A robot with what it is to do, and the motion that this asks for. Everything that a verdict
/// rests on; nothing of it changes afterwards.
struct Case {
  RobotDescription robot;
  Diagnostics robot_findings;  ///< warnings and notes about its file
  Model model;  ///< with nothing in its tools: the conditions of the program hold all
  Drives drives;
  std::unique_ptr<const InverseKinematics> kinematics;  ///< none for a recorded motion
  Program program;
  PlannerSettings settings;
  Plan plan;
  std::vector<std::string> left_out;  ///< parts of the robot file, a sentence each
  std::vector<std::string> remarks;   ///< what was done with the samples of a recorded motion

  bool is_recorded() const { return kinematics == nullptr; }
};

/// Reads robot and program and plans the motion. What cannot be planned is in the plan.
/// @param progress  of the plan
/// @throws Error; FileError, ProgramError with all errors of a file.
Case read_case(const RobotChoice& robot, const ProgramChoice& program,
               const Progress& progress = {});

/// A motion that is not in a file, as read_case() has one that is.
/// @param choice  its program names the motion; wrench and period count
Case motion_case(ChosenRobot robot, const ReadStates& motion, const ProgramChoice& choice);

/// Infeasible is an answer: nothing of it throws. Looks for the time that the path needs, too.
Verification verify(const Case& judged, VerificationSettings settings = {});

}  // namespace erfd
