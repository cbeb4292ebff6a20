// erfd optimise: the fastest motion along a path of joint positions, or along the paths of a program.
#include "erfd/report/optimised.hpp"
#include "erfd/report/plan_csv.hpp"

#include "input/program_input.hpp"
#include "input/robot_input.hpp"
#include "output/output.hpp"
#include "output/progress.hpp"
#include "verbs/verbs.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// A path has rows alone: what belongs to programs is no option of it.
void refuse_program_options(const ProgramOptions& options) {
  const auto refuse = [&](const char* option, bool given) {
    if (given)
      throw Error(fmt::format("{}: {} is a path of joint positions, expected a program", option,
                              options.program));
  };
  refuse("--orientation", options.orientation.has_value());
  refuse("--input", !options.inputs.empty());
  refuse("--wrench", options.wrench.has_value());
  refuse("--speed", options.speed_scale != 1);
  refuse("--jerk-time", options.jerk_time != 0);
  refuse("--smoothed", options.smoothed);
  refuse("--fly-corners", options.fly_corners);
  const auto& period = options.period;
  if (period && !(*period > 0 && *period <= 1))
    throw Error(fmt::format("--period: found {} s, expected more than 0 and at most 1", *period));
}

double more_than_zero(const char* option, double value) {
  if (value > 0 && std::isfinite(value)) return value;
  throw Error(fmt::format("{}: found {}, expected a number above 0", option, value));
}

std::optional<ToolLimits> tool_limits(const OptimiseOptions& options, const Model& model) {
  if (!options.tool_speed && !options.tool_acceleration) return {};
  ToolLimits limits{.frame = model.tool()};
  if (options.tool_speed) limits.speed = more_than_zero("--tool-speed", *options.tool_speed);
  if (options.tool_acceleration)
    limits.acceleration = more_than_zero("--tool-acceleration", *options.tool_acceleration);
  return limits;
}

int optimise_path(const OptimiseOptions& options) {
  const std::string& name = options.program.program;
  refuse_program_options(options.program);
  const ChosenRobot robot = chosen_robot(options.program.robot, {.loops = Loops::closed});
  const Model model = robot.model();
  const SplinePath path = read_path_file(name, model);
  ProgressLine progress("optimising");
  OptimiseSettings settings;
  settings.period = options.program.period;
  settings.tool = tool_limits(options, model);
  settings.progress = [&progress](double share) { progress.show(share); };
  const Optimised result = optimise(robot, path, name, settings);
  progress.finish();
  const Drives drives = make_drives(robot.description, model);
  const OptimisedSubject subject{name, model, drives, result};
  const Later out([&] {
    if (!options.out || !result.found()) return;
    const Case& motion = *result.motion;
    write_file(*options.out, plan_csv(motion.program, motion.plan, motion.model), options.force);
    talk_about_file(*options.out,
                    counted(static_cast<std::size_t>(motion.plan.samples()), "sample"));
  });
  const Later svg([&] {
    if (!options.svg || !result.found()) return;
    write_file(*options.svg, optimised_figure(subject), options.force);
    talk_about_file(*options.svg);
  });
  if (options.json) {
    Json json = optimised_json(subject);
    set_left_out(robot.left_out, json);
    print(json.text() + '\n');
  } else {
    print(optimised_text(subject, stdout_style()) + left_out_text(robot.left_out, stdout_style()));
  }
  out.complain();
  svg.complain();
  return result.found() && result.verdict->achievable ? exit_fine : exit_check_failed;
}

int optimise_program(const OptimiseOptions& options) {
  if (options.out || options.svg)
    throw Error(fmt::format("{}: {} is a program, expected a path of joint positions (.csv)",
                            options.out ? "--out" : "--svg", options.program.program));
  if (options.tool_speed || options.tool_acceleration)
    throw Error(fmt::format("{}: {} is a program, expected a path of joint positions (.csv)",
                            options.tool_speed ? "--tool-speed" : "--tool-acceleration",
                            options.program.program));
  const Case judged = planned_case(options.program);
  count_findings(judged);
  ProgressLine progress("optimising");
  VerificationSettings settings;
  settings.progress = [&progress](double share) { progress.show(0.5 * share); };
  const Verification verified = verify(judged, settings);
  FastestRunsSettings fastest;
  fastest.progress = [&progress](double share) { progress.show(0.5 + 0.5 * share); };
  const std::vector<FastestRun> runs = fastest_runs(judged, verified, fastest);
  progress.finish();
  if (options.json) {
    Json json = runs_json(judged, verified, runs);
    set_left_out(judged.left_out, json);
    print(json.text() + '\n');
  } else {
    print(runs_text(judged, verified, runs, stdout_style()) +
          left_out_text(judged.left_out, stdout_style()));
  }
  return verified.achievable ? exit_fine : exit_check_failed;
}

}  // namespace

int run_optimise(const OptimiseOptions& options) {
  if (options.out) check_output(*options.out, options.force);
  if (options.svg) check_output(*options.svg, options.force);
  return options.program.program.ends_with(".csv") ? optimise_path(options)
                                                   : optimise_program(options);
}

}  // namespace erfd
