// Statements.
#include "program/lirl/parser.hpp"
#include "program/lirl/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {

namespace {

constexpr int deepest_blocks = 64;

std::string_view end_word_of(std::string_view word) {
  if (word == "if") return "endif";
  if (word == "case") return "endcase";
  if (word == "while") return "endwhile";
  return word == "for" ? "endfor" : "";
}

}  // namespace

/// The end of a block whose beginning could not be read ends nothing else.
bool Parser::adopt(std::vector<std::string_view>& orphans) {
  const auto found = std::find_if(orphans.begin(), orphans.end(), [&](std::string_view end_word) {
    return now_.is(end_word) || (end_word == "endif" && now_is_one_of({"else", "elsif"}));
  });
  if (found == orphans.end()) return false;
  if (now_.is("elsif")) {
    while (now_.kind != Token::Kind::end && !now_is_one_of({"then", ";"})) take();
  } else if (!now_.is("else")) {
    orphans.erase(found);
  }
  take();
  optional_semicolon();
  return !ends_statements() || adopt(orphans);
}

bool Parser::ends_statements() const {
  return now_.kind == Token::Kind::end ||
         now_is_one_of({"endseq",   "end",        "endif",     "elsif",    "else",    "endcase",
                        "when",     "endwhile",   "until",     "endfor",   "endloop", "endproc",
                        "endfunct", "endprogram", "procedure", "function", "var",     "const",
                        "endvar",   "endconst",   "seq",       "begin"});
}

Block Parser::statements() {
  Block out;
  if (++nested_blocks_ > deepest_blocks) {
    findings_.error(
        "L0203", now_.at,
        fmt::format("more than {} blocks in each other; use procedures", deepest_blocks));
    throw StopReading{};
  }
  const int depth = nested_blocks_;
  std::vector<std::string_view> orphans;
  while (!ends_statements() || adopt(orphans)) {
    const Token first = now_;
    const std::size_t count = out.size();
    try {
      statement(out);
    } catch (const Failure& failure) {
      tell(failure);
      out.resize(count);  // half a statement
      orphans.push_back(end_word_of(first.key));
      recover();
      if (now_.begin == first.begin) take();
    }
    nested_blocks_ = depth;
  }
  --nested_blocks_;
  return out;
}

Statement& Parser::make(StatementKind kind, Block& out) {
  count_node();
  Statement& made = ast_.statements.emplace_back();
  made.kind = kind;
  made.at = now_.at;
  made.word = now_.key;
  out.push_back(&made);
  return made;
}

void Parser::statement(Block& out) {
  if (accept(";")) return;
  if (now_is_one_of({"move", "move_inc"})) return move(make(StatementKind::move, out));
  if (control(out) || setting(out)) return;
  if (now_.kind == Token::Kind::word && !is_reserved(now_.key)) return assignment_or_call(out);
  unexpected("a statement");
}

bool Parser::control(Block& out) {
  if (now_.is("if")) {
    choice(make(StatementKind::choice, out));
  } else if (now_.is("case")) {
    cases(make(StatementKind::cases, out));
  } else if (now_is_one_of({"while", "loop", "repeat"})) {
    while_loop(make(StatementKind::while_loop, out));
  } else if (now_.is("for")) {
    for_loop(make(StatementKind::for_loop, out));
  } else if (now_.is("wait")) {
    wait(make(StatementKind::wait, out));
  } else if (now_.is("exit")) {
    Statement& s = make(StatementKind::exit_loop, out);
    take();
    s.values.push_back(accept("when") ? expression() : nullptr);
    semicolon("exit");
  } else if (now_.is("return")) {
    Statement& s = make(StatementKind::give_back, out);
    take();
    s.values.push_back(now_.is(";") ? nullptr : expression());
    semicolon("return");
  } else if (now_is_one_of({"halt", "stop", "pause"})) {
    make(now_.is("pause") ? StatementKind::pause : StatementKind::halt, out);
    const std::string word = now_.key;
    take();
    semicolon(word);
  } else {
    return false;
  }
  return true;
}

bool Parser::setting(Block& out) {
  struct Rule {
    std::string_view word;
    StatementKind kind;
  };
  constexpr Rule rules[] = {
      {"use_robot", StatementKind::use_robot}, {"use_tool", StatementKind::use_tool},
      {"use_base", StatementKind::use_base},   {"grip", StatementKind::grip},
      {"release", StatementKind::release},     {"ext_force", StatementKind::ext_force}};
  for (const Rule& rule : rules) {
    if (!now_.is(rule.word)) continue;
    Statement& s = make(rule.kind, out);
    take();
    if (rule.kind == StatementKind::ext_force) {
      ext_force(s);
    } else if (rule.kind != StatementKind::release) {
      s.values.push_back(expression());
    }
    semicolon(rule.word);
    return true;
  }
  return false;
}

void Parser::ext_force(Statement& s) {
  if (accept("off")) {
    s.values.push_back(nullptr);
    return;
  }
  s.values.push_back(expression());
  if (!accept("frame")) return;
  if (accept("base")) {
    s.axes = ToolWrench::Axes::base;
  } else if (accept("tool")) {
    s.axes = ToolWrench::Axes::tool;
  } else if (accept("world")) {
    s.axes = ToolWrench::Axes::world;
  } else {
    unexpected("'base', 'tool' or 'world' after 'frame'");
  }
}

void Parser::move(Statement& s) {
  s.incremental = now_.is("move_inc");
  take();
  if (accept("ptp")) {
    s.move = MoveKind::ptp;
  } else if (accept("lin")) {
    s.move = MoveKind::lin;
  } else if (accept("circle")) {
    s.move = MoveKind::circle;
  } else {
    unexpected("'ptp', 'lin' or 'circle' after 'move'");
  }
  s.values.push_back(geometric());
  if (s.move == MoveKind::circle) {
    expect(",", "and the end point after the auxiliary point of a circle");
    s.values.push_back(geometric());
  }
  while (now_.kind == Token::Kind::word && !is_reserved(now_.key)) {
    if (option_of_word(now_.key) == OptionKind::unknown) refuse_loose_unit();
    Option option = move_option();
    option.end = last_end_at_;
    if (option.kind != OptionKind::unknown) s.options.push_back(option);
  }
  s.end = last_end_at_;
  semicolon("the move");
}

Option Parser::move_option() {
  Option option;
  option.at = now_.at;
  option.kind = option_of_word(now_.key);
  const std::string word = now_.key;
  take();
  if (option.kind == OptionKind::unknown) {
    findings_.error("L0304", option.at,
                    fmt::format("unknown movement option '{}'{}", word,
                                did_you_mean(word, option_words(),
                                             "; options are written 'speed=250 c_speed'")));
    if (accept_equals()) geometric();
    return option;
  }
  const bool may_stand_alone =
      option.kind == OptionKind::c_ptp || option.kind == OptionKind::c_speed;
  if (!accept_equals()) {
    if (may_stand_alone) return option;
    unexpected(fmt::format("'=' and a value after '{}'", word));
  }
  if (option.kind == OptionKind::c_ori) {
    orientation_mode(option);
  } else {
    option.value = geometric();
  }
  return option;
}

void Parser::orientation_mode(Option& option) {
  const std::vector<std::string>& words = orientation_words();
  constexpr OrientationMode modes[] = {OrientationMode::constant, OrientationMode::variable,
                                       OrientationMode::path_constant,
                                       OrientationMode::path_variable, OrientationMode::joint};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!accept(words[i])) continue;
    option.mode = modes[i];
    return;
  }
  throw Failure{"L0201", now_.at,
                fmt::format("expected o_con, o_var, o_pco, o_pvo or o_joint after 'c_ori=', found "
                            "{}{}",
                            found(), did_you_mean(now_.key, words, ""))};
}

void Parser::assignment_or_call(Block& out) {
  Statement& s = make(StatementKind::call, out);
  const Token first = now_;
  Expr* const left = suffixes(named());
  if (accept_equals()) {
    s.kind = StatementKind::assign;
    s.left = left;
    s.values.push_back(expression());
    semicolon("the assignment");
    return;
  }
  if (left->kind != ExprKind::name && left->kind != ExprKind::call) unexpected("'=' or ':='");
  if (left->kind == ExprKind::name && !now_.is(";")) {
    out.pop_back();
    throw Failure{"L0201", first.at,
                  fmt::format("'{}' begins no statement{}", first.key,
                              did_you_mean(first.key, statement_words(),
                                           "; expected a statement, an assignment or a call"))};
  }
  s.left = left;
  semicolon("the call");
}

void Parser::choice(Statement& s) {
  do {
    take();  // if, elsif
    s.values.push_back(expression());
    expect("then", "after the condition");
    s.blocks.push_back(statements());
  } while (now_.is("elsif"));
  if (accept("else")) s.blocks.push_back(statements());
  close("endif", "if", s.at);
  optional_semicolon();
}

std::vector<Expr*> Parser::labels() {
  std::vector<Expr*> list;
  do {
    list.push_back(expression());
  } while (accept(","));
  expect(":", "after the values of the case");
  return list;
}

void Parser::cases(Statement& s) {
  take();
  s.values.push_back(expression());
  expect("of", "after the value of the case");
  accept("when");
  do {
    s.labels.push_back(labels());
    s.blocks.push_back(statements());
  } while (accept("when"));
  if (accept("else")) s.blocks.push_back(statements());
  close("endcase", "case", s.at);
  optional_semicolon();
}

void Parser::while_loop(Statement& s) {
  take();
  s.values.push_back(nullptr);
  if (s.word == "while") {
    s.values[0] = expression();
    accept("do");
  }
  s.blocks.push_back(statements());
  if (s.word == "repeat") {
    if (!now_.is("until")) {
      close("until", "repeat", s.at);
      return;
    }
    take();
    s.values[0] = expression();
  } else {
    close(s.word == "while" ? "endwhile" : "endloop", s.word, s.at);
  }
  optional_semicolon();
}

void Parser::for_loop(Statement& s) {
  take();
  s.left = &make(ExprKind::name);
  s.left->name = name("the variable of the loop");
  finish(*s.left);
  if (!accept_equals()) unexpected("'=' after the variable of the loop");
  s.values.push_back(expression());
  s.down = now_.is("downto");
  if (!accept("to") && !accept("downto")) unexpected("'to' or 'downto'");
  s.values.push_back(expression());
  s.values.push_back(accept("step") ? expression() : nullptr);
  accept("do");
  s.blocks.push_back(statements());
  close("endfor", "for", s.at);
  optional_semicolon();
}

void Parser::wait(Statement& s) {
  take();
  if (accept("for")) {
    s.kind = StatementKind::wait_for;
    s.values.push_back(expression());
    s.values.push_back(accept("timeout") ? expression() : nullptr);
  } else {
    s.values.push_back(expression());
  }
  accept("sec");
  s.end = last_end_at_;
  semicolon("wait");
}

}  // namespace erfd::lirl
