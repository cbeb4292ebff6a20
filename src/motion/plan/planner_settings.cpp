#include "erfd/motion/plan.hpp"

#include <fmt/format.h>

namespace erfd {

PlannerSettings planner_settings(const RobotDescription& robot, const Model& model) {
  PlannerSettings settings;
  if (!robot.program) return settings;
  const ProgramDescription& program = *robot.program;
  if (program.interpolation_period) settings.period = program.interpolation_period->value;
  settings.configurations = program.configurations;
  if (!program.home) return settings;
  const std::vector<double>& home = program.home->value;
  if (static_cast<int>(home.size()) != model.nq())
    throw Error(fmt::format("{}:{}:{}: program: home has {} values, the robot has {} joints",
                            robot.file, program.home->at.line, program.home->at.column, home.size(),
                            model.nq()));
  settings.home = Eigen::Map<const VectorX<double>>(home.data(), model.nq());
  return settings;
}

}  // namespace erfd
