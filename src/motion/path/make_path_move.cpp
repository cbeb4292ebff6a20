#include "motion/path/make_path_move.hpp"

#include "erfd/base/units.hpp"

#include "motion/path/rotation_vector.hpp"
#include "motion/plan/goal.hpp"

#include <numbers>

#include <fmt/format.h>

namespace erfd::planning {
namespace {

constexpr double shortest_way = 1e-6;   // [m]; below it a move only turns the tool
constexpr double smallest_turn = 1e-9;  // [rad]; below it a move does nothing at all
constexpr double orientation_agrees = 0.1 * degree;
constexpr double half_turn = std::numbers::pi - 1e-6;

struct Goal {
  Pose<double> X_WT;
  bool has_orientation = true;
};

Goal goal_of(const Arm& arm, const Instruction& instruction, const VectorX<double>& q) {
  const Move& move = std::get<Move>(instruction.action);
  const Conditions& conditions = instruction.conditions;
  if (const auto* joints = std::get_if<JointTarget>(&move.target))
    return {arm.X_WFlange(filled(arm, *joints, q)) * arm.X_FlangeT(conditions), true};
  const auto& target = std::get<CartesianTarget>(move.target);
  return {conditions.X_WBase * target.X_BaseT, target.has_orientation};
}

PathLimits limits_of(const MoveLimits& limits, const PlannerSettings& settings) {
  const double acceleration = limits.acceleration.value_or(settings.default_acceleration *
                                                           limits.acceleration_share.value_or(1));
  return {limits.speed.value_or(settings.default_speed), acceleration,
          limits.deceleration.value_or(acceleration),
          limits.turn_speed.value_or(settings.turn_speed),
          limits.turn_acceleration.value_or(settings.turn_acceleration)};
}

/// The program's curve; none: `made` tells why.
std::optional<Curve> curve_of(const Instruction& instruction, const Vector3<double>& from,
                              const Vector3<double>& to, MadePathMove& made) {
  const Move& move = std::get<Move>(instruction.action);
  if (move.kind == MoveKind::lin) return line_between(from, to);
  std::optional<Arc> arc;
  if (move.via) arc = arc_through(from, (instruction.conditions.X_WBase * move.via->X_BaseT).p, to);
  if (arc && move.arc_angle) arc = with_angle(*arc, *move.arc_angle);
  if (!arc || arc->length < shortest_way) {
    made.findings.push_back(
        no_path("L0310", move.via ? "start, auxiliary point and end of the circle coincide or lie "
                                    "on a line; choose an auxiliary point beside the chord"
                                  : "a circle needs an auxiliary point"));
    return std::nullopt;
  }
  made.arc_radius = arc->radius;
  made.arc_angle = arc->angle;
  return *arc;
}

/// A half turn goes about either axis: the one that moves the joints less.
void choose_half_turn(const Arm& arm, const Pose<double>& X_FT, const VectorX<double>& q,
                      PathMove& move, MadePathMove& made) {
  if (move.orientation.turn.norm() < half_turn) return;
  made.findings.push_back(
      warning("W0506",
              "the orientation turns by 180 deg: either sense is possible; an intermediate "
              "target decides"));
  const auto effort = [&](const PathMove& way) {
    const IkResult middle = arm.kinematics().nearest(way.at(way.length() / 2) * X_FT.inverse(), q);
    return middle.ok() ? joint_measure(q, middle.q, arm.axes().speed)
                       : std::numeric_limits<double>::infinity();
  };
  PathMove other = move;
  other.orientation.turn = -move.orientation.turn;
  if (effort(other) < effort(move)) move = other;
}

/// Constant orientations end with the one that follows from the way, not with the programmed one.
void compare_end(const Dialect& dialect, const Move& move, const Goal& goal,
                 const PathMove& made_move, MadePathMove& made) {
  const double off = angle_between(made_move.orientation.end(), goal.X_WT.R);
  if (!goal.has_orientation || off <= orientation_agrees) return;
  made.findings.push_back(warning(
      "W0505", fmt::format("{} ends {:.2f} deg away from the orientation of {}, which it ignores",
                           dialect.word(move.orientation), off / degree, target_text(move))));
}

PathMove turned_in_place(const Pose<double>& X_WT, const Matrix3<double>& R_end,
                         const PathLimits& limits) {
  const OrientationLaw law = turn_in_place(X_WT.R, R_end);
  const double v = limits.turn_speed, a = limits.turn_acceleration;
  return {Line{X_WT.p, Vector3<double>::Zero(), law.length},
          law,
          {v, a, a, v, a},
          std::nullopt,
          false,
          true};
}

}  // namespace

MadePathMove make_path_move(const Arm& arm, const Instruction& instruction,
                            const Pose<double>& X_WT, const VectorX<double>& q) {
  const Move& move = std::get<Move>(instruction.action);
  MadePathMove made;
  const Goal goal = goal_of(arm, instruction, q);
  const std::optional<Curve> curve = curve_of(instruction, X_WT.p, goal.X_WT.p, made);
  if (!curve) return made;
  OrientationMode mode = move.orientation;
  const bool keeps = mode == OrientationMode::constant || mode == OrientationMode::path_constant;
  if (!goal.has_orientation && !keeps) {
    if (move.orientation_given) {
      made.findings.push_back(
          no_path("L0311", fmt::format("{} needs an orientation at {}", arm.dialect().word(mode),
                                       target_text(move))));
      return made;
    }
    mode = OrientationMode::constant;
  }
  const PathLimits limits = limits_of(move.limits, arm.settings());
  PathMove path{*curve,
                orientation_law(mode, X_WT.R, goal.X_WT.R, *curve),
                limits,
                std::nullopt,
                mode == OrientationMode::joint && arm.kinematics().is_closed_form(),
                false};
  if (length_of(*curve) < shortest_way)
    path = turned_in_place(X_WT, keeps ? X_WT.R : goal.X_WT.R, limits);
  path.time = move.limits.time;
  if (path.length() < smallest_turn && path.in_place)
    made.findings.push_back(note("N0507", "the robot already stands at the target"));
  if (keeps) compare_end(arm.dialect(), move, goal, path, made);
  choose_half_turn(arm, arm.X_FlangeT(instruction.conditions), q, path, made);
  made.move = std::move(path);
  return made;
}

}  // namespace erfd::planning
