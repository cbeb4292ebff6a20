#include "input/robot_input.hpp"

#include "erfd/model/build.hpp"
#include "erfd/model/lint.hpp"
#include "erfd/robot/keys.hpp"
#include "erfd/robot/read.hpp"

#include "input/numbers.hpp"
#include "output/output.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

Payload payload_of(const std::string& text) {
  const std::vector<double> numbers = parse_numbers("--payload", text);
  if (numbers.size() != 1 && numbers.size() != 4)
    throw Error(fmt::format("--payload has {} numbers, expected 1 or 4: mass_kg[,x_m,y_m,z_m]",
                            numbers.size()));
  if (numbers[0] < 0)
    throw Error(fmt::format("--payload: the mass is {} kg, expected 0 or more", numbers[0]));
  Payload payload;
  payload.mass = numbers[0];
  if (numbers.size() == 4) payload.com = {numbers[1], numbers[2], numbers[3]};
  return payload;
}

/// A part of robot files that no verb computes yet.
struct Part {
  const char* name;      ///< for --without
  std::string found;     ///< "6 elastic joints"; empty: the file has none
  const char* left_out;  ///< what --without makes of it
};

std::vector<Part> parts_of(const RobotDescription& robot) {
  const auto count = [](std::size_t n, const char* what) { return n > 0 ? counted(n, what) : ""; };
  return {{"loops", count(robot.loops.size(), "loop"), "loops are not closed: the open tree moves"},
          {"elastic", count(robot.elastic_joints.size(), "elastic joint"),
           "elastic joints have no springs: they are stiff"}};
}

/// The names in "loops,elastic". @throws Error for another.
std::vector<std::string> names_in(const std::optional<std::string>& without,
                                  const std::vector<Part>& parts) {
  std::vector<std::string> names;
  std::stringstream list(without.value_or(""));
  for (std::string name; std::getline(list, name, ',');) {
    const auto is_named = [&](const Part& part) { return part.name == name; };
    if (std::none_of(parts.begin(), parts.end(), is_named))
      throw Error(
          fmt::format("--without: found '{}', expected loops, elastic or loops,elastic", name));
    names.push_back(name);
  }
  return names;
}

/// KEY=VALUE of --set. What the robot is from then on differs from its file, so that it is said.
void apply_setting(RobotDescription& robot, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos)
    throw Error(
        fmt::format("--set: found '{}', expected KEY=VALUE as in drive.motor2.ratio=80; "
                    "`erfd info ROBOT --keys` lists the keys",
                    setting));
  set_key(robot, setting.substr(0, equals), setting.substr(equals + 1), "--set");
  talk(fmt::format("{}: {} by --set, not as in its file", robot.name, setting));
}

/// The description with the tool and gravity of the options. Says how many warnings the file has.
CheckedRobot chosen_robot(const RobotOptions& options) {
  CheckedRobot robot = read_checked(options.robot, options.settings);
  if (options.tool) choose_tool(robot.description, *options.tool, "--tool");
  if (options.gravity) {
    const auto g = parse_numbers("--gravity", *options.gravity, 3, "gx,gy,gz in m/s^2");
    robot.description.gravity.value = {g[0], g[1], g[2]};
  }
  if (const int warnings = robot.findings.count(Severity::warning); warnings > 0)
    talk(fmt::format("{}: {}; `erfd lint {}` shows them", robot.description.name,
                     counted(static_cast<std::size_t>(warnings), "warning"), options.robot));
  return robot;
}

/// With the payload of the file and of the options.
Model full_model(const RobotDescription& robot, const RobotOptions& options) {
  const Model model = build(robot);
  return options.payload ? model.with_payload(model.tool(), payload_of(*options.payload)) : model;
}

std::optional<DriveTrain> drives_of(const RobotDescription& robot, const Model& model,
                                    std::vector<std::string>& remarks) {
  if (robot.drives.empty()) {
    remarks.push_back(fmt::format(
        "{}: its file has no drives: torques of the links, no motors and no friction", robot.name));
    return std::nullopt;
  }
  try {
    DriveTrain train = make_drive_train(robot, model);
    if (const std::string text = undriven_text(train.motors(), model); !text.empty())
      remarks.push_back(fmt::format("{}: {}", robot.name, text));
    return train;
  } catch (const Error& refusal) {
    remarks.push_back(fmt::format("{}: drives are not included, torques are those of the links: {}",
                                  robot.name, refusal.what()));
    return std::nullopt;
  }
}

}  // namespace

std::vector<std::string> left_out_of(const RobotDescription& robot,
                                     const std::optional<std::string>& without) {
  const std::vector<Part> parts = parts_of(robot);
  const std::vector<std::string> unwanted = names_in(without, parts);
  std::vector<std::string> left_out, found, cure;
  for (const Part& part : parts) {
    if (part.found.empty()) continue;
    cure.emplace_back(part.name);
    if (std::find(unwanted.begin(), unwanted.end(), part.name) == unwanted.end())
      found.push_back(part.found);
    else
      left_out.push_back(fmt::format("{}: {}", robot.name, part.left_out));
  }
  if (found.empty()) return left_out;
  throw Error(
      fmt::format("{}: {} has {}, not computed yet; --without {} leaves that out, and says so",
                  robot.file.empty() ? "robot" : robot.file, robot.name, fmt::join(found, " and "),
                  fmt::join(cure, ",")));
}

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
    slides |= model.bodies()[static_cast<std::size_t>(motor.joint)].kind == JointKind::prismatic;
  }
  if (names.empty()) return "";
  const bool one = names.size() == 1;
  return fmt::format("{} {} {} no drive: ratio 1, no rotor, no friction{}",
                     one ? "joint" : "joints", fmt::join(names, ", "), one ? "has" : "have",
                     slides ? "; N and m in place of N m and rad where it slides" : "");
}

void choose_tool(RobotDescription& robot, const std::string& name, const char* place) {
  const auto chosen = std::find_if(robot.tools.begin(), robot.tools.end(),
                                   [&](const ToolDescription& t) { return t.name == name; });
  if (chosen == robot.tools.end()) {
    std::vector<std::string> names;
    names.reserve(robot.tools.size());
    for (const ToolDescription& tool : robot.tools) names.push_back(tool.name);
    const std::string near = nearest_word(name, names);
    throw Error(fmt::format("{}: {} has no tool '{}'; {}", place, robot.name, name,
                            !near.empty()   ? fmt::format("did you mean '{}'?", near)
                            : names.empty() ? "its file names none"
                                            : fmt::format("tools: {}", fmt::join(names, ", "))));
  }
  std::rotate(robot.tools.begin(), chosen, chosen + 1);
}

CheckedRobot read_checked(const std::string& name_or_path,
                          const std::vector<std::string>& settings) {
  ReadResult read = read_robot_file(find_robot(name_or_path));
  if (!read.findings.has_errors()) {
    for (const std::string& setting : settings) apply_setting(read.robot, setting);
    lint(read.robot, read.findings);
  }
  read.findings.sort();
  if (read.findings.has_errors()) throw FileError(std::move(read.findings));
  return {std::move(read.robot), std::move(read.findings)};
}

ModelledRobot build_model(const RobotOptions& options) {
  CheckedRobot file = chosen_robot(options);
  const RobotDescription& robot = file.description;
  std::vector<std::string> left_out = left_out_of(robot, options.without), remarks;
  if (!robot.drives.empty() || robot.coupling)
    remarks.push_back(fmt::format(
        "{}: drives (friction, rotors, gears) are not included: rigid bodies only", robot.name));
  Model model = full_model(robot, options);
  return {std::move(model), std::move(left_out), std::move(remarks), std::move(file)};
}

UnloadedInput build_unloaded_input(const RobotOptions& options) {
  RobotDescription robot = chosen_robot(options).description;
  Model model = build_unloaded(robot);
  return {std::move(model), options.payload ? payload_of(*options.payload) : Payload{},
          left_out_of(robot, options.without), std::move(robot)};
}

Model carrier_of(const RobotDescription& robot, const RobotOptions& options) {
  const Model model = build_unloaded(robot);
  return options.payload ? model.with_payload(model.tool(), payload_of(*options.payload)) : model;
}

LoadedInput build_loaded(const RobotOptions& options) {
  RobotDescription robot = chosen_robot(options).description;
  LoadedInput input{{build_unloaded(robot)}, left_out_of(robot, options.without), {}, {}};
  const Model full = full_model(robot, options);
  if (full.moving_mass() > input.robot.links.moving_mass()) input.robot.loaded = full;
  input.robot.drives = drives_of(robot, input.robot.links, input.remarks);
  input.description = std::move(robot);
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
