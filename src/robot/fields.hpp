// The keys of a robot file. Each is named here and nowhere else, with its unit, its name for people
// and whether it is needed; where it may be left out, the default is that of the description.
//
// Reader, writer, linter, provenance, the losses of URDF and single settings are visitors: they are
// led over the fields of a description in the order in which a file shows them.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include "base/toml/key.hpp"
#include "robot/field_visitor.hpp"
#include "robot/field_words.hpp"

#include <concepts>
#include <string>
#include <type_traits>

namespace erfd {

/// The first line of every robot file.
inline constexpr std::string_view robot_format = "erfd-robot/1", scene_format = "erfd-scene/1";

template <class T, class Description>
concept Is = std::same_as<std::remove_const_t<T>, Description>;

/// Keys that the rules of the reader ask for, too.
namespace keys {

inline constexpr Key rotor_inertia{"rotor_inertia", units::inertia, "rotor inertia"};
inline constexpr Key torque_peak{"torque_peak", units::torque, "peak torque"};
inline constexpr Key motor_speed{"speed_max", units::turn_speed, "speed limit"};
inline constexpr Key mass{"mass", units::mass, "mass"};
inline constexpr Key com{"com", units::length, "com"};
inline constexpr Key inertia{"inertia", units::inertia, "inertia"};
inline constexpr Key inertia_about{"inertia_about"};
inline constexpr Key mass_frame{"mass_frame", units::none, "mass frame"};
inline constexpr Key shape{"shape", units::none, "shape"};
inline constexpr Key parent{"parent"};
inline constexpr Key pitch{"pitch", units::length, "pitch"};
inline constexpr Key dh{"dh", units::none, "DH row"};
inline constexpr Key mdh{"mdh", units::none, "modified DH row"};
inline constexpr Key screw{"screw", units::none, "screw"};
inline constexpr Key origin{"origin", units::none, "origin"};
inline constexpr Key axis{"axis", units::none, "axis"};
inline constexpr Key driven_joint{"joint"};
inline constexpr Key ratio{"ratio", units::none, "ratio", Need::optional, InUrdf::yes};
inline constexpr Key box{"box", units::length};
inline constexpr Key cylinder{"cylinder"};
inline constexpr Key sphere{"sphere", units::length};
inline constexpr Key mesh{"mesh"};
inline constexpr Key scale{"scale"};
inline constexpr Key color{"color"};
inline constexpr Key robot_name{"name", units::none, "", Need::required};
inline constexpr Key transmission{"transmission"};

}  // namespace keys

// --- Rows ----------------------------------------------------------------------------------------

void visit_fields(Is<OriginDescription> auto& row, auto& v) {
  v.says_origin();
  v.value({"xyz", units::length}, row.xyz);
  v.value({"rpy", units::angle}, row.rpy);
}

void visit_fields(Is<DhRow> auto& row, auto& v) {
  v.says_origin();
  v.value({"theta", units::angle}, row.theta);
  v.value({"d", units::length}, row.d);
  v.value({"a", units::length}, row.a);
  v.value({"alpha", units::angle}, row.alpha);
}

void visit_fields(Is<MdhRow> auto& row, auto& v) {
  v.says_origin();
  v.value({"gamma", units::angle}, row.gamma);
  v.value({"b", units::length}, row.b);
  v.value({"alpha", units::angle}, row.alpha);
  v.value({"d", units::length}, row.d);
  v.value({"theta", units::angle}, row.theta);
  v.value({"r", units::length}, row.r);
}

void visit_fields(Is<ScrewRow> auto& row, auto& v) {
  v.says_origin();
  v.value({"axis", units::none, "", Need::required}, row.axis);
  v.value({"point", units::length}, row.point);
}

void visit_fields(Is<ShapeDescription> auto& shape, auto& v) {
  v.says_origin();
  if (!v.word({"type", units::none, "", Need::required}, words::shapes, shape.kind)) return;
  const auto kind = shape.kind;
  if (kind == ShapeKind::rod || kind == ShapeKind::cylinder) {
    v.value({"from", units::length, "", Need::required}, shape.from);
    v.value({"to", units::length, "", Need::required}, shape.to);
  }
  if (kind == ShapeKind::cylinder)
    v.value({"radius", units::length, "", Need::required}, shape.radius);
  if (kind == ShapeKind::box) {
    v.value({"size", units::length, "", Need::required}, shape.size);
    v.value({"centre", units::length}, shape.centre);
  }
  if (kind == ShapeKind::bent_rod) {
    v.value({"a", units::length}, shape.a);
    v.value({"b", units::length}, shape.b);
    v.value({"hub_inertia", units::inertia}, shape.hub_inertia);
  }
}

/// A torque-speed curve as a file writes it: two lists of one length.
struct CurveRow {
  Field<std::vector<double>> speed, torque;
};

void visit_fields(Is<CurveRow> auto& row, auto& v) {
  v.says_origin();
  v.field(Key{"speed", units::turn_speed, "", Need::required}, row.speed);
  v.field(Key{"torque", units::torque, "", Need::required}, row.torque);
}

// --- Bodies --------------------------------------------------------------------------------------

void visit_fields(Is<AcceptedFinding> auto& accepted, auto& v) {
  v.text({"check", units::none, "", Need::required}, accepted.check);
  v.text({"because", units::none, "", Need::required}, accepted.because);
}

/// The two numbers of a cylinder that is drawn.
template <class Number>
struct CylinderRow {
  Number &radius, &length;
};
template <class Number>
CylinderRow(Number&, Number&) -> CylinderRow<Number>;

template <class Number>
void visit_fields(const CylinderRow<Number>& row, auto& v) {
  v.value({"radius", units::length, "", Need::required}, row.radius);
  v.value({"length", units::length, "", Need::required}, row.length);
}

void visit_fields(Is<VisualDescription> auto& visual, auto& v) {
  v.says_origin();
  v.field(keys::origin, visual.origin);
  if (v.is_kind(keys::box, visual.kind, VisualKind::box)) v.value(keys::box, visual.size);
  if (v.is_kind(keys::cylinder, visual.kind, VisualKind::cylinder)) {
    CylinderRow row{visual.radius, visual.length};
    v.table(keys::cylinder, row);
  }
  if (v.is_kind(keys::sphere, visual.kind, VisualKind::sphere))
    v.value(keys::sphere, visual.radius);
  if (v.is_kind(keys::mesh, visual.kind, VisualKind::mesh)) {
    v.text(keys::mesh, visual.mesh);
    v.scale(keys::scale, visual.scale);
  }
  v.text(keys::color, visual.color);
}

/// For everything that has mass, com and inertia.
void visit_mass(auto& massive, auto& v) {
  v.field(keys::mass, massive.mass);
  v.field(keys::com, massive.com);
  v.field(keys::inertia, massive.inertia);
}

void visit_fields(Is<MimicDescription> auto& mimic, auto& v) {
  v.says_origin();
  v.text({"joint", units::none, "", Need::required}, mimic.joint);
  v.field(Key{"multiplier", units::none, "mimic multiplier"}, mimic.multiplier);
  v.field(JointKey{"offset", units::position, "mimic offset"}, mimic.offset);
}

void visit_fields(Is<JointDescription> auto& joint, auto& v) {
  v.says_origin();
  v.text({"name"}, joint.name);
  v.word({"type"}, words::joint_types, joint.type);
  v.moves_as(joint);
  v.field(keys::pitch, joint.pitch);
  v.field(keys::dh, joint.dh);
  v.field(keys::mdh, joint.mdh);
  v.field(keys::screw, joint.screw);
  v.field(keys::origin, joint.origin);
  v.field(keys::axis, joint.axis);
  v.word({"actuation"}, words::actuations, joint.passive);
  v.field(JointKey{"start", units::position, "start"}, joint.start);
  v.range(JointKey{"range", units::position, "range"}, joint.lower, joint.upper);
  v.field(JointKey{"speed_max", units::speed, "speed limit"}, joint.speed_max);
  v.field(JointKey{"acceleration_max", units::acceleration, "acceleration limit"},
          joint.acceleration_max);
  v.field(JointKey{"effort_max", units::effort, "effort limit", Need::optional, InUrdf::yes,
                   "torque_max", "force_max"},
          joint.effort_max);
  v.table({"mimic"}, joint.mimic);
}

void visit_fields(Is<BodyDescription> auto& body, auto& v) {
  v.text({"name", units::none, "", Need::required}, body.name);
  v.text(keys::parent, body.parent);
  v.says_origin();
  visit_mass(body, v);
  v.field(keys::mass_frame, body.mass_frame);
  v.field(keys::shape, body.shape);
  v.list({"accept"}, body.accepted);
  v.word(keys::inertia_about, words::inertia_abouts, body.inertia_about_origin);
  v.joint_is_called(body.name);
  v.table({"joint", units::none, "", Need::required}, body.joint);
  v.list({"visual"}, body.visuals);
}

void visit_fields(Is<BaseDescription> auto& base, auto& v) {
  v.says_origin();
  v.word({"type"}, words::bases, base.type);
  v.field(keys::origin, base.origin);
  visit_mass(base, v);
  v.list({"visual"}, base.visuals);
  v.list({"accept"}, base.accepted);
}

void visit_fields(Is<PayloadDescription> auto& payload, auto& v) {
  v.says_origin();
  visit_mass(payload, v);
}

void visit_fields(Is<ToolDescription> auto& tool, auto& v) {
  v.says_origin();
  v.text({"name", units::none, "", Need::required}, tool.name);
  v.text({"body", units::none, "", Need::required}, tool.body);
  v.field(keys::origin, tool.origin);
  v.table({"payload"}, tool.payload);
}

void visit_fields(Is<SensorDescription> auto& sensor, auto& v) {
  v.says_origin();
  v.text({"name", units::none, "", Need::required}, sensor.name);
  v.text({"body", units::none, "", Need::required}, sensor.body);
  v.word({"type"}, words::sensors, sensor.kind);
  v.field(keys::origin, sensor.origin);
  v.field(Key{"felt_min", units::felt, "least felt acceleration"}, sensor.felt_min);
  v.field(Key{"felt_max", units::felt, "largest felt acceleration"}, sensor.felt_max);
  v.field(Key{"rate_max", units::turn_speed, "largest turning rate"}, sensor.rate_max);
}

// --- Drives --------------------------------------------------------------------------------------

void visit_fields(Is<FrictionDescription> auto& friction, auto& v) {
  v.says_origin();
  v.word({"side"}, words::sides, friction.side);
  if (friction.side == FrictionSide::motor) v.moves_as(JointMotion::turning);  // motors turn
  v.field(JointKey{"viscous", units::damping, "viscous friction", Need::optional, InUrdf::yes},
          friction.viscous);
  v.field(JointKey{"coulomb", units::effort, "Coulomb friction", Need::optional, InUrdf::yes},
          friction.coulomb);
  v.field(JointKey{"coulomb_negative", units::effort, "Coulomb friction backwards"},
          friction.coulomb_negative);
  v.field(JointKey{"breakaway", units::effort, "breakaway friction"}, friction.breakaway);
  v.field(Key{"load_dependent", units::none, "load-dependent friction"}, friction.load_dependent);
}

void visit_fields(Is<MechanismDescription> auto& mechanism, auto& v) {
  v.says_origin();
  v.word({"type", units::none, "", Need::required}, words::mechanisms, mechanism.kind);
  v.field(Key{"a", units::length, "mechanism a"}, mechanism.a);
  v.field(Key{"b", units::length, "mechanism b"}, mechanism.b);
  v.field(Key{"c", units::length, "mechanism c"}, mechanism.c);
  v.field(Key{"d", units::length, "mechanism d"}, mechanism.d);
  v.field(Key{"pitch", units::length, "pitch"}, mechanism.pitch);
  v.field(Key{"offset", units::angle, "offset"}, mechanism.offset);
  v.field(Key{"zero", units::angle, "motor zero"}, mechanism.zero);
  v.field(Key{"ratio", units::none, "mechanism ratio"}, mechanism.ratio);
  v.field(Key{"branch", units::none}, mechanism.branch);
  v.range(Key{"range", units::angle, "mechanism range"}, mechanism.lower, mechanism.upper);
}

void visit_fields(Is<GearElementDescription> auto& element, auto& v) {
  v.says_origin();
  v.text({"name", units::none, "", Need::required}, element.name);
  v.field(Key{"inertia", units::inertia, "gear element inertia", Need::required}, element.inertia);
  v.field(Key{"ratio", units::none, "gear element ratio"}, element.ratio);
}

/// What the data sheet of a motor says, whatever it drives.
void visit_motor(Is<DriveDescription> auto& drive, auto& v) {
  v.field(keys::torque_peak, drive.torque_peak);
  v.field(Key{"torque_rated", units::torque, "rated torque"}, drive.torque_rated);
  v.field(keys::motor_speed, drive.speed_max);
  v.field(Key{"torque_speed_curve", units::none, "torque-speed curve"}, drive.torque_speed_curve);
  v.field(Key{"torque_constant", units::torque_constant, "torque constant"}, drive.torque_constant);
  v.field(Key{"resistance", units::resistance, "resistance"}, drive.resistance);
  v.field(Key{"inductance", units::inductance, "inductance"}, drive.inductance);
  v.field(Key{"voltage_max", units::voltage, "voltage limit"}, drive.voltage_max);
  v.field(Key{"current_peak", units::current, "peak current"}, drive.current_peak);
  v.field(Key{"current_rated", units::current, "rated current"}, drive.current_rated);
}

void visit_fields(Is<DriveDescription> auto& drive, auto& v) {
  v.says_origin();
  v.text({"name", units::none, "", Need::required}, drive.name);
  v.text(keys::driven_joint, drive.joint);
  v.moves_as(drive.joint);
  v.field(keys::ratio, drive.ratio);
  v.field(keys::rotor_inertia, drive.rotor_inertia);
  v.field(Key{"rotor_mass", units::mass, "rotor mass"}, drive.rotor_mass);
  v.field(Key{"rotor_on"}, drive.rotor_on);
  v.field(Key{"rotor_axis", units::none, "rotor axis"}, drive.rotor_axis);
  visit_motor(drive, v);
  v.table({"friction"}, drive.friction);
  v.table({"mechanism"}, drive.mechanism);
  v.list({"element"}, drive.elements);
}

// --- The rest ------------------------------------------------------------------------------------

void visit_fields(Is<LoopDescription> auto& loop, auto& v) {
  v.says_origin();
  v.text({"name", units::none, "", Need::required}, loop.name);
  v.word({"joint", units::none, "", Need::required}, words::loop_joints, loop.joint);
  v.text({"body_a", units::none, "", Need::required}, loop.body_a);
  v.text({"body_b", units::none, "", Need::required}, loop.body_b);
  v.field(Key{"frame_a", units::none, "frame a"}, loop.frame_a);
  v.field(Key{"frame_b", units::none, "frame b"}, loop.frame_b);
  v.field(Key{"mdh_a", units::none, "modified DH row a"}, loop.mdh_a);
  v.field(Key{"mdh_b", units::none, "modified DH row b"}, loop.mdh_b);
}

void visit_fields(Is<ElasticJointDescription> auto& elastic, auto& v) {
  v.says_origin();
  v.text({"joint", units::none, "", Need::required}, elastic.joint);
  v.moves_as(elastic.joint);
  v.field(JointKey{"stiffness", units::stiffness, "stiffness", Need::required}, elastic.stiffness);
  v.field(JointKey{"damping", units::damping, "damping"}, elastic.damping);
}

void visit_fields(Is<SpringDescription> auto& spring, auto& v) {
  v.says_origin();
  v.text({"joint", units::none, "", Need::required}, spring.joint);
  v.moves_as(spring.joint);
  v.field(JointKey{"stiffness", units::stiffness, "stiffness", Need::required}, spring.stiffness);
  v.field(JointKey{"damping", units::damping, "damping"}, spring.damping);
  v.field(JointKey{"rest", units::position, "rest position"}, spring.rest);
}

void visit_fields(Is<ProgramDescription::Configuration> auto& configuration, auto& v) {
  v.text({"code", units::none, "", Need::required}, configuration.code);
  v.value({"shoulder"}, configuration.branch[0]);
  v.value({"elbow"}, configuration.branch[1]);
  v.value({"wrist"}, configuration.branch[2]);
}

void visit_fields(Is<ProgramDescription> auto& program, auto& v) {
  v.says_origin();
  v.field(Key{"interpolation_period", units::time, "interpolation period"},
          program.interpolation_period);
  v.word({"orientation"}, words::orientations, program.orientation);
  v.posture({"home", units::angle, "home"}, program.home);
  v.list({"configurations"}, program.configurations);
  v.posture({"maker_senses", units::none, "the maker's senses"}, program.maker_senses);
  v.posture({"maker_zeros", units::angle, "the maker's zeros"}, program.maker_zeros);
}

void visit_fields(Is<SceneObjectDescription> auto& object, auto& v) {
  v.text({"name", units::none, "", Need::required}, object.name);
  v.word({"kind"}, words::scene_kinds, object.is_part);
  visit_fields(object.visual, v);
}

void visit_fields(Is<SceneDescription> auto& scene, auto& v) { v.list({"object"}, scene.objects); }

/// What a file says before its parts.
void visit_head(Is<RobotDescription> auto& robot, auto& v) {
  v.text(keys::robot_name, robot.name);
  v.text({"title"}, robot.title);
  v.text({"source"}, robot.from.source);
  v.text({"note"}, robot.from.note);
  v.text({"open_questions"}, robot.open_questions);
  v.list({"accept"}, robot.accepted);
}

/// All that a scene file has, too.
void visit_scene(Is<RobotDescription> auto& robot, auto& v) { v.table({"scene"}, robot.scene); }

void visit_parts(Is<RobotDescription> auto& robot, auto& v) {
  v.field(Key{"gravity", units::slide_acceleration}, robot.gravity);
  v.table({"base", units::none, "base"}, robot.base);
  v.list({"body", units::none, "body"}, robot.bodies);
  v.list({"tool", units::none, "tool"}, robot.tools);
  v.list({"sensor", units::none, "sensor"}, robot.sensors);
  v.list({"drive", units::none, "drive"}, robot.drives);
  v.lone_field(keys::transmission, {"coupling", units::none, "coupling", Need::required},
               robot.coupling);
  v.list({"loop", units::none, "loop"}, robot.loops);
  v.list({"elastic", units::none, "elastic joint"}, robot.elastic_joints);
  v.list({"spring", units::none, "spring"}, robot.springs);
  v.table({"program", units::none, "program"}, robot.program);
  visit_scene(robot, v);
}

/// How the numbers of a joint move, as far as units care.
inline JointMotion motion_of(JointKind type) {
  if (!moves(type)) return JointMotion::none;
  if (info_of(type).has_pitch) return JointMotion::screwing;
  return is_length(type) ? JointMotion::sliding : JointMotion::turning;
}

/// How a list calls one of its parts: by name, or by number where parts have none.
std::string name_in_list(const auto& part, std::size_t index) {
  if constexpr (requires { part.name; })
    return part.name;
  else if constexpr (requires { part.stiffness; })
    return part.joint;
  else if constexpr (requires { part.code; })
    return part.code;
  else
    return std::to_string(index + 1);
}

}  // namespace erfd
