#include "robot_input.hpp"

#include "erfd/description/read.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/lint.hpp"

#include "numbers.hpp"
#include "output.hpp"

#include <algorithm>

#include <fmt/format.h>

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

void say_left_out(const RobotDescription& robot, std::vector<std::string>& remarks) {
  if (!robot.loops.empty())
    remarks.push_back(fmt::format("{}: its {} not closed: results are those of the open tree",
                                  robot.name, robot.loops.size() == 1 ? "loop is" : "loops are"));
  if (!robot.elastic_joints.empty())
    remarks.push_back(fmt::format(
        "{}: springs of elastic joints are not included: joints are stiff", robot.name));
}

/// The description with the tool and gravity of the options. Says how many warnings the file has.
CheckedRobot chosen_robot(const RobotOptions& options) {
  CheckedRobot robot = read_checked(options.robot);
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
    return make_drive_train(robot, model);
  } catch (const Error& refusal) {
    remarks.push_back(fmt::format("{}: drives are not included, torques are those of the links: {}",
                                  robot.name, refusal.what()));
    return std::nullopt;
  }
}

}  // namespace

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

CheckedRobot read_checked(const std::string& name_or_path) {
  ReadResult read = read_robot_file(find_robot(name_or_path));
  if (!read.findings.has_errors()) lint(read.robot, read.findings);
  read.findings.sort();
  if (read.findings.has_errors()) throw FileError(std::move(read.findings));
  return {std::move(read.robot), std::move(read.findings)};
}

ModelledRobot build_model(const RobotOptions& options) {
  CheckedRobot file = chosen_robot(options);
  const RobotDescription& robot = file.description;
  std::vector<std::string> left_out;
  if (!robot.drives.empty() || robot.coupling)
    left_out.push_back(fmt::format(
        "{}: drives (friction, rotors, gears) are not included: rigid bodies only", robot.name));
  say_left_out(robot, left_out);
  Model model = full_model(robot, options);
  return {std::move(model), std::move(left_out), std::move(file)};
}

UnloadedInput build_unloaded_input(const RobotOptions& options) {
  RobotDescription robot = chosen_robot(options).description;
  Model model = build_unloaded(robot);
  return {std::move(model), options.payload ? payload_of(*options.payload) : Payload{},
          std::move(robot)};
}

Model carrier_of(const RobotDescription& robot, const RobotOptions& options) {
  const Model model = build_unloaded(robot);
  return options.payload ? model.with_payload(model.tool(), payload_of(*options.payload)) : model;
}

LoadedInput build_loaded(const RobotOptions& options) {
  RobotDescription robot = chosen_robot(options).description;
  LoadedInput input{{build_unloaded(robot)}, {}, {}};
  const Model full = full_model(robot, options);
  if (full.moving_mass() > input.robot.links.moving_mass()) input.robot.loaded = full;
  input.robot.drives = drives_of(robot, input.robot.links, input.left_out);
  say_left_out(robot, input.left_out);
  input.description = std::move(robot);
  return input;
}

std::unique_ptr<Route> route_for(const std::optional<std::string>& name, const char* usual,
                                 Task task, const Model& model) {
  if (!name) return make_route<double>(usual, model);
  if (!find_route(*name).does(task)) {
    std::string able;
    for (const RouteInfo& info : routes())
      if (info.does(task)) able += fmt::format("{}{}", able.empty() ? "" : ", ", info.name);
    throw Error(fmt::format(
        "--algorithm: '{}' does not do {}; those that do: {}", *name,
        task == Task::inverse_dynamics ? "inverse dynamics" : "forward dynamics", able));
  }
  return make_route<double>(*name, model);
}

}  // namespace erfd
