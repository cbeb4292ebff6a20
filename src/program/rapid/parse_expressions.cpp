// Expressions.
#include "program/rapid/parser.hpp"

namespace erfd::rapid {

using namespace script;

void Parser::too_deep(std::uint32_t at) {
  bad("R0205", at, "this expression is too long, or nested too deep; split it");
}

Expr* Parser::negated(Expr* (Parser::*operand)()) {
  Expr& e = make(ExprKind::unary);
  e.op = Op::negation;
  take();
  e.children = {(this->*operand)()};
  return finish(e);
}

/// NOT binds looser than AND, as the language's reference has it.
Expr* Parser::expression() {
  return nested([&] {
    return chain({{"or", Op::either}, {"xor", Op::one_of}},
                 [&] { return now().is("not") ? negated(&Parser::conjunction) : conjunction(); });
  });
}

Expr* Parser::conjunction() {
  return chain({{"and", Op::both}}, [&] { return relation(); });
}

Expr* Parser::relation() {
  if (now().is("not")) return nested([&] { return negated(&Parser::relation); });
  constexpr Sign relations[] = {{"<>", Op::unequal},       {"<=", Op::less_equal},
                                {">=", Op::greater_equal}, {"=", Op::equal},
                                {"<", Op::less},           {">", Op::greater}};
  return compared(relations);
}

Expr* Parser::product() {
  return chain(
      {{"*", Op::multiply}, {"/", Op::divide}, {"div", Op::whole_divide}, {"mod", Op::modulo}},
      [&] { return primary(); });
}

Parser::Signs Parser::prefixes() const {
  static constexpr Sign signs[] = {{"+", Op::add}, {"-", Op::minus}};
  return signs;
}

Expr* Parser::list() {
  if (now().is("<"))  // <EXP>
    bad("R0201", now().begin, "a value is missing here: the editor's placeholder was never filled");
  if (!now().is("[")) return nullptr;
  Expr& e = make(ExprKind::list);
  take();
  if (!now().is("]")) e.children = expressions();
  expect("]", "behind the components");
  return finish(e);
}

std::vector<Argument> Parser::call_arguments() {
  std::vector<Argument> all = arguments(")");
  expect(")", "behind the arguments");
  return all;
}

Expr* Parser::index(Expr* whole) {
  if (!now().is("{")) return nullptr;
  Expr& e = make(ExprKind::index);
  e.begin = whole->begin;
  take();
  e.children = {whole};
  for (Expr* const i : expressions()) e.children.push_back(i);
  expect("}", "behind the index");
  return finish(e);
}

}  // namespace erfd::rapid
