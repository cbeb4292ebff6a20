#include "erfd/robot/origins.hpp"

#include <algorithm>

namespace erfd {
namespace {

/// Collects the origins of one owner after the other.
class Collector {
 public:
  void owner(std::string name) { owner_ = std::move(name); }

  template <class T>
  void add(const char* quantity, const Field<T>& field) {
    if (field) found_.push_back({owner_, quantity, field->from});
  }

  void add_body(const BodyDescription& body) {
    owner("body " + body.name);
    add("mass", body.mass);
    add("com", body.com);
    add("inertia", body.inertia);
    add("mass frame", body.mass_frame);
    add("shape", body.shape);
  }

  void add_joint(const JointDescription& joint) {
    owner("joint " + joint.name);
    add("DH row", joint.dh);
    add("modified DH row", joint.mdh);
    add("origin", joint.origin);
    add("axis", joint.axis);
    add("screw", joint.screw);
    add("pitch", joint.pitch);
    add("range", joint.lower);
    add("speed limit", joint.speed_max);
    add("acceleration limit", joint.acceleration_max);
    add("effort limit", joint.effort_max);
  }

  void add_tool(const ToolDescription& tool) {
    owner("tool " + tool.name);
    add("origin", tool.origin);
    if (!tool.payload) return;
    add("payload mass", tool.payload->mass);
    add("payload com", tool.payload->com);
    add("payload inertia", tool.payload->inertia);
  }

  void add_base(const BaseDescription& base) {
    owner("base");
    add("origin", base.origin);
    add("mass", base.mass);
    add("com", base.com);
    add("inertia", base.inertia);
  }

  void add_drive(const DriveDescription& drive) {
    owner("drive " + drive.name);
    add("ratio", drive.ratio);
    add("rotor inertia", drive.rotor_inertia);
    add("rotor mass", drive.rotor_mass);
    add("rotor axis", drive.rotor_axis);
    add("peak torque", drive.torque_peak);
    add("rated torque", drive.torque_rated);
    add("speed limit", drive.speed_max);
    add("torque-speed curve", drive.torque_speed_curve);
    add("torque constant", drive.torque_constant);
    add("resistance", drive.resistance);
    add("inductance", drive.inductance);
    add("voltage limit", drive.voltage_max);
    add("peak current", drive.current_peak);
    add("rated current", drive.current_rated);
    if (drive.friction) add_friction(*drive.friction);
    if (drive.mechanism) add_mechanism(*drive.mechanism);
    for (const GearElementDescription& element : drive.elements) {
      add("gear element inertia", element.inertia);
      add("gear element ratio", element.ratio);
    }
  }

  void add_friction(const FrictionDescription& friction) {
    add("viscous friction", friction.viscous);
    add("Coulomb friction", friction.coulomb);
    add("Coulomb friction backwards", friction.coulomb_negative);
    add("breakaway friction", friction.breakaway);
    add("load-dependent friction", friction.load_dependent);
  }

  void add_mechanism(const MechanismDescription& mechanism) {
    add("mechanism a", mechanism.a);
    add("mechanism b", mechanism.b);
    add("mechanism c", mechanism.c);
    add("mechanism d", mechanism.d);
    add("pitch", mechanism.pitch);
    add("offset", mechanism.offset);
    add("motor zero", mechanism.zero);
    add("mechanism range", mechanism.lower);
    add("mechanism ratio", mechanism.ratio);
  }

  void add_loop(const LoopDescription& loop) {
    owner("loop " + loop.name);
    add("frame a", loop.frame_a);
    add("frame b", loop.frame_b);
  }

  void add_elastic(const ElasticJointDescription& elastic) {
    owner("elastic joint " + elastic.joint);
    add("stiffness", elastic.stiffness);
    add("damping", elastic.damping);
  }

  void add_program(const ProgramDescription& program) {
    owner("program");
    add("interpolation period", program.interpolation_period);
    add("home", program.home);
  }

  std::vector<NumberOrigin> take() { return std::move(found_); }

 private:
  std::string owner_;
  std::vector<NumberOrigin> found_;
};

}  // namespace

std::vector<NumberOrigin> origins(const RobotDescription& robot) {
  Collector collector;
  collector.add_base(robot.base);
  for (const BodyDescription& body : robot.bodies) {
    collector.add_body(body);
    collector.add_joint(body.joint);
  }
  for (const ToolDescription& tool : robot.tools) collector.add_tool(tool);
  for (const DriveDescription& drive : robot.drives) collector.add_drive(drive);
  collector.owner("transmission");
  collector.add("coupling", robot.coupling);
  for (const LoopDescription& loop : robot.loops) collector.add_loop(loop);
  for (const ElasticJointDescription& elastic : robot.elastic_joints)
    collector.add_elastic(elastic);
  if (robot.program) collector.add_program(*robot.program);
  return collector.take();
}

std::vector<SourceCount> sources(const std::vector<NumberOrigin>& origins) {
  std::vector<SourceCount> counts;
  for (const NumberOrigin& origin : origins) {
    auto found = std::find_if(counts.begin(), counts.end(),
                              [&](const SourceCount& c) { return c.source == origin.from.source; });
    if (found == counts.end()) found = counts.insert(counts.end(), {origin.from.source, 0});
    ++found->numbers;
  }
  return counts;
}

std::vector<Remark> remarks(const std::vector<NumberOrigin>& origins, bool estimated) {
  std::vector<Remark> found;
  for (const NumberOrigin& origin : origins) {
    if (origin.from.estimated != estimated || (!estimated && origin.from.note.empty())) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const Remark& r) {
      return r.owner == origin.owner && r.note == origin.from.note;
    });
    if (same == found.end())
      found.push_back({origin.owner, origin.quantity, origin.from.note});
    else
      same->quantities += ", " + origin.quantity;
  }
  return found;
}

}  // namespace erfd
