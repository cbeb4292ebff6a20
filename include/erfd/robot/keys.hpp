// Single keys of a robot: what its file could say, and saying it anew.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// Sets one key as if the robot file said so: set_key(robot, "drive.M2.ratio", "80").
///
/// A path leads through the tables of the file (docs/robot-file.md), and through lists by the names
/// of their parts: gravity_m_s2, body.upper_arm.mass_kg, body.upper_arm.joint.range_deg,
/// tool.torch.payload.com_mm, drive.M2.friction.viscous_N_m_s_rad, elastic.J1.damping_N_m_s_rad.
/// Parts without a name are counted: body.upper_arm.visual.1.color. A name with other characters
/// than letters, digits, '_' and '-' stands in quotes.
///
/// @param value   as the file would write it; a text needs no quotes
/// @param source  where the value comes from, for origins() and messages: "--set"
/// @throws Error that names the key and the cure, as the reader of files does; the robot is then as
/// before. Whether the robot makes sense is said by lint().
void set_key(RobotDescription& robot, std::string_view path, std::string_view value,
             std::string_view source);

/// A key that set_key() takes.
struct SettableKey {
  std::string path;                  ///< in SI units and radians
  std::optional<std::string> value;  ///< as set_key() takes it; nothing: the robot does not say
};

/// The keys of a robot, in the order of its file. Rows and tables that it does not have are listed
/// as one key.
std::vector<SettableKey> list_keys(const RobotDescription& robot);

}  // namespace erfd
