// What elastic gears do in the asked motion, and how far they put the tool off.
//
//   off = |p(q − w) − p(q)|     the motors stand where the joints are asked, the springs are wound by w
//
// That is a controller which does not know the springs, slow enough for them not to swing. Steps of the
// load make them swing; simulate() shows it.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/model/frames.hpp"

#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

/// Where the links are while the motors stand where the joints are asked.
class GivingWay {
 public:
  explicit GivingWay(const Model& model) : model_(model), ws_(model), flange_(flange_of(model)) {
    if (is_closed(model)) loops_.emplace(model);
  }

  /// @param tool  asked tool centre in the world, of q @return how far it is off [m]
  double tool_off(const VectorX<double>& q, const VectorX<double>& given_way,
                  const Vector3<double>& tool) {
    const Pose<double> before = frame_pose<double>(model_, ws_, q, flange_);
    VectorX<double> yielding = q - given_way;
    if (loops_) {
      const VectorX<double> target = yielding;
      yielding = q;
      move_active<double>(model_, *loops_, target, yielding);
    }
    const Pose<double> after = frame_pose<double>(model_, ws_, yielding, flange_);
    return (after * (before.inverse() * tool) - tool).norm();
  }

 private:
  const Model& model_;
  Workspace ws_;
  FrameIndex flange_;
  std::optional<LoopWorkspace> loops_;
};

void find_sag(const CaseInWork& work, const MotionRecord& record, ElasticGears& found) {
  const std::vector<ElasticGear>& gears = work.drives.elastic_gears();
  GivingWay links(work.model);
  VectorX<double> way = VectorX<double>::Zero(work.joints());
  for (int k = 0; k < work.plan.samples(); ++k) {
    for (std::size_t e = 0; e < gears.size(); ++e) {
      way[gears[e].joint] = record.winding.stretch(static_cast<Eigen::Index>(e), k);
      if (std::abs(way[gears[e].joint]) <= found.twist) continue;
      found.twist = std::abs(way[gears[e].joint]);
      found.joint = gears[e].joint;
    }
    const Vector3<double>& tool = work.plan.X_WT[static_cast<std::size_t>(k)].p;
    const double off = links.tool_off(record.q_asked.col(k), way, tool);
    if (off <= found.tool_off) continue;
    found.tool_off = off;
    found.time = k * record.period;
    found.place = tool;
    found.move = work.plan.move[static_cast<std::size_t>(k)];
  }
}

/// Steps of several gears, or of neighbouring cycles, are one instant.
void find_steps(const CaseInWork& work, const MotionRecord& record, ElasticGears& found) {
  std::vector<GearWinding::Step> steps = record.winding.steps;
  std::ranges::stable_sort(steps, {}, &GearWinding::Step::cycle);
  int before = -2;
  for (const GearWinding::Step& step : steps) {
    if (step.cycle > before + 1) ++found.steps;
    before = step.cycle;
    if (std::abs(step.way) <= found.step) continue;
    found.step = std::abs(step.way);
    found.step_joint = work.drives.elastic_gears()[static_cast<std::size_t>(step.gear)].joint;
    found.step_time = step.cycle * record.period;
  }
}

std::string way_text(const Body& body, double way) {
  return is_angle(body.kind) ? fmt::format("{:.3g} deg", way * 180 / std::numbers::pi)
                             : fmt::format("{:.3g} mm", way * 1e3);
}

std::vector<std::string> sentences_of(const CaseInWork& work, const ElasticGears& found) {
  const auto body = [&](int joint) -> const Body& {
    return work.model.bodies()[static_cast<std::size_t>(joint)];
  };
  std::vector<std::string> names;
  for (const ElasticGear& gear : work.drives.elastic_gears())
    names.push_back(body(gear.joint).joint);
  const int line = work.program
                       .instructions[static_cast<std::size_t>(
                           work.plan.moves[static_cast<std::size_t>(found.move)].instruction)]
                       .at.line;
  const Vector3<double> p = 1e3 * found.place;
  std::vector<std::string> list;
  list.push_back(fmt::format(
      "{} {}: torques, speeds and currents are those of the motors in front of the springs; the "
      "achieved motion is that of stiff gears",
      names.size() == 1 ? "joint" : "joints", fmt::join(names, ", ")));
  list.push_back(fmt::format(
      "a controller that does not know the springs has the tool off by up to {:.3g} mm (line {}, "
      "at {:.3f} s, near x {:.1f}, y {:.1f}, z {:.1f} mm); {}'s spring gives way by up to {}",
      found.tool_off * 1e3, line, found.time, p.x(), p.y(), p.z(), body(found.joint).joint,
      way_text(body(found.joint), found.twist)));
  if (found.steps > 0)
    list.push_back(fmt::format(
        "the load of a gear steps {}, by up to {} of {}'s spring (at {:.3f} s): no motor can wind "
        "it so, the springs swing there, and these cycles are judged as those of stiff gears; "
        "moves without steps of acceleration (--jerk-time) avoid it, `erfd simulate` shows it",
        found.steps == 1 ? "once" : fmt::format("{} times", found.steps),
        way_text(body(found.step_joint), found.step), body(found.step_joint).joint,
        found.step_time));
  return list;
}

}  // namespace

ElasticGears elastic_gears(const CaseInWork& work, const MotionRecord& record) {
  ElasticGears found;
  find_sag(work, record, found);
  find_steps(work, record, found);
  found.sentences = sentences_of(work, found);
  return found;
}

}  // namespace erfd
