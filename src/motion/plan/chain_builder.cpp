// Takes moves into a chain, one after the other.
#include "motion/plan/chain_builder.hpp"

#include "motion/plan/goal.hpp"
#include "motion/plan/tool_limits.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::planning {
namespace {

constexpr double no_motion = 1e-12;  // in the measure of JointRun [s]

bool holds_axes(const Move& move) {
  const auto* joints = std::get_if<JointTarget>(&move.target);
  return joints &&
         std::any_of(joints->q.begin(), joints->q.end(), [](const auto& q) { return !q; });
}

}  // namespace

JointMove joint_move_of(const Move& move, const VectorX<double>& goal) {
  const MoveLimits& limits = move.limits;
  const double acceleration = limits.acceleration_share.value_or(1), size = move.fly_by_size;
  return {goal,         limits.speed_share.value_or(1),
          acceleration, limits.deceleration_share.value_or(acceleration),
          limits.time,  move.fly_by == FlyBy::ptp ? (size > 0 ? std::min(1.0, size) : 1) : 0};
}

ChainBuilder::ChainBuilder(const Arm& arm, const Program& program, Plan& plan)
    : arm_(arm), program_(program), plan_(plan) {}

void add_finding(const Program& program, std::size_t k, const Finding& finding, Plan& plan) {
  const Instruction& at = program.instructions[k];
  const auto* m = std::get_if<Move>(&at.action);
  const std::string text =
      m ? fmt::format("{}: {}", text_of(*program.dialect, *m), finding.what.message)
        : finding.what.message;
  if (finding.severity == Severity::error) {
    const auto& all = plan.findings.all();
    if (std::any_of(all.begin(), all.end(), [&](const Diagnostic& known) {
          return known.severity == Severity::error && known.at == at.at && known.message == text;
        }))
      return;
    plan.faults.push_back({finding.what.limit, static_cast<int>(k), at.at, finding.what.axis,
                           finding.what.amount, text});
  }
  plan.findings.add({finding.severity, finding.what.code, at.at, text});
}

void ChainBuilder::report(std::size_t k, const Finding& finding) {
  add_finding(program_, k, finding, plan_);
}

int ChainBuilder::add_planned_move(std::size_t k) {
  PlannedMove planned;
  planned.instruction = static_cast<int>(k);
  plan_.moves.push_back(planned);
  return static_cast<int>(plan_.moves.size()) - 1;
}

ChainBuilder::Result ChainBuilder::build(std::size_t first, const VectorX<double>& q) {
  result_ = {};
  speed_ = arm_.speed_of(first);
  q_ = q;
  overlap_share_ = 0;
  failed_ = false;
  std::size_t k = first;
  for (;; ++k) {
    arm_.tick();
    const bool taken = move(k).kind == MoveKind::ptp ? take_joint_move(k) : take_path_move(k);
    if (!taken || !goes_on(k)) {
      result_.next = taken ? k + 1 : k;
      break;
    }
  }
  finish_joint_run();
  finish_path_run();
  result_.failed = failed_;
  return std::move(result_);
}

bool ChainBuilder::take_joint_move(std::size_t k) {
  if (!path_moves_.empty()) {
    finish_path_run();
    if (!walk_to_end()) return false;
  }
  const VectorX<double> from = joint_moves_.empty() ? q_ : joint_moves_.back().goal;
  const Posture posture = goal_posture(arm_, move(k).target, instruction(k).conditions, from);
  if (const auto* problem = std::get_if<Problem>(&posture)) {
    report(k, {Severity::error, *problem});
    failed_ = true;
    return false;
  }
  const auto& goal = std::get<VectorX<double>>(posture);
  const bool first_of_chain = joint_moves_.empty() && result_.chain.runs.empty();
  if (joint_measure(from, goal, arm_.axes().speed) < no_motion) {
    if (!first_of_chain) return false;  // stop here; the empty move is a chain of its own
    report(k, note("N0507", "the robot already stands at the target"));
  }
  report_sooner_code(k, from, goal);
  report_wanted(k, goal);
  joint_moves_.push_back(joint_move_of(move(k), goal));
  joint_moves_.back().speed_share =
      std::min(joint_moves_.back().speed_share, tool_speed_share(arm_, instruction(k), from, goal));
  if (joint_moves_.size() > 1 && move(k - 1).fly_by == FlyBy::path) {
    const std::size_t n = joint_moves_.size();
    joint_moves_[n - 2].blend_share =
        blend_share_of(arm_, instruction(k), n > 2 ? joint_moves_[n - 3].goal : q_,
                       joint_moves_[n - 2].goal, goal, move(k - 1).fly_by_size);
  }
  taken_.push_back(k);
  planned_.push_back(add_planned_move(k));
  return true;
}

bool ChainBuilder::take_path_move(std::size_t k) {
  finish_joint_run();
  const bool continues = !path_moves_.empty();
  if (continues && holds_axes(move(k))) return false;  // needs the posture: known at a stop only
  if (!continues) X_WT_ = arm_.X_WFlange(q_) * arm_.X_FlangeT(instruction(k).conditions);
  MadePathMove made = make_path_move(arm_, instruction(k), X_WT_, q_);
  Join join = Join::plain;
  if (made.move && continues) {
    join = join_at(k - 1, path_moves_.back(), *made.move);
    if (join == Join::stop) return false;
  }
  for (const Finding& finding : made.findings) report(k, finding);
  if (!made.move) {
    failed_ = true;
    return false;
  }
  if (continues) blends_.back() = join == Join::blend ? move(k - 1).fly_by_size : 0;
  X_WT_ = made.move->at(made.move->length());
  path_moves_.push_back(std::move(*made.move));
  blends_.push_back(0);
  taken_.push_back(k);
  planned_.push_back(add_planned_move(k));
  plan_.moves.back().arc_radius = made.arc_radius;
  plan_.moves.back().arc_angle = made.arc_angle;
  return true;
}

}  // namespace erfd::planning
