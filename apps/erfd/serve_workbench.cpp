#include "serve_workbench.hpp"

#include "erfd/description/read.hpp"

#include "find_program.hpp"
#include "program_input.hpp"
#include "robot_input.hpp"
#include "run_labels.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace erfd {
namespace {

using server::RobotEntry;
using server::VerifyRequest;

/// @throws Error if the file cannot be used.
RobotEntry entry_of(const std::string& name) {
  const CheckedRobot robot = read_checked(name);
  RobotOptions options;
  options.robot = name;
  std::vector<std::string> tools;
  for (const ToolDescription& tool : robot.description.tools) tools.push_back(tool.name);
  return {name, robot.description.title, build_model(options).model.nv(), std::move(tools)};
}

ProgramOptions options_of(const VerifyRequest& request) {
  ProgramOptions options;
  options.robot.robot = request.robot;
  options.robot.tool = request.tool;
  if (request.payload_kg) options.robot.payload = fmt::format("{}", *request.payload_kg);
  options.program = request.program_name.empty() ? "program" : request.program_name;
  options.program_text = request.program_text;
  options.speed_scale = request.speed_scale;
  return options;
}

}  // namespace

ServeWorkbench::ServeWorkbench(const std::string& first) {
  if (!first.empty()) robots_.push_back(entry_of(first));
  for (const std::string& name : known_robots()) {
    if (name == first) continue;
    try {
      robots_.push_back(entry_of(name));
    } catch (const Error&) {
      continue;  // `erfd robots` and `erfd lint` say why it cannot be used
    }
  }
}

std::vector<std::string> ServeWorkbench::shipped_programs() const { return known_programs(); }

std::string ServeWorkbench::shipped_program(const std::string& name) const {
  return text_of_file(known_program(name));
}

server::VerifyResult ServeWorkbench::verify(const VerifyRequest& request,
                                            const std::function<void(double)>& progress) const {
  try {
    const PlannedProgram asked = plan_program(options_of(request));
    const DriveTrain drives = make_drive_train(asked.robot, asked.model);
    VerificationSettings settings;
    settings.progress = progress;
    const Verification result =
        erfd::verify(asked.program, asked.plan, asked.model, drives, settings);
    const VerdictSubject subject{asked.program, asked.plan, asked.model, drives, result};
    return server::Document{run_document(subject, labels_of(asked.robot, asked.model)).text()};
  } catch (const ProgramError& error) {
    return error.findings();
  } catch (const FileError& error) {
    return error.findings();
  }
}

server::LiveRobot ServeWorkbench::live_robot(const std::string& name, double period) const {
  RobotOptions options;
  options.robot = name;
  LoadedInput input = build_loaded(options);
  const Model& model = input.robot.model();
  if (model.has_free_base())
    throw Error(fmt::format("hello: robot: {} has a free base, expected a fixed one", name));
  const DriveTrain* const drives = input.robot.drives ? &*input.robot.drives : nullptr;
  std::string document =
      live_document(model, drives, period, labels_of(input.description, model)).text();
  return {model, std::move(input.robot.drives), std::move(document)};
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw Error(fmt::format("{}: cannot be read", path));
  return std::move(text).str();
}

}  // namespace erfd
