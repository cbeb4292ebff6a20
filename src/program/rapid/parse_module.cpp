// Modules, declarations, routines.
#include "program/rapid/parser.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace erfd::rapid {

using namespace script;

bool is_reserved(std::string_view word) {
  constexpr std::array words = {
      "alias",     "and",     "backward", "case",     "connect", "const",  "default",   "div",
      "do",        "else",    "elseif",   "endfor",   "endfunc", "endif",  "endmodule", "endproc",
      "endrecord", "endtest", "endtrap",  "endwhile", "error",   "exit",   "false",     "for",
      "from",      "func",    "goto",     "if",       "inout",   "local",  "mod",       "module",
      "not",       "or",      "pers",     "proc",     "raise",   "record", "retry",     "return",
      "step",      "task",    "test",     "then",     "to",      "trap",   "true",      "trynext",
      "undo",      "var",     "while",    "with",     "xor"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Tokens

void Parser::bad(std::string_view code, std::uint32_t at, std::string message) {
  findings_.error(code, source_.at(at), std::move(message));
  throw Bad{};
}

void Parser::unexpected(std::string_view expected) {
  bad("R0201", now().begin, fmt::format("expected {}, found {}", expected, found()));
}

std::string_view Parser::name(std::string_view of_what) {
  if (now().kind != Token::Kind::word || is_reserved(now().key)) unexpected(of_what);
  const std::string_view found = now().key;
  take();
  return found;
}

void Parser::semicolon(std::string_view after) {
  if (accept(";")) return;
  findings_.error("R0201", source_.at(last_end_),
                  fmt::format("expected ';' behind {}, found {}", after, found()));
  if (source_.at(now().begin).line == source_.at(last_end_).line) throw Bad{};
}

/// To the end of the statement, or to a word that begins or ends something.
void Parser::recover() {
  while (now().kind != Token::Kind::end) {
    if (accept(";")) return;
    if (now_is_one_of({"endif",   "endfor",  "endwhile",  "endtest",   "endproc",
                       "endfunc", "endtrap", "endmodule", "endrecord", "proc",
                       "func",    "trap",    "if",        "for",       "while",
                       "test",    "else",    "elseif",    "case",      "error"}))
      return;
    take();
  }
}

// Modules

/// Encrypted modules, and what is no text at all.
bool Parser::is_text(const Source::File& file) {
  const std::string_view text(source_.text().data() + file.begin, file.end - file.begin);
  const auto odd = std::find_if(text.begin(), text.end(),
                                [](char c) { return static_cast<unsigned char>(c) < 9; });
  if (odd == text.end()) return true;
  const std::string what = "it is encrypted or no text";
  if (source_.files().size() > 1)
    findings_.warning("W0107", source_.at(file.begin), what + ": the file is left out");
  else
    findings_.error("R0107", source_.at(file.begin), what + "; give the readable file");
  return false;
}

void Parser::file(const Source::File& file) {
  if (!is_text(file)) return;
  tokens_ = tokens_of(source_, file, findings_, ast_);
  i_ = 0;
  last_end_ = file.begin;
  try {
    if (now().kind == Token::Kind::end)
      bad("R0201", now().begin, "the file is empty; expected MODULE");
    while (now().kind != Token::Kind::end) module();
  } catch (const Bad&) {
    return;
  }
}

void Parser::module() {
  const std::uint32_t opened = now().begin;
  if (!now().is("module")) unexpected("MODULE; a RAPID file holds MODULE name … ENDMODULE");
  take();
  const std::string_view module_name = now().kind == Token::Kind::word ? now().key : "";
  take();
  if (accept("(")) {
    while (now().kind != Token::Kind::end && !now().is(")")) take();
    expect(")", "behind the attributes of the module");
  }
  const auto index = static_cast<int>(ast_.modules.size());
  ast_.modules.push_back({module_name, {}, {}});
  while (now().kind != Token::Kind::end && !now().is("endmodule")) {
    const std::size_t before = i_;
    depth_ = 0;
    try {
      module_part(index);
    } catch (const Bad&) {
      routine_ = nullptr;
      recover();
      if (i_ == before) take();
    }
  }
  if (!accept("endmodule"))
    bad("R0202", opened, fmt::format("ENDMODULE of module '{}' is missing", module_name));
}

void Parser::module_part(int module) {
  if (accept(";")) return;
  std::vector<Declaration> made;
  if (declaration(made)) {
    for (Declaration& d : made) add_global(std::move(d), module);
    return;
  }
  const bool local = accept("local");
  if (now().is("record")) return record();
  if (now().is("alias")) return alias();
  if (now_is_one_of({"proc", "func", "trap"})) return routine(module, local);
  if (now().is("<")) {  // <DDN>, <RDN>: places of the editor that were never filled
    while (!now().is(">")) {
      if (now().kind == Token::Kind::end) unexpected("'>'");
      take();
    }
    take();
    return;
  }
  unexpected("a declaration, PROC, FUNC, TRAP or ENDMODULE");
}

void Parser::record() {
  const std::uint32_t opened = now().begin;
  take();
  Type made{std::string(name("the name of the record")), Type::Kind::record, {}};
  while (!now().is("endrecord")) {
    if (now().kind == Token::Kind::end) bad("R0202", opened, "ENDRECORD is missing");
    const Type* const type = ast_.types.get(name("the type of a component"));
    do {
      made.fields.push_back({std::string(name("the name of a component")), type, 0});
    } while (accept(","));
    semicolon("the component");
  }
  take();
  ast_.types.add(std::move(made));
}

void Parser::alias() {
  take();
  const Type* const type = ast_.types.get(name("a type"));
  Type made = *type;
  made.name = name("the new name of the type");
  ast_.types.add(std::move(made));
  semicolon("ALIAS");
}

bool Parser::declaration(std::vector<Declaration>& into) {
  std::size_t skip = 0;
  if (now_is_one_of({"local", "task"})) skip = 1;
  const Token& word = skip == 0 ? now() : ahead();
  if (!(word.is("var") || word.is("pers") || word.is("const"))) return false;
  Declaration d;
  d.local = now().is("local");
  if (skip == 1) take();
  d.constant = now().is("const");
  take();
  d.type = ast_.types.get(name("the type of the data"));
  do {
    d.at = now().begin;
    d.name = name("the name of the data");
    d.sizes.clear();
    d.initial = nullptr;
    if (accept("{")) {
      d.sizes = expressions();
      expect("}", "behind the size of the array");
    }
    if (accept(":=")) d.initial = expression();
    into.push_back(d);
  } while (accept(","));
  semicolon("the declaration");
  return true;
}

void Parser::add_global(Declaration d, int module) {
  auto& names =
      d.local ? ast_.modules[static_cast<std::size_t>(module)].globals : ast_.global_names;
  const auto [known, fresh] = names.try_emplace(d.name, static_cast<int>(ast_.globals.size()));
  if (!fresh) {
    const Global& first = ast_.globals[static_cast<std::size_t>(known->second)];
    findings_.warning("W0308", source_.at(d.at),
                      fmt::format("'{}' is declared twice; that in {} counts", d.name,
                                  source_.line_text(first.declaration.at)));
    return;
  }
  ast_.globals.push_back({std::move(d), module});
}

void Parser::routine(int module, bool local) {
  const std::uint32_t opened = now().begin;
  Routine& r = ast_.routines.emplace_back();
  routine_ = &r;
  r.module = module;
  r.local = local;
  r.at = now().begin;
  const std::string_view kind = now().key;
  r.function = now().is("func");
  r.trap = now().is("trap");
  take();
  if (r.function) r.result = ast_.types.get(name("the type of the function"));
  r.at = now().begin;
  r.name = name("the name of the routine");
  auto& names =
      local ? ast_.modules[static_cast<std::size_t>(module)].routines : ast_.routine_names;
  const auto [known, fresh] = names.try_emplace(r.name, static_cast<int>(ast_.routines.size()) - 1);
  if (!fresh)
    findings_.warning(
        "W0308", source_.at(r.at),
        fmt::format("routine '{}' stands twice; that in {} counts", r.name,
                    source_.line_text(ast_.routines[static_cast<std::size_t>(known->second)].at)));
  if (!r.trap || now().is("(")) parameters(r);
  for (;;) {
    std::vector<Declaration> made;
    if (!declaration(made)) break;
    for (Declaration& d : made) add_local(r, std::move(d));
  }
  r.body = statements();
  handler(r);
  const std::string_view end_word = r.function ? "endfunc" : (r.trap ? "endtrap" : "endproc");
  routine_ = nullptr;
  if (accept(end_word)) return;
  if (now_is_one_of({"endproc", "endfunc", "endtrap"})) {
    findings_.error("R0202", source_.at(now().begin),
                    fmt::format("{} is closed by {}", kind, now().key));
    take();
    return;
  }
  bad("R0202", opened,
      fmt::format("the end of routine '{}' is missing, or something in it is not closed: found {}",
                  r.name, found()));
}

/// ERROR, UNDO and BACKWARD parts, in any order.
void Parser::handler(Routine& r) {
  while (now_is_one_of({"error", "undo", "backward"})) {
    const bool errors = now().is("error");
    take();
    if (errors && accept("(")) {
      while (now().kind != Token::Kind::end && !accept(")")) take();
    }
    Block body = statements();
    if (!errors) continue;
    r.handler = std::move(body);
    r.has_handler = true;
  }
}

void Parser::parameters(Routine& r) {
  expect("(", "behind the name of the routine");
  bool alternative = false;  // \switch on | switch off: both may be left out
  while (!now().is(")")) {
    if (now().kind == Token::Kind::end) unexpected("')'");
    parameter(r, alternative);
    if (!now_is_one_of({",", "|", "\\", ")"})) unexpected("',' or ')' behind a parameter");
    alternative = !accept(",") && accept("|");
  }
  take();
}

void Parser::parameter(Routine& r, bool alternative) {
  Parameter p;
  p.optional = accept("\\") || alternative;
  Declaration d;
  if (now().is("switch") && ahead().kind == Token::Kind::word) {
    take();
    d.type = ast_.types.get("switch");
  } else {
    p.by_reference = now_is_one_of({"inout", "var", "pers"});
    if (p.by_reference) take();
    d.type = ast_.types.get(name("the type of a parameter"));
  }
  d.at = now().begin;
  d.name = name("the name of a parameter");
  if (accept("{")) {
    do {
      expect("*", "in the size of an array parameter");
      d.sizes.push_back(nullptr);
    } while (accept(","));
    expect("}", "behind the size of an array parameter");
  }
  p.slot = static_cast<int>(r.locals.size());
  r.parameters.push_back(p);
  add_local(r, std::move(d));
}

void Parser::add_local(Routine& r, Declaration d) {
  if (!r.local_names.try_emplace(d.name, static_cast<int>(r.locals.size())).second)
    findings_.error("R0308", source_.at(d.at),
                    fmt::format("'{}' is declared twice in '{}'", d.name, r.name));
  r.locals.push_back(std::move(d));
}

}  // namespace erfd::rapid
