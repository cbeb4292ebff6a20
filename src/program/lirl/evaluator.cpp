// Values, operators and assignments.
#include "program/lirl/evaluator.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

constexpr int deepest = 1000;  // levels of expressions, statements and calls on the stack together

std::int64_t checked(Operator op, std::int64_t a, std::int64_t b, Location at) {
  std::int64_t result = 0;
  bool overflow = false;
  switch (op) {
    case Operator::add:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Operator::subtract:
      overflow = __builtin_sub_overflow(a, b, &result);
      break;
    case Operator::multiply:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    default:  // div, mod
      if (b == 0) throw Failure{"L0507", at, "division by zero"};
      overflow = b == -1 && a == std::numeric_limits<std::int64_t>::min();
      if (!overflow) result = op == Operator::whole_divide ? a / b : a % b;
  }
  if (overflow) throw Failure{"L0507", at, "the result is too large for an int"};
  return result;
}

Number checked(Number number, Location at) {
  constexpr int highest = 8;
  const Dimension& d = number.dimension;
  const bool strange = std::abs(d.length) > highest || std::abs(d.angle) > highest ||
                       std::abs(d.time) > highest || std::abs(d.mass) > highest;
  if (strange) throw Failure{"L0507", at, "the result has a unit of too high a power"};
  if (!std::isfinite(number.value)) {
    throw Failure{"L0507", at, "the result is no finite number"};
  }
  return number;
}

void align_or_fail(Number& a, Number& b, const Expr& e) {
  const Number left = a, right = b;
  if (align(a, b)) return;
  throw Failure{"L0103", e.at,
                fmt::format("'{}' joins {} and {}: the units do not agree", name_of(e.op),
                            text_of(left), text_of(right))};
}

bool holds(Operator op, double a, double b) {
  switch (op) {
    case Operator::equal:
      return a == b;
    case Operator::unequal:
      return a != b;
    case Operator::less:
      return a < b;
    case Operator::less_equal:
      return a <= b;
    case Operator::greater:
      return a > b;
    default:
      return a >= b;
  }
}

bool is_numeric(const Expr& e) { return e.type == Type::integer || e.type == Type::real; }

}  // namespace

Evaluator::Level::Level(Evaluator& evaluator, Location at) : depth_(evaluator.depth_) {
  if (depth_ >= deepest) {
    throw Failure{"L0503", at, "calls and brackets are nested too deep; is a recursion endless?"};
  }
  ++depth_;
}

Value sane(Value value, Location at) {
  constexpr double farthest = 1e7;
  const auto check = [&](const auto& matrix) {
    if (matrix.allFinite() && matrix.cwiseAbs().maxCoeff() <= farthest) return;
    throw Failure{"L0307", at, "the value is beyond what any robot reaches"};
  };
  if (const auto* position = std::get_if<Position>(&value)) check(*position);
  if (const auto* pose = std::get_if<Pose<double>>(&value)) check(pose->p);
  if (const auto* target = std::get_if<CartesianTarget>(&value)) check(target->X_BaseT.p);
  return value;
}

Value Evaluator::converted(Value value, Type type) {
  if (type == Type::real && std::holds_alternative<std::int64_t>(value)) {
    return Number{static_cast<double>(std::get<std::int64_t>(value)), {}, true};
  }
  return value;
}

Number Evaluator::number(const Expr& e) {
  return std::get<Number>(converted(value(e), Type::real));
}

double Evaluator::in_place(const Expr& e, const Place& place) {
  const Number found = number(e);
  const std::optional<double> result = lirl::in_place(found, place);
  if (!result) {
    throw Failure{"L0103", e.at,
                  fmt::format("unit not allowed here: expected {} [{}], found {}", place.thing,
                              place.unit, text_of(found))};
  }
  return *result;
}

const Place& Evaluator::axis_place(std::size_t axis) const {
  return is_length(context_.axes[axis]) ? place::length : place::angle;
}

Value Evaluator::value(const Expr& e) {
  const Level level(*this, e.at);
  if (environment_ != nullptr) environment_->count();
  return unchecked_value(e);
}

Value Evaluator::unchecked_value(const Expr& e) {
  switch (e.kind) {
    case ExprKind::integer:
      return e.integer;
    case ExprKind::real:
      return e.number;
    case ExprKind::text:
      return e.name;
    case ExprKind::truth:
      return e.truth;
    case ExprKind::name: {
      const Value& found = environment_->variable(e);
      if (!std::holds_alternative<std::monostate>(found)) return found;
      throw Failure{"L0506", e.at, fmt::format("'{}' is used before it is set", e.name)};
    }
    case ExprKind::call:
      return e.symbol == Symbol::routine ? environment_->call(e) : builtin(e);
    case ExprKind::index:
      return index(e);
    case ExprKind::member:
      return part_of(value(*e.children[0]), static_cast<Part>(e.slot), e.at);
    case ExprKind::aggregate:
      return build(e, e.type);
    case ExprKind::minus:
      return minus(e);
    case ExprKind::negation:
      return !truth(*e.children[0]);
    case ExprKind::binary:
      return binary(e);
  }
  return {};
}

std::int64_t Evaluator::index_in(std::int64_t index, std::size_t size, Location at) {
  if (index >= 1 && index <= static_cast<std::int64_t>(size)) return index - 1;
  throw Failure{"L0505", at, fmt::format("index {} is outside of 1 to {}", index, size)};
}

Value Evaluator::index(const Expr& e) {
  if (e.symbol != Symbol::none) {
    const Value& found = environment_->variable(e);
    if (!std::holds_alternative<std::monostate>(found)) return found;
    throw Failure{"L0506", e.at,
                  fmt::format("an element of '{}' is used before it is set", e.children[0]->name)};
  }
  const auto joint = get<JointTarget>(*e.children[0]);
  const auto axis = static_cast<std::size_t>(
      index_in(integer(*e.children[1]), joint.q.size(), e.children[1]->at));
  if (joint.q[axis]) return Number{*joint.q[axis], axis_place(axis).dimension, false};
  throw Failure{"L0506", e.at, fmt::format("axis {} of this joint is not given", axis + 1)};
}

Value Evaluator::minus(const Expr& e) {
  const Expr& child = *e.children[0];
  if (e.type == Type::integer) return checked(Operator::subtract, 0, integer(child), e.at);
  if (e.type == Type::position) return Position(-get<Position>(child));
  Number found = number(child);
  found.value = -found.value;
  return found;
}

Value Evaluator::binary(const Expr& e) {
  switch (e.op) {
    case Operator::both:
    case Operator::either:
    case Operator::one_of:
      return logical(e);
    case Operator::add:
    case Operator::subtract:
    case Operator::multiply:
    case Operator::divide:
    case Operator::whole_divide:
    case Operator::modulo:
      if (e.type == Type::integer) return integer_operation(e);
      return e.type == Type::real ? number_operation(e) : geometric_operation(e);
    default:
      return relation(e);
  }
}

Value Evaluator::logical(const Expr& e) {
  const bool left = truth(*e.children[0]);
  if (e.op == Operator::both) return left && truth(*e.children[1]);
  if (e.op == Operator::either) return left || truth(*e.children[1]);
  return left != truth(*e.children[1]);
}

Value Evaluator::relation(const Expr& e) {
  const Expr& left = *e.children[0];
  const Expr& right = *e.children[1];
  if (left.type == Type::text) {
    return (get<std::string>(left) == get<std::string>(right)) == (e.op == Operator::equal);
  }
  if (left.type == Type::boolean) {
    return (truth(left) == truth(right)) == (e.op == Operator::equal);
  }
  Number a = number(left), b = number(right);
  align_or_fail(a, b, e);
  return holds(e.op, a.value, b.value);
}

Value Evaluator::integer_operation(const Expr& e) {
  const std::int64_t a = integer(*e.children[0]), b = integer(*e.children[1]);
  return checked(e.op, a, b, e.at);
}

Value Evaluator::number_operation(const Expr& e) {
  Number a = number(*e.children[0]), b = number(*e.children[1]);
  if (e.op == Operator::multiply) return checked(multiply(a, b), e.at);
  if (e.op == Operator::divide) {
    if (b.value == 0) throw Failure{"L0507", e.at, "division by zero"};
    return checked(divide(a, b), e.at);
  }
  align_or_fail(a, b, e);
  a.value += e.op == Operator::add ? b.value : -b.value;
  return checked(a, e.at);
}

Value Evaluator::geometric_operation(const Expr& e) {
  const Expr& left = *e.children[0];
  const Expr& right = *e.children[1];
  if (e.op == Operator::add || e.op == Operator::subtract) {
    const Position shift = (e.op == Operator::add ? 1.0 : -1.0) * get<Position>(right);
    Value moved = value(left);
    if (auto* position = std::get_if<Position>(&moved)) *position += shift;
    if (auto* pose = std::get_if<Pose<double>>(&moved)) pose->p += shift;
    if (auto* target = std::get_if<CartesianTarget>(&moved)) target->X_BaseT.p += shift;
    return sane(moved, e.at);
  }
  if (e.op == Operator::divide) {
    const double factor = in_place(right, place::plain);
    if (factor == 0) throw Failure{"L0507", e.at, "division by zero"};
    return sane(Position(get<Position>(left) / factor), e.at);
  }
  if (is_numeric(left)) {
    return sane(Position(in_place(left, place::plain) * get<Position>(right)), e.at);
  }
  if (is_numeric(right)) {
    return sane(Position(get<Position>(left) * in_place(right, place::plain)), e.at);
  }
  if (left.type == Type::orientation) {
    const auto R = get<Orientation>(left);
    if (right.type == Type::position) return sane(Position(R * get<Position>(right)), e.at);
    return Orientation(R * get<Orientation>(right));
  }
  if (left.type == Type::target) {
    auto target = get<CartesianTarget>(left);
    if (!target.has_orientation) {
      throw Failure{"L0311", e.at, "orientation missing: this robtarget has only a position"};
    }
    target.X_BaseT = target.X_BaseT * get<Pose<double>>(right);
    return sane(target, e.at);
  }
  const auto X = get<Pose<double>>(left);
  if (right.type == Type::position) return sane(Position(X * get<Position>(right)), e.at);
  if (right.type == Type::pose) return sane(X * get<Pose<double>>(right), e.at);
  auto target = get<CartesianTarget>(right);
  target.X_BaseT = X * target.X_BaseT;
  return sane(target, e.at);
}

void Evaluator::assign(const Expr& left, const Expr& right) {
  const bool in_own_place = left.kind == ExprKind::member && left.place != nullptr;
  Value made = in_own_place
                   ? Value(Number{in_place(right, *left.place), left.place->dimension, false})
                   : converted(value(right), left.type);
  assign_value(left, std::move(made), right.at);
}

/// From the part up to the variable: t.pos.z = v sets z in t.pos, then that in t.
void Evaluator::assign_value(const Expr& left, Value made, Location at) {
  const Level level(*this, left.at);
  const bool is_variable =
      left.kind == ExprKind::name || (left.kind == ExprKind::index && left.symbol != Symbol::none);
  if (is_variable) {
    environment_->variable(left) = std::move(made);
    return;
  }
  const Expr& owner = *left.children[0];
  Value whole = value(owner);
  if (left.kind == ExprKind::member) {
    set_part(whole, static_cast<Part>(left.slot), made, at);
  } else {
    auto& joint = std::get<JointTarget>(whole);
    const auto axis = static_cast<std::size_t>(
        index_in(integer(*left.children[1]), context_.axes.size(), left.children[1]->at));
    const Number number = std::get<Number>(converted(std::move(made), Type::real));
    const std::optional<double> q = lirl::in_place(number, axis_place(axis));
    if (!q) {
      throw Failure{"L0103", at,
                    fmt::format("unit not allowed here: axis {} takes {} [{}], found {}", axis + 1,
                                axis_place(axis).thing, axis_place(axis).unit, text_of(number))};
    }
    joint.q.resize(context_.axes.size());
    joint.q[axis] = *q;
  }
  assign_value(owner, sane(std::move(whole), at), at);
}

}  // namespace erfd::lirl
