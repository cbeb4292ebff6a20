// Expressions.
#include "program/rapid/parser.hpp"

#include <fmt/format.h>

namespace erfd::rapid {

using namespace script;

void Parser::too_deep(std::uint32_t at) {
  bad("R0205", at, "this expression is too long, or nested too deep; split it");
}

Expr* Parser::expression() {
  struct Depth {
    int& level;
    int before;
    ~Depth() { level = before; }
  } const leave{depth_, depth_};
  descend(now().begin);
  // NOT binds looser than AND, as the language's reference has it.
  const auto term = [&]() -> Expr* {
    if (!now().is("not")) return conjunction();
    Expr& e = make(ExprKind::unary);
    e.op = Op::negation;
    take();
    e.children = {conjunction()};
    return finish(e);
  };
  Expr* left = term();
  while (now_is_one_of({"or", "xor"})) {
    const Op op = now().is("or") ? Op::either : Op::one_of;
    take();
    left = binary(op, left, term());
  }
  return left;
}

Expr* Parser::conjunction() {
  Expr* left = relation();
  while (accept("and")) left = binary(Op::both, left, relation());
  return left;
}

Expr* Parser::relation() {
  if (now().is("not")) {
    Expr& e = make(ExprKind::unary);
    descend(now().begin);
    e.op = Op::negation;
    take();
    e.children = {relation()};
    depth_ -= bracket;
    return finish(e);
  }
  Expr* left = sum();
  constexpr Op relations[] = {Op::unequal, Op::less_equal, Op::greater_equal,
                              Op::equal,   Op::less,       Op::greater};
  for (const Op op : relations)
    if (accept(name_of(op))) return binary(op, left, sum());
  return left;
}

Expr* Parser::product() {
  Expr* left = primary();
  for (;;) {
    const Op op = now().is("*")     ? Op::multiply
                  : now().is("/")   ? Op::divide
                  : now().is("div") ? Op::whole_divide
                                    : Op::modulo;
    if (op == Op::modulo && !now().is("mod")) return left;
    take();
    left = binary(op, left, primary());
  }
}

Expr* Parser::primary() {
  Expr& e = make(ExprKind::number);
  if (now_is_one_of({"+", "-"})) {
    const bool minus = now().is("-");
    take();
    if (minus && now().kind == Token::Kind::number) {  // a written number, as most are
      e.number = -now().number;
      take();
      return finish(e);
    }
    descend(e.begin);
    Expr* const value = primary();
    depth_ -= bracket;
    if (!minus) return value;
    e.kind = ExprKind::unary;
    e.op = Op::minus;
    e.children = {value};
    return finish(e);
  }
  if (accept("(")) {
    Expr* const inner = expression();
    expect(")", "behind the expression");
    inner->begin = e.begin;
    inner->end = last_end_;
    return suffixes(inner);
  }
  if (accept("[")) {
    e.kind = ExprKind::list;
    if (!now().is("]")) {
      do {
        e.children.push_back(expression());
      } while (accept(","));
    }
    expect("]", "behind the components");
    return finish(e);
  }
  if (now().is("<")) {  // <EXP>: a place of the editor that was never filled
    bad("R0201", now().begin, "a value is missing here: the editor's placeholder was never filled");
  }
  switch (now().kind) {
    case Token::Kind::number:
      e.number = now().number;
      break;
    case Token::Kind::text:
      e.kind = ExprKind::text;
      e.name = now().key;
      break;
    case Token::Kind::word:
      if (now_is_one_of({"true", "false"})) {
        e.kind = ExprKind::truth;
        e.number = now().is("true") ? 1 : 0;
        break;
      }
      if (is_reserved(now().key)) unexpected("a value");
      e.kind = ExprKind::name;
      e.name = now().key;
      take();
      if (accept("(")) {
        e.kind = ExprKind::call;
        e.arguments = arguments(")");
        expect(")", "behind the arguments");
      }
      finish(e);
      return suffixes(&e);
    default:
      unexpected("a value");
  }
  take();
  return finish(e);
}

Expr* Parser::suffixes(Expr* whole) {
  for (;;) {
    if (now().is("{")) {
      Expr& e = make(ExprKind::index);
      e.begin = whole->begin;
      take();
      e.children = {whole};
      do {
        e.children.push_back(expression());
      } while (accept(","));
      expect("}", "behind the index");
      whole = finish(e);
    } else if (now().is(".")) {
      if (++depth_ > deepest_expression) too_deep(whole->begin);
      Expr& e = make(ExprKind::member);
      e.begin = whole->begin;
      take();
      if (now().kind != Token::Kind::word) unexpected("the name of a component behind '.'");
      e.name = now().key;
      e.children = {whole};
      take();
      whole = finish(e);
    } else {
      return whole;
    }
  }
}

}  // namespace erfd::rapid
