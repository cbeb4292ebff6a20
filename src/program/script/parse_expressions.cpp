// Expressions that all industrial languages write alike.
#include "program/script/parser.hpp"

#include <algorithm>

namespace erfd::script {
namespace {

/// Brackets, signs and operators of one expression on the stack together.
constexpr int deepest_expression = 400;

}  // namespace

void Parser::descend(std::uint32_t at) {
  if ((depth_ += bracket) > deepest_expression) too_deep(at);
}

const Parser::Sign* Parser::accept_sign(Signs signs) {
  const auto found =
      std::find_if(signs.begin(), signs.end(), [&](const Sign& s) { return now().is(s.text); });
  if (found == signs.end()) return nullptr;
  take();
  return &*found;
}

Expr* Parser::binary(Op op, Expr* left, Expr* right) {
  if (++depth_ > deepest_expression) too_deep(left->begin);
  Expr& made = make(ExprKind::binary);
  made.op = op;
  made.begin = left->begin;
  made.children = {left, right};
  return finish(made);
}

Expr* Parser::compared(Signs signs) {
  Expr* const left = sum();
  const Sign* const sign = accept_sign(signs);
  return sign == nullptr ? left : binary(sign->op, left, sum());
}

Expr* Parser::sum() {
  return chain({{"+", Op::add}, {"-", Op::subtract}}, [&] { return product(); });
}

/// A number with its minus is one number, as most are written.
Expr* Parser::prefixed(Op op, Expr& e) {
  if (op == Op::minus && now().kind == Token::Kind::number) {
    literal(e);
    e.number = -e.number;
    take();
    return finish(e);
  }
  descend(e.begin);
  Expr* const value = primary();
  depth_ -= bracket;
  if (op == Op::add) return value;
  e.kind = ExprKind::unary;
  e.op = op;
  e.children = {value};
  return finish(e);
}

bool Parser::literal(Expr& e) const {
  switch (now().kind) {
    case Token::Kind::number:
      e.number = now().number;
      e.slot = now().whole ? 1 : -1;
      return true;
    case Token::Kind::text:
      e.kind = ExprKind::text;
      e.name = now().key;
      return true;
    case Token::Kind::enumeration:
      e.kind = ExprKind::word;
      e.name = now().key;
      return true;
    case Token::Kind::word:
      if (!now_is_one_of({"true", "false"})) return false;
      e.kind = ExprKind::truth;
      e.number = now().is("true") ? 1 : 0;
      return true;
    default:
      return false;
  }
}

Expr* Parser::primary() {
  if (Expr* const made = list()) return made;
  Expr& e = make(ExprKind::number);
  if (const Sign* const sign = accept_sign(prefixes())) return prefixed(sign->op, e);
  if (accept("(")) {
    Expr* const inner = expression();
    expect(")", "behind the expression");
    inner->begin = e.begin;
    inner->end = last_end_;
    return suffixes(inner);
  }
  if (literal(e)) {
    take();
    return finish(e);
  }
  if (now().kind != Token::Kind::word || !is_name(now())) unexpected("a value");
  e.kind = ExprKind::name;
  e.name = now().key;
  take();
  if (accept("(")) {
    e.kind = ExprKind::call;
    e.arguments = call_arguments();
  }
  finish(e);
  return suffixes(&e);
}

Expr* Parser::member(Expr* whole) {
  if (++depth_ > deepest_expression) too_deep(whole->begin);
  Expr& e = make(ExprKind::member);
  e.begin = whole->begin;
  take();
  if (now().kind != Token::Kind::word) unexpected("the name of a component behind '.'");
  e.name = now().key;
  e.children = {whole};
  take();
  return finish(e);
}

Expr* Parser::suffixes(Expr* whole) {
  for (;;) {
    if (Expr* const element = index(whole))
      whole = element;
    else if (now().is("."))
      whole = member(whole);
    else
      return whole;
  }
}

std::vector<Expr*> Parser::expressions() {
  std::vector<Expr*> all;
  do {
    all.push_back(expression());
  } while (accept(","));
  return all;
}

}  // namespace erfd::script
