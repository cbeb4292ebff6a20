#include "motion/plan/arm.hpp"

#include "erfd/base/text.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/motion/missing_freedom.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd::planning {

Arm::Arm(const Model& model, const InverseKinematics& kinematics, const PlannerSettings& settings,
         const Dialect& dialect)
    : model_(model),
      kinematics_(kinematics),
      settings_(settings),
      dialect_(dialect),
      axes_{VectorX<double>::Constant(model.nv(), std::numeric_limits<double>::infinity()), {}},
      active_(active_indices(model)),
      loops_(erfd::is_closed(model) ? std::make_unique<LoopWorkspace>(model) : nullptr),
      ws_(model) {
  axes_.acceleration = axes_.speed;
  for (const int i : active_) {
    const JointLimits& limits = model.bodies()[i].limits;
    const bool silent = !std::isfinite(limits.speed) || !std::isfinite(limits.acceleration);
    if (silent) silent_axes_.push_back(i);
    axes_.speed[i] = std::isfinite(limits.speed) ? limits.speed : settings.default_joint_speed;
    axes_.acceleration[i] = std::isfinite(limits.acceleration)
                                ? limits.acceleration
                                : settings.default_joint_acceleration;
  }
}

Pose<double> Arm::X_FlangeT(const Conditions& conditions) const {
  return tool_in_flange(conditions, model_);
}

Pose<double> Arm::X_WFlange(const VectorX<double>& q) const {
  if (!loops_) return frame_pose<double>(model_, ws_, q, kinematics_.flange());
  VectorX<double> closed = q;
  close(closed);
  return frame_pose<double>(model_, ws_, closed, kinematics_.flange());
}

VectorX<double> Arm::home() const {
  if (settings_.home.size() > 0) return settings_.home;
  if (!loops_) return model_.neutral();
  VectorX<double> q = model_.start();
  close(q);
  return q;
}

bool Arm::close(VectorX<double>& q) const {
  return !loops_ || close_position<double>(model_, *loops_, q).closed;
}

bool Arm::lead_to(const VectorX<double>& target, VectorX<double>& q) const {
  if (loops_) return move_active<double>(model_, *loops_, target, q).closed;
  q = target;
  return true;
}

bool Arm::follow(const VectorX<double>& q, MatrixX<double>& G) const {
  if (!loops_) return true;
  G.resize(model_.nv(), static_cast<Eigen::Index>(active_.size()));
  return loop_matrix<double>(model_, *loops_, q, G).regular();
}

double Arm::speed_of(std::size_t first_instruction) const {
  const auto& own = settings_.instruction_speeds;
  return settings_.speed * (first_instruction < own.size() ? own[first_instruction] : 1);
}

std::string Arm::amount(int axis, double value) const {
  const Measure& measure = measure_of(model_.bodies()[axis].kind);
  return fmt::format("{} {}", amount_with_decimals(value / measure.shown_in_si, 2), measure.shown);
}

std::optional<Branch> Arm::branch_of_code(int code) const {
  for (const auto& entry : settings_.configurations)
    if (entry.code == std::to_string(code)) return planning::branch_of(entry);
  return std::nullopt;
}

std::string Arm::known_codes() const {
  std::string text;
  for (const auto& entry : settings_.configurations)
    text += (text.empty() ? "" : ", ") + entry.code;
  return text.empty() ? "none" : text;
}

namespace {

/// "4.0 mm", and the angle where the orientation is missed as well.
std::string missing_text(const IkResult& result) {
  const double degrees = result.angle * 180 / std::numbers::pi;
  const std::string way = amount_with_decimals(result.distance * 1000, 1) + " mm";
  return degrees > 1e-3 ? fmt::format("{} and {} deg", way, amount_with_decimals(degrees, 2)) : way;
}

}  // namespace

Branch branch_of(const ProgramDescription::Configuration& entry) {
  const auto sign = [](double x) { return x < 0 ? -1 : 1; };
  return {sign(entry.branch[0]), sign(entry.branch[1]), sign(entry.branch[2])};
}

bool reaches(const IkResult& result) {
  return (result.ok() || result.status == IkStatus::singular) && result.q.size() > 0 &&
         result.q.allFinite();
}

Problem problem_of(const Arm& arm, const IkResult& result) {
  const std::string part =
      result.part == ArmPart::none ? "" : fmt::format(" ({})", name_of(result.part));
  switch (result.status) {
    case IkStatus::out_of_reach:
      if (!result.leg.empty())
        return {Limit::reach, "P0401",
                fmt::format("out of reach: the leg of {} ends {} before", result.leg,
                            missing_text(result)),
                -1, result.distance};
      return {Limit::reach, "P0401",
              fmt::format("out of reach by {}{}", missing_text(result), part), -1, result.distance};
    case IkStatus::not_converged:
      return {Limit::reach, "P0401",
              fmt::format("no posture found, {} are left", missing_text(result)), -1,
              result.distance};
    case IkStatus::joint_limit:
      return out_of_range(arm, result.joint, result.distance);
    case IkStatus::singular:
      return {Limit::singularity, "P0404", fmt::format("{} singularity", name_of(result.part))};
    case IkStatus::ok:
      break;
  }
  return {};
}

Problem problem_at(const Arm& arm, const IkResult& result, const Pose<double>& X_WT,
                   const Pose<double>& X_FlangeT, const VectorX<double>& q_near) {
  if (result.status == IkStatus::not_converged)
    if (const auto missing = missing_freedom(arm.model(), X_FlangeT, X_WT, q_near))
      return {Limit::reach, missing->is_out_of_reach() ? "P0401" : "P0405", text_of(*missing, X_WT),
              -1, result.distance};
  return problem_of(arm, result);
}

Problem loops_problem(const Arm& arm, const VectorX<double>& target, const VectorX<double>& last) {
  std::string places;
  double left = 0;
  for (const int i : arm.active()) {
    places += fmt::format("{}{} {}", places.empty() ? "" : ", ", arm.axis_name(i),
                          arm.amount(i, last[i]));
    left = std::max(left, std::abs(target[i] - last[i]));
  }
  return {Limit::reach, "P0401", "the loops do not close there: they follow until " + places, -1,
          left};
}

Problem out_of_range(const Arm& arm, int axis, double beyond) {
  return {
      Limit::joint_range, "P0403",
      fmt::format("{} would leave its range by {}", arm.axis_name(axis), arm.amount(axis, beyond)),
      axis, beyond};
}

std::optional<Problem> range_problem(const Arm& arm, const VectorX<double>& q) {
  constexpr double rounding = 1e-9;
  for (int i = 0; i < static_cast<int>(q.size()); ++i) {
    const JointLimits& limits = arm.model().bodies()[i].limits;
    const double beyond = std::max(limits.lower - q[i], q[i] - limits.upper);
    if (beyond > rounding) return out_of_range(arm, i, beyond);
  }
  return std::nullopt;
}

}  // namespace erfd::planning
