// Drives, transmission, loops, elastic joints and program settings as text.
#include "robot/file/write_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

bool is_sliding(const RobotDescription& robot, const std::string& joint) {
  const auto body = std::find_if(robot.bodies.begin(), robot.bodies.end(),
                                 [&](const BodyDescription& b) { return b.joint.name == joint; });
  return body != robot.bodies.end() && is_length(body->joint.type);
}

void write_friction(const FrictionDescription& friction, bool sliding, TableWriter& out) {
  const UnitFamily damping = sliding ? units::damping.sliding : units::damping.turning;
  const UnitFamily effort = sliding ? units::effort.sliding : units::effort.turning;
  out.text("side", friction.side == FrictionSide::motor ? "motor" : "joint");
  out.number("viscous", damping, friction.viscous);
  out.number("coulomb", effort, friction.coulomb);
  out.number("coulomb_negative", effort, friction.coulomb_negative);
  out.number("breakaway", effort, friction.breakaway);
  out.number("load_dependent", units::none, friction.load_dependent);
}

void write_mechanism(const MechanismDescription& mechanism, TableWriter& out) {
  constexpr std::string_view words[] = {"crank", "ball_screw", "parallelogram"};
  out.text("type", words[static_cast<std::size_t>(mechanism.kind)]);
  out.number("a", units::length, mechanism.a);
  out.number("b", units::length, mechanism.b);
  out.number("c", units::length, mechanism.c);
  out.number("d", units::length, mechanism.d);
  out.number("pitch", units::length, mechanism.pitch);
  out.number("offset", units::angle, mechanism.offset);
  out.number("zero", units::angle, mechanism.zero);
  out.number("ratio", units::none, mechanism.ratio);
  out.number("branch", units::none, mechanism.branch);
  if (!mechanism.lower || !mechanism.upper) return;
  const Field<std::array<double, 2>> range = Entry<std::array<double, 2>>{
      {mechanism.lower->value, mechanism.upper->value}, mechanism.lower->at, mechanism.lower->from};
  out.list("range", units::angle, range);
}

void write_element(const GearElementDescription& element, TableWriter& out) {
  out.text("name", element.name);
  out.number("inertia", units::inertia, element.inertia);
  out.number("ratio", units::none, element.ratio);
}

void write_curve(const Entry<std::vector<TorqueSpeedPoint>>& curve, TableWriter& out) {
  std::vector<double> speeds, torques;
  for (const TorqueSpeedPoint& point : curve.value) {
    speeds.push_back(point.speed);
    torques.push_back(point.torque);
  }
  out.row("torque_speed_curve",
          RowText().list("speed", units::turn_speed, speeds).list("torque", units::torque, torques),
          curve.from);
}

void write_drive(const DriveDescription& drive, bool sliding, TableWriter& out) {
  out.text("name", drive.name);
  out.text_if_any("joint", drive.joint);
  if (drive.rotor_on) out.text("rotor_on", drive.rotor_on->value);
  out.number("ratio", units::none, drive.ratio);
  out.number("rotor_inertia", units::inertia, drive.rotor_inertia);
  out.number("rotor_mass", units::mass, drive.rotor_mass);
  out.list("rotor_axis", units::none, drive.rotor_axis);
  out.number("torque_peak", units::torque, drive.torque_peak);
  out.number("torque_rated", units::torque, drive.torque_rated);
  out.number("speed_max", units::turn_speed, drive.speed_max);
  if (drive.torque_speed_curve) write_curve(*drive.torque_speed_curve, out);
  out.number("torque_constant", units::torque_constant, drive.torque_constant);
  out.number("resistance", units::resistance, drive.resistance);
  out.number("inductance", units::inductance, drive.inductance);
  out.number("voltage_max", units::voltage, drive.voltage_max);
  out.number("current_peak", units::current, drive.current_peak);
  out.number("current_rated", units::current, drive.current_rated);
  if (drive.friction) {
    const bool slides = sliding && drive.friction->side == FrictionSide::joint;
    write_friction(*drive.friction, slides, out.child("[drive.friction]"));
  }
  if (drive.mechanism) write_mechanism(*drive.mechanism, out.child("[drive.mechanism]"));
  for (const GearElementDescription& element : drive.elements)
    write_element(element, out.child("[[drive.element]]"));
}

void write_program(const ProgramDescription& program, TableWriter& out) {
  if (program.orientation) out.text("orientation", program.orientation->value);
  std::string items;
  for (const ProgramDescription::Configuration& item : program.configurations)
    items += fmt::format("  {{ code = {}, shoulder = {}, elbow = {}, wrist = {} }},\n",
                         toml_text(item.code), item.branch[0], item.branch[1], item.branch[2]);
  if (!items.empty()) out.plain("configurations", "[\n" + items + "]");
  out.number("interpolation_period", units::time, program.interpolation_period);
  out.list("home", units::angle, program.home);
}

}  // namespace

void write_drives(const RobotDescription& robot, TableWriter& top) {
  for (const DriveDescription& drive : robot.drives)
    write_drive(drive, is_sliding(robot, drive.joint), top.child("[[drive]]"));
  if (!robot.coupling) return;
  std::string rows;
  for (const std::vector<double>& row : robot.coupling->value)
    rows += fmt::format("  {},\n", toml_list(row));
  top.child("[transmission]").value("coupling", "[\n" + rows + "]", robot.coupling->from);
}

void write_extras(const RobotDescription& robot, TableWriter& top) {
  constexpr std::string_view joints[] = {"revolute", "spherical", "universal", "prismatic",
                                         "fixed"};
  for (const LoopDescription& loop : robot.loops) {
    TableWriter& out = top.child("[[loop]]");
    out.text("name", loop.name);
    out.text("joint", joints[static_cast<std::size_t>(loop.joint)]);
    out.text("body_a", loop.body_a);
    out.text("body_b", loop.body_b);
    write_origin("frame_a", loop.frame_a, out);
    write_origin("frame_b", loop.frame_b, out);
  }
  for (const ElasticJointDescription& elastic : robot.elastic_joints) {
    const bool sliding = is_sliding(robot, elastic.joint);
    TableWriter& out = top.child("[[elastic]]");
    out.text("joint", elastic.joint);
    out.number("stiffness", sliding ? units::stiffness.sliding : units::stiffness.turning,
               elastic.stiffness);
    out.number("damping", sliding ? units::damping.sliding : units::damping.turning,
               elastic.damping);
  }
  if (robot.program) write_program(*robot.program, top.child("[program]"));
}

}  // namespace erfd
