// Calls of routines and functions, constructors, and lists in brackets.
#include "program/lirl/checker.hpp"
#include "program/lirl/words.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

Type made_by(Builtin builtin) {
  switch (builtin) {
    case Builtin::position:
      return Type::position;
    case Builtin::orientation:
    case Builtin::ori_lola:
    case Builtin::orizyx:
    case Builtin::orirpy:
    case Builtin::orizyz:
    case Builtin::oriquat:
      return Type::orientation;
    case Builtin::pose:
      return Type::pose;
    case Builtin::target:
      return Type::target;
    case Builtin::joint:
      return Type::joint;
    case Builtin::mainjoint:
      return Type::mainjoint;
    case Builtin::load:
      return Type::load;
    case Builtin::tool:
      return Type::tool;
    case Builtin::wrench:
      return Type::wrench;
    default:
      return Type::unknown;
  }
}

/// π/2, −2π/3, π/4 … with three digits or more: hardly a number of degrees.
bool is_part_of_pi(double value) {
  constexpr double pi = std::numbers::pi, slack = 0.002;
  for (const double step : {pi / 6, pi / 4}) {
    const double turns = std::round(value / step);
    if (turns != 0 && std::abs(value - turns * step) < slack) return true;
  }
  return false;
}

}  // namespace

Type Checker::call(Expr& e) {
  const auto found = routines_.find(e.name);
  if (found != routines_.end()) return routine_call(e, found->second);
  if (const std::optional<Builtin> builtin = builtin_of_word(e.name)) {
    e.kind = ExprKind::call;
    return builtin_call(e, *builtin);
  }
  for (Expr* const argument : e.children) type(*argument);
  const bool is_variable = resolve(e);
  findings_.error(
      "L0301", e.at,
      is_variable ? fmt::format("'{0}' is a variable, no function; an element is {0}[i]", e.name)
                  : fmt::format("unknown name '{}'{}", e.name,
                                did_you_mean(e.name, known_names(),
                                             "; declare it as procedure or function")));
  return Type::unknown;
}

Type Checker::routine_call(Expr& e, int slot) {
  e.kind = ExprKind::call;
  e.symbol = Symbol::routine;
  e.slot = slot;
  const Routine& r = ast_.routines[static_cast<std::size_t>(slot)];
  const auto wanted = static_cast<std::size_t>(r.parameters);
  if (!count(e, wanted, wanted, fmt::format("'{}'", r.name))) return r.result;
  for (std::size_t i = 0; i < wanted; ++i) {
    fit(*e.children[i], r.locals[i].type, fmt::format("'{}' of '{}'", r.locals[i].name, r.name));
  }
  return r.result;
}

bool Checker::count(const Expr& e, std::size_t least, std::size_t most, std::string_view what) {
  const std::size_t found = e.children.size();
  if (found >= least && found <= most) return true;
  const std::string wanted = least == most
                                 ? fmt::format("{}", least)
                                 : (most == least + 1 ? fmt::format("{} or {}", least, most)
                                                      : fmt::format("{} to {}", least, most));
  findings_.error(
      "L0303", e.at,
      fmt::format("wrong number of components: {} takes {}, found {}", what, wanted, found));
  for (Expr* const child : e.children) {
    if (child->kind != ExprKind::aggregate) type(*child);
  }
  return false;
}

Type Checker::builtin_call(Expr& e, Builtin builtin) {
  e.symbol = Symbol::builtin;
  e.slot = static_cast<int>(builtin);
  e.constant = builtin != Builtin::here && builtin != Builtin::herej;
  const Type made = made_by(builtin);
  if (builtin == Builtin::addjoint || builtin == Builtin::inertia) {
    findings_.error("L0302", e.at,
                    builtin == Builtin::inertia
                        ? "'inertia' stands only in load(mass, position, inertia(…))"
                        : "'addjoint' stands only in joint(mainjoint(…), addjoint(…))");
    return Type::unknown;
  }
  if (made == Type::unknown) return function_call(e, builtin);
  if (builtin == Builtin::oriquat) {
    numbers(e, 4, 4, "'oriquat'", {&place::plain});
  } else if (made == Type::orientation) {
    numbers(e, 3, 3, fmt::format("'{}'", e.name), {&place::angle});
  } else {
    parts(e, made);
  }
  return made;
}

Type Checker::least_or_largest(Expr& e) {
  bool whole = true;
  for (Expr* const child : e.children) {
    fit(*child, Type::real, "a value to choose from");
    whole = whole && child->type == Type::integer;
  }
  return whole ? Type::integer : Type::real;
}

Type Checker::function_call(Expr& e, Builtin builtin) {
  const std::string what = fmt::format("'{}'", e.name);
  const auto has = [&](std::size_t least, std::size_t most) { return count(e, least, most, what); };
  switch (builtin) {
    case Builtin::pi:
      has(0, 0);
      return Type::real;
    case Builtin::here:
      has(0, 0);
      return Type::target;
    case Builtin::herej:
      has(0, 0);
      return Type::joint;
    case Builtin::sin:
    case Builtin::cos:
    case Builtin::tan:
      if (has(1, 1)) number(*e.children[0], place::angle);
      return Type::real;
    case Builtin::asin:
    case Builtin::acos:
      if (has(1, 1)) number(*e.children[0], place::plain);
      return Type::real;
    case Builtin::round:
    case Builtin::trunc:
      if (has(1, 1)) number(*e.children[0], place::plain);
      return Type::integer;
    case Builtin::atan2:
      if (has(2, 2)) least_or_largest(e);
      return Type::real;
    case Builtin::sqrt:
      if (has(1, 1)) fit(*e.children[0], Type::real, "what a root is taken of");
      return Type::real;
    case Builtin::min:
    case Builtin::max:
      return has(2, 20) ? least_or_largest(e) : Type::unknown;
    case Builtin::abs:
      return has(1, 1) ? least_or_largest(e) : Type::unknown;
    default:
      break;
  }
  if (!has(1, 1)) return Type::unknown;  // inv
  const Type found = type(*e.children[0], Type::pose);
  if (found == Type::pose || found == Type::orientation || found == Type::unknown) return found;
  findings_.error(
      "L0302", e.at,
      fmt::format("'inv' turns round a pose or an orientation, found {}", with_article(found)));
  return Type::unknown;
}

Type Checker::aggregate(Expr& e, Type wanted) {
  switch (wanted) {
    case Type::position:
    case Type::orientation:
    case Type::pose:
    case Type::target:
    case Type::joint:
    case Type::mainjoint:
    case Type::load:
    case Type::tool:
    case Type::wrench:
      parts(e, wanted);
      return wanted;
    default:
      break;
  }
  findings_.error("L0302", e.at,
                  "a list in brackets has no meaning here; name its type: position(…), pose(…)");
  return Type::unknown;
}

void Checker::parts(Expr& e, Type whole) {
  switch (whole) {
    case Type::position:
      return numbers(e, 3, 3, "a position", {&place::length});
    case Type::orientation:
      return numbers(e, 3, 3, "an orientation", {&place::angle});
    case Type::pose:
      return pose_parts(e);
    case Type::target:
      return target_parts(e);
    case Type::joint:
      return joint_parts(e);
    case Type::mainjoint:
      axis_values(e, 0);
      return;
    case Type::load:
      return load_parts(e);
    case Type::tool:
      if (!count(e, 1, 2, "a tool")) return;
      fit(*e.children[0], Type::pose, "the pose of a tool");
      if (e.children.size() > 1) fit(*e.children[1], Type::load, "the load of a tool");
      return;
    default:
      return numbers(e, 3, 6, "a wrench",
                     {&place::force, &place::force, &place::force, &place::moment, &place::moment,
                      &place::moment});
  }
}

/// The last place holds for all that follow it.
void Checker::numbers(Expr& e, std::size_t least, std::size_t most, std::string_view what,
                      std::vector<const Place*> places) {
  const bool three_or_six = least == 3 && most == 6;
  if (three_or_six && e.children.size() != 6) most = 3;
  if (!count(e, least, most, what)) return;
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    number(*e.children[i], *places[std::min(i, places.size() - 1)]);
  }
  if (places.front() == &place::angle) angle_sense(e);
}

void Checker::pose_parts(Expr& e) {
  if (!count(e, 2, 2, "a pose (position, orientation)")) return;
  fit(*e.children[0], Type::position, "the position of a pose");
  fit(*e.children[1], Type::orientation, "the orientation of a pose");
}

/// robtarget(pose | position [, configuration [, turns]]). A list in brackets may also be the pose
/// or the position itself: ((x,y,z),(a,b,c)), (x,y,z).
void Checker::target_parts(Expr& e) {
  if (e.children.empty()) return void(count(e, 1, 3, "a robtarget"));
  Expr& first = *e.children[0];
  const bool is_list = e.kind == ExprKind::aggregate;
  const auto is_triple = [](const Expr& x) {
    return x.kind == ExprKind::aggregate && x.children.size() == 3;
  };
  const Type first_type = first.kind == ExprKind::aggregate ? Type::unknown : type(first);
  if (is_list && is_number(first_type)) {
    e.slot = static_cast<int>(Builtin::position);
    return parts(e, Type::position);
  }
  if (is_list && e.children.size() == 2) {
    Expr& second = *e.children[1];
    const bool turns = is_triple(second) ||
                       (second.kind != ExprKind::aggregate && type(second) == Type::orientation);
    if (turns) {
      e.slot = static_cast<int>(Builtin::pose);
      return pose_parts(e);
    }
  }
  e.slot = static_cast<int>(Builtin::target);
  if (!count(e, 1, 3, "a robtarget (pose, configuration, turns)")) return;
  const bool is_position = is_triple(first) || first_type == Type::position;
  fit(first, is_position ? Type::position : Type::pose, "the pose of a robtarget");
  if (e.children.size() > 1) fit(*e.children[1], Type::integer, "the configuration");
  if (e.children.size() > 2) fit(*e.children[2], Type::integer, "the number of turns");
}

/// Angles or lengths of the axes from one on; how many there are.
std::size_t Checker::axis_values(Expr& e, std::size_t first_axis) {
  const std::size_t axes = context_.axes.size();
  const std::size_t found = first_axis + e.children.size();
  if (e.children.empty()) count(e, 1, axes, "a mainjoint");
  if (found > axes) {
    findings_.error(
        "L0303", e.at,
        fmt::format("wrong number of components: {} axis values for a {}-axis robot", found, axes));
  }
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    const bool slides = first_axis + i < axes && is_length(context_.axes[first_axis + i]);
    number(*e.children[i], slides ? place::length : place::angle);
  }
  angle_sense(e);
  if (found > 0 && found < axes && first_axis == 0) {
    findings_.note(
        "N0411", e.at,
        fmt::format("{} of {} axes are given; the others hold their position", found, axes));
  }
  return found;
}

/// Written angles without unit: all within a turn of radians, and one of them a part of π.
void Checker::angle_sense(const Expr& e) {
  std::string suspect;
  for (const Expr* const child : e.children) {
    if (child->place != &place::angle) continue;  // a sliding axis
    if (!child->constant || !is_number(child->type)) return;
    Number number;
    try {
      number = evaluator_.number(*child);
    } catch (const Failure&) {
      return;  // number() has told it
    }
    if (!number.bare || std::abs(number.value) > 2 * std::numbers::pi + 0.002) return;
    if (suspect.empty() && is_part_of_pi(number.value)) suspect = text_of(number);
  }
  if (suspect.empty()) return;
  findings_.warning("W0312", e.at,
                    fmt::format("these angles look like radians; a number without unit is in "
                                "degrees here: write {}rad, or the angle in degrees",
                                suspect));
}

/// joint(mainjoint [, addjoint]). A list in brackets may also be the axis values themselves.
void Checker::joint_parts(Expr& e) {
  if (e.children.empty()) return void(count(e, 1, 2, "a joint"));
  Expr& first = *e.children[0];
  const bool holds_numbers =
      first.kind != ExprKind::aggregate && is_number(type(first)) && e.kind == ExprKind::aggregate;
  if (holds_numbers) {
    e.slot = static_cast<int>(Builtin::mainjoint);
    axis_values(e, 0);
    return;
  }
  e.slot = static_cast<int>(Builtin::joint);
  if (!count(e, 1, 2, "a joint (mainjoint, addjoint)")) return;
  fit(first, Type::mainjoint, "the first part of a joint");
  if (e.children.size() < 2) return;
  Expr& more = *e.children[1];
  const bool is_list = more.kind == ExprKind::aggregate;
  const bool is_written = (more.kind == ExprKind::call && more.name == "addjoint") || is_list;
  const bool main_is_written = first.kind == ExprKind::aggregate ||
                               (first.kind == ExprKind::call && first.name == "mainjoint");
  if (!is_written || !main_is_written) {
    findings_.error("L0302", more.at,
                    "additional axes are written joint(mainjoint(…), addjoint(…))");
    return;
  }
  more.symbol = Symbol::builtin;
  more.slot = static_cast<int>(Builtin::addjoint);
  more.type = Type::mainjoint;
  axis_values(more, first.children.size());
  more.constant = std::all_of(more.children.begin(), more.children.end(),
                              [](const Expr* child) { return child->constant; });
}

/// load(mass [, position [, inertia(ixx, iyy, izz [, ixy, ixz, iyz])]]).
void Checker::load_parts(Expr& e) {
  if (!count(e, 1, 3, "a load (mass, position, inertia)")) return;
  number(*e.children[0], place::mass);
  if (e.children.size() > 1) fit(*e.children[1], Type::position, "the centre of mass of a load");
  if (e.children.size() < 3) return;
  Expr& inertia = *e.children[2];
  const bool is_list = inertia.kind == ExprKind::aggregate;
  if (!is_list && !(inertia.kind == ExprKind::call && inertia.name == "inertia")) {
    findings_.error("L0302", inertia.at,
                    "the third part of a load is inertia(ixx, iyy, izz [, ixy, ixz, iyz])");
    return;
  }
  inertia.symbol = Symbol::builtin;
  inertia.slot = static_cast<int>(Builtin::inertia);
  inertia.type = Type::load;
  numbers(inertia, 3, 6, "an inertia", {&place::inertia});
  inertia.constant = std::all_of(inertia.children.begin(), inertia.children.end(),
                                 [](const Expr* child) { return child->constant; });
}

}  // namespace erfd::lirl
