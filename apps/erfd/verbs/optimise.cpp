// erfd optimise: the fastest motion along a path of joint positions, within all limits.
#include "erfd/report/optimised.hpp"
#include "erfd/report/plan_csv.hpp"

#include "input/robot_input.hpp"
#include "output/output.hpp"
#include "output/progress.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {

int run_optimise(const OptimiseOptions& options) {
  if (options.out) check_output(*options.out, options.force);
  if (options.svg) check_output(*options.svg, options.force);
  if (options.period && !(*options.period > 0 && *options.period <= 1))
    throw Error(
        fmt::format("--period: found {} s, expected more than 0 and at most 1", *options.period));
  const ChosenRobot robot = chosen_robot(options.robot);
  const Model model = robot.model();
  const SplinePath path = read_path_file(options.path, model);
  ProgressLine progress("optimising");
  OptimiseSettings settings;
  settings.period = options.period;
  settings.progress = [&progress](double share) { progress.show(share); };
  const Optimised result = optimise(robot, path, options.path, settings);
  progress.finish();
  const Drives drives = make_drives(robot.description, model);
  const OptimisedSubject subject{options.path, model, drives, result};
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

}  // namespace erfd
