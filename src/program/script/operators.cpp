// Operators: arithmetic, relations, vectors.
#include "base/lower_case.hpp"
#include "program/script/machine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::script {
namespace {

constexpr std::size_t longest_text = 10'000;
constexpr double largest = 1e30;

}  // namespace

Value Machine::unary(const Expr& e) {
  const Expr& child = *e.children[0];
  if (e.op == Op::negation) return Value::of(!truth(child));
  Value found = value(child);
  if (found.kind == Value::Kind::list) {
    for (Value& item : found.items) item.number = -item.number;
    return found;
  }
  if (found.kind != Value::Kind::number) return Value::of(-number(child));
  found.number = -found.number;
  return found;
}

bool Machine::same_values(const Value& a, const Value& b) const {
  const auto is_text = [](const Value& v) {
    return v.kind == Value::Kind::text || v.kind == Value::Kind::word;
  };
  if (is_text(a) && is_text(b))
    return rules_.texts_compare_case && a.kind == Value::Kind::text
               ? a.text == b.text
               : lower_case(a.text) == lower_case(b.text);
  const auto is_number = [](const Value& v) {
    return v.kind == Value::Kind::number || v.kind == Value::Kind::truth;
  };
  if (is_number(a) && is_number(b)) return a.number == b.number;
  return same(a, b);
}

Value Machine::relation(const Expr& e, const Value& a, const Value& b) {
  if (e.op == Op::equal || e.op == Op::unequal)
    return Value::of(same_values(a, b) == (e.op == Op::equal));
  if (a.kind != Value::Kind::number || b.kind != Value::Kind::number) {
    if (!a.is_set() || !b.is_set()) return Value::of(false);
    if (a.kind == Value::Kind::text && b.kind == Value::Kind::text) {
      const int order = a.text.compare(b.text);
      return Value::of(e.op == Op::less         ? order < 0
                       : e.op == Op::less_equal ? order <= 0
                       : e.op == Op::greater    ? order > 0
                                                : order >= 0);
    }
    fail("0302", e.begin,
         fmt::format("'{}' compares {} and {}", name_of(e.op), kind_name(a), kind_name(b)));
  }
  switch (e.op) {
    case Op::less:
      return Value::of(a.number < b.number);
    case Op::less_equal:
      return Value::of(a.number <= b.number);
    case Op::greater:
      return Value::of(a.number > b.number);
    default:
      return Value::of(a.number >= b.number);
  }
}

Value Machine::binary(const Expr& e) {
  const Expr &left = *e.children[0], &right = *e.children[1];
  if (e.op == Op::both) return Value::of(truth(left) && truth(right));
  if (e.op == Op::either) return Value::of(truth(left) || truth(right));
  if (e.op == Op::one_of) return Value::of(truth(left) != truth(right));
  Value a = value(left), b = value(right);
  if (e.op >= Op::equal && e.op <= Op::greater_equal) return relation(e, a, b);
  if (a.kind == Value::Kind::text && b.kind == Value::Kind::text && e.op == Op::add) {
    if (a.text.size() + b.text.size() > longest_text)
      fail("0504", e.begin, fmt::format("a text of more than {} characters", longest_text));
    spend(static_cast<std::int64_t>(a.text.size() + b.text.size()) / 8);
    return Value::of_text(a.text + b.text);
  }
  if (a.kind == Value::Kind::list || b.kind == Value::Kind::list) return vector_operation(e, a, b);
  const auto is_number = [](const Value& v) {
    return v.kind == Value::Kind::number || v.kind == Value::Kind::truth;
  };
  if (!is_number(a) || !is_number(b)) {
    if (!rules_.zeros && (is_number(a) || !a.is_set()) && (is_number(b) || !b.is_set())) {
      const Expr& unset = a.is_set() ? right : left;
      warn_once("0643", written(unset), unset.begin,
                fmt::format("'{}' has no value here: 0 is taken", written(unset)));
      for (Value* const v : {&a, &b})
        if (!v->is_set()) *v = Value::of(0.0);
    } else if (!a.is_set() || !b.is_set())
      fail("0506", e.begin,
           fmt::format("'{}' has no value here", written(a.is_set() ? right : left)));
    else
      fail("0302", e.begin,
           fmt::format("'{}' joins {} and {}", name_of(e.op), kind_name(a), kind_name(b)));
  }
  double result = 0;
  switch (e.op) {
    case Op::add:
      result = a.number + b.number;
      break;
    case Op::subtract:
      result = a.number - b.number;
      break;
    case Op::multiply:
      result = a.number * b.number;
      break;
    case Op::bit_both:
    case Op::bit_either: {
      const auto bits = [&](double v) {
        if (!(std::abs(v) < 1e15)) fail("0507", e.begin, "no whole number");
        return static_cast<std::int64_t>(v);
      };
      const std::int64_t x = bits(a.number), y = bits(b.number);
      result = static_cast<double>(e.op == Op::bit_both ? x & y : x | y);
      break;
    }
    default:
      if (b.number == 0) fail("0507", e.begin, "division by zero");
      result = a.number / b.number;
      if (e.op == Op::whole_divide || (a.whole && b.whole)) result = std::trunc(result);
      if (e.op == Op::modulo) result = std::fmod(a.number, b.number);
  }
  if (!(std::abs(result) <= largest)) fail("0507", e.begin, "the result is no finite number");
  Value made = Value::of(result);
  made.whole = a.whole && b.whole;
  return made;
}

/// pos ± pos, number · pos, pos · number, and the cross product pos · pos.
Value Machine::vector_operation(const Expr& e, const Value& a, const Value& b) {
  const auto is_vector = [](const Value& v) {
    return v.kind == Value::Kind::list && v.items.size() == 3 &&
           std::all_of(v.items.begin(), v.items.end(),
                       [](const Value& i) { return i.kind == Value::Kind::number; });
  };
  const bool scalar_left = a.kind == Value::Kind::number,
             scalar_right = b.kind == Value::Kind::number;
  if ((is_vector(a) || scalar_left) && (is_vector(b) || scalar_right)) {
    const auto item = [](const Value& v, std::size_t i) {
      return v.kind == Value::Kind::number ? v.number : v.items[i].number;
    };
    Value result = scalar_left ? b : a;
    for (std::size_t i = 0; i < 3; ++i) {
      const double x = item(a, i), y = item(b, i);
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      double& to = result.items[i].number;
      if (e.op == Op::multiply && !scalar_left && !scalar_right) {
        to = a.items[j].number * b.items[k].number - a.items[k].number * b.items[j].number;
      } else if (e.op == Op::multiply && (scalar_left || scalar_right)) {
        to = x * y;
      } else if (e.op == Op::divide && scalar_right && y != 0) {
        to = x / y;
      } else if ((e.op == Op::add || e.op == Op::subtract) && !scalar_left && !scalar_right) {
        to = e.op == Op::add ? x + y : x - y;
      } else {
        fail("0302", e.begin, fmt::format("'{}' cannot join these", name_of(e.op)));
      }
      if (!(std::abs(to) <= largest)) fail("0507", e.begin, "the result is no finite number");
    }
    return result;
  }
  fail("0302", e.begin,
       fmt::format("'{}' joins {} and {}", name_of(e.op), kind_name(a), kind_name(b)));
}

Value Machine::compose(const Expr& e) { return binary(e); }

}  // namespace erfd::script
