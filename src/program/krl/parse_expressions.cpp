// Expressions.
#include "program/krl/parser.hpp"

#include <fmt/format.h>

namespace erfd::krl {

using namespace script;

void Parser::too_deep(std::uint32_t at) {
  throw Foreign{at, "the expression is too long, or nested too deep"};
}

Expr* Parser::expression() {
  struct Depth {
    int& level;
    int before;
    ~Depth() { level = before; }
  } const leave{depth_, depth_};
  descend(now().begin);
  Expr* left = exclusive();
  while (now_is_one_of({"or", "b_or"})) {
    const Op op = now().is("or") ? Op::either : Op::bit_either;
    take();
    left = binary(op, left, exclusive());
  }
  return left;
}

Expr* Parser::exclusive() {
  Expr* left = conjunction();
  while (accept("exor")) left = binary(Op::one_of, left, conjunction());
  return left;
}

Expr* Parser::conjunction() {
  Expr* left = relation();
  while (now_is_one_of({"and", "b_and"})) {
    const Op op = now().is("and") ? Op::both : Op::bit_both;
    take();
    left = binary(op, left, relation());
  }
  return left;
}

Expr* Parser::relation() {
  Expr* left = sum();
  struct Relation {
    std::string_view sign;
    Op op;
  };
  constexpr Relation relations[] = {{"==", Op::equal},      {"<>", Op::unequal},
                                    {"<=", Op::less_equal}, {">=", Op::greater_equal},
                                    {"<", Op::less},        {">", Op::greater}};
  for (const Relation& r : relations)
    if (accept(r.sign)) return binary(r.op, left, sum());
  return left;
}

Expr* Parser::product() {
  Expr* left = geometric();
  while (now_is_one_of({"*", "/"})) {
    const Op op = now().is("*") ? Op::multiply : Op::divide;
    take();
    left = binary(op, left, geometric());
  }
  return left;
}

Expr* Parser::geometric() {
  Expr* left = primary();
  while (accept(":")) left = binary(Op::compose, left, primary());
  return left;
}

Expr* Parser::primary() {
  Expr& e = make(ExprKind::number);
  if (now_is_one_of({"not", "b_not", "+", "-"})) {
    const bool plus = now().is("+"), negation = now().is("not") || now().is("b_not");
    take();
    if (!plus && !negation && now().kind == Token::Kind::number) {
      e.number = -now().number;
      e.slot = now().whole ? 1 : -1;
      take();
      return finish(e);
    }
    descend(now().begin);
    Expr* const value = primary();
    depth_ -= bracket;
    if (plus) return value;
    e.kind = ExprKind::unary;
    e.op = negation ? Op::negation : Op::minus;
    e.children = {value};
    return finish(e);
  }
  if (accept("(")) {
    Expr* const inner = expression();
    expect(")");
    inner->begin = e.begin;
    inner->end = last_end_;
    return suffixes(inner);
  }
  if (now().is("{")) return aggregate();
  switch (now().kind) {
    case Token::Kind::number:
      e.number = now().number;
      e.slot = now().whole ? 1 : -1;
      break;
    case Token::Kind::text:
      e.kind = ExprKind::text;
      e.name = now().key;
      break;
    case Token::Kind::enumeration:
      e.kind = ExprKind::word;
      e.name = now().key;
      break;
    case Token::Kind::word:
      if (now_is_one_of({"true", "false"})) {
        e.kind = ExprKind::truth;
        e.number = now().is("true") ? 1 : 0;
        break;
      }
      e.kind = ExprKind::name;
      e.name = now().key;
      take();
      if (accept("(")) {
        e.kind = ExprKind::call;
        e.arguments = arguments();
      }
      finish(e);
      return suffixes(&e);
    default:
      unexpected("a value");
  }
  take();
  return finish(e);
}

/// {X 10, Y 20}, {E6POS: X 10}, {POINT2[] " "}; components may be missing.
Expr* Parser::aggregate() {
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
    if (accept("{")) {
      --i_;
      e.children.push_back(aggregate());
    } else {
      e.children.push_back(sum());
    }
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

std::vector<Argument> Parser::arguments() {
  std::vector<Argument> list;
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
    list.push_back(a);
    if (!accept(",") && !now().is(")")) unexpected("',' or ')'");
  }
  take();
  return list;
}

Expr* Parser::suffixes(Expr* whole) {
  for (;;) {
    if (now().is("[")) {
      Expr& e = make(ExprKind::index);
      e.begin = whole->begin;
      take();
      e.children = {whole};
      while (!now().is("]")) {
        if (at_line_end()) unexpected("']'");
        if (!accept(",")) e.children.push_back(expression());
      }
      take();
      if (e.children.size() == 1) {  // NAME[]: all of a text
        whole->end = last_end_;
        continue;
      }
      whole = finish(e);
    } else if (now().is(".")) {
      if (++depth_ > deepest_expression) too_deep(whole->begin);
      Expr& e = make(ExprKind::member);
      e.begin = whole->begin;
      take();
      if (now().kind != Token::Kind::word) unexpected("the name of a component");
      e.name = now().key;
      e.children = {whole};
      take();
      whole = finish(e);
    } else {
      return whole;
    }
  }
}

}  // namespace erfd::krl
