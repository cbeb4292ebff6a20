// The robot that a verb works on.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/drives/torque_split.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/io/json.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/robot/read.hpp"

#include "input/options.hpp"

namespace erfd {

/// What the options say, with their numbers read. @throws Error naming the option.
RobotChoice choice_of(const RobotOptions& options);

/// The names in "loops,elastic".
std::vector<std::string> names_in(const std::string& list);

/// Finds and reads a robot by name or path; "-" is standard input, TOML or URDF. @throws Error
ReadResult read_robot_input(const std::string& name_or_path);
/// The robot as its file describes it, with settings and accepted findings of the options, for verbs
/// that need no masses. Says what differs from the file. @throws Error, FileError with all findings.
ChosenRobot described_robot(const RobotOptions& options);

/// Whether a verb computes robots with closed loops.
enum class Loops { refused, closed };

/// What a verb computes.
struct Computes {
  Loops loops = Loops::refused;
  Purpose purpose = Purpose::dynamics;
  bool mimic = false;  ///< joints that follow others
};

/// The robot of the options. Says on stderr how many warnings its file has. @throws Error.
ChosenRobot chosen_robot(const RobotOptions& options, Computes computes = {});
/// A line to stderr for each key of --set: the robot differs from its file.
void say_settings(const std::string& name, const std::vector<std::string>& settings);
/// One line to stderr that says how many warnings a robot file has, and how to see them.
void count_warnings(const Diagnostics& findings, const std::string& name, const std::string& robot);

/// "Left out" with its sentences, below a page; empty without any.
std::string left_out_text(const std::vector<std::string>& left_out, const TextStyle& style);
/// Sets "left_out" if there is any.
void set_left_out(const std::vector<std::string>& left_out, Json& json);

/// A model with the tool, payload and gravity of the options.
struct ModelledRobot {
  Model model;
  std::vector<std::string> remarks;  ///< what the model does not have: drives
  ChosenRobot chosen;                ///< what the model was made of
};

/// @throws Error as chosen_robot().
ModelledRobot build_model(const RobotOptions& options, Computes computes = {});

/// A robot with payload and drives.
struct LoadedInput {
  LoadedRobot robot;
  std::vector<std::string> remarks;  ///< about its drives
  ChosenRobot chosen;                ///< what it was made of
};

/// "joints a, b have no drive …"; empty if all have one.
std::string undriven_text(const std::vector<Motor>& motors, const Model& model);

/// The same with the payload apart and with the drives. Where the file has none, or none that can be
/// computed, the remarks say so and the robot has none. @throws Error as chosen_robot().
LoadedInput build_loaded(const RobotOptions& options, Computes computes = {});

/// The algorithm that --algorithm names, or the usual one. @throws Error if it is unknown, does not
/// do the task or cannot run the robot.
std::unique_ptr<Algorithm> algorithm_for(const std::optional<std::string>& name, const char* usual,
                                         Task task, const Model& model);

}  // namespace erfd
