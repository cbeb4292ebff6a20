#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/motion/plan.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

/// Codes 1 to 8 = 1 + front + 2 · elbow up + 4 · wrist flipped: the best reading of the seed's 4 and 8,
/// for robots whose file has no table.
std::vector<ProgramDescription::Configuration> usual_configurations() {
  std::vector<ProgramDescription::Configuration> table;
  for (int bits = 0; bits < 8; ++bits) {
    ProgramDescription::Configuration entry;
    entry.code = std::to_string(bits + 1);
    entry.branch = {(bits & 1) != 0 ? 1.0 : -1.0, (bits & 2) != 0 ? -1.0 : 1.0,
                    (bits & 4) != 0 ? 1.0 : -1.0};
    table.push_back(std::move(entry));
  }
  return table;
}

/// The home of the active joints, on the branch on which the robot is put together.
VectorX<double> closed_home(const RobotDescription& robot, const Model& model,
                            const VectorX<double>& home) {
  LoopWorkspace ws(model);
  VectorX<double> q = model.start();
  if (move_active<double>(model, ws, home, q).closed) return q;
  const Location at = robot.program->home->at;
  throw Error(
      fmt::format("{}:{}:{}: program: home: the loops do not close there, expected active joints "
                  "that they can follow from where the robot is put together",
                  robot.file, at.line, at.column));
}

}  // namespace

PlannerSettings planner_settings(const RobotDescription& robot, const Model& model) {
  PlannerSettings settings;
  settings.configurations = usual_configurations();
  if (!robot.program) return settings;
  const ProgramDescription& program = *robot.program;
  if (program.interpolation_period) settings.period = program.interpolation_period->value;
  if (!program.configurations.empty()) settings.configurations = program.configurations;
  if (!program.home) return settings;
  const std::vector<double>& home = program.home->value;
  if (static_cast<int>(home.size()) != model.nq())
    throw Error(fmt::format("{}:{}:{}: program: home has {} values, the robot has {} joints",
                            robot.file, program.home->at.line, program.home->at.column, home.size(),
                            model.nq()));
  settings.home = Eigen::Map<const VectorX<double>>(home.data(), model.nq());
  if (is_closed(model)) settings.home = closed_home(robot, model, settings.home);
  return settings;
}

}  // namespace erfd
