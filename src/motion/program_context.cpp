// What a robot lets its programs know.
#include "erfd/program/program_context.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/model/payload.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <tuple>

#include <fmt/format.h>

namespace erfd {
namespace {

void take_settings(const ProgramDescription& program, ProgramContext& context) {
  const bool yzx = program.orientation && program.orientation->value == "yzx";
  context.angles = yzx ? AngleTriple::yzx : AngleTriple::zyx;
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

/// Where programs start: active joints alone of a closed mechanism, which programs speak of.
std::vector<double> home_of(const RobotDescription& robot, const Model& model) {
  std::vector<double> home;
  if (robot.program && robot.program->home) home = robot.program->home->value;
  if (!is_closed(model)) return home;
  if (home.size() != static_cast<std::size_t>(model.nq())) {
    const VectorX<double> start = model.start();
    home.assign(start.begin(), start.end());
  }
  std::vector<double> of_active;
  for (const int j : active_indices(model)) of_active.push_back(home[static_cast<std::size_t>(j)]);
  return of_active;
}

/// The flange of a closed mechanism for positions of its active joints; not finite where the loops do not
/// close.
std::function<Pose<double>(const VectorX<double>&)> closed_flange(const Model& model) {
  struct Scratch {
    explicit Scratch(const Model& m) : tree(m), loops(m) {}
    Workspace tree;
    LoopWorkspace loops;
  };
  const auto ws = std::make_shared<Scratch>(model);
  return [&model, ws, flange = flange_of(model)](const VectorX<double>& of_active) {
    VectorX<double> q = model.start(), target = q;
    const std::vector<int>& active = ws->loops.active();
    for (std::size_t i = 0; i < active.size(); ++i)
      target[active[i]] = of_active[static_cast<Eigen::Index>(i)];
    if (!move_active<double>(model, ws->loops, target, q).closed) q.setConstant(std::nan(""));
    return frame_pose<double>(model, ws->tree, q, flange);
  };
}

}  // namespace

ProgramContext program_context(const RobotDescription& robot, const Model& model) {
  if (model.has_free_base()) {
    throw Error(model.name() + ": programs need a robot on a fixed base");
  }
  ProgramContext context;
  context.axes.clear();
  for (const int j : active_indices(model))
    context.axes.push_back(model.bodies()[static_cast<std::size_t>(j)].kind);
  if (robot.program) take_settings(*robot.program, context);
  context.home = home_of(robot, model);

  take_tools(robot, model, context);
  if (is_closed(model)) {
    context.flange_at = closed_flange(model);
    return context;
  }
  const auto workspace = std::make_shared<Workspace>(model);
  context.flange_at = [&model, workspace, flange = flange_of(model)](const VectorX<double>& q) {
    return frame_pose<double>(model, *workspace, q, flange);
  };
  return context;
}

}  // namespace erfd
