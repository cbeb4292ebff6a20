// Robot files in, robot files out.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <string>
#include <string_view>

namespace erfd {

/// A description and everything that was noticed while reading it. Meaningful only if
/// !findings.has_errors().
struct ReadResult {
  RobotDescription robot;
  Diagnostics findings;
};

/// Reads a robot file by its extension (.toml, .urdf, .xml). A file that cannot be opened is a
/// finding, too.
ReadResult read_robot_file(const std::string& path);

/// Reads the text of an ERFD robot file (docs/robot-file.md). All problems are collected; nothing
/// is repaired.
ReadResult read_robot_toml(std::string_view text, const std::string& file_name);

/// Reads the text of a URDF. What the model cannot carry (mimic joints, planar joints) is an error,
/// what it does not use (collision, sensors) a note.
ReadResult read_robot_urdf(std::string_view text, const std::string& file_name);

/// A scene beside a robot: a file of [[scene.object]] alone, format "erfd-scene/1". Of the result its scene
/// and the name of its file count.
ReadResult read_scene_toml(std::string_view text, const std::string& file_name);
ReadResult read_scene_file(const std::string& path);

/// The one or the other, by its first character.
ReadResult read_robot_text(std::string_view text, const std::string& file_name);

/// The description as an ERFD robot file, with provenance; reading it back gives the same robot.
std::string write_robot_toml(const RobotDescription& robot);

/// The description as a URDF. Every moving joint must be placed by placement (model/describe.hpp
/// converts).
/// @param lost receives one note for each part that URDF cannot express (drives, loops, elastic
/// joints, provenance).
/// @throws Error if a joint is placed in another way.
std::string write_robot_urdf(const RobotDescription& robot, Diagnostics& lost);

/// Path of a robot by name or path: a path that exists; else NAME(.toml|.urdf) in $ERFD_ROBOTS (':'
/// separated), in the installed robots, in the robots of the source tree.
/// @throws Error naming the places searched and the nearest known name.
std::string find_robot(const std::string& name_or_path);

/// Names of the robots that find_robot() knows, sorted.
std::vector<std::string> known_robots();

}  // namespace erfd
