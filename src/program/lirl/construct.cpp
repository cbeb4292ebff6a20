// Constructors, lists in brackets and built-in functions.
#include "program/lirl/evaluator.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

/// Rotations of the named angle triples; angles in the order in which they are written.
Orientation rotation_of(Builtin builtin, double a, double b, double c) {
  switch (builtin) {
    case Builtin::ori_lola:
      return rotation_y(-b) * rotation_z(c) * rotation_x(a);
    case Builtin::orirpy:
      return rotation_z(c) * rotation_y(b) * rotation_x(a);
    case Builtin::orizyz:
      return rotation_z(a) * rotation_y(b) * rotation_z(c);
    default:
      return rotation_z(a) * rotation_y(b) * rotation_x(c);
  }
}

/// Of a rigid body: positive semidefinite, and no moment above the sum of the others.
bool is_possible(const Matrix3<double>& I) {
  constexpr double slack = 1e-9;
  const double scale = I.cwiseAbs().maxCoeff();
  const double xx = I(0, 0), yy = I(1, 1), zz = I(2, 2);
  const bool triangle = xx <= yy + zz + slack * scale && yy <= xx + zz + slack * scale &&
                        zz <= xx + yy + slack * scale;
  const bool minors = xx >= 0 && yy >= 0 && zz >= 0 &&
                      xx * yy - I(0, 1) * I(0, 1) >= -slack * scale * scale &&
                      xx * zz - I(0, 2) * I(0, 2) >= -slack * scale * scale &&
                      yy * zz - I(1, 2) * I(1, 2) >= -slack * scale * scale;
  const Vector3<double> x = I.col(0), y = I.col(1), z = I.col(2);
  const double determinant = x.dot(cross(y, z));
  return triangle && minors && determinant >= -slack * scale * scale * scale;
}

}  // namespace

Value Evaluator::builtin(const Expr& e) {
  const auto builtin = static_cast<Builtin>(e.slot);
  switch (builtin) {
    case Builtin::orientation:
    case Builtin::ori_lola:
    case Builtin::orizyx:
    case Builtin::orirpy:
    case Builtin::orizyz:
    case Builtin::oriquat:
      return orientation(e, builtin);
    default:
      break;
  }
  return builtin < Builtin::sin || e.type == Type::target || e.type == Type::joint
             ? build(e, e.type)
             : function(e);
}

Value Evaluator::build(const Expr& e, Type type) {
  switch (type) {
    case Type::position: {
      const double x = in_place(*e.children[0]), y = in_place(*e.children[1]);
      return sane(Position(x, y, in_place(*e.children[2])), e.at);
    }
    case Type::orientation:
      return orientation(e, Builtin::orientation);
    case Type::pose: {
      const auto p = get<Position>(*e.children[0]);
      return Pose<double>{get<Orientation>(*e.children[1]), p};
    }
    case Type::target:
      return target(e);
    case Type::joint:
    case Type::mainjoint:
      return joint(e);
    case Type::load:
      return load(e);
    case Type::tool: {
      ToolValue made{get<Pose<double>>(*e.children[0]), {}};
      if (e.children.size() > 1) made.load = get<Payload>(*e.children[1]);
      return made;
    }
    default:
      return wrench(e);
  }
}

Value Evaluator::orientation(const Expr& e, Builtin builtin) {
  if (builtin == Builtin::oriquat) {
    double q[4] = {0, 0, 0, 0};
    double square = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = in_place(*e.children[i]);
      square += q[i] * q[i];
    }
    const double length = std::sqrt(square);
    if (!(std::abs(length - 1) <= 0.01)) {
      throw Failure{"L0307", e.at,
                    fmt::format("the quaternion has length {:.4g}, expected 1", length)};
    }
    return Orientation(rotation_of_quaternion(q[0], q[1], q[2], q[3]));
  }
  if (builtin == Builtin::orientation && context_.angles == AngleTriple::yzx) {
    builtin = Builtin::ori_lola;
  }
  double angles[3] = {0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    angles[i] = in_place(*e.children[i]);
    if (std::abs(angles[i]) <= 1e6) continue;
    throw Failure{"L0307", e.children[i]->at, "an angle of more than 100 000 turns"};
  }
  return rotation_of(builtin, angles[0], angles[1], angles[2]);
}

Value Evaluator::target(const Expr& e) {
  const auto form = static_cast<Builtin>(e.slot);
  if (form == Builtin::here) return environment_->here(e.at);
  CartesianTarget made;
  if (form == Builtin::position) {
    made.X_BaseT.p = std::get<Position>(build(e, Type::position));
    made.has_orientation = false;
    return made;
  }
  if (form == Builtin::pose) {
    made.X_BaseT = std::get<Pose<double>>(build(e, Type::pose));
    return made;
  }
  made.has_orientation = e.children[0]->type == Type::pose;
  if (made.has_orientation) {
    made.X_BaseT = get<Pose<double>>(*e.children[0]);
  } else {
    made.X_BaseT.p = get<Position>(*e.children[0]);
  }
  const auto code = [&](std::size_t i) {
    constexpr std::int64_t largest = 1'000'000;
    const std::int64_t found = integer(*e.children[i]);
    if (found >= 0 && found <= largest) return static_cast<int>(found);
    throw Failure{
        "L0307", e.children[i]->at,
        fmt::format("configuration and turns are whole numbers from 0 on, found {}", found)};
  };
  if (e.children.size() > 1) {
    const int configuration = code(1);
    if (configuration != 0) made.configuration = configuration;  // 0: nearest to now
  }
  if (e.children.size() > 2) made.turns = code(2);
  return made;
}

void Evaluator::axis_values(const Expr& e, JointTarget& joint) {
  for (const Expr* const child : e.children) {
    const double q = in_place(*child);
    if (!(std::abs(q) <= 1e6)) {
      throw Failure{"L0307", child->at, "an axis value beyond what any robot reaches"};
    }
    joint.q.emplace_back(q);
  }
}

Value Evaluator::joint(const Expr& e) {
  const auto form = static_cast<Builtin>(e.slot);
  if (form == Builtin::herej) return environment_->herej(e.at);
  JointTarget made;
  if (form == Builtin::joint) {
    made = get<JointTarget>(*e.children[0]);
    if (e.children.size() > 1) {
      made.q.resize(e.children[0]->children.size());
      axis_values(*e.children[1], made);
    }
  } else {
    axis_values(e, made);
  }
  made.q.resize(context_.axes.size());
  return made;
}

Value Evaluator::load(const Expr& e) {
  Payload made;
  made.mass = in_place(*e.children[0]);
  if (!(made.mass >= 0 && made.mass <= 1e6)) {
    throw Failure{"L0307", e.children[0]->at,
                  fmt::format("the mass is {:g} kg, expected 0 kg or more", made.mass)};
  }
  if (e.children.size() > 1) made.com = get<Position>(*e.children[1]);
  if (e.children.size() < 3) return made;
  const Expr& inertia = *e.children[2];
  double entries[6] = {0, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < inertia.children.size(); ++i) {
    entries[i] = in_place(*inertia.children[i]);
    if (std::abs(entries[i]) <= 1e6) continue;
    throw Failure{"L0307", inertia.children[i]->at, "an inertia beyond what any robot carries"};
  }
  const auto [xx, yy, zz, xy, xz, yz] = entries;
  made.I_com << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  if (is_possible(made.I_com)) return made;
  throw Failure{"L0307", inertia.at,
                "the inertia is impossible: no moment is negative or above the sum of the others"};
}

Value Evaluator::wrench(const Expr& e) {
  double entries[6] = {0, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    entries[i] = in_place(*e.children[i]);
    if (std::abs(entries[i]) <= 1e9) continue;
    throw Failure{"L0307", e.children[i]->at, "a force beyond what any robot bears"};
  }
  const auto [fx, fy, fz, mx, my, mz] = entries;
  return Force<double>{{mx, my, mz}, {fx, fy, fz}};
}

Value Evaluator::function(const Expr& e) {
  switch (static_cast<Builtin>(e.slot)) {
    case Builtin::pi:
      return Number{std::numbers::pi, {}, true};
    case Builtin::min:
    case Builtin::max:
      return least_or_largest(e);
    case Builtin::round:
    case Builtin::trunc:
      return rounded(e);
    case Builtin::inv:
      if (e.type == Type::pose) return sane(get<Pose<double>>(*e.children[0]).inverse(), e.at);
      return Orientation(get<Orientation>(*e.children[0]).transpose());
    default:
      return number_function(e);
  }
}

Value Evaluator::number_function(const Expr& e) {
  const Expr& x = *e.children[0];
  const auto plain = [](double value) { return Number{value, {}, true}; };
  const auto angle = [](double value) { return Number{value, place::angle.dimension, false}; };
  switch (static_cast<Builtin>(e.slot)) {
    case Builtin::sin:
      return plain(std::sin(in_place(x)));
    case Builtin::cos:
      return plain(std::cos(in_place(x)));
    case Builtin::tan:
      return plain(std::tan(in_place(x)));
    case Builtin::asin:
    case Builtin::acos: {
      const double value = in_place(x);
      if (!(std::abs(value) <= 1)) {
        throw Failure{"L0507", e.at,
                      fmt::format("'{}' of {:g}, expected a value from -1 to 1", e.name, value)};
      }
      return angle(e.slot == static_cast<int>(Builtin::asin) ? std::asin(value) : std::acos(value));
    }
    case Builtin::atan2: {
      Number y = number(x), along = number(*e.children[1]);
      if (!align(y, along)) throw Failure{"L0103", e.at, "the units of 'atan2' do not agree"};
      return angle(std::atan2(y.value, along.value));
    }
    case Builtin::sqrt: {
      const Number of = number(x);
      const std::optional<Number> found = root(of);
      if (of.value < 0) throw Failure{"L0507", e.at, "root of a negative number"};
      if (!found) {
        throw Failure{"L0103", e.at, fmt::format("{} has no root with a unit", text_of(of))};
      }
      return *found;
    }
    default:
      break;
  }
  if (e.type == Type::integer) {  // abs
    const std::int64_t value = integer(x);
    if (value == INT64_MIN) throw Failure{"L0507", e.at, "the result is too large for an int"};
    return value < 0 ? -value : value;
  }
  Number value = number(x);
  value.value = std::abs(value.value);
  return value;
}

Value Evaluator::least_or_largest(const Expr& e) {
  const bool largest = e.slot == static_cast<int>(Builtin::max);
  if (e.type == Type::integer) {
    std::int64_t best = integer(*e.children[0]);
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      const std::int64_t next = integer(*e.children[i]);
      best = largest ? std::max(best, next) : std::min(best, next);
    }
    return best;
  }
  Number best = number(*e.children[0]);
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    Number next = number(*e.children[i]);
    if (!align(best, next)) {
      throw Failure{"L0103", e.at, fmt::format("the units of '{}' do not agree", e.name)};
    }
    if (largest ? next.value > best.value : next.value < best.value) best = next;
  }
  return best;
}

Value Evaluator::rounded(const Expr& e) {
  const double value = in_place(*e.children[0]);
  const double whole =
      e.slot == static_cast<int>(Builtin::round) ? std::round(value) : std::trunc(value);
  if (std::abs(whole) < 9e18) return static_cast<std::int64_t>(whole);
  throw Failure{"L0507", e.at, "the result is too large for an int"};
}

}  // namespace erfd::lirl
