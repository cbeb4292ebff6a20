// Program, declarations, routines; tokens and going on after an error.
#include "program/lirl/parser.hpp"
#include "program/lirl/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {

Parser::Parser(std::string_view source, Findings& findings, Ast& ast)
    : source_(source), lexer_(source, findings), findings_(findings), ast_(ast) {
  take();
}

void Parser::take() {
  last_end_ = now_.end;
  last_end_at_ = now_.end_at;
  const bool is_number = now_.kind == Token::Kind::integer || now_.kind == Token::Kind::real;
  bare_number_ = is_number && now_.number.bare ? source_.substr(now_.begin, now_.end - now_.begin)
                                               : std::string_view();
  now_ = lexer_.next();
}

bool Parser::accept(std::string_view word_or_sign) {
  if (!now_.is(word_or_sign)) return false;
  take();
  return true;
}

void Parser::expect(std::string_view word_or_sign, std::string_view after) {
  if (!accept(word_or_sign)) unexpected(fmt::format("'{}' {}", word_or_sign, after));
}

std::string Parser::found() const {
  if (now_.kind == Token::Kind::end) return "the end of the file";
  if (now_.kind == Token::Kind::text) return "a text";
  if (now_.kind == Token::Kind::integer || now_.kind == Token::Kind::real) return "a number";
  return fmt::format("'{}'", now_.key);
}

/// "3 kg": the blank makes two words of it.
void Parser::refuse_loose_unit() const {
  if (bare_number_.empty() || now_.kind != Token::Kind::word) return;
  const Unit* const unit = unit_at(source_.substr(now_.begin));
  if (unit == nullptr) return;
  throw Failure{
      "L0103", now_.at,
      fmt::format("the unit '{}' stands apart from its number; write {}{} without a blank",
                  unit->name, bare_number_, unit->name)};
}

void Parser::unexpected(std::string_view expected) const {
  refuse_loose_unit();
  throw Failure{"L0201", now_.at, fmt::format("expected {}, found {}", expected, found())};
}

/// What a lost comment has swallowed is not missing.
void Parser::tell(Failure failure) {
  if (now_.kind == Token::Kind::end && lexer_.lost_in_comment()) return;
  findings_.error(std::move(failure));
}

std::string Parser::name(std::string_view of_what) {
  if (now_.kind != Token::Kind::word) unexpected(of_what);
  if (is_reserved(now_.key) || type_of_word(now_.key) != Type::unknown) {
    throw Failure{
        "L0201", now_.at,
        fmt::format("expected {}, found the word '{}' of the language; choose another name",
                    of_what, now_.key)};
  }
  std::string key = now_.key;
  take();
  return key;
}

bool Parser::now_is_one_of(std::initializer_list<std::string_view> words) const {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return now_.is(word); });
}

void Parser::semicolon(std::string_view after) { expect(";", fmt::format("after {}", after)); }

void Parser::optional_semicolon() { accept(";"); }

/// To behind the next ';', or to a word that begins or ends a part of the program.
void Parser::recover() {
  while (now_.kind != Token::Kind::end) {
    if (accept(";")) return;
    if (ends_statements()) return;
    if (now_is_one_of({"move", "move_inc", "if", "while", "for", "loop", "repeat", "case", "endvar",
                       "endconst", "var", "const", "procedure", "function", "seq", "begin"}))
      return;
    take();
  }
}

void Parser::program() {
  try {
    expect("program", "at the beginning of a program");
    const Token token = now_;
    name("the name of the program");
    ast_.name = source_.substr(token.begin, token.end - token.begin);
    semicolon("the name of the program");
  } catch (const Failure& failure) {
    tell(failure);
    recover();
  }
  bool has_body = false;
  while (now_.kind != Token::Kind::end) {
    if (accept("const")) {
      declaration_part(ast_.globals, true);
    } else if (accept("var")) {
      declaration_part(ast_.globals, false);
    } else if (now_is_one_of({"procedure", "function"})) {
      routine();
    } else if (now_is_one_of({"seq", "begin"}) && !has_body) {
      has_body = true;
      ast_.body = block();
      if (accept("endprogram")) optional_semicolon();
    } else {
      const std::string_view wanted = has_body ? "the end of the file after the program"
                                               : "const, var, procedure, function, seq or begin";
      tell({"L0201", now_.at, fmt::format("expected {}, found {}", wanted, found())});
      if (has_body) return;
      take();
      recover();
    }
  }
  if (!has_body) tell({"L0201", now_.at, "expected 'seq', found the end of the file"});
}

void Parser::declaration_part(std::vector<Declaration>& out, bool is_constant) {
  const Location opened = now_.at;
  while (!now_is_one_of({"endvar", "endconst", "seq", "begin", "procedure", "function", "var",
                         "const", "endprogram"}) &&
         now_.kind != Token::Kind::end) {
    const std::size_t before = now_.begin;
    try {
      declaration(out, is_constant);
    } catch (const Failure& failure) {
      tell(failure);
      recover();
      if (now_.begin == before) take();
    }
  }
  close(is_constant ? "endconst" : "endvar", is_constant ? "const" : "var", opened);
  optional_semicolon();
}

Type Parser::type_word() {
  const Type type = now_.kind == Token::Kind::word ? type_of_word(now_.key) : Type::unknown;
  if (type == Type::unknown) {
    const std::string word = now_.kind == Token::Kind::word ? now_.key : std::string();
    throw Failure{"L0201", now_.at,
                  fmt::format("expected a type, found {}{}", found(),
                              did_you_mean(word, type_words(),
                                           "; a declaration reads 'type: name = value;'"))};
  }
  take();
  return type;
}

void Parser::declaration(std::vector<Declaration>& out, bool is_constant) {
  const Type type = type_word();
  expect(":", "after the type");
  do {
    declared_item(out, type, is_constant);
  } while (accept(","));
  semicolon("the declaration");
}

void Parser::declared_item(std::vector<Declaration>& out, Type type, bool is_constant) {
  Declaration item;
  item.at = now_.at;
  item.type = type;
  item.is_constant = is_constant;
  item.name = name("a name");
  count_node();
  out.push_back(item);  // known from here on, even if its value cannot be read
  if (accept("[")) {
    out.back().is_array = true;
    out.back().size = expression();
    expect("]", "after the number of elements");
  }
  if (!accept_equals()) return;
  out.back().is_constant = false;  // a value that cannot be read is not a missing one
  out.back().initial = expression();
  out.back().is_constant = is_constant;
}

void Parser::parameters(Routine& routine) {
  expect("(", "after the name of the routine");
  while (!now_.is(")")) {
    Declaration parameter;
    parameter.type = type_word();
    expect(":", "after the type");
    parameter.at = now_.at;
    parameter.name = name("the name of a parameter");
    routine.locals.push_back(parameter);
    if (!accept(";")) break;
  }
  expect(")", "after the parameters");
  routine.parameters = static_cast<int>(routine.locals.size());
  optional_semicolon();
}

void Parser::routine() {
  Routine made;
  const bool is_function = now_.is("function");
  const Location opened = now_.at;
  take();
  try {
    if (is_function) made.result = type_word();
    made.at = now_.at;
    made.name = name(is_function ? "the name of the function" : "the name of the procedure");
    parameters(made);
  } catch (const Failure& failure) {
    tell(failure);
    recover();
  }
  while (accept("var")) declaration_part(made.locals, false);
  if (now_is_one_of({"seq", "begin"})) {
    made.body = block();
  } else {
    tell({"L0201", now_.at,
          fmt::format("expected 'seq' or 'begin' of the routine, found {}", found())});
  }
  close(is_function ? "endfunct" : "endproc", is_function ? "function" : "procedure", opened);
  optional_semicolon();
  ast_.routines.push_back(std::move(made));
}

Block Parser::block() {
  const Location opened = now_.at;
  const bool is_sequence = now_.is("seq");
  take();
  Block body = statements();
  if (is_sequence) {
    close("endseq", "seq", opened);
    optional_semicolon();
  } else if (accept("end")) {
    optional_semicolon();
  }
  return body;
}

/// The word that ends a block; where it is missing the block ends all the same.
void Parser::close(std::string_view end_word, std::string_view begin_word, Location opened) {
  if (accept(end_word)) return;
  tell({"L0202", now_.at,
        fmt::format("'{}' missing before {}; '{}' is opened in line {}", end_word, found(),
                    begin_word, opened.line)});
}

}  // namespace erfd::lirl
