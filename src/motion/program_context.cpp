// What a robot lets its programs know.
#include "erfd/program/program_context.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/model/payload.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <tuple>

#include <fmt/format.h>

namespace erfd {
namespace {

void take_settings(const ProgramDescription& program, ProgramContext& context) {
  const bool yzx = program.orientation && program.orientation->value == "yzx";
  context.angles = yzx ? AngleTriple::yzx : AngleTriple::zyx;
  if (program.home) context.home = program.home->value;
  const auto& [senses, zeros] = std::tie(program.maker_senses, program.maker_zeros);
  const std::size_t told = senses ? senses->value.size() : (zeros ? zeros->value.size() : 0);
  for (std::size_t i = 0; i < std::min(told, context.axes.size()); ++i)
    context.maker_axes.push_back(
        {senses ? senses->value[i] : 1, zeros && i < zeros->value.size() ? zeros->value[i] : 0});
  for (const ProgramDescription::Configuration& entry : program.configurations) {
    int code = 0;
    const char* const end = entry.code.data() + entry.code.size();
    const auto read = std::from_chars(entry.code.data(), end, code);
    if (read.ec == std::errc() && read.ptr == end) context.configurations.push_back(code);
  }
}

/// A model that carries its tool already would carry it twice.
void check_unloaded(const RobotDescription& robot, const Model& model) {
  constexpr double rounding = 1e-9;
  const double bare = build_unloaded(robot).moving_mass(), own = load_of(robot.tools[0]).mass;
  if (model.moving_mass() < bare + own * (1 - rounding)) return;
  throw Error(
      fmt::format("{}: the model carries the {} kg of its tool '{}' already, expected one of "
                  "build_unloaded(): programs say themselves what is carried",
                  model.name(), own, robot.tools[0].name));
}

void take_tools(const RobotDescription& robot, const Model& model, ProgramContext& context) {
  const FrameIndex own = model.tool();
  context.X_FlangeT = in_flange(model, own);
  for (const ToolDescription& tool : robot.tools) {
    const FrameIndex frame = model.frame_index(tool.name);
    if (!is_on_flange(model, frame)) {
      context.tools_elsewhere.push_back(tool.name);
      continue;
    }
    const Pose<double> X_FT = in_flange(model, frame);
    context.tools[tool.name] = {X_FT, moved(load_of(tool), X_FT)};
  }
  if (robot.tools.empty() || load_of(robot.tools[0]).mass == 0) return;
  check_unloaded(robot, model);
  context.own_load = moved(load_of(robot.tools[0]), context.X_FlangeT);
}

}  // namespace

ProgramContext program_context(const RobotDescription& robot, const Model& model) {
  if (model.has_free_base()) {
    throw Error(model.name() + ": programs need a robot on a fixed base");
  }
  ProgramContext context;
  context.axes.clear();
  for (const Body& body : model.bodies()) context.axes.push_back(body.kind);
  if (robot.program) take_settings(*robot.program, context);

  take_tools(robot, model, context);
  const auto workspace = std::make_shared<Workspace>(model);
  context.flange_at = [&model, workspace, flange = flange_of(model)](const VectorX<double>& q) {
    return frame_pose<double>(model, *workspace, q, flange);
  };
  return context;
}

}  // namespace erfd
