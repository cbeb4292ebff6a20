// The robot file: docs/robot-file.md.
#include "erfd/robot/read.hpp"

#include "base/toml/format_key.hpp"
#include "base/toml/parser.hpp"
#include "robot/file/field_reader.hpp"

namespace erfd {

ReadResult read_robot_toml(std::string_view text, const std::string& file_name) {
  ReadResult result{{}, Diagnostics(file_name)};
  RobotDescription& robot = result.robot;
  robot.file = file_name;
  Findings findings(result.findings);
  const TomlTable document = parse_toml(text, findings);

  TableReader top(document, "", {}, findings);
  read_format(top, robot_format);
  Reading reading{.robot = robot, .coupled = top.has(keys::transmission)};
  FieldReader reader(top, reading);
  visit_head(robot, reader);
  top.inherit({{robot.from.source, false, ""}, {}});
  visit_parts(robot, reader);
  apply_rules(top, robot, reading);
  top.finish();
  result.findings.sort();
  return result;
}

ReadResult read_scene_toml(std::string_view text, const std::string& file_name) {
  ReadResult result{{}, Diagnostics(file_name)};
  RobotDescription& holder = result.robot;
  holder.file = file_name;
  Findings findings(result.findings);
  const TomlTable document = parse_toml(text, findings);
  TableReader top(document, "", {}, findings);
  read_format(top, scene_format);
  Reading reading{.robot = holder, .coupled = false};
  FieldReader reader(top, reading);
  visit_scene(holder, reader);
  top.finish();
  result.findings.sort();
  return result;
}

}  // namespace erfd
