#include "verification/load_cases.hpp"

#include "erfd/model/frames.hpp"
#include "erfd/model/payload.hpp"

#include <limits>

namespace erfd {
namespace {

/// None where nothing is carried.
std::optional<Model> loaded(const Model& model, const Payload& load) {
  if (load.mass == 0) return std::nullopt;
  return model.with_payload(flange_of(model), load);
}

Model without_speed_limits(const Model& model) {
  Model::Parts parts = model.parts();
  for (Body& body : parts.bodies) body.limits.speed = std::numeric_limits<double>::infinity();
  return Model(std::move(parts));
}

Algorithm1Settings without_motor_speed(Algorithm1Settings settings) {
  settings.motor_speed_limits = false;
  return settings;
}

}  // namespace

LoadCase::LoadCase(LoadedRobot robot, const Algorithm1Settings& settings)
    : split(std::move(robot)),
      links(split.links),
      achieved(split.model(), *split.drives, settings),
      asked(without_speed_limits(split.model()), *split.drives, without_motor_speed(settings)) {}

LoadCases::LoadCases(const Program& program, const Model& model, const Drives& drives,
                     const Algorithm1Settings& settings) {
  std::vector<Payload> seen;
  for (const Instruction& instruction : program.instructions) {
    const Payload load = carried(instruction.conditions);
    std::size_t i = 0;
    while (i < seen.size() && !same(seen[i], load)) ++i;
    if (i == seen.size()) {
      seen.push_back(load);
      cases_.emplace_back(LoadedRobot{model, loaded(model, load), drives}, settings);
    }
    case_.push_back(static_cast<int>(i));
  }
}

ExternalWrench<double> wrench_on_tool(const Conditions& conditions, const Model& model,
                                      const Pose<double>& X_WT) {
  ExternalWrench<double> wrench;
  wrench.frame = flange_of(model);
  wrench.p_F = tool_in_flange(conditions, model).p;
  if (!conditions.wrench) return wrench;
  const Force<double>& F = conditions.wrench->F;
  Matrix3<double> R = Matrix3<double>::Identity();
  if (conditions.wrench->axes == ToolWrench::Axes::base) R = conditions.X_WBase.R;
  if (conditions.wrench->axes == ToolWrench::Axes::tool) R = X_WT.R;
  wrench.F_W = {R * F.moment, R * F.force};
  return wrench;
}

}  // namespace erfd
