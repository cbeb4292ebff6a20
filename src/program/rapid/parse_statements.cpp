// Statements.
#include "program/rapid/parser.hpp"

#include <fmt/format.h>

namespace erfd::rapid {

using namespace script;

bool Parser::ends_statements() const {
  return now().kind == Token::Kind::end ||
         now_is_one_of({"endproc", "endfunc", "endtrap", "endif", "else", "elseif", "endfor",
                        "endwhile", "endtest", "case", "default", "error", "undo", "backward",
                        "endmodule", "proc", "func", "trap"});
}

void Parser::statement(Block& out) {
  if (accept(";")) return;
  if (control(out)) return;
  if (now().is("%")) return late_call(out);
  std::vector<Declaration> made;
  if (declaration(made)) {  // a controller wants them in front; here they may stand between
    for (Declaration& d : made) add_local(*routine_, std::move(d));
    return;
  }
  if (now().is("<")) {
    while (!now().is(">")) {
      if (now().kind == Token::Kind::end) unexpected("'>'");
      take();
    }
    take();
    accept(";");
    return;
  }
  if (now().kind == Token::Kind::word && !is_reserved(now().key)) return simple(out);
  unexpected("a statement");
}

bool Parser::control(Block& out) {
  if (now().is("if")) {
    choice(out);
  } else if (now().is("for")) {
    counted(out);
  } else if (now().is("while")) {
    while_loop(out);
  } else if (now().is("test")) {
    cases(out);
  } else if (now_is_one_of({"return", "raise"})) {
    Statement& s = make(now().is("return") ? StatementKind::give_back : StatementKind::raise, out);
    const std::string word = now().is("return") ? "RETURN" : "RAISE";
    take();
    if (!now().is(";")) s.values.push_back(expression());
    s.end = last_end_;
    semicolon(word);
  } else if (now().is("goto")) {
    Statement& s = make(StatementKind::jump, out);
    take();
    s.word = name("the label");
    semicolon("GOTO");
  } else if (now_is_one_of({"exit", "retry", "trynext"})) {
    make(now().is("exit") ? StatementKind::halt
                          : (now().is("retry") ? StatementKind::retry : StatementKind::try_next),
         out);
    take();
    semicolon("this word");
  } else if (now().is("connect")) {
    make(StatementKind::nothing, out);
    take();
    primary();
    expect("with", "behind the interrupt number");
    primary();
    semicolon("CONNECT");
  } else {
    return false;
  }
  return true;
}

void Parser::close(std::string_view end_word, std::string_view begin_word, std::uint32_t opened) {
  if (accept(end_word)) {
    accept(";");
    return;
  }
  bad("R0202", now().begin,
      fmt::format("expected the end of the {} of {}, found {}", begin_word,
                  source_.line_text(opened), found()));
}

void Parser::choice(Block& out) {
  Statement& s = make(StatementKind::choice, out);
  take();
  s.values.push_back(expression());
  if (!now().is("then")) {  // the compact one
    Block body;
    statement(body);
    s.blocks.push_back(std::move(body));
    return;
  }
  take();
  s.blocks.push_back(statements());
  while (accept("elseif")) {
    s.values.push_back(expression());
    expect("then", "behind the condition");
    s.blocks.push_back(statements());
  }
  if (accept("else")) s.blocks.push_back(statements());
  close("endif", "IF", s.begin);
}

void Parser::counted(Block& out) {
  Statement& s = make(StatementKind::counted, out);
  take();
  const std::uint32_t at = now().begin;
  s.left = &make(ExprKind::name);
  s.left->name = name("the variable of the loop");
  finish(*s.left);
  // The loop declares its variable, unless one of that name is known in the routine.
  if (routine_ != nullptr && !routine_->local_names.contains(s.left->name)) {
    Declaration d;
    d.name = s.left->name;
    d.at = at;
    d.type = ast_.types.get("num");
    add_local(*routine_, std::move(d));
  }
  expect("from", "behind the variable of the loop");
  s.values.push_back(expression());
  expect("to", "behind the first value");
  s.values.push_back(expression());
  s.values.push_back(accept("step") ? expression() : nullptr);
  expect("do", "behind the limits of the loop");
  s.blocks.push_back(statements());
  close("endfor", "FOR", s.begin);
}

void Parser::while_loop(Block& out) {
  Statement& s = make(StatementKind::loop, out);
  take();
  s.values = {expression(), nullptr};
  expect("do", "behind the condition");
  s.blocks.push_back(statements());
  close("endwhile", "WHILE", s.begin);
}

void Parser::cases(Block& out) {
  Statement& s = make(StatementKind::cases, out);
  take();
  s.values.push_back(expression());
  accept(";");
  while (accept("case")) {
    s.labels.push_back(expressions());
    expect(":", "behind the values of the case");
    s.blocks.push_back(statements());
  }
  if (accept("default")) {
    expect(":", "behind DEFAULT");
    s.blocks.push_back(statements());
  }
  close("endtest", "TEST", s.begin);
}

void Parser::late_call(Block& out) {
  Statement& s = make(StatementKind::late_call, out);
  take();
  s.values.push_back(expression());
  expect("%", "behind the name of the routine");
  s.arguments = arguments(";");
  s.end = last_end_;
  semicolon("the call");
}

void Parser::simple(Block& out) {
  Statement& s = make(StatementKind::instruction, out);
  if (ahead().is(":")) {
    s.kind = StatementKind::label;
    take();
    take();
    return;
  }
  if (ahead().is(":=") || ahead().is("{") || ahead().is(".")) {
    s.kind = StatementKind::assign;
    s.left = suffixes(primary());
    expect(":=", "in the assignment");
    s.values.push_back(expression());
    s.end = last_end_;
    semicolon("the assignment");
    return;
  }
  take();
  s.arguments = arguments(";");
  s.end = last_end_;
  semicolon("the instruction");
}

/// Values by place and \key:=value, \key?name, \switch, up to a sign that is left.
std::vector<Argument> Parser::arguments(std::string_view end) {
  std::vector<Argument> list;
  while (!now().is(end)) {
    if (now().kind == Token::Kind::end) unexpected(fmt::format("'{}'", end));
    if (accept(",")) continue;
    Argument a;
    a.begin = now().begin;
    if (accept("\\")) {
      if (now().kind != Token::Kind::word)
        unexpected("the name of an optional argument behind '\\'");
      a.key = now().key;
      take();
      if (accept(":=")) {
        a.value = expression();
      } else if (accept("?")) {
        a.conditional = true;
        a.value = &make(ExprKind::name);
        a.value->name = now().key;
        if (now().kind != Token::Kind::word) unexpected("the name of a parameter behind '?'");
        take();
        finish(*a.value);
      }
    } else if (end == ";" && now().is("(") && ahead().is(")")) {
      take();
      take();
      continue;
    } else {
      a.value = expression();
    }
    a.end = last_end_;
    list.push_back(a);
    if (!now_is_one_of({",", "\\"}) && !now().is(end))
      unexpected(fmt::format("',' or '{}' behind an argument", end));
  }
  return list;
}

}  // namespace erfd::rapid
