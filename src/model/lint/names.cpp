// Names: present, readable, unique.
#include "model/lint/rules.hpp"

#include <fmt/format.h>

namespace erfd::linting {

const std::string& joint_name(const BodyDescription& body) {
  return body.joint.name.empty() ? body.name : body.joint.name;
}

const Measure& measure_of(const BodyDescription& body) {
  const Measure* const measure = info_of(body.joint.type).measure;
  return measure ? *measure : angle_measure;
}

Location place_or(Location known, Location otherwise) { return known.line > 0 ? known : otherwise; }

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i > 0 ? ", " : "") + names[i];
  return names.size() > most ? text + ", ..." : text;
}

std::vector<std::string> body_names(const RobotDescription& robot) {
  std::vector<std::string> names{"world"};
  for (const BodyDescription& body : robot.bodies) names.push_back(body.name);
  return names;
}

std::optional<int> find_body(const Subject& subject, const std::string& name) {
  if (name == "world") return Tree::world;
  const auto found = subject.tree.body.find(name);
  if (found == subject.tree.body.end()) return std::nullopt;
  return found->second;
}

namespace {

// The text with everything but printable ASCII as \xNN, so that a message shows what the eye would
// miss.
std::string made_visible(const std::string& text) {
  std::string visible;
  for (const unsigned char c : text) {
    if (c >= 0x20 && c < 0x7f)
      visible += static_cast<char>(c);
    else
      visible += fmt::format("\\x{:02x}", c);
  }
  return visible;
}

class NameChecker {
 public:
  NameChecker(std::string kind, Report& report) : kind_(std::move(kind)), report_(report) {}

  /// True if the name is not taken by an earlier one of this kind.
  bool check_unique(const std::string& name, Location at) {
    const auto [first, is_new] = seen_.try_emplace(name, at);
    if (is_new || name.empty()) return true;
    const int line = first->second.line;
    report_.error(
        "duplicate-name", at, no_owner,
        fmt::format("{} '{}': the name is taken{}; give each {} its own name", kind_,
                    made_visible(name),
                    line > 0 ? fmt::format(" by the {} in line {}", kind_, line) : "", kind_));
    return false;
  }

  void check_spelling(const std::string& name, Location at, int owner) {
    const auto place = [&] { return fmt::format("{} '{}'", kind_, made_visible(name)); };
    bool control = false, space = false, foreign = false;
    for (const unsigned char c : name) {
      control |= c < 0x20 || c == 0x7f;
      space |= c == ' ';
      foreign |= c > 0x7f;
    }
    if (name.empty())
      report_.error("name", at, no_owner, kind_ + ": the name is empty; give it one");
    if (control)
      report_.error("name", at, no_owner,
                    place() + ": the name has control characters; remove them");
    if (space)
      report_.warning("name", at, owner,
                      place() + ": the name has spaces, which are easily lost; use '_' or '-'");
    if (foreign)
      report_.warning(
          "name", at, owner,
          place() +
              ": the name has characters beyond ASCII, which can look like others; use letters, "
              "digits, '_' and '-'");
  }

 private:
  std::string kind_;
  Report& report_;
  std::unordered_map<std::string, Location> seen_;
};

void check_body_names(const RobotDescription& robot, Report& report) {
  NameChecker names("body", report), joints("joint", report);
  for (int i = 0; i < static_cast<int>(robot.bodies.size()); ++i) {
    const BodyDescription& body = robot.bodies[i];
    const Location joint_at = place_or(body.joint.at, body.at);
    names.check_spelling(body.name, body.at, i);
    const bool unique = names.check_unique(body.name, body.at);
    if (body.name == "world")
      report.error("name", body.at, no_owner,
                   "body 'world': the name is taken by the frame the robot stands on; rename it");
    const bool own_joint_name = joint_name(body) != body.name;
    if (own_joint_name) joints.check_spelling(body.joint.name, joint_at, i);
    // A joint without a name of its own has that of the body; one slip is one finding.
    if (own_joint_name || unique) joints.check_unique(joint_name(body), joint_at);
  }
}

void check_tool_names(const RobotDescription& robot, Report& report) {
  NameChecker names("tool", report);
  for (const ToolDescription& tool : robot.tools) {
    // A tool that is called as its body: one slip is one finding.
    if (tool.name != tool.body) names.check_spelling(tool.name, tool.at, base_owner);
    names.check_unique(tool.name, tool.at);
  }
}

template <class Things>
void check_names_of(const std::string& kind, const Things& things, Report& report) {
  NameChecker names(kind, report);
  for (const auto& thing : things) {
    names.check_spelling(thing.name, thing.at, base_owner);
    names.check_unique(thing.name, thing.at);
  }
}

}  // namespace

void check_names(const RobotDescription& robot, Report& report) {
  // Readers of files check the name of the robot where it stands.
  if (robot.file.empty()) NameChecker("robot", report).check_spelling(robot.name, {}, base_owner);
  check_body_names(robot, report);
  check_tool_names(robot, report);
  check_names_of("sensor", robot.sensors, report);
  check_names_of("drive", robot.drives, report);
  check_names_of("loop", robot.loops, report);
}

}  // namespace erfd::linting
