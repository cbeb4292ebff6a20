// A robot of a file, and what is changed on it for one use: the same for every verb and every door.
#pragma once

#include "erfd/model/lint.hpp"
#include "erfd/model/model.hpp"
#include "erfd/robot/read.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// What becomes of joints that follow others (mimic).
enum class Mimic {
  follow,  ///< as the file says
  hold,    ///< they are fixed where they stand while their leaders are at zero
  free     ///< they move of their own
};

/// Which robot, and how it differs from its file.
struct RobotChoice {
  std::string robot;                            ///< name of a known robot, or path of a file
  std::optional<std::string> text = {};         ///< in place of a file; `robot` is its name
  std::optional<std::string> tool = {};         ///< to use; none: the first of the file
  Payload payload = {};                         ///< besides the tool's own load, in its frame
  std::optional<Vector3<double>> gravity = {};  ///< in world axes [m/s^2]; none: of the file
  std::vector<std::string> without = {};        ///< parts to leave out: "loops", "elastic"
  std::vector<std::string> settings = {};       ///< keys to set: "drive.motor2.ratio=80"
  bool closes_loops = false;                    ///< the caller computes with closed loops
  std::vector<std::string> accept = {};         ///< checks whose findings do not stop the robot
  Purpose purpose = Purpose::dynamics;          ///< what the caller computes
  Mimic mimic = Mimic::follow;
  bool computes_mimic = false;  ///< the caller computes joints that follow
  bool free_base = false;       ///< what is fixed to the world floats
};

/// "15" or "15,0,0,0.1": mass [kg] and its place in the tool frame [m]. @throws Error naming the option.
Payload parse_payload(std::string_view option, std::string_view text);

/// A robot that can be built, with everything that was noticed about its file.
struct ChosenRobot {
  RobotDescription description;
  Diagnostics findings;                 ///< warnings and notes
  Payload payload;                      ///< of the choice, in the frame of the tool in use
  std::vector<std::string> left_out;    ///< a sentence for each part that was to be left out
  Purpose purpose = Purpose::dynamics;  ///< of the choice: what its models are good for

  Model model() const;     ///< with the load of its tool and the payload
  Model unloaded() const;  ///< with nothing in its tools: programs say what is carried when
  Model carrier() const;   ///< with the payload alone: motions that say what is carried besides
};

/// Finds, reads and checks a robot. Loops must be left out by name where the caller does not close
/// them.
/// @throws Error, FileError with all findings of a file that cannot be used.
ChosenRobot choose_robot(const RobotChoice& choice);

/// The same as its file describes it: settings, accepted findings and purpose of the choice count, the
/// rest does not. Also robots with parts that are not computed.
ChosenRobot read_checked(const RobotChoice& choice);
/// What was read, checked so. @throws FileError with all findings if it cannot be used.
ChosenRobot checked(ReadResult read, const RobotChoice& choice);

/// Takes the findings of these checks as known: those of the reader become notes, those of the linter
/// will. @throws Error for a check that cannot be accepted, naming the nearest
void accept_findings(ReadResult& read, const std::vector<std::string>& checks);

/// Makes the tool of that name the first one, whose load counts. @throws Error naming the nearest.
void choose_tool(RobotDescription& robot, const std::string& name);

/// The open tree of a robot with loops: joints that the loops led are led by nobody, and count as driven.
void open_loops(RobotDescription& robot);

/// Makes elastic gears stiff and removes the springs of joints.
void take_springs_out(RobotDescription& robot);

/// Holds or frees the joints that follow others. @return a sentence for each
std::vector<std::string> take_mimic(RobotDescription& robot, Mimic mimic);
/// @throws Error that names the cure if the robot has joints that follow others.
void refuse_mimic(const RobotDescription& robot);

/// A joint that follows is moved by what leads it: its drive is left out. @return a sentence for each
std::vector<std::string> leave_out_following_drives(RobotDescription& robot);

/// Lets a robot float: all that was fixed to the world is its base.
/// @throws Error if it floats already, or nothing of the base has mass
void free_the_base(RobotDescription& robot);

/// What of a robot's file is left out: loops that the caller does not compute, and elastic joints on
/// demand.
/// @param without  those that the user wants left out
/// @param closes_loops  loops are computed, unless they are to be left out
/// @return a sentence for each that is left out: text, JSON and page must show them
/// @throws Error that names the cure if the file has loops and `without` does not name them, or for a
/// name that is no part
std::vector<std::string> left_out_of(const RobotDescription& robot,
                                     const std::vector<std::string>& without,
                                     bool closes_loops = false);

}  // namespace erfd
