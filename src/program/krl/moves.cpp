// Moves of KRL.
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"

#include "program/krl/machine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::krl {
namespace {

MoveKind kind_of(std::string_view word) {
  if (word.starts_with("s") && word != "spl" && word != "spl_rel") word.remove_prefix(1);
  if (word.starts_with("ptp") || word.starts_with("asy")) return MoveKind::ptp;
  return word.starts_with("circ") ? MoveKind::circle : MoveKind::lin;
}

std::string upper(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

double first_of(const Value& list, double otherwise) {
  double least = otherwise;
  for (std::size_t i = 0; i < std::min<std::size_t>(6, list.items.size()); ++i)
    if (list.items[i].kind == Value::Kind::number) least = std::min(least, list.items[i].number);
  return least;
}

}  // namespace

Machine::Settings Machine::settings() {
  Settings s;
  s.joint_speed = first_of(global_value("$vel_axis"), 100) / 100;
  s.joint_acceleration = first_of(global_value("$acc_axis"), 100) / 100;
  const Value vel = global_value("$vel"), acc = global_value("$acc"), apo = global_value("$apo");
  s.speed = vel.number_of("cp", 2);
  s.turn_speed = vel.number_of("ori1", 200);
  s.acceleration = acc.number_of("cp", 2.3);
  s.turn_acceleration = acc.number_of("ori1", 100);
  s.cptp = apo.number_of("cptp");
  s.cdis = apo.number_of("cdis");
  s.cvel = apo.number_of("cvel");
  s.cori = apo.number_of("cori");
  s.tool = global_value("$tool");
  s.base = global_value("$base");
  s.load = global_value("$load");
  s.tool_name = tool_name_;
  s.base_name = base_name_;
  s.fixed_tool = global_value("$ipo_mode").text == "tcp";
  s.orientation = global_value("$ori_type").text;
  s.circle = global_value("$circ_type").text;
  const Value speeds = global_value("$vel_axis"), accelerations = global_value("$acc_axis");
  s.from = {{MovePart::speed, number_in(vel, "cp", 0)},
            {MovePart::acceleration, number_in(acc, "cp", 0)},
            {MovePart::fly_by, number_in(apo, "cdis", 0)}};
  if (!speeds.items.empty()) s.from[MovePart::speed_share] = speeds.items[0];
  if (!accelerations.items.empty()) s.from[MovePart::acceleration_share] = accelerations.items[0];
  return s;
}

/// Mass in kg, centre of mass in mm in the flange, moments of inertia about it in kg m², in the axes of
/// CM.
Payload Machine::load_of(const Value& load, std::uint32_t at) {
  Payload made;
  const double mass = load.number_of("m", -1);
  if (mass < 0) {
    const Value* const given = load.part("m");
    if (given != nullptr && given->is_set())
      warn_once("0628", tool_name_, at,
                fmt::format("the load of {} is the default one of the controller (M −1), which "
                            "$robcor.dat of its backup says: none is carried; give that file, or "
                            "--payload",
                            tool_name_.empty() ? "$LOAD" : tool_name_));
    return made;
  }
  const Value* const cm = load.part("cm");
  const Value* const j = load.part("j");
  made.mass = mass;
  Matrix3<double> R = Matrix3<double>::Identity();
  if (cm != nullptr && cm->is_record()) {
    const Pose<double> X = pose_of(*cm, at);
    made.com = X.p;
    R = X.R;
  }
  Vector3<double> I = Vector3<double>::Zero();
  if (j != nullptr && j->is_record()) I = {j->number_of("x"), j->number_of("y"), j->number_of("z")};
  if (!(mass <= 1e5) || !(I.minCoeff() >= 0) || !(I.maxCoeff() <= 1e6) || !(made.com.norm() <= 1e3))
    fail("0307", at, "this load is none that a robot carries");
  made.I_com = R * I.asDiagonal() * R.transpose();
  return made;
}

Conditions Machine::conditions(const Settings& s, std::uint32_t at) {
  Conditions c;
  c.tool = s.tool_name;
  c.base = s.base_name;
  c.X_FlangeT = s.tool.is_record() ? pose_of(s.tool, at) : Pose<double>{};
  if (s.base.is_record()) c.X_WBase = pose_of(s.base, at);
  c.tool_load = load_of(s.load, at);
  return c;
}

/// Of {A1 …}; none for positions in space.
std::optional<JointTarget> Machine::joints_of(const Value& goal) const {
  const Value* const first = goal.part("a1");
  bool any = first != nullptr;
  JointTarget made;
  made.q.resize(context_.axes.size());
  for (std::size_t i = 0; i < made.q.size() && i < 6; ++i) {
    const Value* const axis = goal.part(fmt::format("a{}", i + 1));
    if (axis == nullptr || axis->kind != Value::Kind::number) continue;
    any = true;
    if (std::abs(axis->number) > 1e6) continue;
    made.q[i] = axis->number * (is_length(context_.axes[i]) ? millimetre : degree);
  }
  return any ? std::optional(made) : std::nullopt;
}

/// S: the wrist centre behind axis 1, the elbow up, axis 5 below zero. T: axes below zero.
std::optional<WantedPosture> Machine::wanted(const Value& goal) const {
  constexpr double far = 720 * degree;
  if (context_.maker_axes.size() != 6) return std::nullopt;
  const auto bits = [&](const char* name) -> std::optional<int> {
    const Value* const part = goal.part(name);
    const bool given = part != nullptr && part->kind == Value::Kind::number && part->number >= 0 &&
                       part->number < 4096;
    return given ? std::optional(static_cast<int>(part->number)) : std::nullopt;
  };
  WantedPosture made;
  const auto add = [&](int axis, bool below) {
    const MakerAxis& maker = context_.maker_axes[static_cast<std::size_t>(axis)];
    const auto [low, high] =
        std::minmax({maker.ours(below ? -far : 0.0), maker.ours(below ? 0.0 : far)});
    made.axes.push_back({axis, low, high});
  };
  const std::optional<int> status = bits("s"), turn = bits("t");
  if (status) {
    made.shoulder = (*status & 1) != 0 ? -1 : 1;
    made.elbow = (*status & 2) != 0 ? -1 : 1;
    if (!turn) add(4, (*status & 4) != 0);
  }
  for (int axis = 0; turn && axis < 6; ++axis) add(axis, (*turn >> axis & 1) != 0);
  return status || turn ? std::optional(made) : std::nullopt;
}

/// Components that are missing keep their value; those of a relative move are added.
CartesianTarget Machine::target_of(const Value& goal, const Statement& s, const Expr& e,
                                   const Conditions& c, bool relative) {
  constexpr const char* names[] = {"x", "y", "z", "a", "b", "c"};
  const auto given = [&](const char* name) {
    const Value* const part = goal.part(name);
    return part != nullptr && part->kind == Value::Kind::number;
  };
  const bool whole = std::all_of(std::begin(names), std::end(names), given);
  CartesianTarget made;
  if (whole && !relative) {
    made.X_BaseT = pose_of(goal, e.begin);
    return made;
  }
  const std::optional<Pose<double>> now = robot_.tool_in_base(c);
  if (!now)
    fail("0509", e.begin,
         "this target says only a part of a position, and where the robot is is not known here");
  const Pose<double> by = pose_of(goal, e.begin);
  if (relative) {
    const bool in_tool = std::find(s.words.begin(), s.words.end(), "tool") != s.words.end();
    made.X_BaseT = in_tool ? *now * by : Pose<double>{by.R * now->R, now->p + by.p};
    return made;
  }
  Value merged = frame_of(*now);
  for (const char* name : names)
    if (given(name)) *merged.part(name) = *goal.part(name);
  made.X_BaseT = pose_of(merged, e.begin);
  return made;
}

void Machine::take_approximation(const Statement& s, const Settings& held, Move& made) {
  made.fly_by = FlyBy::stop;
  const auto has = [&](std::string_view word) {
    return std::find(s.words.begin(), s.words.end(), word) != s.words.end();
  };
  if (has("c_ptp") && made.kind == MoveKind::ptp) {
    if (held.cptp > 0) {
      made.fly_by = FlyBy::ptp;
      made.fly_by_size = std::min(held.cptp, 100.0) / 100;
    }
    return;
  }
  if (has("c_spl") && held.by_share && made.kind == MoveKind::ptp) {
    made.fly_by = held.cptp > 0 ? FlyBy::ptp : FlyBy::stop;
    made.fly_by_size = held.cptp / 100;
    return;
  }
  double distance = 0;  // [m]
  if (has("c_dis") || has("c_spl") || has("c_ptp") || has("c_ori"))
    distance = held.cdis * millimetre;
  if (has("c_vel")) {
    const double v = std::clamp(held.cvel, 0.0, 100.0) / 100 * held.speed;
    distance = v * v / (2 * held.acceleration);  // where braking has come down to that share
  }
  if (has("c_ori"))
    note_once("0633", "c_ori", s.begin, "C_ORI is read as C_DIS with the distance of $APO.CDIS");
  if (!(distance > 0) || !std::isfinite(distance)) return;
  made.fly_by = FlyBy::path;
  made.fly_by_size = distance;
}

void Machine::take_limits(const Statement& s, const Settings& held, Move& made) {
  const auto share = [](double v) { return std::clamp(v, 1e-4, 1.0); };
  const auto add = [&](MovePart part, double si) {
    if (const auto from = held.from.find(part); from != held.from.end())
      add_number(made, part, from->second, si);
  };
  if (made.fly_by == FlyBy::path) add(MovePart::fly_by, made.fly_by_size);
  if (made.kind == MoveKind::ptp) {
    made.limits.speed_share = share(held.joint_speed);
    add(MovePart::speed_share, *made.limits.speed_share);
    if (held.joint_acceleration < 1) {
      made.limits.acceleration_share = share(held.joint_acceleration);
      add(MovePart::acceleration_share, *made.limits.acceleration_share);
    }
    return;
  }
  if (!(held.speed > 0 && held.speed < 1e3) || !(held.acceleration > 0 && held.acceleration < 1e4))
    fail("0307", s.begin,
         fmt::format("a speed of {:g} m/s and an acceleration of {:g} m/s²", held.speed,
                     held.acceleration));
  made.limits.speed = held.speed;
  made.limits.acceleration = held.acceleration;
  add(MovePart::speed, held.speed);
  add(MovePart::acceleration, held.acceleration);
  if (held.turn_speed > 0) made.limits.turn_speed = held.turn_speed * degree;
  if (held.turn_acceleration > 0) made.limits.turn_acceleration = held.turn_acceleration * degree;
  const bool circle = made.kind == MoveKind::circle, along = circle && held.circle == "path";
  if (held.orientation == "joint")
    made.orientation = OrientationMode::joint;
  else if (held.orientation.starts_with("const"))
    made.orientation = along ? OrientationMode::path_constant : OrientationMode::constant;
  else
    made.orientation = along ? OrientationMode::path_variable : OrientationMode::variable;
}

/// Whether a goal stands for joints: {A1 …}, also without any component in space.
bool Machine::is_of_joints(const Value& goal) {
  return goal.part("x") == nullptr && goal.part("y") == nullptr && goal.part("z") == nullptr;
}

/// To joint positions; false: the goal holds none.
bool Machine::move_joints(const Statement& s, const Value& goal, bool relative, const Conditions& c,
                          Move& made) {
  std::optional<JointTarget> there = joints_of(goal);
  if (!there) return false;
  for (std::size_t i = 0; i < there->q.size(); ++i) {
    if (!there->q[i]) continue;
    const std::optional<double> now = robot_.joint(i);
    if (relative && !now) fail("0509", s.begin, "the joint positions are not known here");
    *there->q[i] = ours(i, relative ? his(i, *now) + *there->q[i] : *there->q[i]);
  }
  made.target = *there;
  emit(s, std::move(made), c);
  robot_.arrive(*there);
  return true;
}

/// What a move writes, and the name by which messages call it.
void Machine::take_words(const Statement& s, Move& made) const {
  const Expr& last = *s.values.back();
  const auto range = [&](const Expr& e) { return source_.range(e.begin, e.end); };
  made.word = upper(s.word);
  made.target_name = written(last);
  if (made.kind == MoveKind::circle && s.values.size() > 1)
    made.written.push_back({MovePart::via, range(*s.values[0])});
  made.written.push_back({MovePart::target, range(last)});
  for (const Argument& a : s.arguments)
    if (a.value == nullptr)
      made.written.push_back({MovePart::fly_by, source_.range(a.begin, a.end)});
  for (const std::string_view word : s.words)
    if (word.starts_with("c_")) made.target_name += " " + upper(word);
}

void Machine::move(const Statement& s) {
  const bool relative = s.word.ends_with("_rel");
  Settings held = settings();
  for (const Argument& a : s.arguments)
    if (a.value != nullptr && a.key.starts_with("$")) with(a, held);
  if (held.fixed_tool)
    fail("0632", s.begin,
         "the robot leads the part along a tool that stands still ($IPO_MODE or IPO_FRAME #TCP): "
         "that cannot be planned");
  const Expr& last = *s.values.back();
  Move made;
  made.kind = kind_of(s.word);
  take_words(s, made);
  const Value goal = value(last);
  if (!goal.is_record()) return leave_out(written(last), last.begin);
  if (made.kind == MoveKind::circle && s.values.size() < 2) {
    warn("0303", s.begin, "a circle needs an auxiliary point and a target: it is left out");
    return;
  }
  const Conditions c = conditions(held, s.begin);
  take_approximation(s, held, made);
  take_limits(s, held, made);
  if (s.word.starts_with("spl"))
    note_once("0634", "spl", s.begin, "SPL is read as straight lines: no spline is planned");
  if (is_of_joints(goal) && move_joints(s, goal, relative, c, made)) return;
  if (made.kind == MoveKind::circle) {
    const Value via = value(*s.values[0]);
    if (!via.is_record()) return leave_out(written(*s.values[0]), s.values[0]->begin);
    made.via = target_of(via, s, *s.values[0], c, relative);
    for (const Argument& a : s.arguments)
      if (a.key == "ca" && a.value != nullptr) {
        const double angle = std::abs(number(*a.value));
        if (angle > 0 && angle <= 360) made.arc_angle = angle * degree;
      }
  }
  CartesianTarget there = target_of(goal, s, last, c, relative);
  if (made.kind == MoveKind::ptp && !relative) there.wanted = wanted(goal);
  made.target = there;
  emit(s, std::move(made), c);
  robot_.arrive(there, c);
}

}  // namespace erfd::krl
