// The parts of a robot file, each read from its table. Private to read_robot_toml().
#pragma once

#include "erfd/robot/robot_description.hpp"

#include "base/toml/table_reader.hpp"

#include <map>
#include <string>

namespace erfd {

/// Types of the joints by name. A joint whose type could not be read is not in it.
using JointKinds = std::map<std::string, JointKind, std::less<>>;

inline std::optional<JointMotion> motion_of(std::optional<JointKind> type) {
  if (!type) return std::nullopt;
  using Way = JointMotion::Way;
  const Way way = is_angle(*type) ? Way::turning : is_length(*type) ? Way::sliding : Way::none;
  return JointMotion{way, info_of(*type).name};
}

// Rows: small tables of numbers under one key. `key` is looked up in `owner`.
Field<OriginDescription> read_origin(TableReader& owner, std::string_view key);
Field<DhRow> read_dh(TableReader& owner);
Field<MdhRow> read_mdh(TableReader& owner);
Field<ScrewRow> read_screw(TableReader& owner);
Field<ShapeDescription> read_shape(TableReader& owner);

std::vector<VisualDescription> read_visuals(TableReader& owner);
std::vector<AcceptedFinding> read_accepted(TableReader& owner);

/// @param types  receives the type of the joint
BodyDescription read_body(TableReader& table, const std::string& default_parent, JointKinds& types);
JointDescription read_joint(TableReader& table, const std::string& body, JointKinds& types);
BaseDescription read_base(TableReader& table);
ToolDescription read_tool(TableReader& table);

/// @param coupled  the file has a [transmission]
DriveDescription read_drive(TableReader& table, bool coupled, const JointKinds& types);
LoopDescription read_loop(TableReader& table);
ElasticJointDescription read_elastic(TableReader& table, const JointKinds& types);
/// @param bodies  read before: they say which entries of `home` are angles
ProgramDescription read_program(TableReader& table, const std::vector<BodyDescription>& bodies);

}  // namespace erfd
