// Expressions.
#include "program/lirl/parser.hpp"
#include "program/lirl/words.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

constexpr int deepest_expression = 100;  // brackets in each other
constexpr int longest_chain = 200;       // levels of the tree: 1 + 2 + 3 … grows it by one each
constexpr std::size_t most_nodes = 3'000'000;

std::optional<Operator> relation_of(const Token& token) {
  constexpr Operator relations[] = {Operator::equal,   Operator::unequal,
                                    Operator::less,    Operator::less_equal,
                                    Operator::greater, Operator::greater_equal};
  for (const Operator op : relations) {
    if (token.is(name_of(op))) return op;
  }
  return std::nullopt;
}

}  // namespace

void Parser::count_node() {
  if (++nodes_ <= most_nodes) return;
  findings_.error("L0203", now_.at, "the program is too large; split it");
  throw StopReading{};
}

Expr& Parser::make(ExprKind kind) {
  count_node();
  Expr& made = ast_.expressions.emplace_back();
  made.kind = kind;
  made.at = now_.at;
  made.begin = now_.begin;
  made.range.begin = now_.at;
  return made;
}

Expr* Parser::finish(Expr& e) {
  e.end = last_end_;
  e.range.end = last_end_at_;
  for (const Expr* child : e.children) e.depth = std::max(e.depth, child->depth + 1);
  if (e.depth > longest_chain) {
    throw Failure{"L0205", e.at,
                  fmt::format("an expression of more than {} levels; split it", longest_chain)};
  }
  return &e;
}

Expr* Parser::binary(Operator op, Location at, Expr* left, Expr* right) {
  Expr& made = make(ExprKind::binary);
  made.op = op;
  made.at = at;
  made.begin = left->begin;
  made.range.begin = left->range.begin;
  made.children = {left, right};
  return finish(made);
}

bool Parser::accept_equals() { return accept("=") || accept(":="); }

Expr* Parser::expression() {
  if (nested_expressions_ >= deepest_expression) {
    throw Failure{"L0205", now_.at,
                  fmt::format("more than {} brackets in each other; split the expression",
                              deepest_expression)};
  }
  ++nested_expressions_;
  struct Leave {
    int& depth;
    ~Leave() { --depth; }
  } const leave{nested_expressions_};
  Expr* left = conjunction();
  while (now_is_one_of({"or", "xor"})) {
    const Operator op = now_.is("or") ? Operator::either : Operator::one_of;
    const Location at = now_.at;
    take();
    left = binary(op, at, left, conjunction());
  }
  return left;
}

Expr* Parser::conjunction() {
  Expr* left = relation();
  while (now_.is("and")) {
    const Location at = now_.at;
    take();
    left = binary(Operator::both, at, left, relation());
  }
  return left;
}

Expr* Parser::relation() {
  std::vector<Expr*> negations;
  while (now_.is("not")) {
    negations.push_back(&make(ExprKind::negation));
    take();
    if (negations.size() > deepest_expression) unexpected("fewer 'not'");
  }
  Expr* left = geometric();
  if (const std::optional<Operator> op = relation_of(now_)) {
    const Location at = now_.at;
    take();
    left = binary(*op, at, left, geometric());
  }
  for (auto negation = negations.rbegin(); negation != negations.rend(); ++negation) {
    (*negation)->children = {left};
    left = finish(**negation);
  }
  return left;
}

Expr* Parser::geometric() {
  Expr* left = term();
  while (now_is_one_of({"+", "-"})) {
    const Operator op = now_.is("+") ? Operator::add : Operator::subtract;
    const Location at = now_.at;
    take();
    left = binary(op, at, left, term());
  }
  return left;
}

Expr* Parser::term() {
  Expr* left = factor();
  for (;;) {
    constexpr Operator products[] = {Operator::multiply, Operator::divide, Operator::whole_divide,
                                     Operator::modulo};
    const auto* const op = std::find_if(std::begin(products), std::end(products),
                                        [&](Operator o) { return now_.is(name_of(o)); });
    if (op == std::end(products)) return left;
    const Location at = now_.at;
    take();
    left = binary(*op, at, left, factor());
  }
}

Expr* Parser::factor() {
  Expr* minus = nullptr;
  bool negative = false;
  while (now_is_one_of({"+", "-"})) {
    if (minus == nullptr) minus = &make(ExprKind::minus);
    negative = negative != now_.is("-");
    take();
  }
  Expr* const value = primary();
  if (!negative) return value;
  minus->children = {value};
  return finish(*minus);
}

Expr* Parser::primary() {
  if (now_.is("(")) return bracketed();
  if (now_.kind == Token::Kind::word) return suffixes(named());
  Expr& e = make(ExprKind::integer);
  switch (now_.kind) {
    case Token::Kind::integer:
      e.integer = now_.integer;
      break;
    case Token::Kind::real:
      e.kind = ExprKind::real;
      e.number = now_.number;
      break;
    case Token::Kind::text:
      e.kind = ExprKind::text;
      e.name = now_.key;
      break;
    default:
      unexpected(now_.is(".") ? "a value (a number begins with a digit: 0.5)" : "a value");
  }
  take();
  return finish(e);
}

/// One value in brackets, or an aggregate of several.
Expr* Parser::bracketed() {
  Expr& list = make(ExprKind::aggregate);
  take();
  list.children.push_back(expression());
  while (accept(",")) list.children.push_back(expression());
  expect(")", "");
  if (list.children.size() == 1) {
    Expr& value = *list.children[0];
    value.begin = list.begin;
    value.end = last_end_;
    value.range = {list.range.begin, last_end_at_};  // with its brackets
    return suffixes(&value);
  }
  return finish(list);
}

Expr* Parser::named() {
  Expr& e = make(ExprKind::name);
  if (now_is_one_of({"true", "false"})) {
    e.kind = ExprKind::truth;
    e.truth = now_.is("true");
  } else if (is_reserved(now_.key)) {
    unexpected("a value");
  }
  e.name = now_.key;
  take();
  return finish(e);
}

void Parser::arguments(Expr& call) {
  call.kind = ExprKind::call;
  take();
  if (!now_.is(")")) {
    do {
      call.children.push_back(expression());
    } while (accept(","));
  }
  expect(")", "after the arguments");
}

Expr* Parser::suffixes(Expr* whole) {
  for (;;) {
    if (now_.is("(") && whole->kind == ExprKind::name) {
      arguments(*whole);
      whole = finish(*whole);
    } else if (now_.is("[")) {
      Expr& e = make(ExprKind::index);
      e.at = whole->at;
      e.begin = whole->begin;
      e.range.begin = whole->range.begin;
      take();
      e.children = {whole, expression()};
      expect("]", "after the index");
      whole = finish(e);
    } else if (now_.is(".")) {
      Expr& e = make(ExprKind::member);
      e.begin = whole->begin;
      e.range.begin = whole->range.begin;
      e.children = {whole};
      take();
      e.at = now_.at;
      if (now_.kind != Token::Kind::word) unexpected("the name of a component after '.'");
      e.name = now_.key;
      take();
      whole = finish(e);
    } else {
      return whole;
    }
  }
}

}  // namespace erfd::lirl
