// What a robot lets its programs know.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/motion/lirl.hpp"

#include <charconv>
#include <memory>

namespace erfd {
namespace {

void take_settings(const ProgramDescription& program, LirlContext& context) {
  const bool yzx = program.orientation && program.orientation->value == "yzx";
  context.angles = yzx ? AngleTriple::yzx : AngleTriple::zyx;
  if (program.home) context.home = program.home->value;
  for (const ProgramDescription::Configuration& entry : program.configurations) {
    int code = 0;
    const char* const end = entry.code.data() + entry.code.size();
    const auto read = std::from_chars(entry.code.data(), end, code);
    if (read.ec == std::errc() && read.ptr == end) context.configurations.push_back(code);
  }
}

}  // namespace

LirlContext lirl_context(const RobotDescription& robot, const Model& model) {
  if (model.has_free_base()) {
    throw Error(model.name() + ": programs need a robot on a fixed base");
  }
  LirlContext context;
  context.axes.clear();
  for (const Body& body : model.bodies()) context.axes.push_back(body.kind);
  if (robot.program) take_settings(*robot.program, context);

  const Frame& own = model.frame(model.tool());
  context.X_FlangeT = own.X_BF;
  for (const ToolDescription& tool : robot.tools) {
    const Frame& frame = model.frame(model.frame_index(tool.name));
    const bool on_flange = frame.body.value == own.body.value;
    if (on_flange) context.tools[tool.name] = {frame.X_BF, {}};
  }
  const auto workspace = std::make_shared<Workspace>(model);
  context.flange_at = [&model, workspace, X_TF = own.X_BF.inverse()](const VectorX<double>& q) {
    return frame_pose<double>(model, *workspace, q, model.tool()) * X_TF;
  };
  return context;
}

}  // namespace erfd
