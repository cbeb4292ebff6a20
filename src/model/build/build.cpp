#include "erfd/model/build.hpp"

#include "erfd/model/lint.hpp"
#include "erfd/robot/read.hpp"

#include "model/build/assemble.hpp"
#include "model/build/resolve.hpp"

#include <utility>

namespace erfd {
namespace {

/// Where a body of the description ended up: its moving body, and its link frame there.
struct Carrier {
  BodyIndex body;
  Pose<double> X_BL;
};

JointLimits limits_of(const JointDescription& joint) {
  JointLimits limits;
  if (joint.lower) limits.lower = joint.lower->value;
  if (joint.upper) limits.upper = joint.upper->value;
  if (joint.speed_max) limits.speed = joint.speed_max->value;
  if (joint.acceleration_max) limits.acceleration = joint.acceleration_max->value;
  if (joint.effort_max) limits.effort = joint.effort_max->value;
  return limits;
}

Carrier add_base(const BaseDescription& base, Model::Parts& parts) {
  parts.X_WBase = pose_of(base.origin);
  if (base.type == BaseType::fixed) return {{}, parts.X_WBase};
  Body body;
  body.name = body.joint = "base";
  body.kind = JointKind::free;
  body.I_B = inertia_of(value_or(base.mass, 0), base.com ? base.com->value : Triple{},
                        base.inertia ? base.inertia->value : std::array<double, 6>{});
  parts.bodies.push_back(std::move(body));
  return {{0}, {}};
}

Carrier add_body(const BodyDescription& description, const ResolvedBody& resolved,
                 const Carrier& parent, Model::Parts& parts) {
  const Pose<double> X_PJ = parent.X_BL * resolved.X_PJ;
  if (!moves(description.joint.type)) {
    if (!parent.body.is_world()) {
      parts.bodies[static_cast<std::size_t>(parent.body.value)].I_B += resolved.I_J.moved(X_PJ);
    }
    return {parent.body, X_PJ * resolved.X_JL};
  }
  Body body;
  body.name = description.name;
  body.joint = description.joint.name;
  body.parent = parent.body;
  body.kind = description.joint.type;
  if (description.joint.pitch) body.pitch = description.joint.pitch->value;
  body.X_PB0 = X_PJ;
  body.I_B = resolved.I_J;
  body.limits = limits_of(description.joint);
  body.passive = description.joint.passive || description.joint.mimic;
  if (description.joint.start) body.start = description.joint.start->value;
  parts.bodies.push_back(std::move(body));
  return {{static_cast<int>(parts.bodies.size()) - 1}, resolved.X_JL};
}

void add_tools(const RobotDescription& robot, const std::vector<Carrier>& carriers,
               Model::Parts& parts) {
  for (const ToolDescription& tool : robot.tools) {
    for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
      if (robot.bodies[i].name != tool.body) continue;
      if (parts.default_tool < 0) parts.default_tool = static_cast<int>(parts.frames.size());
      parts.frames.push_back(
          {tool.name, carriers[i].body, carriers[i].X_BL * pose_of(tool.origin)});
    }
  }
}

/// The limits of three channels, where the file gives them.
void set_bounds(const Field<Triple>& given, double sign, Eigen::Ref<Vector3<double>> bounds) {
  if (given) bounds = sign * vector_of(given->value);
}

Carrier carrier_of(const RobotDescription& robot, const std::vector<Carrier>& carriers,
                   const Carrier& base, const std::string& name) {
  for (std::size_t i = 0; i < robot.bodies.size(); ++i)
    if (robot.bodies[i].name == name) return carriers[i];
  return base;
}

void add_sensors(const RobotDescription& robot, const std::vector<Carrier>& carriers,
                 const Carrier& base, Model::Parts& parts) {
  for (const SensorDescription& given : robot.sensors) {
    const Carrier carrier = carrier_of(robot, carriers, base, given.body);
    Sensor sensor;
    sensor.name = given.name;
    sensor.kind = given.kind;
    sensor.body = carrier.body;
    sensor.X_BS = carrier.X_BL * pose_of(given.origin);
    set_bounds(given.felt_min, 1, sensor.lower.head<3>());
    set_bounds(given.felt_max, 1, sensor.upper.head<3>());
    set_bounds(given.rate_max, -1, sensor.lower.tail<3>());
    set_bounds(given.rate_max, 1, sensor.upper.tail<3>());
    parts.sensors.push_back(std::move(sensor));
  }
}

void add_loops(const RobotDescription& robot, const std::vector<Carrier>& carriers,
               const Carrier& base, Model::Parts& parts) {
  for (const LoopDescription& loop : robot.loops) {
    const Carrier a = carrier_of(robot, carriers, base, loop.body_a),
                  b = carrier_of(robot, carriers, base, loop.body_b);
    parts.constraints.push_back({loop.name, loop.joint, a.body, b.body,
                                 a.X_BL * cut_frame(loop.frame_a, loop.mdh_a),
                                 b.X_BL * cut_frame(loop.frame_b, loop.mdh_b)});
  }
}

/// Where the joint of that name ended up; the linter has made sure that there is one.
BodyIndex body_of_joint(const Model::Parts& parts, const std::string& joint) {
  int i = 0;
  while (parts.bodies[static_cast<std::size_t>(i)].joint != joint) ++i;
  return {i};
}

void add_following(const RobotDescription& robot, Model::Parts& parts) {
  for (const BodyDescription& body : robot.bodies) {
    if (!body.joint.mimic || !moves(body.joint.type)) continue;
    const MimicDescription& mimic = *body.joint.mimic;
    parts.following.push_back(
        {body_of_joint(parts, body.joint.name), body_of_joint(parts, mimic.joint),
         mimic.multiplier ? mimic.multiplier->value : 1, mimic.offset ? mimic.offset->value : 0});
  }
}

void add_springs(const RobotDescription& robot, Model::Parts& parts) {
  for (const SpringDescription& spring : robot.springs)
    parts.springs.push_back({body_of_joint(parts, spring.joint), spring.stiffness->value,
                             spring.damping ? spring.damping->value : 0,
                             spring.rest ? spring.rest->value : 0});
}

}  // namespace

Payload load_of(const ToolDescription& tool) {
  if (!tool.payload || !tool.payload->mass) return {};
  const PayloadDescription& payload = *tool.payload;
  return {payload.mass->value,
          payload.com ? vector_of(payload.com->value) : Vector3<double>::Zero(),
          matrix_of(payload.inertia ? payload.inertia->value : std::array<double, 6>{})};
}

Model build(const RobotDescription& robot, Purpose purpose) {
  const Model unloaded = build_unloaded(robot, purpose);
  if (robot.tools.empty()) return unloaded;
  return unloaded.with_payload(unloaded.tool(), load_of(robot.tools.front()));
}

Model build_unloaded(const RobotDescription& robot, Purpose purpose) {
  Diagnostics findings(robot.file);
  lint(robot, findings, purpose);
  if (findings.has_errors()) throw FileError(std::move(findings));
  return assemble(robot);
}

Model assemble(const RobotDescription& robot) {
  Model::Parts parts;
  parts.name = robot.name;
  parts.gravity = vector_of(robot.gravity.value);
  const Carrier base = add_base(robot.base, parts);
  const std::vector<ResolvedBody> resolved = resolve(robot);
  std::vector<Carrier> carriers;
  for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
    const int p = resolved[i].parent;
    const Carrier parent = p < 0 ? base : carriers[static_cast<std::size_t>(p)];
    carriers.push_back(add_body(robot.bodies[i], resolved[i], parent, parts));
    parts.frames.push_back({robot.bodies[i].name, carriers.back().body, carriers.back().X_BL});
  }
  add_tools(robot, carriers, parts);
  add_sensors(robot, carriers, base, parts);
  add_loops(robot, carriers, base, parts);
  add_following(robot, parts);
  add_springs(robot, parts);
  return Model(std::move(parts));
}

Model load_robot(const std::string& name_or_path) {
  ReadResult read = read_robot_file(find_robot(name_or_path));
  if (!read.findings.has_errors()) lint(read.robot, read.findings);
  read.findings.sort();
  if (read.findings.has_errors()) throw FileError(std::move(read.findings));
  return build(read.robot);
}

}  // namespace erfd
