#include "robot/urdf/names.hpp"

#include "erfd/base/choices.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

using Words = std::vector<std::string>;

struct Rule {
  Words attributes;
  Words once;  // children that may stand there once
  Words many;  // children that may be repeated
};

// Elements without a rule (gazebo, transmission, collision, sensor ...) are not looked into.
const std::map<std::string, Rule>& rules() {
  static const std::map<std::string, Rule> all = {
      {"robot",
       {{"name", "version"},
        {},
        {"link", "joint", "loop_joint", "material", "transmission", "gazebo", "sensor",
         "ros2_control", "mujoco"}}},
      {"link", {{"name", "type"}, {"inertial"}, {"visual", "collision", "sensor"}}},
      {"inertial", {{}, {"origin", "mass", "inertia"}, {}}},
      {"origin", {{"xyz", "rpy", "quat_xyzw"}, {}, {}}},
      {"mass", {{"value"}, {}, {}}},
      {"inertia", {{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, {}, {}}},
      {"visual", {{"name"}, {"origin", "geometry", "material"}, {}}},
      {"geometry", {{}, {"box", "cylinder", "sphere", "capsule", "mesh"}, {}}},
      {"box", {{"size"}, {}, {}}},
      {"cylinder", {{"radius", "length"}, {}, {}}},
      {"sphere", {{"radius"}, {}, {}}},
      {"mesh", {{"filename", "scale"}, {}, {}}},
      {"material", {{"name"}, {"color", "texture"}, {}}},
      {"color", {{"rgba"}, {}, {}}},
      {"joint",
       {{"name", "type"},
        {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "safety_controller",
         "calibration"},
        {}}},
      {"loop_joint", {{"name", "type"}, {"link2", "axis"}, {"link1"}}},
      {"link1", {{"link", "xyz", "rpy"}, {}, {}}},
      {"link2", {{"link", "xyz", "rpy"}, {}, {}}},
      {"parent", {{"link"}, {}, {}}},
      {"child", {{"link"}, {}, {}}},
      {"axis", {{"xyz"}, {}, {}}},
      {"limit",
       {{"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"}, {}, {}}},
      {"dynamics", {{"damping", "friction"}, {}, {}}},
  };
  return all;
}

const std::map<std::string, std::string>& unused_elements() {
  static const std::map<std::string, std::string> all = {
      {"collision", "collision geometry"},
      {"capsule", "<capsule> of a visual"},
      {"texture", "<texture> of a material"},
      {"gazebo", "<gazebo>"},
      {"sensor", "<sensor>"},
      {"ros2_control", "<ros2_control>"},
      {"mujoco", "<mujoco>"},
      {"safety_controller", "<safety_controller>"},
      {"calibration", "<calibration>"},
  };
  return all;
}

bool holds(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has_prefix(const std::string& name) { return name.find(':') != std::string::npos; }

Words children_of(const Rule& rule) {
  Words all = rule.once;
  all.insert(all.end(), rule.many.begin(), rule.many.end());
  return all;
}

/// Where an element that stands in the wrong place belongs; empty if nowhere.
std::string home_of(const std::string& name) {
  for (const auto& [parent, rule] : rules()) {
    if (holds(rule.once, name) || holds(rule.many, name)) return parent;
  }
  return "";
}

class NameChecker {
 public:
  NameChecker(Values& values, Unused& unused) : values_(values), unused_(unused) {}

  void check(const Element& element) {
    const auto rule = rules().find(element.Name());
    if (rule == rules().end()) return;
    check_attributes(element, rule->second);
    std::set<std::string> seen;
    for (const Element* child = element.FirstChildElement(); child;
         child = child->NextSiblingElement()) {
      check_child(element, *child, rule->second, seen);
    }
  }

 private:
  /// Each unknown name is told once, and a hundred of them at most: more is another kind of file.
  bool is_new(std::string name, Location at) {
    constexpr std::size_t most = 100;
    if (told_.count(name) > 0) return false;
    if (told_.size() < most) return told_.insert(std::move(name)).second;
    unused_.count(fmt::format("unknown name beyond the first {}", most), at);
    return false;
  }

  void check_attributes(const Element& element, const Rule& rule) {
    for (const auto* attribute = element.FirstAttribute(); attribute;
         attribute = attribute->Next()) {
      const std::string name = attribute->Name();
      if (holds(rule.attributes, name) || has_prefix(name) || name == "xmlns") continue;
      if (!is_new(fmt::format("{}@{}", element.Name(), name), values_.at(element))) continue;
      values_.findings().warning(
          "unknown-attribute", values_.at(element, name),
          fmt::format("<{}>: unknown attribute '{}'{}", element.Name(), shown(name),
                      did_you_mean(name, rule.attributes, "; it is not used")));
    }
  }

  void check_child(const Element& parent, const Element& child, const Rule& rule,
                   std::set<std::string>& seen) {
    const std::string name = child.Name();
    if (has_prefix(name)) return check_extension(child, name);
    if (!holds(rule.once, name) && !holds(rule.many, name)) {
      return unknown_element(parent, child, rule);
    }
    if (holds(rule.once, name) && !seen.insert(name).second) report_second(parent, child);
    const auto kind = unused_elements().find(name);
    if (kind != unused_elements().end()) return unused_.count(kind->second, values_.at(child));
    check(child);
  }

  /// Of what is only drawn the first one counts.
  void report_second(const Element& parent, const Element& child) {
    const std::string place = fmt::format("<{}>: a second <{}>", parent.Name(), child.Name());
    const std::string_view owner = parent.Name();
    if (owner == "visual" || owner == "material" || owner == "geometry")
      return values_.findings().warning("duplicate-element", values_.at(child),
                                        place + " is not used; keep one");
    values_.findings().error("duplicate-element", values_.at(child), place + "; keep one");
  }

  /// A definition that is left over does nothing; whatever would bring in links or joints does.
  void check_extension(const Element& child, const std::string& name) {
    const bool defines = name == "xacro:property" || name == "xacro:arg" || name == "xacro:macro";
    if (!name.starts_with("xacro:") || defines)
      return unused_.count(fmt::format("<{}>", shown(name)), values_.at(child));
    if (!is_new("xacro", values_.at(child))) return;
    values_.findings().error(
        "xacro", values_.at(child),
        fmt::format("<{}> stands for parts of the robot that are not in this file; expand it first "
                    "(with ROS: `xacro FILE > robot.urdf`; without: `pip install xacro`), or leave "
                    "them out with --accept xacro",
                    shown(name)));
  }

  void unknown_element(const Element& parent, const Element& child, const Rule& rule) {
    const std::string name = child.Name();
    if (!is_new(fmt::format("{}/{}", parent.Name(), name), values_.at(child))) return;
    const std::string home = home_of(name), near = nearest_word(name, children_of(rule));
    const std::string cure = !home.empty()   ? fmt::format("; it belongs into <{}>", home)
                             : !near.empty() ? fmt::format("; did you mean <{}>?", near)
                                             : "; it is not used";
    values_.findings().warning(
        "unknown-element", values_.at(child),
        fmt::format("<{}>: unknown element <{}>{}", parent.Name(), shown(name), cure));
  }

  Values& values_;
  Unused& unused_;
  std::set<std::string> told_;
};

}  // namespace

void Unused::count(const std::string& kind, Location at) {
  const auto [entry, is_new] = kinds_.try_emplace(kind, Kind{at, 0});
  ++entry->second.times;
}

void Unused::report(Diagnostics& findings) const {
  for (const auto& [what, kind] : kinds_) {
    findings.note("unused", kind.first,
                  fmt::format("{} is not used ({} {})", what, kind.times,
                              kind.times == 1 ? "element" : "elements"));
  }
}

void check_names(const Element& robot, Values& values, Unused& unused) {
  NameChecker(values, unused).check(robot);
}

}  // namespace erfd::urdf
