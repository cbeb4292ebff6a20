#include "input/program_input.hpp"

#include "erfd/base/source_text.hpp"
#include "erfd/program/read_program.hpp"

#include "input/find_program.hpp"
#include "input/motion_input.hpp"
#include "input/robot_input.hpp"
#include "output/output.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

AngleTriple triple_of(const std::string& name) {
  if (name == "zyx") return AngleTriple::zyx;
  if (name == "ori_lola" || name == "yzx") return AngleTriple::yzx;
  throw Error(fmt::format("--orientation: found '{}', expected zyx or ori_lola", name));
}

/// For here() and herej(): the joints of a target, nearest to others.
auto joints_at(const InverseKinematics& kinematics, const Model& model) {
  return [&kinematics, &model](const CartesianTarget& target, const Conditions& conditions,
                               const VectorX<double>& near) -> std::optional<VectorX<double>> {
    const Pose<double> X_FT = tool_in_flange(conditions, model);
    IkResult found = kinematics.nearest(conditions.X_WBase * target.X_BaseT * X_FT.inverse(), near);
    if (!found.ok()) return std::nullopt;
    return std::move(found.q);
  };
}

Program read_program(const ProgramOptions& options, const RobotDescription& robot,
                     const Model& model, const InverseKinematics& kinematics) {
  ProgramContext context = program_context(robot, model);
  if (options.orientation) context.angles = triple_of(*options.orientation);
  context.joints_at = joints_at(kinematics, model);
  ReadProgram read = options.program_text
                         ? erfd::read_program(*options.program_text, options.program, context)
                         : read_program_file(find_program(options.program), context);
  if (read.findings.has_errors()) throw ProgramError(std::move(read.findings), read.program.lines);
  read.program.findings = std::move(read.findings);
  return std::move(read.program);
}

PlannerSettings settings_for(const ProgramOptions& options, const RobotDescription& robot,
                             const Model& model) {
  PlannerSettings settings = planner_settings(robot, model);
  settings.smoothed = options.smoothed;
  settings.fly_corners = options.fly_corners;
  settings.ptp_jerk_time = options.jerk_time;
  settings.speed = options.speed_scale;
  if (options.period) settings.period = *options.period;
  if (!(settings.period > 0))
    throw Error(fmt::format("--period: found {} s, expected more than 0", settings.period));
  return settings;
}

}  // namespace

ProgramError::ProgramError(Diagnostics findings, const std::vector<std::string>& lines)
    : Error(text_with_source(findings, lines)), findings_(std::move(findings)) {}

void show_findings(const PlannedProgram& p) {
  for (const Diagnostics* const findings : {&p.program.findings, &p.plan.findings})
    if (!findings->all().empty()) talk(text_with_source(*findings, p.program.lines));
}

void count_findings(const PlannedProgram& p) {
  const auto count = [&](Severity severity) {
    return static_cast<std::size_t>(p.program.findings.count(severity)) +
           static_cast<std::size_t>(p.plan.findings.count(severity));
  };
  std::vector<std::string> kinds;
  if (count(Severity::warning) > 0) kinds.push_back(counted(count(Severity::warning), "warning"));
  if (count(Severity::note) > 0) kinds.push_back(counted(count(Severity::note), "note"));
  if (!kinds.empty())
    talk(fmt::format("{}: {}; `erfd plan` shows them", p.program.file, fmt::join(kinds, ", ")));
}

void talk_about_forces(const Program& program, const std::string& file) {
  const auto& all = program.instructions;
  if (std::any_of(all.begin(), all.end(),
                  [](const Instruction& i) { return i.conditions.wrench.has_value(); }))
    talk(fmt::format("{}: the forces of the program (ext_force) are not in it", file));
}

PlannedProgram plan_program(const ProgramOptions& options, const Progress& progress) {
  if (is_motion_file(options)) return recorded_program(options);
  auto [model, payload, left_out, robot] = build_unloaded_input(options.robot);
  auto kinematics = std::make_unique<InverseKinematics>(model);
  Program program = read_program(options, robot, model, *kinematics);
  carry(program, model, payload);
  PlannerSettings settings = settings_for(options, robot, model);
  settings.progress = progress;
  Plan planned = plan(program, model, *kinematics, settings);
  if (progress)
    settings.progress = [progress](double) { progress(1); };  // planned anew: no way back
  return {std::move(robot),    std::move(model),   std::move(kinematics), std::move(program),
          std::move(settings), std::move(planned), std::move(left_out)};
}

}  // namespace erfd
