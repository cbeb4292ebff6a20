#include "base/toml/parser.hpp"

#include "base/toml/cursor.hpp"
#include "base/toml/scalars.hpp"
#include "base/toml/tree.hpp"

#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace {

class Parser {
 public:
  Parser(std::string_view text, Findings& findings) : cursor_(text), findings_(findings) {}

  TomlTable run() {
    root_.at = {1, 1};
    cursor_.take("\xEF\xBB\xBF");  // byte order mark
    while (!cursor_.at_end() && !findings_.full()) line();
    return std::move(root_);
  }

 private:
  void line();
  void header();
  void key_value(TomlTable& table, int depth);
  void end_of_line();
  std::vector<TomlKey> key();
  TomlKey simple_key();
  TomlValue value(int depth);
  TomlValue array(int depth);
  TomlValue inline_table(int depth);
  void skip_blank_lines();
  void report(const TomlError& error);
  void recover();
  bool at_header() const;
  void expect_depth(int depth, Location at) const;

  Cursor cursor_;
  Findings& findings_;
  TomlTable root_;
  TomlTable lost_;             // takes the lines under a broken header
  TomlTable* table_ = &root_;  // takes the next line
  int table_depth_ = 0;
  bool lost_list_item_ =
      false;  // sub-tables of a broken [[header]] must not go to the item before it
  std::vector<Location> open_;  // brackets not closed yet
};

TomlError syntax(Location at, std::string message) {
  return {"toml-syntax", at, std::move(message)};
}

void Parser::line() {
  try {
    cursor_.skip_blanks();
    if (cursor_.peek() == '[')
      header();
    else if (cursor_.peek() != '#' && !cursor_.at_newline() && !cursor_.at_end())
      key_value(*table_, table_depth_);
    end_of_line();
  } catch (const TomlError& error) {
    report(error);
    recover();
  }
}

void Parser::report(const TomlError& error) {
  findings_.error(error.check, error.at, error.message);
  table_->incomplete = true;
  root_.incomplete = true;
}

void Parser::end_of_line() {
  cursor_.skip_blanks();
  if (cursor_.peek() == '#') cursor_.skip_to_line_end();
  if (!cursor_.at_end() && !cursor_.take_newline())
    throw syntax(cursor_.at(),
                 fmt::format("found {}, expected the end of the line{}", cursor_.found(),
                             cursor_.peek() == ',' ? "; write a decimal point, not a comma" : ""));
}

/// Behind an error: the next line, or the line behind the bracket that closes the broken value.
/// When that bracket never comes, the next header.
void Parser::recover() {
  while (!cursor_.at_end()) {
    if (cursor_.at_newline()) {
      cursor_.take_newline();
      cursor_.skip_blanks();
      if (open_.empty() || at_header()) break;
      continue;
    }
    const char c = cursor_.peek();
    if (c == '#') {
      cursor_.skip_to_line_end();
    } else if (c == '"' || c == '\'') {
      try {
        read_toml_text(cursor_, true);
      } catch (const TomlError&) {  // one finding a broken value is enough
      }
    } else {
      if (c == '[' || c == '{') open_.push_back(cursor_.at());
      if ((c == ']' || c == '}') && !open_.empty()) open_.pop_back();
      cursor_.advance();
    }
  }
  open_.clear();
}

/// True for [name and [[name, which no line of a list can begin with.
bool Parser::at_header() const {
  Cursor ahead = cursor_;
  if (!ahead.take("[")) return false;
  ahead.take("[");
  std::string word;
  while (is_bare_key_character(ahead.peek())) word += ahead.advance();
  const bool letter =
      !word.empty() && ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'));
  return letter && word != "true" && word != "false" && word != "inf" && word != "nan";
}

void Parser::expect_depth(int depth, Location at) const {
  if (depth > toml_deepest)
    throw TomlError{"toml-depth", at,
                    fmt::format("more than {} tables and lists in each other", toml_deepest)};
}

/// [a.b] or [[a.b]]
void Parser::header() {
  const Location at = cursor_.at();
  lost_ = TomlTable{};
  table_ = &lost_;
  const bool before = std::exchange(lost_list_item_, true);
  cursor_.take("[");
  const bool list = cursor_.take("[");
  const std::vector<TomlKey> path = key();
  if (!cursor_.take(list ? "]]" : "]"))
    throw syntax(cursor_.at(),
                 fmt::format("found {}, expected '{}'", cursor_.found(), list ? "]]" : "]"));
  expect_depth(static_cast<int>(path.size()) + 1, at);
  lost_list_item_ = before && path.size() > 1;
  if (lost_list_item_) return;
  table_ = list ? &open_list_item(root_, path, at) : &open_table(root_, path, at);
  table_depth_ = static_cast<int>(path.size()) + 1;
}

/// a.b = value. The key is kept when the value is broken, so that it does not count as missing.
void Parser::key_value(TomlTable& table, int depth) {
  const std::vector<TomlKey> path = key();
  if (!cursor_.take("="))
    throw syntax(cursor_.at(), fmt::format("found {}, expected '=' behind the key '{}'",
                                           cursor_.found(), path.back().name));
  cursor_.skip_blanks();
  const int value_depth = depth + static_cast<int>(path.size());
  expect_depth(value_depth, path.front().at);
  TomlValue
      unwanted;  // the value of a refused key is read all the same: it may go over several lines
  const auto slot = [&]() -> TomlValue& {
    try {
      return add_member(table, path, TomlValue{cursor_.at(), TomlBroken{}}).value;
    } catch (const TomlError& error) {
      report(error);
      return unwanted;
    }
  };
  TomlValue& place = slot();
  place = value(value_depth);
}

std::vector<TomlKey> Parser::key() {
  std::vector<TomlKey> path;
  do {
    cursor_.skip_blanks();
    path.push_back(simple_key());
    expect_depth(static_cast<int>(path.size()), path.front().at);
    cursor_.skip_blanks();
  } while (cursor_.take("."));
  return path;
}

TomlKey Parser::simple_key() {
  const Location at = cursor_.at();
  if (cursor_.peek() == '"' || cursor_.peek() == '\'') return {read_toml_text(cursor_, false), at};
  std::string name;
  while (is_bare_key_character(cursor_.peek())) name += cursor_.advance();
  if (name.empty()) throw syntax(at, fmt::format("found {}, expected a key", cursor_.found()));
  return {name, at};
}

TomlValue Parser::value(int depth) {
  const Location at = cursor_.at();
  const char c = cursor_.peek();
  if (c == '[') return array(depth + 1);
  if (c == '{') return inline_table(depth + 1);
  if (c == '"' || c == '\'') return {at, read_toml_text(cursor_, true)};
  return {at, read_toml_word(cursor_)};
}

void Parser::skip_blank_lines() {
  do {
    cursor_.skip_blanks();
    if (cursor_.peek() == '#') cursor_.skip_to_line_end();
  } while (cursor_.take_newline());
}

TomlValue Parser::array(int depth) {
  const Location at = cursor_.at();
  cursor_.take("[");
  open_.push_back(at);
  expect_depth(depth, at);
  auto list = std::make_unique<TomlArray>();
  for (skip_blank_lines(); cursor_.peek() != ']'; skip_blank_lines()) {
    list->items.push_back(value(depth));
    skip_blank_lines();
    if (cursor_.peek() == ']') break;
    if (!cursor_.take(","))
      throw syntax(cursor_.at(),
                   fmt::format("found {}, expected ',' or the ']' of the list that begins at {}:{}",
                               cursor_.found(), at.line, at.column));
  }
  cursor_.take("]");
  open_.pop_back();
  return {at, std::move(list)};
}

TomlValue Parser::inline_table(int depth) {
  const Location at = cursor_.at();
  cursor_.take("{");
  open_.push_back(at);
  expect_depth(depth, at);
  auto table = std::make_unique<TomlTable>();
  table->at = at;
  table->kind = TomlTableKind::inlined;
  const auto close_or_throw = [&](std::string_view expected) {
    if (cursor_.at_newline())
      throw syntax(
          cursor_.at(),
          fmt::format("the table that begins at {}:{} does not end on its line; close it, or "
                      "give it a [header] and lines of its own",
                      at.line, at.column));
    if (!cursor_.take(expected))
      throw syntax(
          cursor_.at(),
          fmt::format("found {}, expected ',' or the '}}' of the table that begins at {}:{}",
                      cursor_.found(), at.line, at.column));
  };
  cursor_.skip_blanks();
  while (cursor_.peek() != '}' || !table->members.empty()) {
    if (cursor_.at_newline()) close_or_throw("}");
    key_value(*table, depth);
    cursor_.skip_blanks();
    if (cursor_.peek() == '}') break;
    close_or_throw(",");
    cursor_.skip_blanks();
  }
  cursor_.take("}");
  open_.pop_back();
  return {at, std::move(table)};
}

}  // namespace

TomlTable parse_toml(std::string_view text, Findings& findings) {
  try {
    if (text.size() > toml_longest_file)
      throw TomlError{"file-size",
                      {},
                      fmt::format("the file has {} bytes; a robot file has at most {}", text.size(),
                                  toml_longest_file)};
    check_characters(text);
    return Parser(text, findings).run();
  } catch (const TomlError& error) {
    findings.error(error.check, error.at, error.message);
    TomlTable nothing;
    nothing.incomplete = true;
    return nothing;
  }
}

}  // namespace erfd
