// Statements.
#include "program/krl/parser.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace erfd::krl {

using namespace script;

bool Parser::ends_statements() const {
  if (now().kind == Token::Kind::end) return true;
  if (now().is("global")) return ahead().is("def") || ahead().is("deffct");
  return now_is_one_of({"end", "endfct", "enddat", "endif", "else", "elseif", "endfor", "endwhile",
                        "endloop", "until", "endswitch", "case", "default", "def", "deffct",
                        "defdat"});
}

void Parser::statement(Block& out) {
  if (now().kind == Token::Kind::line_end) return take();
  if (now().kind != Token::Kind::word) unexpected("a statement");
  if (ahead().is(":")) {
    make(StatementKind::label, out);
    take();
    take();
    return;
  }
  if (stepped_over() || control(out) || move(out)) return;
  if (declaration()) return;
  simple(out);
}

/// What works on interrupts, outputs and the advance run, and moves nothing.
bool Parser::stepped_over() {
  constexpr std::array words = {"interrupt", "trigger",   "continue",   "brake",
                                "resume",    "pulse",     "anin",       "anout",
                                "digin",     "cwrite",    "cread",      "copen",
                                "cclose",    "swrite",    "sread",      "on_error_proceed",
                                "ini",       "const_vel", "time_block", "confirm"};
  if (std::none_of(words.begin(), words.end(), [&](const char* w) { return now().is(w); }))
    return false;
  if (ahead().is("=") || ahead().is("[") || ahead().is(".")) return false;
  skip_line();
  return true;
}

bool Parser::control(Block& out) {
  if (now().is("if")) {
    choice(out);
  } else if (now().is("switch")) {
    cases(out);
  } else if (now().is("for")) {
    counted(out);
  } else if (now_is_one_of({"while", "loop", "repeat"})) {
    loops(out);
  } else if (now().is("wait")) {
    wait(out);
  } else if (now().is("goto")) {
    Statement& s = make(StatementKind::jump, out);
    take();
    s.word = now().key;
    take();
    end_of_line();
  } else if (now().is("exit")) {
    make(StatementKind::leave, out);
    take();
    end_of_line();
  } else if (now().is("return")) {
    Statement& s = make(StatementKind::give_back, out);
    take();
    if (!at_line_end()) s.values.push_back(expression());
    end_of_line();
  } else if (now().is("halt")) {
    make(StatementKind::nothing, out);
    take();
    end_of_line();
  } else if (now_is_one_of({"spline", "ptp_spline", "endspline"})) {
    make(StatementKind::nothing, out);
    skip_line();
  } else {
    return false;
  }
  return true;
}

void Parser::close(std::string_view end_word, std::string_view begin_word, std::uint32_t opened) {
  if (accept(end_word)) return end_of_line();
  findings_.error("K0202", source_.at(opened),
                  fmt::format("the end of this {} is missing: expected {} before {}", begin_word,
                              end_word, source_.line_text(now().begin)));
  if (now_is_one_of({"endif", "else", "elseif", "endfor", "endwhile", "endloop", "until",
                     "endswitch", "case", "default"}))
    skip_line();
}

void Parser::choice(Block& out) {
  Statement& s = make(StatementKind::choice, out);
  take();
  s.values.push_back(expression());
  if (!accept("then")) unexpected("THEN");
  s.blocks.push_back(statements());
  while (now().is("elseif")) {
    findings_.warning("W0208", source_.at(now().begin),
                      "KRL has no ELSEIF; it is read as ELSE with another IF in it");
    take();
    s.values.push_back(expression());
    accept("then");
    s.blocks.push_back(statements());
  }
  if (accept("else")) s.blocks.push_back(statements());
  close("endif", "IF", s.begin);
}

void Parser::cases(Block& out) {
  Statement& s = make(StatementKind::cases, out);
  take();
  s.values.push_back(expression());
  end_of_line();
  while (now().kind == Token::Kind::line_end) take();
  while (accept("case")) {
    s.labels.push_back(expressions());
    accept(":");
    s.blocks.push_back(statements());
  }
  if (accept("default")) {
    accept(":");
    s.blocks.push_back(statements());
  }
  close("endswitch", "SWITCH", s.begin);
}

void Parser::counted(Block& out) {
  Statement& s = make(StatementKind::counted, out);
  take();
  s.left = suffixes(primary());
  expect("=");
  s.values.push_back(expression());
  if (!accept("to")) unexpected("TO");
  s.values.push_back(expression());
  s.values.push_back(accept("step") ? expression() : nullptr);
  end_of_line();
  s.blocks.push_back(statements());
  close("endfor", "FOR", s.begin);
}

void Parser::loops(Block& out) {
  Statement& s = make(StatementKind::loop, out);
  const bool before = now().is("while"), behind = now().is("repeat");
  take();
  s.values = {nullptr, nullptr};
  if (before) s.values[0] = expression();
  end_of_line();
  s.blocks.push_back(statements());
  if (behind) {
    if (!accept("until")) return close("until", "REPEAT", s.begin);
    s.values[1] = expression();
    return end_of_line();
  }
  close(before ? "endwhile" : "endloop", before ? "WHILE" : "LOOP", s.begin);
}

void Parser::wait(Block& out) {
  Statement& s = make(StatementKind::instruction, out);
  take();
  s.word = accept("sec") ? "wait sec" : "wait for";
  if (s.word == "wait for") accept("for");
  Argument a;
  a.begin = now().begin;
  a.value = expression();
  a.end = last_end_;
  s.arguments.push_back(a);
  s.end = last_end_;
  end_of_line();
}

/// C_PTP, C_DIS C_DIS, #TOOL: behind the target, or behind WITH.
void Parser::approximations(Statement& s) {
  for (;;) {
    if (now_is_one_of({"c_ptp", "c_dis", "c_vel", "c_ori", "c_spl"})) {
      Argument a;
      a.key = now().key;
      a.begin = now().begin;
      a.end = now().end;
      s.words.push_back(now().key);
      s.arguments.push_back(a);
      take();
    } else if (now().kind == Token::Kind::enumeration &&
               (now().key == "tool" || now().key == "base")) {
      s.words.push_back(now().key);
      take();
    } else if (accept(",")) {
      continue;
    } else {
      break;
    }
    s.end = last_end_;
  }
}

/// PTP target C_DIS, CIRC aux, target, CA angle, SLIN target WITH … C_SPL
bool Parser::move(Block& out) {
  constexpr std::array words = {"ptp",      "lin",      "circ",      "sptp",    "slin",
                                "scirc",    "spl",      "ptp_rel",   "lin_rel", "circ_rel",
                                "sptp_rel", "slin_rel", "scirc_rel", "spl_rel", "asyptp"};
  if (std::none_of(words.begin(), words.end(), [&](const char* w) { return now().is(w); }))
    return false;
  if (ahead().is("=") || ahead().is("(") || ahead().is(".")) return false;
  Statement& s = make(StatementKind::move, out);
  take();
  s.values.push_back(geometric());
  while (accept(",")) {
    if (accept("ca")) {
      Argument angle;
      angle.key = "ca";
      angle.begin = now().begin;
      angle.value = sum();
      angle.end = last_end_;
      s.arguments.push_back(angle);
      continue;
    }
    s.values.push_back(geometric());
  }
  s.end = last_end_;
  approximations(s);
  if (accept("with")) {
    do {
      Argument a;
      a.begin = now().begin;
      Expr* const left = suffixes(primary());
      a.key = left->kind == ExprKind::member
                  ? ast_.intern(source_.text().substr(left->begin, left->end - left->begin))
                  : (left->kind == ExprKind::index ? left->children[0]->name : left->name);
      expect("=");
      a.value = expression();
      a.end = last_end_;
      s.arguments.push_back(a);
    } while (accept(","));
    s.end = last_end_;
    approximations(s);
  }
  end_of_line();
  return true;
}

void Parser::simple(Block& out) {
  Statement& s = make(StatementKind::instruction, out);
  if (ahead().is("(")) {
    take();
    take();
    s.arguments = call_arguments();
    s.end = last_end_;
    return end_of_line();
  }
  s.kind = StatementKind::assign;
  s.left = suffixes(primary());
  expect("=");
  s.values.push_back(expression());
  s.end = last_end_;
  end_of_line();
}

}  // namespace erfd::krl
