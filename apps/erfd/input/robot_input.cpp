#include "input/robot_input.hpp"

#include "erfd/base/numbers.hpp"

#include "input/standard_input.hpp"
#include "output/output.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

Mimic mimic_of(const std::optional<std::string>& word) {
  if (!word) return Mimic::follow;
  if (*word == "fixed") return Mimic::hold;
  if (*word == "free") return Mimic::free;
  throw Error(fmt::format("--mimic: found '{}', expected fixed or free", *word));
}

std::optional<Drives> drives_of(const RobotDescription& robot, const Model& model,
                                std::vector<std::string>& remarks) {
  if (robot.drives.empty()) {
    remarks.push_back(fmt::format(
        "{}: its file has no drives: torques of the links, no motors and no friction", robot.name));
    return std::nullopt;
  }
  try {
    Drives drives = make_drives(robot, model);
    if (const std::string text = undriven_text(drives.motors(), model); !text.empty())
      remarks.push_back(fmt::format("{}: {}", robot.name, text));
    return drives;
  } catch (const Error& refusal) {
    remarks.push_back(fmt::format("{}: drives are not included, torques are those of the links: {}",
                                  robot.name, refusal.what()));
    return std::nullopt;
  }
}

}  // namespace

std::string left_out_text(const std::vector<std::string>& left_out, const TextStyle& style) {
  std::string text;
  for (const std::string& sentence : left_out) text += wrapped(sentence, style.width, 2) + '\n';
  return text.empty() ? "" : '\n' + bold("Left out", style) + '\n' + text;
}

void set_left_out(const std::vector<std::string>& left_out, Json& json) {
  if (!left_out.empty()) json.set("left_out", Json::List(left_out.begin(), left_out.end()));
}

std::string undriven_text(const std::vector<Motor>& motors, const Model& model) {
  std::vector<std::string> names;
  bool slides = false;
  for (const Motor& motor : motors) {
    if (!motor.assumed) continue;
    names.push_back(motor.name);
    const int number = motor.joint - model.joints().front().v_index;
    slides |= is_length(model.joints()[static_cast<std::size_t>(number)].kind);
  }
  if (names.empty()) return "";
  const bool one = names.size() == 1;
  return fmt::format("{} {} {} no drive: ratio 1, no rotor, no friction{}",
                     one ? "joint" : "joints", fmt::join(names, ", "), one ? "has" : "have",
                     slides ? "; N and m in place of N m and rad where it slides" : "");
}

RobotChoice choice_of(const RobotOptions& options) {
  RobotChoice choice;
  choice.robot = options.robot;
  if (options.robot == standard_stream) {
    choice.text = standard_input();
    choice.robot = standard_input_name;
  }
  choice.tool = options.tool;
  if (options.payload) choice.payload = parse_payload("--payload", *options.payload);
  if (options.gravity) {
    const auto g = parse_numbers("--gravity", *options.gravity, 3, "gx,gy,gz in m/s^2");
    choice.gravity = {g[0], g[1], g[2]};
  }
  choice.without = names_in(options.without.value_or(""));
  choice.accept = names_in(options.accept.value_or(""));
  choice.mimic = mimic_of(options.mimic);
  choice.free_base = options.free_base;
  choice.settings = options.settings;
  return choice;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::stringstream words(list);
  for (std::string name; std::getline(words, name, ',');) names.push_back(name);
  return names;
}

void say_settings(const std::string& name, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings)
    talk(fmt::format("{}: {} by --set, not as in its file", name, setting));
}

void count_warnings(const Diagnostics& findings, const std::string& name,
                    const std::string& robot) {
  if (const int warnings = findings.count(Severity::warning); warnings > 0)
    talk(fmt::format("{}: {}; `erfd lint {}` shows them", name,
                     counted(static_cast<std::size_t>(warnings), "warning"), robot));
}

ChosenRobot chosen_robot(const RobotOptions& options, Computes computes) {
  RobotChoice choice = choice_of(options);
  choice.closes_loops = computes.loops == Loops::closed;
  choice.computes_mimic = computes.mimic;
  choice.purpose = computes.purpose;
  ChosenRobot robot = choose_robot(choice);
  say_settings(robot.description.name, options.settings);
  count_warnings(robot.findings, robot.description.name, options.robot);
  return robot;
}

ReadResult read_robot_input(const std::string& name_or_path) {
  return name_or_path == standard_stream ? read_robot_text(standard_input(), standard_input_name)
                                         : read_robot_file(find_robot(name_or_path));
}

ChosenRobot described_robot(const RobotOptions& options) {
  RobotChoice choice = choice_of(options);
  choice.purpose = Purpose::kinematics;
  ChosenRobot robot = read_checked(choice);
  say_settings(robot.description.name, options.settings);
  return robot;
}

ModelledRobot build_model(const RobotOptions& options, Computes computes) {
  ChosenRobot chosen = chosen_robot(options, computes);
  std::vector<std::string> remarks;
  const RobotDescription& robot = chosen.description;
  if (!robot.drives.empty() || robot.coupling)
    remarks.push_back(fmt::format(
        "{}: drives (friction, rotors, gears) are not included: rigid bodies only", robot.name));
  return {chosen.model(), std::move(remarks), std::move(chosen)};
}

LoadedInput build_loaded(const RobotOptions& options, Computes computes) {
  ChosenRobot chosen = chosen_robot(options, computes);
  LoadedInput input{{chosen.unloaded()}, {}, {}};
  const Model full = chosen.model();
  if (full.moving_mass() > input.robot.links.moving_mass()) input.robot.loaded = full;
  input.robot.drives = drives_of(chosen.description, input.robot.links, input.remarks);
  if (!chosen.description.elastic_joints.empty())
    input.remarks.push_back(
        fmt::format("{}: its elastic gears count as stiff here: motors turn as their joints do",
                    chosen.description.name));
  input.chosen = std::move(chosen);
  return input;
}

std::unique_ptr<Algorithm> algorithm_for(const std::optional<std::string>& name, const char* usual,
                                         Task task, const Model& model) {
  if (!name) return make_algorithm<double>(usual, model);
  if (!find_algorithm(*name).does(task)) {
    std::string able;
    for (const AlgorithmInfo& info : algorithms())
      if (info.does(task)) able += fmt::format("{}{}", able.empty() ? "" : ", ", info.name);
    throw Error(fmt::format(
        "--algorithm: '{}' does not do {}; those that do: {}", *name,
        task == Task::inverse_dynamics ? "inverse dynamics" : "forward dynamics", able));
  }
  return make_algorithm<double>(*name, model);
}

}  // namespace erfd
