// A description as a robot file, in SI units and radians.
#include "erfd/robot/read.hpp"

#include "robot/file/write_parts.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view shape_words[] = {"rod", "cylinder", "box", "bent_rod"};

template <class Enum, std::size_t size>
std::string_view word(const std::string_view (&words)[size], Enum value) {
  return words[static_cast<std::size_t>(value)];
}

void write_placement(const JointDescription& joint, TableWriter& out) {
  if (joint.dh) {
    const DhRow& row = joint.dh->value;
    out.row("dh",
            RowText()
                .number("theta", units::angle, row.theta)
                .number("d", units::length, row.d)
                .number("a", units::length, row.a)
                .number("alpha", units::angle, row.alpha),
            joint.dh->from);
  }
  if (joint.mdh) {
    const MdhRow& row = joint.mdh->value;
    out.row("mdh",
            RowText()
                .number("gamma", units::angle, row.gamma)
                .number("b", units::length, row.b)
                .number("alpha", units::angle, row.alpha)
                .number("d", units::length, row.d)
                .number("theta", units::angle, row.theta)
                .number("r", units::length, row.r),
            joint.mdh->from);
  }
  if (joint.screw) {
    const ScrewRow& row = joint.screw->value;
    out.row("screw",
            RowText().list("axis", units::none, row.axis).list("point", units::length, row.point),
            joint.screw->from);
  }
  write_origin("origin", joint.origin, out);
  out.list("axis", units::none, joint.axis);
}

void write_joint(const BodyDescription& body, TableWriter& out) {
  const JointDescription& joint = body.joint;
  const bool sliding = is_length(joint.type);
  const auto family = [&](const JointUnits& both) { return sliding ? both.sliding : both.turning; };
  if (joint.name != body.name) out.text_if_any("name", joint.name);
  out.text("type", info_of(joint.type).name);
  out.number("pitch", units::length, joint.pitch);
  write_placement(joint, out);
  if (joint.lower && joint.upper) {
    const Field<std::array<double, 2>> range = Entry<std::array<double, 2>>{
        {joint.lower->value, joint.upper->value}, {}, joint.lower->from};
    out.list("range", family(units::position), range);
  }
  out.number("speed_max", family(units::speed), joint.speed_max);
  out.number("acceleration_max", family(units::acceleration), joint.acceleration_max);
  out.number(sliding ? "force_max" : "torque_max", family(units::effort), joint.effort_max);
}

RowText shape_row(const ShapeDescription& shape) {
  RowText row;
  row.text("type", word(shape_words, shape.kind));
  switch (shape.kind) {
    case ShapeKind::rod:
      return row.list("from", units::length, shape.from).list("to", units::length, shape.to);
    case ShapeKind::cylinder:
      return row.list("from", units::length, shape.from)
          .list("to", units::length, shape.to)
          .number("radius", units::length, shape.radius);
    case ShapeKind::box:
      return row.list("size", units::length, shape.size)
          .list("centre", units::length, shape.centre);
    case ShapeKind::bent_rod:
      return row.number("a", units::length, shape.a)
          .number("b", units::length, shape.b)
          .number("hub_inertia", units::inertia, shape.hub_inertia);
  }
  return row;
}

void write_accepted(const std::vector<AcceptedFinding>& accepted, TableWriter& out) {
  std::string items;
  for (const AcceptedFinding& item : accepted)
    items += fmt::format("{}{{ check = {}, because = {} }}", items.empty() ? "" : ", ",
                         toml_text(item.check), toml_text(item.because));
  if (!items.empty()) out.plain("accept", "[" + items + "]");
}

template <class Massive>
void write_mass(const Massive& massive, TableWriter& out) {
  out.number("mass", units::mass, massive.mass);
  out.list("com", units::length, massive.com);
  out.list("inertia", units::inertia, massive.inertia);
}

void write_body(const BodyDescription& body, TableWriter& out) {
  out.text("name", body.name);
  out.text("parent", body.parent);
  write_accepted(body.accepted, out);
  if (body.inertia_about_origin) out.text("inertia_about", "origin");
  write_mass(body, out);
  write_origin("mass_frame", body.mass_frame, out);
  if (body.shape) out.row("shape", shape_row(body.shape->value), body.shape->from);
  write_joint(body, out.child("[body.joint]"));
  write_visuals("[[body.visual]]", body.visuals, out);
}

void write_tool(const ToolDescription& tool, TableWriter& out) {
  out.text("name", tool.name);
  out.text("body", tool.body);
  write_origin("origin", tool.origin, out);
  if (tool.payload) write_mass(*tool.payload, out.child("[tool.payload]"));
}

void write_base(const BaseDescription& base, TableWriter& top) {
  const bool plain =
      base.type == BaseType::fixed && !base.origin && base.accepted.empty() && base.visuals.empty();
  if (plain) return;
  TableWriter& out = top.child("[base]");
  out.text("type", base.type == BaseType::free ? "free" : "fixed");
  write_accepted(base.accepted, out);
  write_origin("origin", base.origin, out);
  write_mass(base, out);
  write_visuals("[[base.visual]]", base.visuals, out);
}

void write_head(const RobotDescription& robot, TableWriter& top) {
  top.text("format", "erfd-robot/1");
  top.text("name", robot.name);
  top.text_if_any("title", robot.title);
  top.text_if_any("source", robot.from.source);
  top.text_if_any("note", robot.from.note);
  std::string questions;
  for (const std::string& question : robot.open_questions)
    questions += fmt::format("  {},\n", toml_text(question));
  if (!questions.empty()) top.plain("open_questions", "[\n" + questions + "]");
  const Entry<Triple> usual = RobotDescription{}.gravity;
  if (robot.gravity.value != usual.value || robot.gravity.from != usual.from)
    top.value("gravity_m_s2", toml_list(robot.gravity.value), robot.gravity.from);
}

}  // namespace

void write_origin(std::string_view key, const Field<OriginDescription>& origin, TableWriter& out) {
  if (!origin) return;
  const RowText row = RowText()
                          .list("xyz", units::length, origin->value.xyz)
                          .list("rpy", units::angle, origin->value.rpy);
  out.row(key, row, origin->from);
}

std::string write_robot_toml(const RobotDescription& robot) {
  TableWriter top("");
  write_head(robot, top);
  write_base(robot.base, top);
  for (const BodyDescription& body : robot.bodies) write_body(body, top.child("[[body]]"));
  for (const ToolDescription& tool : robot.tools) write_tool(tool, top.child("[[tool]]"));
  write_drives(robot, top);
  write_extras(robot, top);
  return top.str_top({robot.from.source, false, ""});
}

}  // namespace erfd
