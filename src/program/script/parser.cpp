#include "program/script/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::script {
namespace {

constexpr std::size_t most_nodes = 3'000'000;
constexpr int deepest_blocks = 64;

}  // namespace

void Parser::take() {
  last_end_ = now().end;
  if (now().kind != Token::Kind::end) ++i_;
}

bool Parser::accept(std::string_view word) {
  if (!now().is(word)) return false;
  take();
  return true;
}

bool Parser::now_is_one_of(std::initializer_list<std::string_view> words) const {
  return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return now().is(w); });
}

void Parser::count_node() {
  if (++nodes_ <= most_nodes) return;
  findings_.error(code_of_size_, source_.at(now().begin), "the program is too large; split it");
  throw StopReading{};
}

void Parser::enter_block() {
  if (++blocks_ <= deepest_blocks) return;
  findings_.error(code_of_size_, source_.at(now().begin),
                  fmt::format("more than {} blocks in each other", deepest_blocks));
  throw StopReading{};
}

void Parser::descend(std::uint32_t at) {
  if ((depth_ += bracket) > deepest_expression) too_deep(at);
}

Expr& Parser::make(ExprKind kind) {
  count_node();
  Expr& made = ast_.expressions.emplace_back();
  made.kind = kind;
  made.begin = now().begin;
  return made;
}

Statement& Parser::make(StatementKind kind, Block& out) {
  count_node();
  Statement& made = ast_.statements.emplace_back();
  made.kind = kind;
  made.begin = now().begin;
  made.end = now().end;
  made.word = now().key;
  out.push_back(&made);
  return made;
}

Expr* Parser::finish(Expr& e) {
  e.end = last_end_;
  return &e;
}

Expr* Parser::binary(Op op, Expr* left, Expr* right) {
  if (++depth_ > deepest_expression) too_deep(left->begin);
  Expr& made = make(ExprKind::binary);
  made.op = op;
  made.begin = left->begin;
  made.children = {left, right};
  return finish(made);
}

Expr* Parser::sum() {
  Expr* left = product();
  while (now_is_one_of({"+", "-"})) {
    const Op op = now().is("+") ? Op::add : Op::subtract;
    take();
    left = binary(op, left, product());
  }
  return left;
}

}  // namespace erfd::script
