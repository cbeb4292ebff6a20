// One <joint> of a URDF.
#include "erfd/base/choices.hpp"

#include "robot/urdf/parts.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

/// URDF demands limits; the greatest number is how write_robot_urdf() says that there is none.
constexpr double no_limit = std::numeric_limits<double>::max();

constexpr std::string_view continuous = "continuous";  // a revolute joint without a range

/// Null for a type that is not known.
const JointKindInfo* kind_of(std::string_view type) {
  if (type == continuous) return &info_of(JointKind::revolute);
  for (const JointKindInfo& info : joint_kinds)
    if (info.urdf && info.urdf == type) return &info;
  return nullptr;
}

std::vector<std::string> known_types() {
  std::vector<std::string> types{std::string(continuous)};
  for (const JointKindInfo& info : joint_kinds)
    if (info.urdf) types.emplace_back(info.urdf);
  return types;
}

class JointReader {
 public:
  JointReader(const Element& element, Values& values, Unused& unused, const std::string& name)
      : element_(element),
        values_(values),
        unused_(unused),
        owner_(fmt::format("joint '{}'", shown(name))) {
    joint_.joint.name = name;
    joint_.joint.type = JointKind::fixed;  // until it is known
    joint_.joint.at = values.at(element);
  }

  Joint read() {
    const bool is_known = read_kind();
    read_ends();
    joint_.joint.origin = values_.origin(element_, owner_);
    if (!is_known) return std::move(joint_);
    if (joint_.is_fixed() || joint_.is_floating()) {
      count_unused("axis", "<axis> of a joint that does not need it");
      count_unused("limit", "<limit> of a joint that does not need it");
      count_unused("dynamics", "<dynamics> of a joint that does not need it");
    } else {
      read_axis();
      read_limit();
      read_dynamics();
      read_mimic();
    }
    return std::move(joint_);
  }

 private:
  void error(std::string_view check, Location at, const std::string& message) {
    values_.findings().error(check, at, fmt::format("{}: {}", owner_, message));
  }

  /// What a controller or a drawing wants; the links move without it.
  void warning(std::string_view check, Location at, const std::string& message) {
    values_.findings().warning(check, at, fmt::format("{}: {}", owner_, message));
  }

  void count_unused(const char* element, const char* kind) {
    const Element* const found = element_.FirstChildElement(element);
    if (found) unused_.count(kind, values_.at(*found));
  }

  bool read_kind() {
    const auto type = values_.text(element_, "type", owner_);
    if (!type) return false;
    const JointKindInfo* const info = kind_of(*type);
    if (info == nullptr) {
      reject_kind(*type);
      return false;
    }
    joint_.joint.type = info->kind;
    joint_.is_continuous = *type == continuous;
    return true;
  }

  void reject_kind(const std::string& type) {
    if (type == "planar") {
      return error("unsupported", values_.at(element_, "type"),
                   "type \"planar\" is not carried by the model; write two prismatic joints and a "
                   "revolute one with links between them");
    }
    error("unknown-type", values_.at(element_, "type"),
          fmt::format("unknown type '{}'{}", shown(type),
                      did_you_mean(type, known_types(),
                                   "; write revolute, continuous, prismatic or fixed")));
  }

  void read_end(const char* name, std::string& link, Location& at) {
    const Element* const end = element_.FirstChildElement(name);
    at = end ? values_.at(*end, "link") : joint_.joint.at;
    if (end) {
      link = values_.text(*end, "link", owner_).value_or("");
    } else {
      error("missing-element", at, fmt::format("no <{}>; write <{} link=\"...\"/>", name, name));
    }
  }

  void read_ends() {
    read_end("parent", joint_.parent, joint_.parent_at);
    read_end("child", joint_.child, joint_.child_at);
  }

  void read_axis() {
    const Element* const element = element_.FirstChildElement("axis");
    // Without <axis> URDF turns about x, a robot file about z: the axis is always written down.
    joint_.joint.axis = Entry<Triple>{{1, 0, 0}, joint_.joint.at, {}};
    if (!element) return;
    if (!element->Attribute("xyz")) {
      return error("missing-attribute", values_.at(*element),
                   "<axis> has no xyz; write xyz=\"0 0 1\"");
    }
    const auto axis = values_.triple(*element, "xyz", owner_);
    if (!axis) return;
    const double length = std::hypot(axis->value[0], axis->value[1], axis->value[2]);
    if (!(length > 1e-6 && length < 1e6)) {
      return error("zero-axis", axis->at,
                   fmt::format("axis has length {}, expected 1; write a unit vector", length));
    }
    joint_.joint.axis = *axis;
  }

  /// A limit that must be positive: zero is what exporters write for "not known".
  Field<double> read_maximum(const Element& limit, const char* name, const std::string& unit) {
    if (!limit.Attribute(name)) {
      warning("missing-limit", values_.at(limit),
              fmt::format("<limit> has no {}; write {}=\"...\" in {} (URDF demands it)", name, name,
                          unit));
      return std::nullopt;
    }
    auto maximum = values_.number(limit, name, owner_);
    if (!maximum || maximum->value == no_limit) return std::nullopt;
    if (maximum->value > 0) return maximum;
    warning(maximum->value < 0 ? "limit-sign" : "zero-limit", maximum->at,
            fmt::format("{} of <limit> is {} and is taken as not given; write the greatest "
                        "magnitude in {}",
                        name, maximum->value, unit));
    return std::nullopt;
  }

  void read_limit() {
    const Element* const limit = element_.FirstChildElement("limit");
    const Measure& measure = measure_of(joint_.joint.type);
    const std::string unit = measure.position;
    if (!limit) {
      if (joint_.is_continuous) return;
      return warning("missing-limit", joint_.joint.at,
                     fmt::format("no <limit>, so that nothing holds it; write <limit lower=\"..\" "
                                 "upper=\"..\" effort=\"..\" "
                                 "velocity=\"..\"/>{}",
                                 is_angle(joint_.joint.type)
                                     ? ", or type=\"continuous\" if it has no end stops"
                                     : ""));
    }
    joint_.joint.effort_max = read_maximum(*limit, "effort", measure.effort);
    joint_.joint.speed_max = read_maximum(*limit, "velocity", unit + "/s");
    if (limit->Attribute("acceleration")) {
      joint_.joint.acceleration_max = read_maximum(*limit, "acceleration", unit + "/s^2");
    }
    for (const char* name : {"deceleration", "jerk"}) {
      if (limit->Attribute(name)) {
        unused_.count(fmt::format("{} of a <limit>", name), values_.at(*limit, name));
      }
    }
    if (joint_.is_continuous) {
      if (limit->Attribute("lower") || limit->Attribute("upper")) {
        unused_.count("range of a continuous joint", values_.at(*limit));
      }
    } else {
      read_range(*limit);
    }
  }

  void read_range(const Element& limit) {
    if (!limit.Attribute("lower") && !limit.Attribute("upper")) {
      return warning(
          "missing-limit", values_.at(limit),
          "<limit> gives no lower and upper, so that no end stops are known; write both");
    }
    // URDF: the bound that is left out is 0.
    const Entry<double> zero{0, values_.at(limit), {}};
    const auto lower = limit.Attribute("lower") ? values_.number(limit, "lower", owner_) : zero;
    const auto upper = limit.Attribute("upper") ? values_.number(limit, "upper", owner_) : zero;
    if (!lower || !upper || (lower->value == -no_limit && upper->value == no_limit)) return;
    if (lower->value >= upper->value) {
      return warning(
          "limits", lower->at,
          lower->value > upper->value
              ? fmt::format(
                    "lower {} is above upper {}; the range is taken as not given; swap them",
                    lower->value, upper->value)
              : fmt::format("lower and upper are both {}; the range is taken as not given; make a "
                            "joint that cannot move type=\"fixed\"",
                            lower->value));
    }
    joint_.joint.lower = lower;
    joint_.joint.upper = upper;
  }

  Field<double> read_friction(const Element& dynamics, const char* name) {
    const auto friction = values_.number(dynamics, name, owner_);
    if (friction && friction->value < 0) {
      warning("friction", friction->at,
              fmt::format("{} of <dynamics> is {} and is not used, expected zero or more; friction "
                          "takes energy away",
                          name, friction->value));
      return std::nullopt;
    }
    return friction;
  }

  void read_dynamics() {
    const Element* const dynamics = element_.FirstChildElement("dynamics");
    if (!dynamics) return;
    joint_.damping = read_friction(*dynamics, "damping");
    joint_.friction = read_friction(*dynamics, "friction");
  }

  void read_mimic() {
    const Element* const mimic = element_.FirstChildElement("mimic");
    if (!mimic) return;
    const auto master = values_.text(*mimic, "joint", owner_);
    if (!master) return;
    MimicDescription follows{*master, {}, {}, values_.at(*mimic)};
    follows.multiplier = values_.number(*mimic, "multiplier", owner_);
    follows.offset = values_.number(*mimic, "offset", owner_);
    joint_.joint.mimic = std::move(follows);
  }

  const Element& element_;
  Values& values_;
  Unused& unused_;
  std::string owner_;
  Joint joint_;
};

}  // namespace

Joint read_joint(const Element& element, Values& values, Unused& unused) {
  const auto name = values.text(element, "name", "joint");
  return JointReader(element, values, unused, name.value_or("")).read();
}

}  // namespace erfd::urdf
