// A description as URDF.
//
// URDF demands effort and velocity in every <limit> and a range of every prismatic joint. What the
// description leaves open is written as the greatest double: other readers take it as "far away",
// read_robot_urdf() as "not given", and a note tells the user. Zero, which exporters like to write,
// would mean a joint that cannot move. A revolute joint without range is written as continuous.
// Tools become massless links on fixed joints.
#include "erfd/robot/read.hpp"

#include "robot/urdf/inertial.hpp"
#include "robot/urdf/lost.hpp"
#include "robot/urdf/write_visual.hpp"

#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace erfd {
namespace {

using urdf::escaped;
using urdf::numbers;

constexpr double no_limit = std::numeric_limits<double>::max();

class UrdfWriter {
 public:
  UrdfWriter(const RobotDescription& robot, Diagnostics& lost) : robot_(robot), lost_(lost) {
    for (const BodyDescription& body : robot.bodies) {
      links_.insert(body.name);
      joints_.insert(body.joint.name);
    }
    for (const DriveDescription& drive : robot.drives) drives_.emplace(drive.joint, &drive);
  }

  std::string write() {
    line("<?xml version=\"1.0\"?>");
    line("<robot name=\"{}\">", escaped(robot_.name));
    write_base();
    for (const BodyDescription& body : robot_.bodies) write_body(body);
    for (const ToolDescription& tool : robot_.tools) write_tool(tool);
    for (const BodyDescription& body : robot_.bodies) write_transmission(body.joint);
    line("</robot>");
    return std::move(out_);
  }

 private:
  template <class... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Parts>(parts)...);
    out_ += '\n';
  }

  static std::string unique(std::string name, std::set<std::string>& taken) {
    while (!taken.insert(name).second) name += "_";
    return name;
  }

  void write_origin(const OriginDescription& origin) {
    if (origin == OriginDescription{}) return;
    line("    <origin xyz=\"{}\" rpy=\"{}\"/>", numbers(origin.xyz), numbers(origin.rpy));
  }

  void write_inertial(const urdf::ComInertia& inertial) {
    const auto& [xx, yy, zz, xy, xz, yz] = inertial.inertia;
    line("    <inertial>");
    line("      <origin xyz=\"{}\" rpy=\"{}\"/>", numbers(inertial.frame.xyz),
         numbers(inertial.frame.rpy));
    line("      <mass value=\"{}\"/>", inertial.mass);
    line("      <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/>", xx,
         xy, xz, yy, yz, zz);
    line("    </inertial>");
  }

  void begin_joint(const std::string& name, const char* type, const std::string& parent,
                   const std::string& child) {
    line("  <joint name=\"{}\" type=\"{}\">", escaped(name), type);
    line("    <parent link=\"{}\"/>", escaped(parent));
    line("    <child link=\"{}\"/>", escaped(child));
  }

  /// The world, and below it a link of its own where the base is free or stands off the origin.
  void write_base() {
    const BaseDescription& base = robot_.base;
    const OriginDescription origin = base.origin ? base.origin->value : OriginDescription{};
    const bool is_free = base.type == BaseType::free;
    if (!is_free && origin == OriginDescription{}) {
      return write_link(base_link_, nullptr, base.visuals);
    }
    write_link("world", nullptr, {});
    base_link_ = unique("base", links_);
    const urdf::ComInertia inertial = urdf::com_inertia(base);
    write_link(base_link_, is_free ? &inertial : nullptr, base.visuals);
    begin_joint(unique("base", joints_), is_free ? "floating" : "fixed", "world", base_link_);
    write_origin(origin);
    line("  </joint>");
  }

  void write_body(const BodyDescription& body) {
    if (body.shape) {
      throw Error(
          fmt::format("body '{}': its mass is given by a shape, which URDF does not know; "
                      "convert the description through the model first",
                      body.name));
    }
    const urdf::ComInertia inertial = urdf::com_inertia(body);
    const bool says_nothing = !body.mass && !body.com && !body.inertia;
    const bool is_frame = says_nothing || (!moves(body.joint.type) && inertial.is_zero());
    write_link(body.name, is_frame ? nullptr : &inertial, body.visuals);
    write_joint(body);
  }

  /// @param inertial  null: a mere frame
  void write_link(const std::string& name, const urdf::ComInertia* inertial,
                  const std::vector<VisualDescription>& visuals) {
    if (!inertial && visuals.empty()) return line("  <link name=\"{}\"/>", escaped(name));
    line("  <link name=\"{}\">", escaped(name));
    if (inertial) write_inertial(*inertial);
    for (const VisualDescription& visual : visuals) out_ += urdf::visual_element(visual);
    line("  </link>");
  }

  void write_joint(const BodyDescription& body) {
    const JointDescription& joint = body.joint;
    if (joint.placed_by != PlacementKind::placement) {
      throw Error(
          fmt::format("body '{}': its joint is not placed by origin and axis, as URDF needs; "
                      "convert the description through the model first",
                      body.name));
    }
    const JointKindInfo& info = info_of(joint.type);
    if (info.urdf == nullptr) {
      throw Error(
          fmt::format("joint '{}': is {}, which URDF does not know; write a robot file (.toml)",
                      joint.name, info.name));
    }
    const char* const type = comes_round(joint.type) && !joint.lower ? "continuous" : info.urdf;
    begin_joint(joint.name, type, body.parent == "world" ? base_link_ : body.parent, body.name);
    if (joint.origin) write_origin(joint.origin->value);
    if (moves(joint.type)) {
      line("    <axis xyz=\"{}\"/>", joint.axis ? numbers(joint.axis->value) : "0 0 1");
      write_limit(joint);
      write_dynamics(joint);
      write_mimic(joint);
    }
    line("  </joint>");
  }

  void write_mimic(const JointDescription& joint) {
    if (!joint.mimic) return;
    line("    <mimic joint=\"{}\" multiplier=\"{}\" offset=\"{}\"/>", escaped(joint.mimic->joint),
         value_or(joint.mimic->multiplier, 1), value_or(joint.mimic->offset, 0));
  }

  void write_limit(const JointDescription& joint) {
    const bool needs_range = joint.lower || !comes_round(joint.type);
    if (!needs_range && !joint.effort_max && !joint.speed_max && !joint.acceleration_max) return;
    std::string range, acceleration;
    if (needs_range) {
      range = fmt::format("lower=\"{}\" upper=\"{}\" ", value_or(joint.lower, -no_limit),
                          value_or(joint.upper, no_limit));
    }
    if (joint.acceleration_max) {
      acceleration = fmt::format(" acceleration=\"{}\"", joint.acceleration_max->value);
    }
    line("    <limit {}effort=\"{}\" velocity=\"{}\"{}/>", range,
         value_or(joint.effort_max, no_limit), value_or(joint.speed_max, no_limit), acceleration);
    note_open_limits(joint, needs_range && !joint.lower);
  }

  void note_open_limits(const JointDescription& joint, bool range_is_open) {
    std::vector<std::string> open;
    if (range_is_open) open.emplace_back("range");
    if (!joint.effort_max) open.emplace_back("effort");
    if (!joint.speed_max) open.emplace_back("velocity");
    if (open.empty()) return;
    lost_.note("open-limit", joint.at,
               fmt::format("joint '{}': no limit for {}, which URDF demands; written as {}",
                           joint.name, fmt::join(open, ", "), no_limit));
  }

  const DriveDescription* drive_of(const JointDescription& joint) const {
    const auto found = drives_.find(joint.name);
    return found == drives_.end() || !moves(joint.type) ? nullptr : found->second;
  }

  void write_dynamics(const JointDescription& joint) {
    const DriveDescription* const drive = drive_of(joint);
    if (!drive || !urdf::has_joint_friction(*drive)) return;
    line("    <dynamics damping=\"{}\" friction=\"{}\"/>", value_or(drive->friction->viscous, 0),
         value_or(drive->friction->coulomb, 0));
  }

  void write_transmission(const JointDescription& joint) {
    const DriveDescription* const drive = drive_of(joint);
    if (!drive || !drive->ratio) return;
    // A drive that only carries friction is read back from <dynamics> alone.
    if (urdf::has_joint_friction(*drive) && drive->ratio->value == 1 &&
        drive->name == drive->joint) {
      return;
    }
    line("  <transmission name=\"{}_transmission\">", escaped(drive->name));
    line("    <type>transmission_interface/SimpleTransmission</type>");
    line("    <joint name=\"{}\"/>", escaped(drive->joint));
    line("    <actuator name=\"{}\">", escaped(drive->name));
    line("      <mechanicalReduction>{}</mechanicalReduction>", drive->ratio->value);
    line("    </actuator>");
    line("  </transmission>");
  }

  void write_tool(const ToolDescription& tool) {
    const OriginDescription origin = tool.origin ? tool.origin->value : OriginDescription{};
    if (tool.name == tool.body && origin == OriginDescription{}) return;  // the body is the frame
    const std::string name = unique(tool.name, links_);
    if (name != tool.name) {
      lost_.note("renamed", tool.at,
                 fmt::format("tool '{}': a link has that name; written as '{}'", tool.name, name));
    }
    line("  <link name=\"{}\"/>", escaped(name));
    begin_joint(unique(name, joints_), "fixed", tool.body, name);
    write_origin(origin);
    line("  </joint>");
  }

  const RobotDescription& robot_;
  Diagnostics& lost_;
  std::string out_;
  std::string base_link_ = "world";  // what bodies call "world"
  std::set<std::string> links_{"world"}, joints_;
  std::map<std::string, const DriveDescription*> drives_;
};

}  // namespace

std::string write_robot_urdf(const RobotDescription& robot, Diagnostics& lost) {
  std::string text = UrdfWriter(robot, lost).write();
  urdf::note_lost_parts(robot, lost);
  return text;
}

}  // namespace erfd
