#include "motion/plan/goal.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd::planning {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;
/// Near zero the sign of an axis is no matter of choice: its turn bit is not looked at.
constexpr double bit_is_idle = 2 * std::numbers::pi / 180;

/// Shifts axes by whole turns until their signs are those of the bits.
std::optional<Problem> apply_turns(const Arm& arm, int bits, VectorX<double>& q) {
  for (std::size_t k = 0; k < arm.active().size(); ++k) {
    const int i = arm.active()[k];
    const bool below = (bits >> k & 1) != 0;
    if (!arm.comes_round(i) || std::abs(q[i]) < bit_is_idle || (q[i] < 0) == below) continue;
    q[i] += below ? -full_turn : full_turn;
    const JointLimits& limits = arm.model().bodies()[i].limits;
    if (q[i] < limits.lower || q[i] > limits.upper)
      return Problem{Limit::configuration, "P0402",
                     fmt::format("the wanted turn of {} lies outside its range", arm.axis_name(i)),
                     i};
  }
  return std::nullopt;
}

std::vector<CodedPosture> coded(const Arm& arm, const Pose<double>& X_WF,
                                const VectorX<double>& now) {
  std::vector<CodedPosture> found;
  for (const auto& entry : arm.settings().configurations) {
    IkResult result = arm.kinematics().in_branch(X_WF, branch_of(entry), now);
    if (reaches(result)) found.push_back({entry.code, std::move(result.q)});
  }
  return found;
}

Posture in_configuration(const Arm& arm, const Pose<double>& X_WF, int code,
                         const VectorX<double>& now) {
  const std::optional<Branch> branch = arm.branch_of_code(code);
  if (!branch)
    return Problem{Limit::configuration, "P0402",
                   fmt::format("configuration {} is not in the robot's table (known: {})", code,
                               arm.known_codes())};
  const IkResult result = arm.kinematics().in_branch(X_WF, *branch, now);
  if (reaches(result)) return result.q;
  if (result.status != IkStatus::out_of_reach) return problem_of(arm, result);
  std::vector<IkSolution> others;
  arm.kinematics().all(X_WF, others);
  if (others.empty()) return problem_of(arm, result);
  std::vector<std::string> codes;
  for (const CodedPosture& other : coded(arm, X_WF, now)) codes.push_back(other.code);
  return Problem{Limit::configuration, "P0402",
                 codes.empty()
                     ? fmt::format("configuration {} does not reach it, nor does another of the "
                                   "robot's table; {} postures without a code do",
                                   code, others.size())
                     : fmt::format("configuration {} does not reach it; {} {}", code,
                                   fmt::join(codes, ", "), codes.size() == 1 ? "does" : "do")};
}

bool stands_in(const AxisRange& range, double q) {
  return q >= range.lower - bit_is_idle && q <= range.upper + bit_is_idle;
}

/// Each axis by whole turns into its range, where it can.
void turn_into(const Arm& arm, const WantedPosture& wanted, VectorX<double>& q) {
  for (const AxisRange& range : wanted.axes) {
    if (range.axis >= q.size() || !arm.comes_round(range.axis)) continue;
    const JointLimits& limits = arm.model().bodies()[range.axis].limits;
    for (const double turn : {0.0, full_turn, -full_turn}) {
      const double moved = q[range.axis] + turn;
      if (!stands_in(range, moved) || moved < limits.lower || moved > limits.upper) continue;
      q[range.axis] = moved;
      break;
    }
  }
}

int misses(const Arm& arm, const WantedPosture& wanted, const VectorX<double>& q) {
  const Branch branch = arm.kinematics().branch_of(q);
  int count = 0;
  if (wanted.shoulder && *wanted.shoulder != branch.shoulder) ++count;
  if (wanted.elbow && *wanted.elbow != branch.elbow) ++count;
  for (const AxisRange& range : wanted.axes)
    if (range.axis < q.size() && !stands_in(range, q[range.axis])) ++count;
  return count;
}

/// The posture that misses the least of what is wanted, among those the nearest; none reaches: no value.
std::optional<VectorX<double>> wanted_posture(const Arm& arm, const Pose<double>& X_WF,
                                              const WantedPosture& wanted,
                                              const VectorX<double>& now) {
  std::optional<VectorX<double>> best;
  std::pair<int, double> least{};
  for (const int shoulder : {1, -1})
    for (const int elbow : {1, -1})
      for (const int wrist : {1, -1}) {
        IkResult found = arm.kinematics().in_branch(X_WF, {shoulder, elbow, wrist}, now);
        if (!reaches(found)) continue;
        turn_into(arm, wanted, found.q);
        const std::pair<int, double> cost{misses(arm, wanted, found.q),
                                          joint_measure(now, found.q, arm.axes().speed)};
        if (best && !(cost < least)) continue;
        least = cost;
        best = std::move(found.q);
      }
  return best;
}

Posture posture_at(const Arm& arm, const CartesianTarget& target, const Conditions& conditions,
                   const VectorX<double>& now) {
  if (!target.has_orientation)
    return Problem{
        Limit::path, "L0311",
        fmt::format("a {} target needs an orientation", arm.dialect().word(MoveKind::ptp))};
  const Pose<double> X_FT = arm.X_FlangeT(conditions), X_WT = conditions.X_WBase * target.X_BaseT;
  const Pose<double> X_WF = X_WT * X_FT.inverse();
  if (arm.kinematics().is_closed_form() && target.configuration.value_or(0) != 0)
    return in_configuration(arm, X_WF, *target.configuration, now);
  if (arm.kinematics().is_closed_form() && target.wanted)
    if (std::optional<VectorX<double>> q = wanted_posture(arm, X_WF, *target.wanted, now))
      return *std::move(q);
  const IkResult result = arm.kinematics().nearest(X_WF, now);
  if (!reaches(result)) return problem_at(arm, result, X_WT, X_FT, now);
  return result.q;
}

}  // namespace

std::string missed(const Arm& arm, const WantedPosture& wanted, const VectorX<double>& q) {
  const Branch branch = arm.kinematics().branch_of(q);
  std::vector<std::string> parts;
  const auto side = [&](const std::optional<int>& sign, int is, const char* text) {
    if (sign && *sign != is) parts.emplace_back(text);
  };
  side(wanted.shoulder, branch.shoulder, "the wrist centre stands on the other side of axis 1");
  side(wanted.elbow, branch.elbow, "the elbow bends the other way");
  for (const AxisRange& range : wanted.axes)
    if (range.axis < q.size() && !stands_in(range, q[range.axis]))
      parts.push_back(fmt::format("{} stands at {}, wanted {} to {}", arm.axis_name(range.axis),
                                  arm.amount(range.axis, q[range.axis]),
                                  arm.amount(range.axis, range.lower),
                                  arm.amount(range.axis, range.upper)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

VectorX<double> filled(const Arm& arm, const JointTarget& target, const VectorX<double>& now) {
  VectorX<double> q = now;
  const std::vector<int>& axes = arm.active();
  for (std::size_t i = 0; i < target.q.size() && i < axes.size(); ++i)
    q[axes[i]] = target.q[i].value_or(now[axes[i]]);
  return q;
}

std::vector<CodedPosture> postures_by_code(const Arm& arm, const CartesianTarget& target,
                                           const Conditions& conditions,
                                           const VectorX<double>& now) {
  if (!arm.kinematics().is_closed_form() || !target.has_orientation) return {};
  return coded(arm, conditions.X_WBase * target.X_BaseT * arm.X_FlangeT(conditions).inverse(), now);
}

Posture goal_posture(const Arm& arm, const Target& target, const Conditions& conditions,
                     const VectorX<double>& now) {
  if (const auto* joints = std::get_if<JointTarget>(&target)) {
    const VectorX<double> wanted = filled(arm, *joints, now);
    VectorX<double> q = now;
    if (!arm.lead_to(wanted, q)) return loops_problem(arm, wanted, q);
    if (auto problem = range_problem(arm, q)) return *problem;
    return q;
  }
  const auto& cartesian = std::get<CartesianTarget>(target);
  Posture posture = posture_at(arm, cartesian, conditions, now);
  if (auto* q = std::get_if<VectorX<double>>(&posture); q && cartesian.turns)
    if (auto problem = apply_turns(arm, *cartesian.turns, *q)) return *problem;
  return posture;
}

}  // namespace erfd::planning
