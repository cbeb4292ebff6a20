// The robot file: docs/robot-file.md.
#include "erfd/robot/read.hpp"

#include "base/toml/cursor.hpp"
#include "base/toml/format_key.hpp"
#include "base/toml/parser.hpp"
#include "robot/file/parts.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view format_name = "erfd-robot/1";

std::string read_name(TableReader& top) {
  const std::string name = top.text("name", Need::required);
  if (!std::all_of(name.begin(), name.end(), is_bare_key_character))
    top.error(
        "name", top.at("name"),
        fmt::format("name is {}, expected letters, digits, '_' and '-' only", in_quotes(name)));
  return name;
}

void read_bodies(TableReader& top, RobotDescription& robot, JointKinds& types) {
  std::string parent = "world";
  top.for_each("body", [&](TableReader& table) {
    robot.bodies.push_back(read_body(table, parent, types));
    parent = robot.bodies.back().name;
  });
}

void read_transmission(TableReader& top, RobotDescription& robot) {
  auto table = top.table("transmission");
  if (!table) return;
  robot.coupling = table->with_origin().matrix("coupling", Need::required);
  table->finish();
}

void read_parts(TableReader& top, RobotDescription& robot) {
  JointKinds types;
  if (auto base = top.table("base")) robot.base = read_base(*base);
  read_bodies(top, robot, types);
  top.for_each("tool", [&](TableReader& table) { robot.tools.push_back(read_tool(table)); });
  read_transmission(top, robot);
  const bool coupled = top.has("transmission");
  top.for_each("drive", [&](TableReader& table) {
    robot.drives.push_back(read_drive(table, coupled, types));
  });
  top.for_each("loop", [&](TableReader& table) { robot.loops.push_back(read_loop(table)); });
  top.for_each("elastic", [&](TableReader& table) {
    robot.elastic_joints.push_back(read_elastic(table, types));
  });
  if (auto program = top.table("program")) robot.program = read_program(*program, robot.bodies);
}

}  // namespace

ReadResult read_robot_toml(std::string_view text, const std::string& file_name) {
  ReadResult result{{}, Diagnostics(file_name)};
  RobotDescription& robot = result.robot;
  robot.file = file_name;
  Findings findings(result.findings);
  const TomlTable document = parse_toml(text, findings);

  TableReader top(document, "", {}, findings);
  read_format(top, format_name);
  robot.name = read_name(top);
  robot.title = top.text("title");
  robot.from.source = top.text("source");
  robot.from.note = top.text("note");
  robot.open_questions = top.texts("open_questions");

  top.inherit({{robot.from.source, false, ""}, {}});
  if (const auto gravity = top.triple("gravity", units::slide_acceleration))
    robot.gravity = *gravity;
  read_parts(top, robot);
  top.finish();
  result.findings.sort();
  return result;
}

}  // namespace erfd
