// Jump test: an axis that must move more than 1.5 times its largest speed allows, close to a
// singular posture, is led through the singularity; far from one it is merely too fast, which is
// the drives' matter.
#include "motion/plan/path_follower.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd::planning {
namespace {

constexpr double jump_factor = 1.5;
constexpr double small_sine = 0.05;      // of the wrist's bend and the elbow's stretch: 2.9 deg
constexpr double small_distance = 0.05;  // of the wrist centre from the first axis [m]

/// The part of the arm that is nearest to its singularity, if one is near.
ArmPart singular_part(const InverseKinematics::Clearance& c) {
  const double wrist = c.wrist / small_sine, elbow = c.elbow / small_sine,
               shoulder = c.shoulder / small_distance;
  const double least = std::min({std::abs(wrist), std::abs(elbow), std::abs(shoulder)});
  if (least > 1) return ArmPart::none;
  if (least == std::abs(wrist)) return ArmPart::wrist;
  return least == std::abs(elbow) ? ArmPart::elbow : ArmPart::shoulder;
}

/// The same for a step from one posture to the next.
ArmPart near_singularity(const Arm& arm, const VectorX<double>& from, const VectorX<double>& to) {
  const InverseKinematics& kinematics = arm.kinematics();
  if (!kinematics.is_closed_form()) return ArmPart::none;
  const ArmPart part = singular_part(kinematics.clearance(to));
  return part != ArmPart::none ? part : singular_part(kinematics.clearance(from));
}

}  // namespace

PathFollower::PathFollower(const Arm& arm, const PathRun& run, const Pose<double>& X_FlangeT,
                           VectorX<double> q_start)
    : arm_(arm), run_(run), X_TFlange_(X_FlangeT.inverse()), q_(std::move(q_start)) {
  if (arm.kinematics().is_closed_form()) branch_ = arm.kinematics().branch_of(q_);
}

IkResult PathFollower::posture_at(double s) {
  const PathRun::Place place = run_.place(s);
  const PathMove& move = run_.moves()[place.move];
  if (move.linear_wrist && !place.blend) return linear_wrist(move, place.move, place.u);
  return arm_.kinematics().in_branch(run_.at(s) * X_TFlange_, branch_, q_);
}

std::optional<Problem> PathFollower::go_to(double s, double dt) {
  const IkResult result = posture_at(s);
  if (auto problem = judge(result, s, dt)) return problem;
  q_ = result.q;
  return std::nullopt;
}

std::optional<Problem> PathFollower::judge(const IkResult& result, double s, double dt) const {
  // A sample may lie on a singularity; what counts is whether the axes get there.
  if (!reaches(result)) {
    if (auto problem = end_out_of_reach(s)) return problem;
    Problem problem = problem_at(arm_, result, run_.at(s), X_TFlange_.inverse(), q_);
    problem.message += place_text(s);
    return problem;
  }
  return jump(result.q, s, dt);
}

std::optional<Problem> PathFollower::end_out_of_reach(double s) const {
  const PathMove& move = run_.moves()[run_.place(s).move];
  const IkResult end =
      arm_.kinematics().in_branch(move.at(move.length()) * X_TFlange_, branch_, q_);
  if (end.status != IkStatus::out_of_reach) return std::nullopt;
  Problem problem = problem_of(arm_, end);
  if (end.leg.empty()) problem.message += "; the arm is stretched";
  problem.message += place_text(s);
  return problem;
}

std::optional<Problem> PathFollower::jump(const VectorX<double>& q, double s, double dt) const {
  for (int i = 0; i < static_cast<int>(q.size()); ++i) {
    const double step = q[i] - q_[i];
    if (std::abs(step) <= jump_factor * arm_.axes().speed[i] * dt) continue;
    const ArmPart part = near_singularity(arm_, q_, q);
    if (part == ArmPart::elbow)
      if (auto problem = end_out_of_reach(s)) return problem;
    if (part != ArmPart::none)
      return Problem{Limit::singularity, "P0404",
                     fmt::format("{} singularity{}: {} would jump by {}", name_of(part),
                                 place_text(s), arm_.axis_name(i), arm_.amount(i, std::abs(step))),
                     i, std::abs(step)};
    if (!arm_.comes_round(i) || std::abs(step) < std::numbers::pi) continue;
    // Only the posture a whole turn away lies in the range: the continuous one leaves it.
    const double on = q[i] - std::copysign(2 * std::numbers::pi, step);
    const JointLimits& limits = arm_.model().bodies()[i].limits;
    const double beyond = std::max(limits.lower - on, on - limits.upper);
    Problem problem = out_of_range(arm_, i, std::max(0.0, beyond));
    problem.message += place_text(s);
    return problem;
  }
  return std::nullopt;
}

std::string PathFollower::place_text(double s) const {
  const PathRun::Place place = run_.place(s);
  const PathMove& move = run_.moves()[place.move];
  const Vector3<double> p = run_.at(s).p * 1000;
  const std::string at = fmt::format("({:.1f}, {:.1f}, {:.1f}) mm", p.x(), p.y(), p.z());
  if (place.blend) return fmt::format(" in the blend at {}", at);
  if (move.in_place)
    return fmt::format(" after {:.1f} of {:.1f} deg at {}", place.u * 180 / std::numbers::pi,
                       move.length() * 180 / std::numbers::pi, at);
  return fmt::format(" after {:.1f} of {:.1f} mm at {}", place.u * 1000, move.length() * 1000, at);
}

}  // namespace erfd::planning
