#include "motion/plan/target_check.hpp"

#include "motion/plan/goal.hpp"

namespace erfd::planning {

TargetCheck::TargetCheck(const Arm& arm, VectorX<double> q) : arm_(arm), q_(std::move(q)) {}

std::optional<Problem> TargetCheck::problem_of(const Instruction& instruction) {
  const auto* const move = std::get_if<Move>(&instruction.action);
  if (move == nullptr) return std::nullopt;
  if (move->kind != MoveKind::ptp) return path_problem(instruction);
  Posture posture = goal_posture(arm_, move->target, instruction.conditions, q_);
  if (auto* const problem = std::get_if<Problem>(&posture)) {
    lose();
    return std::move(*problem);
  }
  q_ = std::get<VectorX<double>>(posture);
  X_WT_ = arm_.X_WFlange(q_) * arm_.X_FlangeT(instruction.conditions);
  return std::nullopt;
}

/// Where the program lets the tool keep its orientation, the end of the move before gives it.
std::optional<Problem> TargetCheck::path_problem(const Instruction& instruction) {
  const Move& move = std::get<Move>(instruction.action);
  const auto* const target = std::get_if<CartesianTarget>(&move.target);
  const bool keeps = move.orientation == OrientationMode::constant ||
                     move.orientation == OrientationMode::path_constant ||
                     (target != nullptr && !target->has_orientation);
  const bool turns_on_arc =
      move.orientation == OrientationMode::path_constant && move.kind == MoveKind::circle;
  if (target == nullptr || move.arc_angle || turns_on_arc || (keeps && !X_WT_)) {
    lose();
    return std::nullopt;
  }
  Pose<double> X_WT = instruction.conditions.X_WBase * target->X_BaseT;
  if (keeps) X_WT.R = X_WT_->R;
  const Pose<double> X_FT = arm_.X_FlangeT(instruction.conditions);
  const IkResult found = arm_.kinematics().nearest(X_WT * X_FT.inverse(), q_);
  if (!reaches(found)) {
    lose();
    return problem_at(arm_, found, X_WT, X_FT, q_);
  }
  q_ = found.q;
  X_WT_ = X_WT;
  return std::nullopt;
}

}  // namespace erfd::planning
