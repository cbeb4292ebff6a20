// Every number of a description is finite.
#include "model/lint/rules.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

bool finite(double x) { return std::isfinite(x); }
bool finite(const TorqueSpeedPoint& p) { return std::isfinite(p.speed) && std::isfinite(p.torque); }
template <class Numbers>
bool finite(const Numbers& numbers) {
  for (const auto& x : numbers)
    if (!finite(x)) return false;
  return true;
}
bool finite(const OriginDescription& o) { return finite(o.xyz) && finite(o.rpy); }
bool finite(const DhRow& r) { return finite(std::array{r.theta, r.d, r.a, r.alpha}); }
bool finite(const MdhRow& r) {
  return finite(std::array{r.gamma, r.b, r.alpha, r.d, r.theta, r.r});
}
bool finite(const ScrewRow& r) { return finite(r.axis) && finite(r.point); }
bool finite(const ShapeDescription& s) {
  return finite(std::array{s.from, s.to, s.centre, s.size}) &&
         finite(std::array{s.radius, s.a, s.b, s.hub_inertia});
}

/// Reports what is not finite; knows the place that the numbers of a table belong to.
class Finiteness {
 public:
  explicit Finiteness(Report& report) : report_(report) {}

  void in(std::string place, Location at) {
    place_ = std::move(place);
    at_ = at;
  }

  template <class T>
  void operator()(const char* what, const Field<T>& field) {
    if (field) (*this)(what, *field);
  }

  template <class T>
  void operator()(const char* what, const Entry<T>& entry) {
    if (finite(entry.value)) return;
    all_ = false;
    report_.error("non-finite", place_or(entry.at, at_), no_owner,
                  fmt::format("{}: {} has a number that is not finite, expected ordinary numbers",
                              place_, what));
  }

  bool all() const { return all_; }

 private:
  Report& report_;
  std::string place_;
  Location at_;
  bool all_ = true;
};

void check_joint(const JointDescription& joint, Finiteness& f) {
  f("joint: dh", joint.dh);
  f("joint: mdh", joint.mdh);
  f("joint: origin", joint.origin);
  f("joint: axis", joint.axis);
  f("joint: screw", joint.screw);
  f("joint: pitch", joint.pitch);
  f("joint: lower limit", joint.lower);
  f("joint: upper limit", joint.upper);
  f("joint: speed_max", joint.speed_max);
  f("joint: acceleration_max", joint.acceleration_max);
  f("joint: effort_max", joint.effort_max);
}

/// For everything that has mass, com and inertia.
template <class Heavy>
void check_mass(const Heavy& heavy, Finiteness& f) {
  f("mass", heavy.mass);
  f("com", heavy.com);
  f("inertia", heavy.inertia);
}

void check_drive(const DriveDescription& drive, Finiteness& f) {
  f("ratio", drive.ratio);
  f("rotor_inertia", drive.rotor_inertia);
  f("rotor_mass", drive.rotor_mass);
  f("rotor_axis", drive.rotor_axis);
  f("torque_peak", drive.torque_peak);
  f("torque_rated", drive.torque_rated);
  f("speed_max", drive.speed_max);
  f("torque_speed_curve", drive.torque_speed_curve);
  f("torque_constant", drive.torque_constant);
  f("resistance", drive.resistance);
  f("inductance", drive.inductance);
  f("voltage_max", drive.voltage_max);
  f("current_peak", drive.current_peak);
  f("current_rated", drive.current_rated);
  if (const auto& friction = drive.friction) {
    f("friction: viscous", friction->viscous);
    f("friction: coulomb", friction->coulomb);
    f("friction: coulomb_negative", friction->coulomb_negative);
    f("friction: breakaway", friction->breakaway);
    f("friction: load_dependent", friction->load_dependent);
  }
  if (const auto& mechanism = drive.mechanism) {
    f("mechanism: a", mechanism->a);
    f("mechanism: b", mechanism->b);
    f("mechanism: c", mechanism->c);
    f("mechanism: d", mechanism->d);
    f("mechanism: pitch", mechanism->pitch);
    f("mechanism: offset", mechanism->offset);
    f("mechanism: zero", mechanism->zero);
    f("mechanism: range", mechanism->lower);
    f("mechanism: range", mechanism->upper);
    f("mechanism: ratio", mechanism->ratio);
    f("mechanism: branch", mechanism->branch);
  }
  for (const GearElementDescription& element : drive.elements) {
    f("element: inertia", element.inertia);
    f("element: ratio", element.ratio);
  }
}

void check_bodies_and_tools(const RobotDescription& robot, Finiteness& f) {
  for (const BodyDescription& body : robot.bodies) {
    f.in(fmt::format("body '{}'", body.name), body.at);
    check_mass(body, f);
    f("mass_frame", body.mass_frame);
    f("shape", body.shape);
    check_joint(body.joint, f);
  }
  for (const ToolDescription& tool : robot.tools) {
    f.in(fmt::format("tool '{}'", tool.name), tool.at);
    f("origin", tool.origin);
    f.in(fmt::format("tool '{}': payload", tool.name), tool.at);
    if (tool.payload) check_mass(*tool.payload, f);
  }
}

void check_rest(const RobotDescription& robot, Finiteness& f) {
  for (const LoopDescription& loop : robot.loops) {
    f.in(fmt::format("loop '{}'", loop.name), loop.at);
    f("frame_a", loop.frame_a);
    f("frame_b", loop.frame_b);
  }
  for (const ElasticJointDescription& elastic : robot.elastic_joints) {
    f.in(fmt::format("elastic joint '{}'", elastic.joint), elastic.at);
    f("stiffness", elastic.stiffness);
    f("damping", elastic.damping);
  }
  if (robot.program) {
    f.in("program", robot.program->at);
    f("interpolation_period", robot.program->interpolation_period);
    f("home", robot.program->home);
  }
}

}  // namespace

bool check_finite(const RobotDescription& robot, Report& report) {
  Finiteness f(report);
  f.in(fmt::format("robot '{}'", robot.name), {});
  f("gravity", robot.gravity);
  f("coupling", robot.coupling);
  f.in("base", robot.base.at);
  f("origin", robot.base.origin);
  check_mass(robot.base, f);
  check_bodies_and_tools(robot, f);
  for (const DriveDescription& drive : robot.drives) {
    f.in(fmt::format("drive '{}'", drive.name), drive.at);
    check_drive(drive, f);
  }
  check_rest(robot, f);
  return f.all();
}

}  // namespace erfd::linting
