#include "erfd/model/robot_choice.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/numbers.hpp"
#include "erfd/base/text.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/lint.hpp"
#include "erfd/robot/keys.hpp"
#include "erfd/robot/read.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

/// A part of robot files that can be left out.
struct UncomputedPart {
  const char* name;      ///< in RobotChoice::without
  std::string found;     ///< "6 elastic joints"; empty: the file has none
  const char* left_out;  ///< what is computed in its place
  bool must = false;     ///< to be left out where the caller does not compute it
};

std::vector<UncomputedPart> uncomputed_parts(const RobotDescription& robot) {
  const auto count = [](std::size_t n, const char* what) { return n > 0 ? counted(n, what) : ""; };
  return {{"loops", count(robot.loops.size(), "loop"), "loops are not closed: the open tree moves",
           true},
          {"elastic", count(robot.elastic_joints.size() + robot.springs.size(), "elastic joint"),
           "elastic joints have no springs: they are stiff"}};
}

bool contains(const std::vector<std::string>& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_names(const std::vector<std::string>& without,
                 const std::vector<UncomputedPart>& parts) {
  for (const std::string& name : without)
    if (std::none_of(parts.begin(), parts.end(),
                     [&](const UncomputedPart& part) { return part.name == name; }))
      throw Error(
          fmt::format("without: found '{}', expected loops, elastic or loops,elastic", name));
}

void apply_setting(RobotDescription& robot, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos)
    throw Error(
        fmt::format("--set: found '{}', expected KEY=VALUE as in drive.motor2.ratio=80; "
                    "`erfd info ROBOT --keys` lists the keys",
                    setting));
  set_key(robot, setting.substr(0, equals), setting.substr(equals + 1), "--set");
}

Model with_payload(const Model& model, const Payload& payload) {
  return payload.mass > 0 ? model.with_payload(model.tool(), payload) : model;
}

}  // namespace

Payload parse_payload(std::string_view option, std::string_view text) {
  const std::vector<double> numbers = parse_numbers(option, text);
  if (numbers.size() != 1 && numbers.size() != 4)
    throw Error(fmt::format("{} has {} numbers, expected 1 or 4: mass_kg[,x_m,y_m,z_m]", option,
                            numbers.size()));
  if (numbers[0] < 0)
    throw Error(fmt::format("{}: the mass is {} kg, expected 0 or more", option, numbers[0]));
  Payload payload;
  payload.mass = numbers[0];
  if (numbers.size() == 4) payload.com = {numbers[1], numbers[2], numbers[3]};
  return payload;
}

void accept_findings(ReadResult& read, const std::vector<std::string>& checks) {
  constexpr const char *because = "by --accept", *unexpanded = "xacro";
  std::vector<std::string> known = acceptable_checks();
  known.emplace_back(unexpanded);
  for (const Diagnostic& finding : read.findings.all())
    if (finding.severity == Severity::warning) known.push_back(finding.check);
  for (const std::string& check : checks) {
    if (std::find(known.begin(), known.end(), check) == known.end()) {
      const std::string all =
          fmt::format("; those that can: {}", fmt::join(acceptable_checks(), ", "));
      throw Error(fmt::format("--accept: '{}' is no check that can be accepted{}", check,
                              did_you_mean(check, known, all)));
    }
    const int accepted = read.findings.accept(check, check == unexpanded, because);
    if (accepted == 0 && check != unexpanded) read.robot.accepted.push_back({check, because, {}});
  }
}

std::vector<std::string> left_out_of(const RobotDescription& robot,
                                     const std::vector<std::string>& without, bool closes_loops) {
  const std::vector<UncomputedPart> parts = uncomputed_parts(robot);
  check_names(without, parts);
  std::vector<std::string> left_out, found, cure;
  for (const UncomputedPart& part : parts) {
    const bool leave = contains(without, part.name);
    const bool must = part.must && !closes_loops;
    if (part.found.empty() || (!must && !leave)) continue;
    cure.emplace_back(part.name);
    if (leave)
      left_out.push_back(fmt::format("{}: {}", robot.name, part.left_out));
    else
      found.push_back(part.found);
  }
  if (found.empty()) return left_out;
  throw Error(
      fmt::format("{}: {} has {}, not computed here yet; --without {} leaves that out, and says so",
                  robot.file.empty() ? "robot" : robot.file, robot.name, fmt::join(found, " and "),
                  fmt::join(cure, ",")));
}

void open_loops(RobotDescription& robot) {
  if (robot.loops.empty()) return;
  robot.loops.clear();
  for (BodyDescription& body : robot.bodies) body.joint.passive = false;  // no loop leads them
}

void take_springs_out(RobotDescription& robot) {
  robot.elastic_joints.clear();
  robot.springs.clear();
}

void choose_tool(RobotDescription& robot, const std::string& name) {
  const auto chosen = std::find_if(robot.tools.begin(), robot.tools.end(),
                                   [&](const ToolDescription& t) { return t.name == name; });
  if (chosen == robot.tools.end()) {
    std::vector<std::string> names;
    names.reserve(robot.tools.size());
    for (const ToolDescription& tool : robot.tools) names.push_back(tool.name);
    const std::string otherwise = names.empty()
                                      ? "; its file names none"
                                      : fmt::format("; tools: {}", fmt::join(names, ", "));
    throw Error(fmt::format("tool: {} has no tool '{}'{}", robot.name, name,
                            did_you_mean(name, names, otherwise)));
  }
  std::rotate(robot.tools.begin(), chosen, chosen + 1);
}

ChosenRobot checked(ReadResult read, const RobotChoice& choice) {
  accept_findings(read, choice.accept);
  if (!read.findings.has_errors()) {
    for (const std::string& setting : choice.settings) apply_setting(read.robot, setting);
    for (const std::string& sentence : take_mimic(read.robot, choice.mimic))
      read.findings.warning("mimic", {}, sentence);
    if (choice.free_base) free_the_base(read.robot);
    lint(read.robot, read.findings, choice.purpose);
    // What is found need not be what the file says.
    for (const std::string& setting : choice.settings)
      if (read.findings.has_errors())
        read.findings.note("set", {}, fmt::format("{} by --set, not as in this file", setting));
  }
  read.findings.sort();
  if (read.findings.has_errors()) throw FileError(std::move(read.findings));
  return {std::move(read.robot), std::move(read.findings), {}, {}, choice.purpose};
}

ChosenRobot read_checked(const RobotChoice& choice) {
  return checked(choice.text ? read_robot_text(*choice.text, choice.robot)
                             : read_robot_file(find_robot(choice.robot)),
                 choice);
}

ChosenRobot choose_robot(const RobotChoice& choice) {
  ChosenRobot robot = read_checked(choice);
  if (choice.tool) choose_tool(robot.description, *choice.tool);
  if (choice.gravity) {
    const Vector3<double>& g = *choice.gravity;
    robot.description.gravity.value = {g.x(), g.y(), g.z()};
  }
  if (!choice.computes_mimic) refuse_mimic(robot.description);
  robot.payload = choice.payload;
  robot.left_out = left_out_of(robot.description, choice.without, choice.closes_loops);
  for (std::string& sentence : leave_out_following_drives(robot.description))
    robot.left_out.push_back(std::move(sentence));
  if (contains(choice.without, "loops")) open_loops(robot.description);
  if (contains(choice.without, "elastic")) take_springs_out(robot.description);
  return robot;
}

Model ChosenRobot::model() const { return with_payload(build(description, purpose), payload); }
Model ChosenRobot::unloaded() const { return build_unloaded(description, purpose); }
Model ChosenRobot::carrier() const {
  return with_payload(build_unloaded(description, purpose), payload);
}

}  // namespace erfd
