// Declarations, routines and statements.
#include "program/lirl/checker.hpp"
#include "program/lirl/parser.hpp"
#include "program/lirl/words.hpp"
#include "program/unasked_input.hpp"

#include <fmt/format.h>

namespace erfd::lirl {

Checker::Checker(Ast& ast, Findings& findings, const ProgramContext& context)
    : ast_(ast), findings_(findings), context_(context), evaluator_(context, nullptr) {}

void Checker::program() {
  add_inputs();
  enter(ast_.globals, globals_);
  for (std::size_t i = 0; i < ast_.routines.size(); ++i) {
    const Routine& r = ast_.routines[i];
    if (r.name.empty()) continue;  // its head could not be read
    const bool is_new = globals_.find(r.name) == globals_.end() && !builtin_of_word(r.name) &&
                        routines_.emplace(r.name, static_cast<int>(i)).second;
    if (!is_new) findings_.error("L0308", r.at, fmt::format("'{}' is declared twice", r.name));
  }
  declarations(ast_.globals);
  for (Routine& r : ast_.routines) routine(r);
  block(ast_.body);
  refuse_unasked_inputs();
}

/// Inputs that the program does not declare become variables of their own.
void Checker::add_inputs() {
  for (const auto& input : context_.inputs) {
    const std::string& name = input.first;
    const bool declared = std::any_of(ast_.globals.begin(), ast_.globals.end(),
                                      [&](const Declaration& d) { return d.name == name; });
    if (declared) continue;
    Declaration made;
    made.name = name;
    made.at = {1, 1};
    constexpr Type types[] = {Type::boolean, Type::integer, Type::real};
    made.type = types[input.second.index()];
    ast_.globals.push_back(made);
    unasked_.insert(name);
  }
}

void Checker::refuse_unasked_inputs() {
  std::vector<std::string> asked;
  for (const Declaration& d : ast_.globals)
    if (!d.is_constant && !d.is_array && !unasked_.contains(d.name)) asked.push_back(d.name);
  for (const std::string& name : unasked_)
    findings_.error("L0301", {}, reading::unasked_input(name, asked));
}

void Checker::enter(std::vector<Declaration>& declarations, Names& names) {
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    const Declaration& d = declarations[i];
    if (builtin_of_word(d.name)) {
      findings_.error("L0308", d.at,
                      fmt::format("'{}' is a name of the language; choose another", d.name));
    } else if (!names.emplace(d.name, static_cast<int>(i)).second) {
      findings_.error("L0308", d.at, fmt::format("'{}' is declared twice", d.name));
    }
  }
}

void Checker::declarations(std::vector<Declaration>& list) {
  for (Declaration& d : list) {
    if (d.size != nullptr) fit(*d.size, Type::integer, "the number of elements");
    if (d.initial != nullptr) initial_value(d);
    if (d.is_constant && d.initial == nullptr) {
      findings_.error("L0309", d.at,
                      fmt::format("constant '{}' has no value; write '{} = …'", d.name, d.name));
    }
  }
}

void Checker::initial_value(Declaration& d) {
  const std::string what = fmt::format("the value of '{}'", d.name);
  if (!d.is_array) return fit(*d.initial, d.type, what);
  if (d.initial->kind != ExprKind::aggregate) return fit(*d.initial, d.type, what);
  d.initial->type = d.type;
  for (Expr* const element : d.initial->children) fit(*element, d.type, what);
  const bool size_is_known = d.size != nullptr && d.size->kind == ExprKind::integer;
  const auto found = static_cast<std::int64_t>(d.initial->children.size());
  if (size_is_known && d.size->integer != found) {
    findings_.error(
        "L0303", d.initial->at,
        fmt::format("'{}' has {} elements, found {} values", d.name, d.size->integer, found));
  }
}

void Checker::routine(Routine& r) {
  locals_.clear();
  enter(r.locals, locals_);
  local_declarations_ = &r.locals;
  routine_ = &r;
  declarations(r.locals);
  block(r.body);
  routine_ = nullptr;
  local_declarations_ = nullptr;
  locals_.clear();
}

void Checker::block(Block& body) {
  for (Statement* const s : body) statement(*s);
}

void Checker::statement(Statement& s) {
  switch (s.kind) {
    case StatementKind::move:
      return move(s);
    case StatementKind::assign:
      return assignment(s);
    case StatementKind::call:
      return call(s);
    case StatementKind::choice:
      for (Expr* const condition : s.values) fit(*condition, Type::boolean, "a condition");
      for (Block& b : s.blocks) block(b);
      return;
    case StatementKind::cases:
      return cases(s);
    case StatementKind::while_loop:
      if (s.values[0] != nullptr) fit(*s.values[0], Type::boolean, "a condition");
      return loop(s);
    case StatementKind::for_loop:
      return for_loop(s);
    case StatementKind::exit_loop:
      if (s.values[0] != nullptr) fit(*s.values[0], Type::boolean, "a condition");
      if (loops_ == 0) findings_.error("L0314", s.at, "'exit' stands in no loop");
      return;
    case StatementKind::give_back:
      return give_back(s);
    case StatementKind::wait:
      return number(*s.values[0], place::time);
    case StatementKind::wait_for:
      fit(*s.values[0], Type::boolean, "a condition");
      if (s.values[1] != nullptr) number(*s.values[1], place::time);
      return;
    case StatementKind::use_robot:
      return fit(*s.values[0], Type::text, "the name of a robot");
    case StatementKind::use_tool:
      return named_setting(*s.values[0], Type::tool, "a tool");
    case StatementKind::use_base:
      return named_setting(*s.values[0], Type::pose, "a base");
    case StatementKind::grip:
      return fit(*s.values[0], Type::load, "what is gripped");
    case StatementKind::ext_force:
      if (s.values[0] != nullptr) fit(*s.values[0], Type::wrench, "the force");
      return;
    case StatementKind::halt:
    case StatementKind::pause:
    case StatementKind::release:
      return;
  }
}

/// A tool or base: its value, its name as a text; a tool may be a bare pose.
void Checker::named_setting(Expr& e, Type own, std::string_view what) {
  const Type found = type(e, own);
  const bool fits = found == own || found == Type::text || found == Type::unknown ||
                    (own == Type::tool && found == Type::pose);
  if (!fits) {
    findings_.error("L0302", e.at,
                    fmt::format("{} is a {} or a name in quotes, found {}", what,
                                own == Type::tool ? "tool, a pose" : "pose", with_article(found)));
  }
  if (fits) probe(e);
}

const Declaration* Checker::declaration_of(const Expr& e) const {
  const auto slot = static_cast<std::size_t>(e.slot);
  if (e.symbol == Symbol::global) return &ast_.globals[slot];
  if (e.symbol == Symbol::local) return &(*local_declarations_)[slot];
  return nullptr;
}

void Checker::assignment(Statement& s) {
  const Type left = type(*s.left);
  const Expr* root = s.left;
  while (root->kind == ExprKind::index || root->kind == ExprKind::member) root = root->children[0];
  const Declaration* const variable =
      root->kind == ExprKind::name ? declaration_of(*root) : nullptr;
  if (variable == nullptr && left != Type::unknown) {
    findings_.error("L0309", s.left->at, "only variables and their components can be set");
  } else if (variable != nullptr && variable->is_constant) {
    findings_.error(
        "L0309", s.left->at,
        fmt::format("'{}' is a constant; declare it in a var part to set it", variable->name));
  }
  if (s.left->kind == ExprKind::member && s.left->place != nullptr && left == Type::real) {
    return number(*s.values[0], *s.left->place);
  }
  fit(*s.values[0], left, "the value");
}

void Checker::call(Statement& s) {
  if (s.left->kind == ExprKind::name && routines_.contains(s.left->name)) {
    s.left->kind = ExprKind::call;
  }
  const Type result = type(*s.left);
  if (s.left->symbol == Symbol::routine || result == Type::unknown) return;
  findings_.error("L0302", s.left->at,
                  fmt::format("'{}' is no procedure; it cannot stand alone", s.left->name));
}

void Checker::loop(Statement& s) {
  ++loops_;
  for (Block& b : s.blocks) block(b);
  --loops_;
}

void Checker::for_loop(Statement& s) {
  const Type variable = type(*s.left);
  const Declaration* const declared = declaration_of(*s.left);
  if (variable != Type::unknown && (declared == nullptr || declared->is_constant ||
                                    declared->is_array || variable != Type::integer)) {
    findings_.error(
        "L0302", s.left->at,
        fmt::format("the variable of a loop is an int variable; '{}' is none", s.left->name));
  }
  for (Expr* const bound : s.values) {
    if (bound != nullptr) fit(*bound, Type::integer, "a bound or step of a loop");
  }
  loop(s);
}

void Checker::cases(Statement& s) {
  const Type value = type(*s.values[0]);
  const bool comparable =
      is_number(value) || value == Type::text || value == Type::boolean || value == Type::unknown;
  if (!comparable) {
    findings_.error("L0302", s.values[0]->at,
                    fmt::format("a case chooses by a number, a string or a bool, found {}",
                                with_article(value)));
  }
  for (const auto& labels : s.labels) {
    for (Expr* const label : labels) {
      if (comparable) fit(*label, is_number(value) ? Type::real : value, "a value of the case");
    }
  }
  for (Block& b : s.blocks) block(b);
}

void Checker::give_back(Statement& s) {
  Expr* const value = s.values[0];
  const Type result = routine_ == nullptr ? Type::nothing : routine_->result;
  if (value == nullptr) {
    if (result != Type::nothing) {
      findings_.error(
          "L0314", s.at,
          fmt::format("function '{}' must return {}", routine_->name, with_article(result)));
    }
    return;
  }
  if (result == Type::nothing) {
    findings_.error("L0314", value->at, "'return' with a value stands in no function");
    type(*value);
    return;
  }
  fit(*value, result, fmt::format("the result of '{}'", routine_->name));
}

}  // namespace erfd::lirl
