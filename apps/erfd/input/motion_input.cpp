#include "input/motion_input.hpp"

#include "erfd/motion/recorded_motion.hpp"
#include "erfd/program/program_context.hpp"

#include "input/robot_input.hpp"
#include "input/state_input.hpp"
#include "output/output.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

void check_options(const ProgramOptions& options) {
  const auto refuse = [&](const char* option, bool given) {
    if (given)
      throw Error(
          fmt::format("{}: {} is a recorded motion, expected a program: nothing of it is "
                      "planned",
                      option, options.program));
  };
  refuse("--orientation", options.orientation.has_value());
  refuse("--speed", options.speed_scale != 1);
  refuse("--jerk-time", options.jerk_time != 0);
  refuse("--smoothed", options.smoothed);
  refuse("--fly-corners", options.fly_corners);
}

}  // namespace

bool is_motion_file(const ProgramOptions& options) {
  return !options.program_text && options.program.ends_with(".csv");
}

PlannedProgram recorded_program(const ProgramOptions& options) {
  check_options(options);
  auto [model, payload, left_out, robot] = build_unloaded_input(options.robot);
  const ReadStates read = read_positions(model, options.program);
  RecordedMotion motion =
      recorded_motion(read, options.program, model, program_context(robot, model).own_load,
                      options.period, planner_settings(robot, model).period);
  carry(motion.program, model, payload);
  for (const std::string& remark : motion.remarks) talk(remark);
  return {.robot = std::move(robot),
          .model = std::move(model),
          .kinematics = nullptr,
          .program = std::move(motion.program),
          .settings = {},
          .plan = std::move(motion.plan),
          .left_out = std::move(left_out)};
}

}  // namespace erfd
