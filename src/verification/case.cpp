// Choices → robot, program, plan → verdict.
#include "erfd/verification/case.hpp"

#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/io/motion_file.hpp"
#include "erfd/motion/g_profile.hpp"
#include "erfd/motion/recorded_motion.hpp"
#include "erfd/program/find_program.hpp"

#include "base/lower_case.hpp"
#include "verification/rests_on.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

/// All joints of a closed mechanism, from its active ones.
VectorX<double> near_posture(const Model& model, const VectorX<double>& of_active) {
  if (!is_closed(model)) return of_active;
  VectorX<double> q = model.start(), target = q;
  const std::vector<int> active = active_indices(model);
  for (std::size_t i = 0; i < active.size(); ++i)
    target[active[i]] = of_active[static_cast<Eigen::Index>(i)];
  LoopWorkspace ws(model);
  move_active<double>(model, ws, target, q);
  return q;
}

/// For here() and herej(): the joints of a target, nearest to others.
auto joints_at(const InverseKinematics& kinematics, const Model& model) {
  return [&kinematics, &model](const CartesianTarget& target, const Conditions& conditions,
                               const VectorX<double>& near) -> std::optional<VectorX<double>> {
    const Pose<double> X_FT = tool_in_flange(conditions, model);
    IkResult found = kinematics.nearest(conditions.X_WBase * target.X_BaseT * X_FT.inverse(),
                                        near_posture(model, near));
    if (!found.ok()) return std::nullopt;
    return entries_of(found.q, active_indices(model));
  };
}

Program program_of(const ProgramChoice& choice, const RobotDescription& robot, const Model& model,
                   const InverseKinematics& kinematics) {
  ProgramContext context = program_context(robot, model);
  if (choice.angles) context.angles = *choice.angles;
  context.inputs = choice.inputs;
  context.entry = lower_case(choice.entry);
  context.cycles = choice.cycles;
  context.joints_at = joints_at(kinematics, model);
  ReadProgram read = choice.text
                         ? read_program(*choice.text, choice.program, context)
                         : read_program_file(find_program(choice.program), context, choice.more);
  if (read.findings.has_errors()) throw ProgramError(std::move(read.findings), read.program.lines);
  read.program.findings = std::move(read.findings);
  return std::move(read.program);
}

PlannerSettings settings_for(const ProgramChoice& choice, const RobotDescription& robot,
                             const Model& model) {
  PlannerSettings settings = planner_settings(robot, model);
  settings.smoothed = choice.smoothed;
  settings.fly_corners = choice.fly_corners;
  settings.ptp_jerk_time = choice.jerk_time;
  settings.speed = choice.speed;
  if (choice.period) settings.period = *choice.period;
  return settings;
}

/// Shares of the speed, by the lines of the moves. @throws Error for a line without a move.
std::vector<double> instruction_speeds(const ProgramChoice& choice, const Program& program) {
  if (choice.line_speeds.empty()) return {};
  const auto& all = program.instructions;
  std::vector<double> speeds(all.size(), 1);
  for (const auto& [line, speed] : choice.line_speeds) {
    bool found = false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].at.line != line || !std::holds_alternative<Move>(all[k].action)) continue;
      speeds[k] = speed;
      found = true;
    }
    if (!found)
      throw Error(
          fmt::format("line.{}.speed: no move of {} stands in that line", line, program.file));
  }
  return speeds;
}

/// Moves that run into each other have the speed of the first of them.
void check_line_speeds(const ProgramChoice& choice, const Program& program, const Plan& plan) {
  if (choice.line_speeds.empty()) return;
  const auto line_of = [&](const PlannedMove& move) {
    return program.instructions[static_cast<std::size_t>(move.instruction)].at.line;
  };
  const auto speed_of = [&](int line) {
    const auto known = choice.line_speeds.find(line);
    return known == choice.line_speeds.end() ? 1 : known->second;
  };
  const PlannedMove* first = nullptr;
  for (const PlannedMove& move : plan.moves) {
    if (first == nullptr || first->run != move.run) first = &move;
    const int line = line_of(move), leads = line_of(*first);
    if (choice.line_speeds.contains(line) && speed_of(line) != speed_of(leads))
      throw Error(fmt::format(
          "line.{0}.speed: the move runs on from line {1} without a stop, and all moves up to the "
          "next stop have one share; set line.{1}.speed",
          line, leads));
  }
}

/// A longer cycle is a slip: milliseconds, or hertz.
void check_period(const std::optional<double>& period) {
  if (period && !(*period > 0 && *period <= 1))
    throw Error(fmt::format(
        "period: found {} s, expected more than 0 and at most 1; 10 ms are 0.01", *period));
}

/// Nothing of a recorded motion is planned.
void check_recorded(const ProgramChoice& choice) {
  const auto refuse = [&](const char* option, bool given) {
    if (given)
      throw Error(fmt::format("{}: {} is a {}, expected a program: nothing of it is planned",
                              option, choice.program,
                              is_g_profile(choice) ? "G profile" : "recorded motion"));
  };
  refuse("orientation", choice.angles.has_value());
  refuse("speed", choice.speed != 1);
  refuse("jerk-time", choice.jerk_time != 0);
  refuse("smoothed", choice.smoothed);
  refuse("fly-corners", choice.fly_corners);
  refuse("input", !choice.inputs.empty());
  refuse("line", !choice.line_speeds.empty());
}

/// Lets loads and forces act that the program does not name.
void add_conditions(Program& program, const Model& model, const Payload& payload,
                    const std::optional<Force<double>>& wrench) {
  carry(program, model, payload);
  if (!wrench) return;
  for (Instruction& instruction : program.instructions)
    if (!instruction.conditions.wrench)
      instruction.conditions.wrench = ToolWrench{*wrench, ToolWrench::Axes::world};
}

Case recorded_case(ChosenRobot robot, const ProgramChoice& choice) {
  check_recorded(choice);
  const ReadStates read = read_motion_file(choice.program, robot.unloaded());
  if (read.findings.has_errors()) throw FileError(read.findings);
  Case recorded = motion_case(std::move(robot), read, choice);
  if (!read.findings.all().empty())
    recorded.remarks.insert(recorded.remarks.begin(), read.findings.text());
  return recorded;
}

/// Its moves stand in the lines of their stages.
Case profile_case(ChosenRobot robot, const ProgramChoice& choice) {
  check_recorded(choice);
  const Model model = robot.unloaded();
  GProfile profile = choice.text ? read_g_profile_text(*choice.text, choice.program)
                                 : read_g_profile(choice.program);
  const double usual = planner_settings(robot.description, model).period;
  const GMotion made = plan_g_profile(profile, model, choice.period.value_or(usual));
  Case planned = motion_case(std::move(robot), made.motion, choice);
  planned.program.lines = std::move(profile.lines);
  return planned;
}

}  // namespace

bool is_motion_file(const ProgramChoice& choice) {
  return !choice.text && choice.program.ends_with(".csv");
}

bool is_g_profile(const ProgramChoice& choice) { return choice.program.ends_with(".toml"); }

Case motion_case(ChosenRobot robot, const ReadStates& read, const ProgramChoice& choice) {
  Model model = robot.unloaded();
  RecordedMotion motion = recorded_motion(
      read, choice.program, model, program_context(robot.description, model).own_load,
      choice.period, planner_settings(robot.description, model).period);
  add_conditions(motion.program, model, robot.payload, choice.wrench);
  Drives drives = make_drives(robot.description, model);
  return {.robot = std::move(robot.description),
          .robot_findings = std::move(robot.findings),
          .model = std::move(model),
          .drives = std::move(drives),
          .kinematics = nullptr,
          .program = std::move(motion.program),
          .settings = {},
          .plan = std::move(motion.plan),
          .left_out = std::move(robot.left_out),
          .remarks = std::move(motion.remarks)};
}

Case read_case(const RobotChoice& robot_choice, const ProgramChoice& choice,
               const Progress& progress) {
  check_period(choice.period);
  RobotChoice closing = robot_choice;
  closing.closes_loops = true;
  ChosenRobot robot = choose_robot(closing);
  if (is_motion_file(choice)) return recorded_case(std::move(robot), choice);
  if (is_g_profile(choice)) return profile_case(std::move(robot), choice);
  Model model = robot.unloaded();
  auto kinematics = std::make_unique<InverseKinematics>(model);
  Program program = program_of(choice, robot.description, model, *kinematics);
  add_conditions(program, model, robot.payload, choice.wrench);
  PlannerSettings settings = settings_for(choice, robot.description, model);
  settings.instruction_speeds = instruction_speeds(choice, program);
  settings.progress = progress;
  Plan planned = plan(program, model, *kinematics, settings);
  check_line_speeds(choice, program, planned);
  if (progress)
    settings.progress = [progress](double) { progress(1); };  // planned anew: no way back
  Drives drives = make_drives(robot.description, model);
  return {.robot = std::move(robot.description),
          .robot_findings = std::move(robot.findings),
          .model = std::move(model),
          .drives = std::move(drives),
          .kinematics = std::move(kinematics),
          .program = std::move(program),
          .settings = std::move(settings),
          .plan = std::move(planned),
          .left_out = std::move(robot.left_out),
          .remarks = {}};
}

Verification verify(const Case& judged, VerificationSettings settings) {
  if (!judged.is_recorded())
    settings.replan =
        replan_with(judged.program, judged.model, *judged.kinematics, judged.settings);
  Verification result = verify(judged.program, judged.plan, judged.model, judged.drives, settings);
  result.rests_on = supports_of(judged.robot, judged.model, judged.drives, result);
  return result;
}

}  // namespace erfd
