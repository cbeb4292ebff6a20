// The robot that a verb works on.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/drives/torque_split.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/io/json.hpp"
#include "erfd/model/model.hpp"
#include "erfd/robot/robot_description.hpp"

#include "input/options.hpp"

namespace erfd {

/// A description that can be built, with all that was noticed about it.
struct CheckedRobot {
  RobotDescription description;
  Diagnostics findings;
};

/// Finds, reads and checks a robot by name or path.
///
/// @param settings  "drive.motor2.ratio=80": keys that are set before the check; said on stderr
/// @throws Error, FileError with all findings
CheckedRobot read_checked(const std::string& name_or_path,
                          const std::vector<std::string>& settings = {});

/// Makes the tool of that name the first one, whose payload counts. `place` names it in messages.
/// @throws Error naming the nearest.
void choose_tool(RobotDescription& robot, const std::string& name, const char* place);

/// What of a robot's file no verb computes yet: loops and elastic joints. All that compute ask here.
///
/// @param without  "loops", "elastic" or both with a comma: the user wants it left out; may be empty
/// @returns what is left out, a sentence each: text, JSON and page must show it
/// @throws Error that names the cure if the file has a part that `without` does not name, or for a
/// name that is no part
std::vector<std::string> left_out_of(const RobotDescription& robot,
                                     const std::optional<std::string>& without);

/// "Left out" with its sentences, below a page; empty without any.
std::string left_out_text(const std::vector<std::string>& left_out, const TextStyle& style);
/// Sets "left_out" if there is any.
void set_left_out(const std::vector<std::string>& left_out, Json& json);

/// A model, and what of its file it does not have.
struct ModelledRobot {
  Model model;
  std::vector<std::string> left_out;  ///< on demand: left_out_of()
  std::vector<std::string> remarks;   ///< what else the model does not have: drives
  CheckedRobot file;                  ///< what the model was made of
};

/// The model with the tool, payload and gravity of the options. Says on stderr how many warnings
/// the file has. @throws Error as left_out_of().
ModelledRobot build_model(const RobotOptions& options);

/// A robot as programs run it: what it carries is said by them.
struct UnloadedInput {
  Model model;                        ///< with nothing in its tools
  Payload payload;                    ///< of the options, in the frame of the tool in use
  std::vector<std::string> left_out;  ///< on demand: left_out_of()
  RobotDescription description;       ///< what it was made of
};

/// The model with the tool and gravity of the options, the payload apart. @throws Error as left_out_of().
UnloadedInput build_unloaded_input(const RobotOptions& options);

/// What carries the loads of a motion that says them: the robot with nothing in its tools but the
/// payload of the options.
Model carrier_of(const RobotDescription& robot, const RobotOptions& options);

/// A robot with payload and drives, and what of its file it does not have.
struct LoadedInput {
  LoadedRobot robot;
  std::vector<std::string> left_out;  ///< on demand: left_out_of()
  std::vector<std::string> remarks;   ///< about its drives
  RobotDescription description;       ///< what it was made of
};

/// "joints a, b have no drive …"; empty if all have one.
std::string undriven_text(const std::vector<Motor>& motors, const Model& model);

/// The same with the payload apart and with the drives. Where the file has none, or none that can be
/// computed, the remarks say so and the robot has none. @throws Error as left_out_of().
LoadedInput build_loaded(const RobotOptions& options);

/// The algorithm that --algorithm names, or the usual one. @throws Error if it is unknown, does not
/// do the task or cannot run the robot.
std::unique_ptr<Algorithm> algorithm_for(const std::optional<std::string>& name, const char* usual,
                                         Task task, const Model& model);

}  // namespace erfd
