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

std::string Parser::found() const {
  if (now().kind == Token::Kind::end) return "the end of the file";
  if (now().kind == Token::Kind::line_end) return "the end of the line";
  const std::size_t length = std::min<std::size_t>(now().end - now().begin, 40);
  return fmt::format("'{}'", source_.text().substr(now().begin, length));
}

void Parser::expect(std::string_view word, std::string_view after) {
  if (accept(word)) return;
  std::string upper(word);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  unexpected(fmt::format("'{}'{}{}", upper, after.empty() ? "" : " ", after));
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

/// An error costs one statement, not the file.
Block Parser::statements() {
  Block out;
  enter_block();
  const int blocks = blocks_, depth = depth_;
  while (!ends_statements()) {
    const std::size_t first = i_, count = out.size();
    try {
      statement(out);
    } catch (const Bad& bad) {
      out.resize(count);
      recover(bad, tokens_[first].begin);
      if (i_ == first) take();
    }
    blocks_ = blocks;
    depth_ = depth;
  }
  --blocks_;
  return out;
}

}  // namespace erfd::script
