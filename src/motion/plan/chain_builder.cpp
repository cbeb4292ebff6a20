// Which moves run into each other. Every decision against the program's fly-by word is reported.
#include "motion/plan/chain_builder.hpp"

#include "motion/plan/goal.hpp"
#include "motion/plan/path_blend.hpp"
#include "motion/plan/rotation_vector.hpp"

#include <numbers>

#include <fmt/format.h>

namespace erfd::planning {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double tangent = 0.5 * degree;
constexpr double no_corner = 1e-7;
constexpr double no_motion = 1e-12;

Finding warning(std::string code, std::string message) {
  return {Severity::warning, {std::move(code), std::move(message)}};
}

bool same_load(const Payload& a, const Payload& b) {
  return a.mass == b.mass && a.com == b.com && a.I_com == b.I_com;
}

bool holds_axes(const Move& move) {
  const auto* joints = std::get_if<JointTarget>(&move.target);
  return joints &&
         std::any_of(joints->q.begin(), joints->q.end(), [](const auto& q) { return !q; });
}

/// Whether the fly-by word of a move has a meaning between these kinds.
bool word_fits(FlyBy word, bool from_ptp, bool to_ptp) {
  switch (word) {
    case FlyBy::stop:
      return false;
    case FlyBy::ptp:
      return from_ptp || to_ptp;
    case FlyBy::path:
      return !from_ptp;
    case FlyBy::speed:
      return !from_ptp && !to_ptp;
  }
  return false;
}

}  // namespace

bool same_conditions(const Conditions& a, const Conditions& b) {
  const auto pose = [](const Conditions& c) { return c.X_FlangeT.value_or(Pose<double>{}); };
  const bool same_tool = a.tool == b.tool && a.X_FlangeT.has_value() == b.X_FlangeT.has_value() &&
                         pose(a).p == pose(b).p && pose(a).R == pose(b).R;
  const bool same_wrench =
      a.wrench.has_value() == b.wrench.has_value() &&
      (!a.wrench || (a.wrench->axes == b.wrench->axes && a.wrench->F.force == b.wrench->F.force &&
                     a.wrench->F.moment == b.wrench->F.moment));
  return same_tool && same_wrench && same_load(a.tool_load, b.tool_load) &&
         same_load(a.gripped, b.gripped);
}

ChainBuilder::ChainBuilder(const Arm& arm, const Program& program, Plan& plan)
    : arm_(arm), program_(program), plan_(plan) {}

void ChainBuilder::report(std::size_t k, const Finding& finding) {
  const Instruction& at = instruction(k);
  const auto* m = std::get_if<Move>(&at.action);
  const std::string text =
      m ? fmt::format("move {} to {}: {}", name_of(m->kind), target_text(*m), finding.what.message)
        : finding.what.message;
  plan_.findings.add({finding.severity, finding.what.code, at.at, text});
}

int ChainBuilder::add_planned_move(std::size_t k) {
  PlannedMove planned;
  planned.instruction = static_cast<int>(k);
  plan_.moves.push_back(planned);
  return static_cast<int>(plan_.moves.size()) - 1;
}

ChainBuilder::Result ChainBuilder::build(std::size_t first, const VectorX<double>& q) {
  result_ = {};
  q_ = q;
  overlap_share_ = 0;
  failed_ = false;
  std::size_t k = first;
  for (;; ++k) {
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

bool ChainBuilder::goes_on(std::size_t k) {
  const FlyBy word = move(k).fly_by;
  if (word == FlyBy::stop || k + 1 >= program_.instructions.size()) return false;
  const Move* next = std::get_if<Move>(&instruction(k + 1).action);
  if (!next || !same_conditions(instruction(k).conditions, instruction(k + 1).conditions)) {
    report(k, warning("W0520", fmt::format("{} dropped, the robot stops: {} follows", name_of(word),
                                           next ? "a change of tool, load or force" : "a wait")));
    return false;
  }
  const bool from_ptp = move(k).kind == MoveKind::ptp, to_ptp = next->kind == MoveKind::ptp;
  if (!word_fits(word, from_ptp, to_ptp)) {
    report(k, warning("W0501",
                      fmt::format("{} has no meaning from {} to {}: the robot stops", name_of(word),
                                  name_of(move(k).kind), name_of(next->kind))));
    return false;
  }
  if (from_ptp != to_ptp) {
    const double size = move(k).fly_by_size;
    overlap_share_ = word == FlyBy::ptp && size > 0 ? std::min(1.0, size) : 1;
  }
  return true;
}

bool ChainBuilder::take_joint_move(std::size_t k) {
  if (!path_moves_.empty()) {
    finish_path_run();
    if (!walk_to_end()) return false;
  }
  const VectorX<double>& from = joint_moves_.empty() ? q_ : joint_moves_.back().goal;
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
    report(k, {Severity::note, {"N0507", "the robot already stands at the target"}});
  }
  const MoveLimits& limits = move(k).limits;
  const double acceleration = limits.acceleration_share.value_or(1);
  const double size = move(k).fly_by_size;
  joint_moves_.push_back({goal, limits.speed_share.value_or(1), acceleration,
                          limits.deceleration_share.value_or(acceleration), limits.time,
                          move(k).fly_by == FlyBy::ptp ? (size > 0 ? std::min(1.0, size) : 1) : 0});
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

ChainBuilder::Join ChainBuilder::join_at(std::size_t k, const PathMove& before,
                                         const PathMove& behind) {
  const double corner = corner_between(before, behind);
  const bool in_place = before.in_place || behind.in_place;
  if (!in_place) plan_.moves[planned_.back()].corner = corner;
  if (move(k).fly_by == FlyBy::speed) {
    if (corner <= tangent) return Join::plain;
    const bool fly = arm_.settings().fly_corners && !in_place;
    report(k, warning("W0501", in_place
                                   ? std::string("c_speed at a turn in place: the robot stops")
                                   : fmt::format("c_speed at a corner of {:.2f} deg: the robot {}",
                                                 corner / degree,
                                                 fly ? "flies through with a step of its velocity"
                                                     : "stops; c_cp would round it off")));
    return fly ? Join::plain : Join::stop;
  }
  if (corner < no_corner) return Join::plain;
  const bool impossible =
      in_place || corner > sharpest_blend || before.linear_wrist || behind.linear_wrist;
  if (!impossible && move(k).fly_by_size > 0) return Join::blend;
  report(k, warning("W0502", fmt::format("c_cp shortened from {:.3f} mm to 0: no blend around {}",
                                         move(k).fly_by_size * 1000,
                                         in_place                   ? "a turn in place"
                                         : corner > sharpest_blend  ? "a reversal"
                                         : move(k).fly_by_size <= 0 ? "a corner without distance"
                                                                    : "a move with o_joint")));
  return Join::stop;
}

}  // namespace erfd::planning
