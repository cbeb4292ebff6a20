// Expressions.
#include "program/krl/parser.hpp"

namespace erfd::krl {

using namespace script;

void Parser::too_deep(std::uint32_t at) {
  throw Bad{at, "the expression is too long, or nested too deep"};
}

Expr* Parser::expression() {
  return nested([&] {
    return chain({{"or", Op::either}, {"b_or", Op::bit_either}}, [&] { return exclusive(); });
  });
}

Expr* Parser::exclusive() {
  return chain({{"exor", Op::one_of}}, [&] { return conjunction(); });
}

Expr* Parser::conjunction() {
  return chain({{"and", Op::both}, {"b_and", Op::bit_both}}, [&] { return relation(); });
}

Expr* Parser::relation() {
  constexpr Sign relations[] = {{"==", Op::equal},      {"<>", Op::unequal},
                                {"<=", Op::less_equal}, {">=", Op::greater_equal},
                                {"<", Op::less},        {">", Op::greater}};
  return compared(relations);
}

Expr* Parser::product() {
  return chain({{"*", Op::multiply}, {"/", Op::divide}}, [&] { return geometric(); });
}

Expr* Parser::geometric() {
  return chain({{":", Op::compose}}, [&] { return primary(); });
}

Parser::Signs Parser::prefixes() const {
  static constexpr Sign signs[] = {
      {"not", Op::negation}, {"b_not", Op::negation}, {"+", Op::add}, {"-", Op::minus}};
  return signs;
}

/// {X 10, Y 20}, {E6POS: X 10}, {POINT2[] " "}; components may be missing.
Expr* Parser::list() {
  if (!now().is("{")) return nullptr;
  descend(now().begin);
  Expr& e = make(ExprKind::list);
  take();
  if (now().kind == Token::Kind::word && ahead().is(":")) {
    take();
    take();
  }
  std::vector<std::string_view> names;
  std::string signature;
  while (!now().is("}")) {
    if (now().kind != Token::Kind::word) unexpected("the name of a component");
    names.push_back(now().key);
    signature.append(now().key).append(" ");
    take();
    if (accept("[")) {
      while (!at_line_end() && !now().is("]")) take();
      expect("]");
    }
    e.children.push_back(sum());
    if (!accept(",") && !now().is("}")) unexpected("',' or '}'");
  }
  take();
  depth_ -= bracket;
  const auto [known, fresh] =
      list_types_.try_emplace(signature, static_cast<int>(ast_.list_types.size()));
  if (fresh) {
    Type made{"", Type::Kind::record, {}};
    for (const std::string_view name : names)
      made.fields.push_back({std::string(name), ast_.types.get("?"), 0});
    ast_.list_types.push_back(ast_.types.add(std::move(made)));
  }
  e.slot = known->second;
  return finish(e);
}

std::vector<Argument> Parser::call_arguments() {
  std::vector<Argument> all;
  while (!now().is(")")) {
    Argument a;
    a.begin = now().begin;
    if (now().is(",")) {  // left out
      a.value = &make(ExprKind::name);
      finish(*a.value);
      a.end = a.begin;
    } else {
      a.value = expression();
      a.end = last_end_;
    }
    all.push_back(a);
    if (!accept(",") && !now().is(")")) unexpected("',' or ')'");
  }
  take();
  return all;
}

Expr* Parser::index(Expr* whole) {
  if (!now().is("[")) return nullptr;
  Expr& e = make(ExprKind::index);
  e.begin = whole->begin;
  take();
  e.children = {whole};
  while (!now().is("]")) {
    if (at_line_end()) unexpected("']'");
    if (!accept(",")) e.children.push_back(expression());
  }
  take();
  if (e.children.size() > 1) return finish(e);
  return finish(*whole);  // NAME[]: all of a text
}

}  // namespace erfd::krl
