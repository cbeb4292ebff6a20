#include "program/script/whereabouts.hpp"

#include <algorithm>

namespace erfd::script {

Whereabouts::Whereabouts(const ProgramContext& context)
    : context_(context), joints_(context.axes.size(), 0.0) {
  for (std::size_t i = 0; i < std::min(joints_.size(), context.home.size()); ++i)
    joints_[i] = context.home[i];
}

std::optional<VectorX<double>> Whereabouts::joints() const {
  VectorX<double> q(static_cast<Eigen::Index>(joints_.size()));
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (!joints_[i]) return std::nullopt;
    q[static_cast<Eigen::Index>(i)] = *joints_[i];
  }
  return q;
}

std::optional<Pose<double>> Whereabouts::tool_in_base(const Conditions& conditions) const {
  std::optional<Pose<double>> X_WF = X_WF_;
  if (!X_WF && context_.flange_at)
    if (const std::optional<VectorX<double>> q = joints()) X_WF = context_.flange_at(*q);
  if (!X_WF) return std::nullopt;
  return conditions.X_WBase.inverse() * *X_WF * conditions.X_FlangeT.value_or(context_.X_FlangeT);
}

void Whereabouts::arrive(const JointTarget& target) {
  for (std::size_t i = 0; i < std::min(target.q.size(), joints_.size()); ++i)
    if (target.q[i]) joints_[i] = target.q[i];
  X_WF_.reset();
}

void Whereabouts::arrive(const CartesianTarget& target, const Conditions& conditions) {
  X_WF_ = conditions.X_WBase * target.X_BaseT *
          conditions.X_FlangeT.value_or(context_.X_FlangeT).inverse();
  const std::optional<VectorX<double>> near = joints();
  std::optional<VectorX<double>> q;
  if (near && context_.joints_at) q = context_.joints_at(target, conditions, *near);
  for (std::size_t i = 0; i < joints_.size(); ++i)
    joints_[i] = q ? std::optional<double>((*q)[static_cast<Eigen::Index>(i)]) : std::nullopt;
}

}  // namespace erfd::script
