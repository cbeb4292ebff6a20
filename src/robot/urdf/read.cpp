// From the parts of a URDF to a RobotDescription.
//
// URDF                                  here
// root link without mass                the world frame (fixed base)
// root link with mass                   a body fixed to the world
// floating joint on a massless root     free base: its child link, which bodies call "world"
// <origin> of <inertial>                mass frame; the centre of mass is its origin
// fixed link without <inertial>         body of mass 0: a frame
// moving link without <inertial>        body that says nothing of its mass: the linter tells
// <loop_joint>                          a loop; joints that no <transmission> names are then passive
#include "erfd/robot/read.hpp"

#include "robot/urdf/drives.hpp"
#include "robot/urdf/inertial.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

namespace erfd {
namespace urdf {
namespace {

bool is_massless(const Link& link) {
  if (!link.inertial) return true;
  const auto& [mass, origin, inertia] = *link.inertial;
  return mass && mass->value == 0 && inertia &&
         std::all_of(inertia->value.begin(), inertia->value.end(), [](double x) { return x == 0; });
}

void set_mass(BodyDescription& body, const Link& link) {
  const Location at = link.at;
  const bool placed = link.inertial && link.inertial->origin;
  if (link.inertial || !moves(body.joint.type))
    body.com = Entry<Triple>{{0, 0, 0}, placed ? link.inertial->origin->at : at, {}};
  if (link.inertial) {
    body.mass = link.inertial->mass;
    body.inertia = link.inertial->inertia;
    body.mass_frame = link.inertial->origin;
  } else if (!moves(body.joint.type)) {
    body.mass = Entry<double>{0, at, {}};
    body.inertia = Entry<std::array<double, 6>>{{}, at, {}};
  }
}

class Builder {
 public:
  Builder(const Parts& parts, const Tree& tree, RobotDescription& robot, Diagnostics& findings)
      : parts_(parts), tree_(tree), robot_(robot), findings_(findings), base_(tree.root) {}

  void build() {
    set_base();
    for (const int joint : tree_.order) {
      if (!parts_.joints[joint].is_floating()) add_body(joint);
    }
    if (robot_.bodies.empty() && robot_.base.type == BaseType::fixed) {
      findings_.error("no-bodies", link(tree_.root).at,
                      fmt::format("robot '{}': no joint and no mass; a robot needs one link on a "
                                  "joint",
                                  shown(robot_.name)));
    }
    robot_.drives = read_drives(parts_, tree_, findings_);
    add_loops();
    choose_tool();
  }

 private:
  const Link& link(int index) const { return parts_.links[index]; }

  void set_base() {
    const auto& on_root = tree_.children[tree_.root];
    for (const int joint : tree_.order) {
      if (!parts_.joints[joint].is_floating()) continue;
      if (on_root.size() == 1 && on_root[0] == joint && is_massless(link(tree_.root))) {
        set_free_base(parts_.joints[joint], tree_.child_link[joint]);
        return reject_other_floating(joint);
      }
      return reject_other_floating(-1);
    }
    is_massless(link(tree_.root)) ? set_world(link(tree_.root)) : add_fixed_root();
  }

  void reject_other_floating(int allowed) {
    for (const int joint : tree_.order) {
      if (!parts_.joints[joint].is_floating() || joint == allowed) continue;
      findings_.error(
          "unsupported", parts_.joints[joint].joint.at,
          fmt::format("joint '{}': a floating joint must be the only joint on a root link without "
                      "mass (a free base); elsewhere write prismatic and revolute joints",
                      shown(parts_.joints[joint].joint.name)));
    }
  }

  void set_world(const Link& root) {
    robot_.base.visuals = root.visuals;
    if (root.name == "world") return;
    findings_.note("root-is-world", root.at,
                   fmt::format("link '{}': root without mass; it is called 'world' from here on",
                               shown(root.name)));
  }

  void set_free_base(const Joint& joint, int base) {
    base_ = base;
    robot_.base.type = BaseType::free;
    robot_.base.at = joint.joint.at;
    robot_.base.origin = joint.joint.origin;
    robot_.base.visuals = link(base).visuals;
    note_free_base(link(base));
    if (!link(base).inertial) return;  // the linter tells
    const auto& [mass, frame, inertia] = *link(base).inertial;
    const OriginDescription origin = frame ? frame->value : OriginDescription{};
    robot_.base.mass = mass;
    robot_.base.com = Entry<Triple>{origin.xyz, frame ? frame->at : link(base).at, {}};
    robot_.base.inertia = inertia;
    if (inertia) robot_.base.inertia->value = turned(inertia->value, origin.rpy);
  }

  void note_free_base(const Link& base) {
    findings_.note(
        "root-is-world", base.at,
        fmt::format("link '{}': the free base; its bodies hang on 'world'", shown(base.name)));
    const Link& root = link(tree_.root);
    if (root.visuals.empty()) return;
    findings_.note(
        "unused", root.at,
        fmt::format("link '{}': its visuals are not drawn: only what moves with the base "
                    "is",
                    shown(root.name)));
  }

  void add_fixed_root() {
    JointDescription joint;
    joint.name = free_joint_name(link(tree_.root).name);
    joint.type = JointKind::fixed;
    joint.at = link(tree_.root).at;
    BodyDescription body = body_of(tree_.root, joint);
    body.parent = "world";
    body.parent_at = body.at;
    robot_.bodies.push_back(std::move(body));
    base_ = -1;
  }

  std::string free_joint_name(std::string name) const {
    std::set<std::string> taken;
    for (const Joint& joint : parts_.joints) taken.insert(joint.joint.name);
    while (taken.count(name) > 0) name += "_fixed";
    return name;
  }

  BodyDescription body_of(int index, const JointDescription& joint) {
    BodyDescription body;
    body.joint = joint;
    body.name = link(index).name;
    body.at = link(index).at;
    body.visuals = link(index).visuals;
    set_mass(body, link(index));
    if (body.name == "world") {
      findings_.error("name", body.at,
                      "link 'world': the name is kept for the root without mass; rename the link");
    }
    return body;
  }

  void add_body(int index) {
    const Joint& joint = parts_.joints[index];
    const int parent = tree_.parent_link[index];
    BodyDescription body = body_of(tree_.child_link[index], joint.joint);
    body.parent = parent == base_ ? "world" : link(parent).name;
    body.parent_at = joint.parent_at;
    robot_.bodies.push_back(std::move(body));
  }

  /// Of a robot with loops that says where its motors are, the other joints are passive.
  void add_loops() {
    for (LoopDescription loop : parts_.loops) {
      for (std::string* const body : {&loop.body_a, &loop.body_b})
        if (base_ >= 0 && *body == link(base_).name) *body = "world";
      robot_.loops.push_back(std::move(loop));
    }
    if (parts_.loops.empty() || parts_.actuated.empty()) return;
    for (BodyDescription& body : robot_.bodies)
      body.joint.passive = moves(body.joint.type) && !parts_.actuated.contains(body.joint.name);
  }

  bool is_frame(int index) const {
    const int joint = tree_.parent_joint[index];
    return joint >= 0 && parts_.joints[joint].is_fixed() && is_massless(link(index));
  }

  /// The tool is the one frame at the end of the arm; of several, the one that is named as tools
  /// are; without any, the one last link.
  void choose_tool() {
    std::vector<int> frames, leaves;
    std::vector<bool> moved(parts_.links.size(), false);
    for (const int joint : tree_.order) {
      const int leaf = tree_.child_link[joint];
      moved[leaf] = moved[tree_.parent_link[joint]] || !parts_.joints[joint].is_fixed();
      if (!tree_.children[leaf].empty() || leaf == base_ || !moved[leaf]) continue;
      leaves.push_back(leaf);
      if (is_frame(leaf)) frames.push_back(leaf);
    }
    int tool = frames.size() == 1 ? frames[0] : -1;
    if (frames.empty() && leaves.size() == 1) tool = leaves[0];
    for (const char* name : {"tool0", "tcp", "tool", "ee_link", "ee", "flange"}) {
      for (const int frame : frames) {
        if (tool < 0 && link(frame).name == name) tool = frame;
      }
    }
    if (tool < 0) return;
    robot_.tools.push_back(
        {link(tool).name, link(tool).name, std::nullopt, std::nullopt, link(tool).at});
  }

  const Parts& parts_;
  const Tree& tree_;
  RobotDescription& robot_;
  Diagnostics& findings_;
  int base_;  // link that bodies call "world"; -1: none
};

void read_name(const Element& root, Values& values, RobotDescription& robot) {
  robot.name = values.text(root, "name", "robot").value_or("");
  const bool fits = std::all_of(robot.name.begin(), robot.name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  if (fits) return;
  values.findings().warning(
      "name", values.at(root, "name"),
      fmt::format("robot '{}': a name has letters, digits, '_' and '-' only; rename the robot",
                  shown(robot.name)));
}

void read_robot(const XmlSource& source, RobotDescription& robot, Diagnostics& findings) {
  Values values(source, findings);
  const Element& root = *source.root();
  if (std::string_view(root.Name()) != "robot") {
    findings.error("not-urdf", source.at(root),
                   fmt::format("root element is <{}>, expected <robot>; this is not a URDF",
                               shown(root.Name())));
    return;
  }
  Unused unused;
  read_name(root, values, robot);
  check_names(root, values, unused);
  const Parts parts = read_parts(root, values, unused);
  if (!root.FirstChildElement("link")) {
    findings.error("no-bodies", source.at(root), "<robot> has no <link>; a robot needs one");
  }
  const Tree tree = find_tree(parts, findings);
  if (tree.root >= 0) Builder(parts, tree, robot, findings).build();
  unused.report(findings);
}

}  // namespace
}  // namespace urdf

ReadResult read_robot_urdf(std::string_view text, const std::string& file_name) {
  ReadResult result{{}, Diagnostics(file_name)};
  result.robot.file = file_name;
  const XmlSource source(text, result.findings);
  if (source.root()) urdf::read_robot(source, result.robot, result.findings);
  result.findings.sort();
  return result;
}

}  // namespace erfd
