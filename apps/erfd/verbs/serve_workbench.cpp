#include "verbs/serve_workbench.hpp"

#include "erfd/base/progress.hpp"
#include "erfd/base/text_file.hpp"
#include "erfd/model/build.hpp"
#include "erfd/program/find_program.hpp"
#include "erfd/robot/read.hpp"

#include "input/program_input.hpp"
#include "input/robot_input.hpp"
#include "output/run_labels.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using server::RobotEntry;
using server::VerifyRequest;

constexpr const char* default_robot = "lola15";  // that of `./run`

/// @throws Error if the file cannot be used.
RobotEntry entry_of(const RobotOptions& options) {
  const std::string& name = options.robot;
  const ChosenRobot robot = read_checked(choice_of(options));
  std::vector<std::string> tools;
  tools.reserve(robot.description.tools.size());
  for (const ToolDescription& tool : robot.description.tools) tools.push_back(tool.name);
  return {name, robot.description.title, build(robot.description).nv(), std::move(tools)};
}

RobotChoice robot_of(const VerifyRequest& request, RobotOptions options) {
  if (request.robot != options.robot) options.free_base = false;
  options.robot = request.robot;
  options.tool = request.tool;
  if (request.payload_kg) options.payload = fmt::format("{}", *request.payload_kg);
  return choice_of(options);
}

ProgramChoice program_of(const VerifyRequest& request) {
  ProgramChoice choice;
  choice.program = request.program_name.empty() ? "program" : request.program_name;
  choice.text = request.program_text;
  choice.speed = request.speed_scale;
  return choice;
}

}  // namespace

ServeWorkbench::ServeWorkbench(RobotOptions taken, std::optional<std::string> program)
    : taken_(std::move(taken)), program_(std::move(program)) {
  const std::string first = taken_.robot;
  if (!first.empty()) robots_.push_back(entry_of(taken_));
  for (const std::string& name : known_robots()) {
    if (name == first) continue;
    try {
      RobotOptions other = taken_;
      other.robot = name;
      other.free_base = false;  // asked of the robot of the command line
      robots_.push_back(entry_of(other));
    } catch (const Error&) {
      continue;  // `erfd robots` and `erfd lint` say why it cannot be used
    }
  }
  if (first.empty())
    std::stable_partition(robots_.begin(), robots_.end(),
                          [](const RobotEntry& r) { return r.name == default_robot; });
}

std::vector<std::string> ServeWorkbench::shipped_programs() const { return known_programs(); }

std::string ServeWorkbench::shipped_program(const std::string& name) const {
  return text_of_file(known_program(name));
}

server::VerifyResult ServeWorkbench::verify(const VerifyRequest& request,
                                            const Progress& progress) const {
  try {
    const Case asked =
        read_case(robot_of(request, taken_), program_of(request), part_of(progress, 0, 0.25));
    VerificationSettings settings;
    settings.causes = true;
    settings.signals = true;
    settings.progress = part_of(progress, 0.25, 0.85);
    const Verification result = erfd::verify(asked, settings);
    const JudgedCase subject{asked.program, asked.plan, asked.model,
                             asked.drives,  result,     part_of(progress, 0.85, 1),
                             asked.left_out};
    const Json document = run_document(subject, labels_of(asked.robot, asked.model));
    return server::Document{document.text([&] { progress(1); })};
  } catch (const ProgramError& error) {
    return error.findings();
  } catch (const FileError& error) {
    return error.findings();
  }
}

/// Planned anew with every source: its file may have changed.
std::shared_ptr<const Case> ServeWorkbench::running_program(const std::string& robot) const {
  if (!program_ || robot != taken_.robot) return nullptr;
  ProgramChoice choice;
  choice.program = *program_;
  return std::make_shared<const Case>(read_case(choice_of(taken_), choice));
}

server::LiveRobot ServeWorkbench::live_robot(const std::string& name, double period) const {
  RobotOptions options = taken_;
  options.robot = name;
  LoadedInput input = build_loaded(options);
  const Model& model = input.robot.model();
  if (model.has_free_base())
    throw Error(fmt::format("hello: robot: {} has a free base, expected a fixed one", name));
  const Drives* const drives = input.robot.drives ? &*input.robot.drives : nullptr;
  std::shared_ptr<const Case> program = running_program(name);
  std::optional<LiveProgram> planned;
  if (program) planned.emplace(LiveProgram{program->program, program->plan});
  std::string document =
      live_document(model, drives, period, labels_of(input.chosen.description, model),
                    planned ? &*planned : nullptr)
          .text();
  return {model, std::move(input.robot.drives), std::move(document), std::move(program)};
}

std::string text_of_file(const std::string& path) {
  TextFile file = read_text_file(path, "a program");
  if (!file.ok()) throw Error(fmt::format("{}: {}", path, file.problem));
  return std::move(file.text);
}

}  // namespace erfd
