// Tools, drives, loops and springs of `erfd info`.
#include "erfd/base/units.hpp"
#include "erfd/model/build.hpp"
#include "erfd/report/table.hpp"

#include "output/output.hpp"
#include "verbs/info.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::optional<double> value_of(const Field<double>& field, double unit = 1) {
  return field ? std::optional(field->value / unit) : std::nullopt;
}

/// Where programs give tools and loads, and what is carried before they say anything.
std::string flange_text(const RobotFacts& facts, const TextStyle& style) {
  if (facts.model.frames().empty()) return "";
  const RobotDescription& robot = facts.robot.description;
  std::string text = fmt::format("Flange: frame {}.", flange_name(facts.model));
  const double carried = robot.tools.empty() ? 0 : load_of(robot.tools.front()).mass;
  if (carried > 0)
    text += fmt::format(
        " Carried: the {} kg of tool {}, which are part of the moving mass; a program that takes "
        "another tool carries that one's instead.",
        with_digits(carried), robot.tools.front().name);
  return '\n' + wrapped(text, style.width) + '\n';
}

std::string tool_text(const RobotDescription& robot, const TextStyle& style) {
  if (robot.tools.empty()) return "\nNo tool: the last link frame of the arm stands for it.\n";
  std::vector<std::string> names, bodies;
  Table::OptionalNumbers xyz[3], rpy[3], payload;
  for (const ToolDescription& tool : robot.tools) {
    names.push_back(tool.name);
    bodies.push_back(tool.body);
    const OriginDescription origin = tool.origin ? tool.origin->value : OriginDescription{};
    for (std::size_t k = 0; k < 3; ++k) {
      xyz[k].emplace_back(origin.xyz[k]);
      rpy[k].emplace_back(origin.rpy[k] / degree);
    }
    payload.push_back(tool.payload ? value_of(tool.payload->mass) : std::nullopt);
  }
  Table table;
  table.text("tool", names).text("on body", bodies);
  table.data("x", "m", xyz[0]).data("y", "m", xyz[1]).data("z", "m", xyz[2]);
  table.data("roll", "deg", rpy[0]).data("pitch", "deg", rpy[1]).data("yaw", "deg", rpy[2]);
  table.data("payload", "kg", payload);
  return '\n' + bold("Tools", style) +
         "  in the link frame of their body; the first one is the default\n\n" +
         table.layout(style);
}

bool is_at_joint(const DriveDescription& drive) {
  return drive.friction && drive.friction->side == FrictionSide::joint;
}

bool has_joint_friction(const RobotDescription& robot) {
  return std::ranges::any_of(robot.drives, is_at_joint);
}

/// Where the friction of a drive acts; that of a joint which slides is a force.
std::string side_of(const RobotDescription& robot, const DriveDescription& drive) {
  if (!drive.friction) return "–";
  if (!is_at_joint(drive)) return "motor";
  const bool slides = std::ranges::any_of(robot.bodies, [&](const BodyDescription& body) {
    return body.joint.name == drive.joint && is_length(body.joint.type);
  });
  return slides ? "joint, N" : "joint";
}

std::string drive_table(const RobotDescription& robot, const TextStyle& style) {
  std::vector<std::string> names, joints;
  std::vector<std::string> sides;
  Table::OptionalNumbers ratio, rotor, peak, rated, speed, viscous, coulomb, share;
  for (const DriveDescription& drive : robot.drives) {
    const FrictionDescription friction = drive.friction.value_or(FrictionDescription{});
    names.push_back(drive.name);
    joints.push_back(drive.joint.empty() ? "–" : drive.joint);
    ratio.push_back(value_of(drive.ratio));
    rotor.push_back(value_of(drive.rotor_inertia));
    peak.push_back(value_of(drive.torque_peak));
    rated.push_back(value_of(drive.torque_rated));
    speed.push_back(value_of(drive.speed_max, rpm));
    sides.push_back(side_of(robot, drive));
    viscous.push_back(value_of(friction.viscous));
    coulomb.push_back(value_of(friction.coulomb));
    share.push_back(value_of(friction.load_dependent));
  }
  Table table;
  table.text("drive", names).text("joint", joints);
  const auto add = [&](const char* head, const char* unit, const Table::OptionalNumbers& column) {
    for (const auto& value : column)
      if (value) return void(table.data(head, unit, column));
  };
  add("ratio", "-", ratio);
  add("rotor", "kg m^2", rotor);
  add("peak", "N m", peak);
  add("rated", "N m", rated);
  add("speed", "rpm", speed);
  add("viscous", "N m s/rad", viscous);
  add("Coulomb", "N m", coulomb);
  add("load share", "-", share);
  if (has_joint_friction(robot)) table.text("friction at", sides);
  return table.layout(style);
}

std::string coupling_table(const RobotDescription& robot, const TextStyle& style) {
  std::vector<std::string> drives, joints;
  for (const DriveDescription& drive : robot.drives) drives.push_back(drive.name);
  for (const BodyDescription& body : robot.bodies)
    if (moves(body.joint.type)) joints.push_back(body.joint.name);
  Table table;
  table.text("", drives);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    Table::OptionalNumbers column;
    for (const auto& row : robot.coupling->value) column.emplace_back(row.at(j));
    table.data(joints[j], "-", column);
  }
  return "\nMotor turns a joint turn:\n\n" + table.layout(style);
}

std::string drive_text(const RobotDescription& robot, const TextStyle& style) {
  if (robot.drives.empty()) return "";
  std::string text =
      '\n' +
      headed(
          "Drives",
          has_joint_friction(robot)
              ? "motor side, but for friction of joints; `erfd drives` computes with them, id and "
                "fd do not: rigid bodies only"
              : "motor side; `erfd drives` computes with them, id and fd do not: rigid bodies only",
          style) +
      '\n' + drive_table(robot, style);
  if (robot.coupling) text += coupling_table(robot, style);
  return text;
}

std::string body_name(const Model& model, BodyIndex body) {
  return body.is_world() ? "world" : model.body(body).name;
}

/// The loops, and what they leave free where the robot is put together.
std::string loop_text(const RobotFacts& facts, const TextStyle& style) {
  const Model& model = facts.model;
  if (model.constraints().empty()) return "";
  std::vector<std::string> names, kinds, a, b, rows;
  for (const CutJoint& cut : model.constraints()) {
    names.push_back(cut.name);
    kinds.push_back(info_of(cut.kind).name);
    a.push_back(body_name(model, cut.body_a));
    b.push_back(body_name(model, cut.body_b));
    rows.push_back(std::to_string(row_count(cut.kind)));
  }
  Table table;
  table.text("loop", names).text("cut joint", kinds).text("rows", rows);
  table.text("body a", a).text("body b", b);
  std::string text =
      '\n' +
      headed("Loops",
             "compare, generate, linearise and optimise move the open tree with --without "
             "loops",
             style) +
      '\n' + table.layout(style);
  const LoopFacts loops = loop_facts(model);
  if (!loops.closure.closed)
    return text + fmt::format(
                      "\nThey do not close where the robot is put together: a gap of {} is "
                      "left (m, or the sine of an angle).\n",
                      with_digits(loops.closure.gap));
  text +=
      '\n' +
      wrapped(fmt::format("Mobility {} by rank: the tree has {}, the loops take {} "
                          "rows, {} of them redundant. Active: {}.",
                          loops.mobility.freedoms, model.nv(), model.constraint_rows(),
                          loops.mobility.redundant, loops.active.empty() ? "none" : loops.active),
              style.width) +
      '\n';
  return loops.trouble.empty() ? text : text + wrapped(loops.trouble, style.width) + '\n';
}

/// Joints that others lead.
std::string following_text(const Model& model, const TextStyle& style) {
  if (model.following().empty()) return "";
  std::vector<std::string> joints, leaders;
  Table::OptionalNumbers multipliers, offsets;
  for (const FollowingJoint& f : model.following()) {
    joints.push_back(model.body(f.follower).joint);
    leaders.push_back(model.body(f.leader).joint);
    multipliers.push_back(f.multiplier);
    offsets.push_back(f.offset);
  }
  Table table;
  table.text("joint", joints).text("follows", leaders);
  table.data("times", "", multipliers).data("plus", "rad or m", offsets);
  return '\n' +
         headed(
             "Following joints",
             "moved by others; where a command does not compute that, --mimic fixed holds them and "
             "--mimic free lets them go",
             style) +
         '\n' + table.layout(style);
}

}  // namespace

std::string equipment_text(const RobotFacts& facts, const TextStyle& style) {
  const RobotDescription& robot = facts.robot.description;
  std::string text = tool_text(robot, style) + flange_text(facts, style) + drive_text(robot, style);
  text += loop_text(facts, style);
  text += following_text(facts.model, style);
  if (!robot.elastic_joints.empty())
    text += fmt::format(
        "\n{}: simulate moves motors and links apart; other verbs take the gears as stiff.\n",
        counted(robot.elastic_joints.size(), "elastic gear"));
  if (!robot.springs.empty())
    text += fmt::format("\n{} in joints, part of fd and simulate; id says what they give.\n",
                        counted(robot.springs.size(), "spring"));
  return text;
}

}  // namespace erfd
