#include "motion/inverse_kinematics/platform_reach.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"

#include "motion/inverse_kinematics/ik_iteration.hpp"
#include "motion/inverse_kinematics/joint_ranges.hpp"

#include <utility>

namespace erfd {
namespace {

Model platform_of(const Model& model, const std::vector<int>& joints, FrameIndex flange) {
  Model::Parts parts;
  parts.name = model.name();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    parts.bodies.push_back(model.bodies()[static_cast<std::size_t>(joints[i])]);
    parts.bodies.back().parent = {static_cast<int>(i) - 1};
    parts.bodies.back().passive = false;
  }
  Frame frame = model.frame(flange);
  frame.body = {static_cast<int>(joints.size()) - 1};
  parts.frames.push_back(std::move(frame));
  return Model(std::move(parts));
}

}  // namespace

PlatformReach::PlatformReach(Model platform, std::vector<int> joints)
    : platform_(std::move(platform)), joints_(std::move(joints)) {}

std::optional<PlatformReach> PlatformReach::of(const Model& model, FrameIndex flange,
                                               std::string& obstacle) {
  if (!is_closed(model)) return std::nullopt;
  try {
    ParallelWorkspace ws(model);
    const std::vector<int>& joints = ws.structure.platform;
    if (model.frame(flange).body.value != joints.back()) {
      obstacle = "its flange does not sit on the platform";
      return std::nullopt;
    }
    VectorX<double> q = model.start();
    parallel_inverse_kinematics(model, ws, q);
    return PlatformReach(platform_of(model, joints, flange), joints);
  } catch (const Error& no_closed_form) {
    obstacle = no_closed_form.what();
    return std::nullopt;
  }
}

VectorX<double> PlatformReach::platform_part(const VectorX<double>& q) const {
  return entries_of(q, joints_);
}

IkResult PlatformReach::nearest(const Model& model, const Pose<double>& X_WF,
                                const VectorX<double>& q_near) const {
  IkResult result = iterate_to_pose(platform_, flange(), X_WF, platform_part(q_near));
  const VectorX<double> x = std::exchange(result.q, q_near);
  for (std::size_t i = 0; i < joints_.size(); ++i)
    result.q[joints_[i]] = x[static_cast<Eigen::Index>(i)];
  ParallelWorkspace ws(model);
  const LegReach reach = parallel_inverse_kinematics(model, ws, result.q);
  if (!reach.reached) {
    result.leg = model
                     .constraints()[static_cast<std::size_t>(
                         ws.structure.legs[static_cast<std::size_t>(reach.leg)].cut)]
                     .name;
    tell_how_far(model, q_near, result);
    return result;
  }
  if (result.status != IkStatus::ok) {
    if (result.joint >= 0) result.joint = joints_[static_cast<std::size_t>(result.joint)];
    return result;
  }
  const RangeMiss miss = turn_towards(model, q_near, result.q);
  if (miss.joint < 0) return result;
  result.status = IkStatus::joint_limit;
  result.joint = miss.joint;
  result.distance = miss.distance;
  return result;
}

/// The legs follow the platform from q_near on a straight way of its joints; what is left of the way
/// where they end is missing.
void PlatformReach::tell_how_far(const Model& model, const VectorX<double>& q_near,
                                 IkResult& result) const {
  ParallelWorkspace ws(model);
  const VectorX<double> from = platform_part(q_near), to = platform_part(result.q);
  double low = 0, high = 1;
  VectorX<double> last = q_near;
  for (int k = 0; k < 40; ++k) {
    const double share = (low + high) / 2;
    VectorX<double> q = q_near;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      q[joints_[i]] = from[at] + share * (to[at] - from[at]);
    }
    const bool follows = parallel_inverse_kinematics(model, ws, q).reached;
    (follows ? low : high) = share;
    if (follows) last = q;
  }
  result.status = IkStatus::out_of_reach;
  result.q = last;
  result.distance = result.angle = 0;
  for (const Body& body : platform_.bodies()) {
    const double left = std::abs((1 - low) * (to[body.q_index] - from[body.q_index]));
    (comes_round(body.kind) ? result.angle : result.distance) =
        std::hypot(comes_round(body.kind) ? result.angle : result.distance, left);
  }
}

}  // namespace erfd
