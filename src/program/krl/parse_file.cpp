// Files, declarations, routines.
#include "program/krl/parser.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace erfd::krl {

using namespace script;

// Tokens

void Parser::unexpected(std::string_view expected) {
  throw Bad{now().begin, fmt::format("expected {}, found {}", expected, found())};
}

bool Parser::at_line_end() const {
  return now().kind == Token::Kind::line_end || now().kind == Token::Kind::end;
}

void Parser::skip_line() {
  while (!at_line_end()) take();
  if (now().kind == Token::Kind::line_end) take();
}

std::string Parser::line_text(std::uint32_t at) const {
  const std::string_view text = source_.text();
  std::string line(text.substr(at, std::min(text.find('\n', at), text.size()) - at));
  while (!line.empty() && static_cast<unsigned char>(line.back()) <= ' ') line.pop_back();
  if (line.size() > 60) line = line.substr(0, 60) + "...";
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 127) c = '?';
  return line;
}

void Parser::recover(const Bad& foreign, std::uint32_t begin) {
  constexpr int most_foreign_lines = 1000;
  if (++foreign_lines_ > most_foreign_lines) {
    findings_.error("K0209", source_.at(begin),
                    fmt::format("more than {} lines are no KRL; give a program of this language",
                                most_foreign_lines));
    throw StopReading{};
  }
  findings_.warning("W0206", source_.at(foreign.at),
                    fmt::format("this line is no KRL and is stepped over: {} ({})",
                                line_text(begin), foreign.why));
  skip_line();
}

/// What stands behind a whole statement is told, and the statement counts.
void Parser::end_of_line() {
  if (!at_line_end() && !now_is_one_of({"endif", "else", "endfor", "endwhile", "endloop"}))
    findings_.warning(
        "W0207", source_.at(now().begin),
        fmt::format("'{}' behind the statement is no KRL; the statement before it counts",
                    line_text(now().begin)));
  if (!now_is_one_of({"endif", "else", "endfor", "endwhile", "endloop"})) skip_line();
}

// Files

/// .src and .dat of one name are one module.
int Parser::module_of(const Source::File& file) {
  std::string stem = std::filesystem::path(file.path).stem().string();
  const std::string key(ast_.intern(stem));
  const auto [known, fresh] = modules_.try_emplace(key, static_cast<int>(ast_.modules.size()));
  if (fresh) ast_.modules.push_back({ast_.intern(stem), {}, {}});
  return known->second;
}

void Parser::file(const Source::File& file) {
  tokens_ = tokens_of(source_, file, ast_);
  i_ = 0;
  module_ = module_of(file);
  const std::string_view name = ast_.modules[static_cast<std::size_t>(module_)].name;
  of_controller_ = name.starts_with("$");
  while (now().kind != Token::Kind::end) {
    const std::uint32_t begin = now().begin;
    try {
      if (now().kind == Token::Kind::line_end) {
        take();
        continue;
      }
      const bool global = accept("global");
      if (now_is_one_of({"def", "deffct"})) {
        routine(module_, global);
      } else if (now().is("defdat")) {
        data_part(module_, of_controller_);
      } else {
        unexpected("DEF, DEFFCT or DEFDAT");
      }
    } catch (const Bad& foreign) {
      depth_ = 0;
      recover(foreign, begin);
    }
  }
}

void Parser::data_part(int module, bool of_controller) {
  of_controller_ = of_controller;
  Routine& r = ast_.routines.emplace_back();
  data_parts_.push_back(static_cast<int>(ast_.routines.size()) - 1);
  r.at = now().begin;
  r.module = module;
  r.name = "the data list";
  skip_line();
  routine_ = nullptr;  // what it declares belongs to the module
  r.body = statements();
  if (accept("enddat")) skip_line();
}

void Parser::routine(int module, bool global) {
  Routine& r = ast_.routines.emplace_back();
  const int index = static_cast<int>(ast_.routines.size()) - 1;
  r.function = now().is("deffct");
  r.module = module;
  take();
  if (r.function) {
    r.result = ast_.types.get(now().key);
    take();
    if (accept("[")) expect("]");
  }
  r.at = now().begin;
  if (now().kind != Token::Kind::word) unexpected("the name of the routine");
  r.name = now().key;
  take();
  const bool first = ast_.modules[static_cast<std::size_t>(module)].routines.empty();
  ast_.modules[static_cast<std::size_t>(module)].routines.try_emplace(r.name, index);
  if (first || global) ast_.routine_names.try_emplace(r.name, index);
  const bool of_file = first && r.name == ast_.modules[static_cast<std::size_t>(module)].name;
  if (first_routine_ < 0 && (!r.function || of_file)) first_routine_ = index;
  routine_ = &r;
  if (accept("(")) parameters(r);
  end_of_line();
  r.body = statements();
  routine_ = nullptr;
  if (now_is_one_of({"end", "endfct"})) {
    skip_line();
  } else {
    findings_.warning("W0202", source_.at(r.at), fmt::format("END of '{}' is missing", r.name));
  }
}

void Parser::parameters(Routine& r) {
  while (!at_line_end() && !accept(")")) {
    Parameter p;
    Declaration d;
    d.at = now().begin;
    if (now().kind != Token::Kind::word) unexpected("a parameter");
    d.name = now().key;
    d.type = ast_.types.get("");
    take();
    if (accept("[")) {
      while (accept(",")) d.sizes.push_back(nullptr);
      d.sizes.push_back(nullptr);
      expect("]");
    }
    if (accept(":")) {
      p.by_reference = now().is("out");
      take();
    } else {
      p.by_reference = true;
    }
    p.slot = static_cast<int>(r.locals.size());
    r.parameters.push_back(p);
    r.local_names.try_emplace(d.name, p.slot);
    r.locals.push_back(std::move(d));
    accept(",");
  }
}

/// DECL type names, INT a, b, E6POS p = {…}; STRUC, ENUM, SIGNAL, EXT, IMPORT.
bool Parser::declaration() {
  const std::size_t first = i_;
  bool global = accept("global"), marked = false;
  if (now_is_one_of({"ext", "extfct", "import", "extp"})) {
    skip_line();
    return true;
  }
  if (now().is("interrupt")) {
    skip_line();
    return true;
  }
  if (accept("decl")) marked = true;
  global = accept("global") || global;
  if (accept("const")) marked = true;
  if (now().is("struc")) return structure(), true;
  if (now().is("enum")) {
    skip_line();  // words compare by their names
    return true;
  }
  if (now().is("signal")) return signal(), true;
  const bool simple = now_is_one_of({"int", "real", "bool", "char"});
  const bool two_words =
      now().kind == Token::Kind::word && ahead().kind == Token::Kind::word &&
      !now_is_one_of({"ptp",       "lin",     "circ",    "sptp",     "slin",     "scirc",
                      "spl",       "ptp_rel", "lin_rel", "circ_rel", "sptp_rel", "slin_rel",
                      "if",        "while",   "for",     "until",    "switch",   "case",
                      "goto",      "return",  "wait",    "loop",     "repeat",   "trigger",
                      "interrupt", "pulse",   "brake",   "resume",   "continue", "halt",
                      "def",       "deffct",  "anin",    "anout",    "digin",    "end",
                      "not",       "default", "else",    "exit",     "elseif"});
  if (!marked && !simple && !(two_words && (global || ast_.types.find(now().key) != nullptr))) {
    i_ = first;
    return false;
  }
  if (now().kind != Token::Kind::word) unexpected("a type");
  const Type* const type = ast_.types.get(now().key);
  take();
  declared_names(type, global);
  return true;
}

void Parser::declared_names(const Type* type, bool global) {
  do {
    Declaration d;
    d.at = now().begin;
    d.type = type;
    if (now().kind != Token::Kind::word) unexpected("the name of the data");
    d.name = now().key;
    take();
    if (accept("[")) {
      while (!accept("]")) {
        if (at_line_end()) unexpected("']'");
        if (!accept(",")) d.sizes.push_back(expression());
      }
      if (type->name == "char") d.sizes.clear();  // a text
    }
    if (type->name == "char") d.type = ast_.types.text;
    if (accept("=")) d.initial = expression();
    add(std::move(d), global);
  } while (accept(","));
  end_of_line();
}

void Parser::add(Declaration d, bool global) {
  if (routine_ != nullptr) {
    const auto known = routine_->local_names.find(d.name);
    if (known != routine_->local_names.end()) {  // a parameter gets its type
      Declaration& parameter = routine_->locals[static_cast<std::size_t>(known->second)];
      if (parameter.sizes.empty()) parameter.type = d.type;
      return;
    }
    routine_->local_names.emplace(d.name, static_cast<int>(routine_->locals.size()));
    routine_->locals.push_back(std::move(d));
    return;
  }
  const int slot = static_cast<int>(ast_.globals.size());
  auto& own = ast_.modules[static_cast<std::size_t>(module_)].globals;
  if (!own.try_emplace(d.name, slot).second) {
    if (!of_controller_ && !d.outside)
      findings_.warning("W0308", source_.at(d.at),
                        fmt::format("'{}' is declared twice; the first one counts", d.name));
    return;
  }
  if (global || of_controller_) ast_.global_names.try_emplace(d.name, slot);
  ast_.globals.push_back({std::move(d), module_});
}

void Parser::structure() {
  take();
  Type made{std::string(now().key), Type::Kind::record, {}};
  take();
  const Type* type = ast_.types.get("");
  while (!at_line_end()) {
    if (now().kind == Token::Kind::word && ahead().kind == Token::Kind::word) {
      type = ast_.types.get(now().key);
      take();
    }
    if (now().kind != Token::Kind::word) unexpected("the name of a component");
    script::Field field{std::string(now().key), type, 0};
    take();
    if (accept("[")) {
      if (now().kind == Token::Kind::number && now().number >= 1 && now().number <= 1000 &&
          type->name != "char")
        field.size = static_cast<int>(now().number);
      while (!at_line_end() && !accept("]")) take();
    }
    if (type->name == "char") field.type = ast_.types.text;
    made.fields.push_back(std::move(field));
    accept(",");
  }
  ast_.types.add(std::move(made));
  skip_line();
}

/// SIGNAL name $IN[3] names an input, SIGNAL name $IN[3] TO $IN[6] a whole number: a name with the value of --input, else that
/// of $IN[3], else false or 0.
void Parser::signal() {
  take();
  Declaration d;
  d.at = now().begin;
  d.name = now().key;
  if (now().kind != Token::Kind::word) unexpected("the name of the signal");
  take();
  bool many = false;
  for (std::size_t k = i_; tokens_[k].kind != Token::Kind::line_end; ++k)
    many = many || tokens_[k].is("to");
  d.initial = now().is("$in") && !many ? primary()
                                       : finish(make(many ? ExprKind::number : ExprKind::truth));
  d.outside = true;
  d.type = ast_.types.get(many ? "int" : "bool");
  Routine* const routine =
      std::exchange(routine_, nullptr);  // the controller's, wherever it is named
  add(std::move(d), true);
  routine_ = routine;
  skip_line();
}

}  // namespace erfd::krl
