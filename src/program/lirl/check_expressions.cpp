// Types of expressions.
#include "program/lirl/checker.hpp"
#include "program/lirl/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

bool is_numeric(Type t) { return t == Type::integer || t == Type::real; }

Type sum_of(Type a, Type b) {
  if (a == Type::integer && b == Type::integer) return Type::integer;
  if (is_numeric(a) && is_numeric(b)) return Type::real;
  const bool shifts = a == Type::position || a == Type::pose || a == Type::target;
  return shifts && b == Type::position ? a : Type::unknown;
}

Type product_of(Type a, Type b) {
  if (a == Type::integer && b == Type::integer) return Type::integer;
  if (is_numeric(a) && is_numeric(b)) return Type::real;
  if (is_numeric(a) && b == Type::position) return Type::position;
  if (a == Type::position && is_numeric(b)) return Type::position;
  if (a == Type::pose && (b == Type::pose || b == Type::position || b == Type::target)) return b;
  if (a == Type::target && b == Type::pose) return a;
  if (a == Type::orientation && (b == Type::orientation || b == Type::position)) return b;
  return Type::unknown;
}

Type quotient_of(Type a, Type b) {
  if (is_numeric(a) && is_numeric(b)) return Type::real;
  return a == Type::position && is_numeric(b) ? a : Type::unknown;
}

Type relation_of(Operator op, Type a, Type b) {
  const bool same = (a == b && (a == Type::boolean || a == Type::text)) &&
                    (op == Operator::equal || op == Operator::unequal);
  return same || (is_numeric(a) && is_numeric(b)) ? Type::boolean : Type::unknown;
}

Type result_of(Operator op, Type a, Type b) {
  switch (op) {
    case Operator::add:
    case Operator::subtract:
      return sum_of(a, b);
    case Operator::multiply:
      return product_of(a, b);
    case Operator::divide:
      return quotient_of(a, b);
    case Operator::whole_divide:
    case Operator::modulo:
      return a == Type::integer && b == Type::integer ? Type::integer : Type::unknown;
    case Operator::both:
    case Operator::either:
    case Operator::one_of:
      return a == Type::boolean && b == Type::boolean ? Type::boolean : Type::unknown;
    default:
      return relation_of(op, a, b);
  }
}

/// What a list in brackets is beside an operand of this type.
Type partner_of(Type other, Type wanted) {
  const bool geometric = other == Type::position || other == Type::pose || other == Type::target ||
                         other == Type::orientation;
  if (geometric) return Type::position;
  return is_numeric(other) ? Type::position : wanted;
}

bool fits(Type found, Type wanted) {
  if (found == wanted || found == Type::unknown || wanted == Type::unknown) return true;
  return (wanted == Type::real && found == Type::integer) ||
         (wanted == Type::joint && found == Type::mainjoint);
}

}  // namespace

Type Checker::type(Expr& e, Type wanted) {
  const int reports = findings_.reports();
  e.constant = e.kind == ExprKind::integer || e.kind == ExprKind::real ||
               e.kind == ExprKind::text || e.kind == ExprKind::truth;
  e.type = find_type(e, wanted);
  const bool combines = e.kind == ExprKind::aggregate || e.kind == ExprKind::minus ||
                        e.kind == ExprKind::negation || e.kind == ExprKind::binary;
  if (combines || (e.symbol == Symbol::builtin && e.constant)) {
    e.constant =
        e.type != Type::unknown && std::all_of(e.children.begin(), e.children.end(),
                                               [](const Expr* child) { return child->constant; });
  }
  if (findings_.reports() != reports) e.constant = false;  // it cannot be evaluated
  return e.type;
}

Type Checker::find_type(Expr& e, Type wanted) {
  switch (e.kind) {
    case ExprKind::integer:
      return Type::integer;
    case ExprKind::real:
      return Type::real;
    case ExprKind::text:
      return Type::text;
    case ExprKind::truth:
      return Type::boolean;
    case ExprKind::name:
      return name(e);
    case ExprKind::call:
      return call(e);
    case ExprKind::index:
      return index(e);
    case ExprKind::member:
      return member(e);
    case ExprKind::aggregate:
      return aggregate(e, wanted);
    case ExprKind::minus:
      return minus(e, wanted);
    case ExprKind::negation:
      fit(*e.children[0], Type::boolean, "what 'not' turns round");
      return Type::boolean;
    case ExprKind::binary:
      return binary(e, wanted);
  }
  return Type::unknown;
}

void Checker::fit(Expr& e, Type wanted, std::string_view what) {
  const Type found = type(e, wanted);
  if (!fits(found, wanted)) {
    const bool needs_rounding = wanted == Type::integer && found == Type::real;
    findings_.error(
        "L0302", e.at,
        fmt::format("{} must be {}, found {}{}", what, with_article(wanted), with_article(found),
                    needs_rounding ? "; use round() or trunc()" : ""));
    return;
  }
  probe(e);
}

void Checker::number(Expr& e, const Place& place) {
  const Type found = type(e);
  e.place = &place;
  if (found == Type::unknown) return;
  if (!is_number(found)) {
    e.constant = false;  // not to be evaluated as a number
    findings_.error(
        "L0302", e.at,
        fmt::format("expected {} [{}], found {}", place.thing, place.unit, with_article(found)));
    return;
  }
  if (!e.constant) return;
  try {
    evaluator_.in_place(e, place);
  } catch (const Failure& failure) {
    findings_.error(failure);
  }
}

/// Written values are evaluated at once: wrong units and impossible values are found together.
void Checker::probe(const Expr& e) {
  if (!e.constant || e.type == Type::unknown) return;
  try {
    evaluator_.value(e);
  } catch (const Failure& failure) {
    findings_.error(failure);
  }
}

std::vector<std::string> Checker::known_names() const {
  std::vector<std::string> names = builtin_words();
  for (const Names* list : {&locals_, &globals_, &routines_}) {
    for (const auto& [known, slot] : *list) names.push_back(known);
  }
  return names;
}

/// True for a variable or constant.
bool Checker::resolve(Expr& e) {
  const auto variable = [&](const Names& names, Symbol symbol) {
    const auto found = names.find(e.name);
    if (found == names.end()) return false;
    e.symbol = symbol;
    e.slot = found->second;
    return true;
  };
  if (variable(locals_, Symbol::local)) return true;
  unasked_.erase(e.name);
  return variable(globals_, Symbol::global);
}

Type Checker::name(Expr& e) {
  if (resolve(e)) {
    const Declaration& d = *declaration_of(e);
    if (!d.is_array) return d.type;
    findings_.error("L0302", e.at,
                    fmt::format("'{0}' is an array; choose an element: {0}[1]", e.name));
    return Type::unknown;
  }
  if (routines_.contains(e.name) || builtin_of_word(e.name) == Builtin::pi) return call(e);
  const bool needs_brackets = builtin_of_word(e.name).has_value();
  findings_.error("L0301", e.at,
                  needs_brackets ? fmt::format("'{0}' needs its values in brackets: {0}(…)", e.name)
                                 : fmt::format("unknown name '{}'{}", e.name,
                                               did_you_mean(e.name, known_names(),
                                                            "; declare it in a var part")));
  return Type::unknown;
}

Type Checker::index(Expr& e) {
  Expr& whole = *e.children[0];
  fit(*e.children[1], Type::integer, "an index");
  const Declaration* const d =
      whole.kind == ExprKind::name && resolve(whole) ? declaration_of(whole) : nullptr;
  if (d != nullptr && d->is_array) {
    e.symbol = whole.symbol;  // an element, as those of a joint are none
    e.slot = whole.slot;
    return d->type;
  }
  const Type found = type(whole);
  if (found == Type::joint || found == Type::mainjoint) return Type::real;
  if (found != Type::unknown) {
    findings_.error(
        "L0302", e.at,
        fmt::format("{} has no elements; only arrays and joints have", with_article(found)));
  }
  return Type::unknown;
}

Type Checker::member(Expr& e) {
  const Type whole = type(*e.children[0]);
  if (whole == Type::unknown) return whole;
  std::vector<std::string> known;
  for (const PartRule& rule : parts_of(whole)) {
    known.emplace_back(rule.word);
    if (rule.word != e.name) continue;
    e.slot = static_cast<int>(rule.part);
    e.place = rule.place;
    return rule.type;
  }
  findings_.error("L0301", e.at,
                  fmt::format("{} has no component '{}'{}", with_article(whole), e.name,
                              did_you_mean(e.name, known, "")));
  return Type::unknown;
}

Type Checker::minus(Expr& e, Type wanted) {
  const Type found = type(*e.children[0], wanted);
  if (is_number(found) || found == Type::position || found == Type::unknown) return found;
  findings_.error("L0302", e.at, fmt::format("{} has no negative", with_article(found)));
  return Type::unknown;
}

/// A list in brackets learns its type from the other operand.
void Checker::operands(Expr& e, Type wanted) {
  Expr& left = *e.children[0];
  Expr& right = *e.children[1];
  const bool left_is_list = left.kind == ExprKind::aggregate;
  const bool right_is_list = right.kind == ExprKind::aggregate;
  if (left_is_list && right_is_list) {
    type(left, wanted);
    type(right, partner_of(left.type, wanted));
  } else if (left_is_list) {
    type(right);
    const bool shifted = right.type == Type::position && wanted != Type::unknown;
    const bool framed = right.type == Type::pose || right.type == Type::target;
    type(left, framed ? Type::pose : (shifted ? wanted : Type::position));
  } else {
    type(left, wanted);
    type(right, right_is_list ? partner_of(left.type, wanted) : wanted);
  }
}

Type Checker::binary(Expr& e, Type wanted) {
  operands(e, wanted);
  const Type left = e.children[0]->type;
  const Type right = e.children[1]->type;
  if (left == Type::unknown || right == Type::unknown) return Type::unknown;
  const Type result = result_of(e.op, left, right);
  if (result == Type::unknown) {
    findings_.error("L0302", e.at,
                    fmt::format("'{}' does not join {} and {}", name_of(e.op), with_article(left),
                                with_article(right)));
  }
  return result;
}

}  // namespace erfd::lirl
