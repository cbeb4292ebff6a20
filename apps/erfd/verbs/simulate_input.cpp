#include "verbs/simulate_input.hpp"

#include "erfd/base/text.hpp"
#include "erfd/base/text_file.hpp"
#include "erfd/io/motion_file.hpp"
#include "erfd/model/build.hpp"
#include "erfd/program/find_program.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/checkpoint_file.hpp"
#include "erfd/verification/case.hpp"

#include "input/program_input.hpp"
#include "input/robot_input.hpp"
#include "input/state_input.hpp"
#include "output/output.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_MiB = 4096;  // motions are long

std::string text_of(const std::string& path, const char* kind) {
  TextFile file = read_text_file(path, kind, most_MiB);
  if (!file.ok()) throw Error(fmt::format("{}: {}", path, file.problem));
  return std::move(file.text);
}

/// Files that a scenario names stand beside it.
std::string beside(const Scenario& scenario, const std::string& name) {
  return (fs::path(scenario.file).parent_path() / name).string();
}

/// The robot of a scenario, while all problems are collected.
class RobotOfScenario {
 public:
  RobotOfScenario(const Scenario& scenario, const RobotOptions& options, Diagnostics& findings)
      : scenario_(scenario), options_(options), findings_(findings) {
    if (scenario.robot.empty()) return;
    const bool others = findings.has_errors();
    try {
      read();
    } catch (const FileError& problems) {
      if (!others) throw;  // the robot file speaks for itself
      findings.error("robot", scenario.robot_at,
                     fmt::format("robot: {} cannot be used; `erfd lint {}` says why",
                                 problems.findings().file(), path_));
    } catch (const Error& problem) {
      findings.error("robot", scenario.robot_at, fmt::format("robot: {}", problem.what()));
    }
  }

  std::optional<Model> model;
  std::optional<Drives> drives;
  RobotDescription robot;
  std::vector<std::string> left_out, remarks;
  const std::string& path() const { return path_; }

 private:
  void read() {
    const std::string near = beside(scenario_, scenario_.robot);
    path_ = fs::is_regular_file(near) ? near : find_robot(scenario_.robot);
    RobotOptions options = options_;
    options.robot = path_;
    robot = read_checked(choice_of(options)).description;
    say_settings(robot.name, options_.settings);
    const std::vector<std::string> without = names_in(scenario_.without);
    left_out = left_out_of(robot, without, true);
    const auto leaves = [&](const char* part) {
      return std::find(without.begin(), without.end(), part) != without.end();
    };
    if (leaves("elastic")) take_springs_out(robot);
    if (leaves("loops")) open_loops(robot);
    for (std::string& sentence : leave_out_following_drives(robot))
      left_out.push_back(std::move(sentence));
    if (!scenario_.tool.empty()) choose_tool(robot, scenario_.tool);
    if (scenario_.gravity) robot.gravity.value = *scenario_.gravity;
    model = build(robot);
    take_drives();
  }

  void take_drives() {
    if (scenario_.use_drives == false) return say_stiff();
    const auto refuse = [&](const std::string& why) {
      findings_.error("drives", scenario_.use_drives ? scenario_.drives_at : scenario_.robot_at,
                      fmt::format("drives: {}; [drives] use = false moves the links with ideal "
                                  "joint torques",
                                  why));
    };
    if (robot.drives.empty()) {
      say_stiff();
      if (scenario_.use_drives) return refuse(robot.name + " has none in its file");
      remarks.push_back(fmt::format(
          "{}: its file has no drives: ideal joint torques, no friction, no limits", robot.name));
      return;
    }
    try {
      drives = make_drives(robot, *model);
      if (const std::string text = undriven_text(drives->motors(), *model); !text.empty())
        remarks.push_back(fmt::format("{}: {}", robot.name, text));
    } catch (const Error& problem) {
      refuse(problem.what());
    }
  }

  /// A gear without a motor has no side of its own.
  void say_stiff() {
    if (!robot.elastic_joints.empty())
      remarks.push_back(fmt::format("{}: without drives its elastic gears are stiff", robot.name));
  }

  const Scenario& scenario_;
  const RobotOptions& options_;
  Diagnostics& findings_;
  std::string path_;
};

/// A motion by its extension, else a program.
void replace_reference(const std::string& name, Scenario& scenario) {
  if (!scenario.controller)
    throw Error(
        "--reference: the scenario has no [controller] that could follow it; it drives the robot "
        "by "
        "[input]");
  ScenarioReference& reference = *scenario.controller->reference;
  const fs::path path(name);
  const bool motion = path.extension() == ".csv" || path.extension() == ".json";
  reference.kind = motion ? ReferenceKind::table : ReferenceKind::program;
  reference.file = fs::exists(path) || motion ? fs::absolute(path).string() : name;
}

/// The keys of `--set` that are the robot's; the others are those of the program.
std::vector<std::string> settings_of_robot(const std::vector<std::string>& settings) {
  RobotChoice robot;
  ProgramChoice program;
  for (const std::string& setting : settings) set_key(robot, program, setting);
  return robot.settings;
}

bool follows_program(const Scenario& scenario) {
  return scenario.controller && scenario.controller->reference->kind == ReferenceKind::program;
}

/// What is asked of a program needs one.
void expect_program(const Scenario& scenario, const SimulateOptions& options, bool sets_program) {
  if (follows_program(scenario) || (options.inputs.empty() && !sets_program)) return;
  throw Error(fmt::format("{}: the scenario follows no program; --reference names one",
                          sets_program ? "--set" : "--input"));
}

/// The program that a scenario follows, and what of it is not simulated.
Case program_of(const Scenario& scenario, const std::string& robot, const SimulateOptions& given,
                std::vector<std::string>& remarks) {
  const std::string& name = scenario.controller->reference->file;
  const std::string near = beside(scenario, name);
  ProgramOptions options;
  options.robot = given.robot;
  options.robot.robot = robot;
  if (!scenario.tool.empty()) options.robot.tool = scenario.tool;
  options.robot.without = scenario.without;
  options.inputs = given.inputs;
  options.program = fs::is_regular_file(near) ? near : find_program(name);
  Case planned = planned_case(options);
  if (!planned.plan.complete)
    throw ProgramError(std::move(planned.plan.findings), planned.program.lines);
  if (planned.plan.samples() < 2)
    throw Error(
        fmt::format("{}: does not move the robot, expected a motion to follow", options.program));
  count_findings(planned);
  for (const Instruction& instruction : planned.program.instructions) {
    if (!instruction.conditions.wrench) continue;
    remarks.push_back(fmt::format(
        "{}: forces on the tool that it names do not act here; [[wrench]] of the scenario does",
        options.program));
    break;
  }
  return planned;
}

void apply(const SimulateOptions& options, Scenario& scenario) {
  if (options.duration) {
    if (!(*options.duration > 0) || std::isinf(*options.duration))
      throw Error(fmt::format("--duration: found {} s, expected more than 0", *options.duration));
    scenario.duration = *options.duration;
  }
  if (options.reference) replace_reference(*options.reference, scenario);
  if (options.integrator) scenario.integrator = find_integrator(*options.integrator).name;
  if (options.out) scenario.output = *options.out;
}

/// Wrenches of the command line act all the time.
void add_wrenches(const std::vector<std::string>& texts, const Model& model, Scenario& scenario) {
  for (const ExternalWrench<double>& given : read_wrenches(model, texts)) {
    const Vector3<double>&f = given.F_W.force, &n = given.F_W.moment;
    ScenarioWrench& wrench = scenario.wrenches.emplace_back();
    wrench.to = HUGE_VAL;
    wrench.force = {f.x(), f.y(), f.z()};
    wrench.moment = {n.x(), n.y(), n.z()};
    wrench.frame = model.frame(given.frame).name;
  }
}

TimeTable reference_table(const std::string& path, const Model& robot) {
  const ReadStates read = read_motion_file(path, robot);
  if (read.findings.has_errors()) throw FileError(read.findings);
  if (!read.findings.all().empty()) talk(read.findings.text());
  if (read.has_payload)
    talk(fmt::format("{}: its payload is not used: the scenario says what is carried", path));
  TimeTable table;
  table.values.resize(robot.nv(), static_cast<Eigen::Index>(read.states.size()));
  for (std::size_t k = 0; k < read.states.size(); ++k) {
    table.times.push_back(read.states[k].time);
    table.values.col(static_cast<Eigen::Index>(k)) = read.states[k].q;
  }
  return table;
}

std::vector<std::string> motor_names(const std::optional<Drives>& drives, const Model& robot) {
  std::vector<std::string> names;
  const auto joints = static_cast<int>(robot.joints().size());
  const int count = drives ? drives->count() : joints;
  for (int i = 0; i < count; ++i)
    names.push_back(drives ? drives->motor(i).name : std::to_string(i + 1));
  return names;
}

}  // namespace

LoadedScenario load_scenario(const SimulateOptions& options) {
  const std::string text = text_of(options.scenario, "a scenario file");
  ReadScenario read = read_scenario(text, options.scenario);
  LoadedScenario loaded;
  if (options.robot.without) read.scenario.without = *options.robot.without;
  RobotOptions taken = options.robot;
  taken.settings = settings_of_robot(options.robot.settings);
  RobotOfScenario robot(read.scenario, taken, read.findings);
  if (robot.model) check_scenario(read.scenario, *robot.model, read.findings);
  read.findings.sort();
  if (read.findings.has_errors()) throw FileError(std::move(read.findings));
  loaded.scenario = std::move(read.scenario);
  Scenario& scenario = loaded.scenario;
  apply(options, scenario);
  expect_program(scenario, options, taken.settings.size() < options.robot.settings.size());
  add_wrenches(options.wrenches, *robot.model, scenario);

  const auto note = [&](const std::string& name, std::string_view bytes) {
    loaded.inputs.emplace_back(name, fingerprint(bytes));
  };
  note("version", ERFD_VERSION);
  note("scenario", text);
  note("robot", text_of(robot.path(), "a robot file"));
  for (const std::string& setting : options.robot.settings) note("--set", setting);
  if (options.robot.mimic) note("--mimic", *options.robot.mimic);
  if (options.robot.free_base) note("--free-base", "");
  for (const std::string& input : options.inputs) note("--input", input);
  for (const std::string& wrench : options.wrenches) note("--wrench", wrench);
  note("duration", shortest(scenario.duration));
  note("integrator", scenario.integrator);
  ScenarioFiles files;
  if (follows_program(scenario)) {
    const Case planned = program_of(scenario, robot.path(), options, robot.remarks);
    files = program_reference(planned.program, planned.plan);
    robot.model = build_unloaded(robot.robot);  // the program says what it carries
    std::string lines;
    for (const std::string& line : planned.program.lines) lines += line + '\n';
    note("reference", lines);
  } else if (scenario.duration == 0) {
    throw Error("--reference: a motion has no length of its own here; give --duration");
  } else if (!robot.robot.tools.empty()) {
    loaded.own_load = load_of(robot.robot.tools.front());
  }
  if (scenario.controller && scenario.controller->reference->kind == ReferenceKind::table) {
    const std::string path = beside(scenario, scenario.controller->reference->file);
    files.reference = reference_table(path, *robot.model);
    note("reference", text_of(path, "a motion"));
  }
  if (scenario.input && !scenario.input->file.empty()) {
    const std::string path = beside(scenario, scenario.input->file);
    files.input = read_input_table(path, scenario.input->kind, *robot.model,
                                   motor_names(robot.drives, *robot.model));
    note("input", text_of(path, "a table"));
  }
  loaded.left_out = std::move(robot.left_out);
  loaded.remarks = std::move(robot.remarks);
  loaded.robot = std::move(robot.robot);
  loaded.setup =
      std::make_unique<ScenarioSetup>(scenario, *robot.model, std::move(robot.drives), files);
  return loaded;
}

}  // namespace erfd
