// Moves: targets in the base frame, options in SI, and where the robot is behind them.
#include "program/lirl/arc.hpp"
#include "program/lirl/builtins.hpp"
#include "program/lirl/machine.hpp"
#include "program/lirl/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

constexpr double same_point = 1e-6;  // [m]

/// What of a move an option writes; none where it sets conditions.
std::optional<MovePart> part_of(OptionKind kind) {
  using enum MovePart;
  constexpr MovePart parts[] = {speed,
                                acceleration,
                                deceleration,
                                speed_share,
                                acceleration_share,
                                deceleration_share,
                                turn_speed,
                                turn_acceleration,
                                time,
                                arc_angle,
                                fly_by,
                                fly_by,
                                fly_by,
                                orientation};
  const auto i = static_cast<std::size_t>(kind);  // in the order of OptionKind
  return i < std::size(parts) ? std::optional(parts[i]) : std::nullopt;
}

}  // namespace

Pose<double> Machine::flange_to_tool(const Conditions& conditions) const {
  return conditions.X_FlangeT.value_or(context_.X_FlangeT);
}

std::optional<VectorX<double>> Machine::known_joints() const {
  VectorX<double> q(static_cast<Eigen::Index>(joints_.size()));
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (!joints_[i]) return std::nullopt;
    q[static_cast<Eigen::Index>(i)] = *joints_[i];
  }
  return q;
}

std::optional<Pose<double>> Machine::tool_in_base(const Conditions& conditions) const {
  std::optional<Pose<double>> X_WF = X_WF_;
  if (!X_WF && context_.flange_at) {
    if (const std::optional<VectorX<double>> q = known_joints()) X_WF = context_.flange_at(*q);
  }
  if (!X_WF) return std::nullopt;
  return conditions.X_WBase.inverse() * *X_WF * flange_to_tool(conditions);
}

CartesianTarget Machine::here(Location at) {
  const std::optional<Pose<double>> X_BaseT = tool_in_base(conditions_);
  if (X_BaseT) return {*X_BaseT, true, std::nullopt, std::nullopt};
  throw Failure{"L0509", at,
                "the place of the tool is not known here: the last move went to a joint target "
                "and the kinematics of the robot are not given; move to a robtarget first"};
}

JointTarget Machine::herej(Location at) {
  if (known_joints()) return {joints_};
  throw Failure{"L0509", at,
                "the joint positions are not known here: the last move went to a point in space "
                "and the kinematics of the robot are not given; move to a joint target first"};
}

/// As the program writes it, blanks and line ends made one blank.
std::string Machine::written(const Expr& e) const {
  constexpr std::size_t longest = 60;
  std::string text;
  for (const char c : source_.substr(e.begin, e.end - e.begin)) {
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    if (blank && (text.empty() || text.back() == ' ')) continue;
    const bool printable = static_cast<unsigned char>(c) < 127;
    text += blank ? ' ' : (printable ? c : '?');
    if (text.size() >= longest) return text + "...";
  }
  return text;
}

void Machine::move(const Statement& s) {
  Move made;
  made.kind = s.move;
  made.target_name = written(*s.values.back());
  if (s.move == MoveKind::circle) made.written.push_back({MovePart::via, s.values[0]->range});
  made.written.push_back({MovePart::target, s.values.back()->range});
  for (const Option& o : s.options)
    if (const std::optional<MovePart> part = part_of(o.kind))
      made.written.push_back({*part, {o.at, o.end}});
  Conditions conditions = conditions_;
  move_options(s, made, conditions);
  const Type type = s.values[0]->type;
  if (type == Type::joint || type == Type::mainjoint) {
    joint_move(s, made, conditions);
  } else {
    space_move(s, made, conditions);
  }
}

void Machine::move_options(const Statement& s, Move& made, Conditions& conditions) {
  for (const Option& o : s.options) {
    switch (o.kind) {
      case OptionKind::act_rob:
        use_robot(*o.value);
        continue;
      case OptionKind::tool:
        use_tool(*o.value, conditions);
        continue;
      case OptionKind::base:
        use_base(*o.value, conditions);
        continue;
      case OptionKind::c_ori:
        made.orientation = o.mode;
        made.orientation_given = true;
        continue;
      default:
        break;
    }
    double value = 0;
    if (o.value != nullptr) {
      value = evaluator_.in_place(*o.value);
      const std::string problem = range_problem(o.kind, value);
      if (!problem.empty()) throw Failure{"L0307", o.value->at, problem};
    }
    if (o.kind == OptionKind::c_cp || o.kind == OptionKind::c_ptp ||
        o.kind == OptionKind::c_speed) {
      fly_by(o, value, made);
    } else if (o.kind == OptionKind::angle) {
      made.arc_angle = value;
    } else {
      set_limit(o.kind, value, made.limits);
    }
  }
}

void Machine::set_limit(OptionKind kind, double value, MoveLimits& limits) const {
  switch (kind) {
    case OptionKind::speed:
      limits.speed = value;
      break;
    case OptionKind::acc:
      limits.acceleration = value;
      break;
    case OptionKind::dec:
      limits.deceleration = value;
      break;
    case OptionKind::speed_ptp:
      limits.speed_share = value;
      break;
    case OptionKind::acc_ptp:
      limits.acceleration_share = value;
      break;
    case OptionKind::dec_ptp:
      limits.deceleration_share = value;
      break;
    case OptionKind::speed_ori:
      limits.turn_speed = value;
      break;
    case OptionKind::acc_ori:
      limits.turn_acceleration = value;
      break;
    default:
      limits.time = value;
      break;
  }
}

void Machine::fly_by(const Option& o, double value, Move& made) {
  made.fly_by_size = value;
  if (o.kind == OptionKind::c_cp) {
    made.fly_by = value > 0 ? FlyBy::path : FlyBy::stop;
  } else if (o.kind == OptionKind::c_speed) {
    made.fly_by = FlyBy::speed;
  } else {
    made.fly_by = FlyBy::ptp;
    if (o.value == nullptr) made.fly_by_size = 1;
    if (o.value != nullptr && value <= 0.01 && evaluator_.number(*o.value).bare) {
      findings_.warning("W0307", o.value->at,
                        fmt::format("'c_ptp' is {:g} %; a number without unit is a percentage "
                                    "here: write 50 or 50%",
                                    value * 100));
    }
  }
}

void Machine::joint_move(const Statement& s, Move& made, const Conditions& conditions) {
  auto target = evaluator_.get<JointTarget>(*s.values[0]);
  for (std::size_t i = 0; s.incremental && i < target.q.size(); ++i) {
    if (!target.q[i]) continue;
    if (!joints_[i]) herej(s.at);  // tells why the axis is not known
    *target.q[i] += *joints_[i];
  }
  for (std::size_t i = 0; i < target.q.size(); ++i) {
    if (target.q[i]) joints_[i] = target.q[i];
  }
  X_WF_.reset();
  made.target = std::move(target);
  emit(s, std::move(made), conditions);
}

CartesianTarget Machine::target(const Statement& s, const Expr& e, const Conditions& conditions) {
  const Value value = evaluator_.value(e);
  CartesianTarget found;
  if (const auto* target = std::get_if<CartesianTarget>(&value)) {
    found = *target;
  } else if (const auto* pose = std::get_if<Pose<double>>(&value)) {
    found.X_BaseT = *pose;
  } else {
    found.X_BaseT.p = std::get<Position>(value);
    found.has_orientation = false;
  }
  if (!s.incremental) return found;
  const std::optional<Pose<double>> start = tool_in_base(conditions);
  if (!start) here(e.at);                  // tells why it is not known
  found.X_BaseT = *start * found.X_BaseT;  // a position alone carries the identity
  found.has_orientation = true;
  return std::get<CartesianTarget>(sane(found, e.at));
}

/// No robot stands that near to the origin of its own base, unless metres are read as millimetres.
void Machine::check_place(const Statement& s, const Expr& e, const CartesianTarget& target,
                          const Conditions& conditions) {
  constexpr double near = 0.01;  // [m]
  const double distance = target.X_BaseT.p.norm();
  const bool in_world = conditions.base.empty() && conditions.X_WBase.p.isZero(0);
  if (s.incremental || !in_world || distance == 0 || distance >= near) return;
  findings_.warning("W0311", e.at,
                    fmt::format("the target is {:.3g} mm away from the origin of the robot; looks "
                                "like metres: a number without unit is in mm here, write 500 or "
                                "0.5m",
                                1000 * distance));
}

void Machine::check_configuration(const CartesianTarget& target, Location at) const {
  const std::vector<int>& known = context_.configurations;
  if (!target.configuration || known.empty()) return;
  if (std::find(known.begin(), known.end(), *target.configuration) != known.end()) return;
  std::string codes;
  for (const int code : known) codes += fmt::format("{}{}", codes.empty() ? "" : ", ", code);
  throw Failure{"L0313", at,
                fmt::format("the robot has no configuration {}; its file names {}, and 0 is the "
                            "nearest",
                            *target.configuration, codes)};
}

void Machine::space_move(const Statement& s, Move& made, const Conditions& conditions) {
  const std::optional<Pose<double>> start = tool_in_base(conditions);
  if (made.kind == MoveKind::circle) made.via = target(s, *s.values[0], conditions);
  const Expr& last = *s.values.back();
  CartesianTarget end = target(s, last, conditions);
  check_place(s, last, end, conditions);
  if (!end.has_orientation) {
    const bool keeps = made.kind != MoveKind::ptp && made.orientation_given &&
                       made.orientation == OrientationMode::constant;
    if (!keeps || !start) {
      throw Failure{"L0311", last.at,
                    "orientation missing at an end point: this target has only a position; write a "
                    "pose, or c_ori=o_con to keep the orientation"};
    }
    end.X_BaseT.R = start->R;
    end.has_orientation = true;
  }
  if (made.kind == MoveKind::ptp) check_configuration(end, last.at);
  made.target = end;
  if (made.kind == MoveKind::circle) check_circle(s, made, start);
  const Pose<double> X_BaseT = end_of(made, start);
  emit(s, made, conditions);
  arrive(made, X_BaseT, conditions);
}

void Machine::check_circle(const Statement& s, const Move& made,
                           const std::optional<Pose<double>>& start) const {
  const Vector3<double>& via = made.via->X_BaseT.p;
  const Vector3<double>& end = std::get<CartesianTarget>(made.target).X_BaseT.p;
  if ((via - end).norm() < same_point) {
    throw Failure{"L0310", s.values[0]->at,
                  "circle points coincide: auxiliary point and end point are one"};
  }
  if (!start) return;
  if ((start->p - end).norm() < same_point) {
    throw Failure{"L0310", s.values[1]->at,
                  "circle points coincide: the arc ends where it begins; for a full circle choose "
                  "another end point on it and write angle=360deg"};
  }
  if (!arc_through(start->p, via, end)) {
    throw Failure{"L0310", s.values[0]->at,
                  "circle points are collinear: start, auxiliary point and end point stand on one "
                  "line, or start and auxiliary point are one"};
  }
}

/// Where the tool stands behind a move: constant orientations and arcs of a given angle end
/// elsewhere than their target says.
Pose<double> Machine::end_of(const Move& made, const std::optional<Pose<double>>& start) const {
  Pose<double> end = std::get<CartesianTarget>(made.target).X_BaseT;
  if (made.kind == MoveKind::ptp || !start) return end;
  Matrix3<double> turned = Matrix3<double>::Identity();
  if (made.kind == MoveKind::circle) {
    const std::optional<Arc> arc = arc_through(start->p, made.via->X_BaseT.p, end.p);
    turned = arc->rotation(made.arc_angle.value_or(arc->angle));
    if (made.arc_angle) end.p = arc->centre + turned * (start->p - arc->centre);
  }
  if (made.orientation == OrientationMode::constant) end.R = start->R;
  if (made.orientation == OrientationMode::path_constant) end.R = turned * start->R;
  return end;
}

void Machine::arrive(const Move& made, const Pose<double>& X_BaseT, const Conditions& conditions) {
  X_WF_ = conditions.X_WBase * X_BaseT * flange_to_tool(conditions).inverse();
  const std::optional<VectorX<double>> near = known_joints();
  std::optional<VectorX<double>> q;
  if (near && context_.joints_at) {
    CartesianTarget reached = std::get<CartesianTarget>(made.target);
    reached.X_BaseT = X_BaseT;
    q = context_.joints_at(reached, conditions, *near);
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joints_[i] = q ? std::optional<double>((*q)[static_cast<Eigen::Index>(i)]) : std::nullopt;
  }
}

}  // namespace erfd::lirl
