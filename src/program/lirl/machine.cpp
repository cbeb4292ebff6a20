// Variables, calls and the flow of a program.
#include "program/lirl/machine.hpp"

#include "program/lirl/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

// Expressions cost less than statements, but a statement may hold very many.
constexpr std::int64_t expressions_a_statement = 64;

}  // namespace

Machine::Machine(const Ast& ast, std::string_view source, Findings& findings,
                 const ProgramContext& context, Program& program)
    : ast_(ast),
      source_(source),
      findings_(findings),
      context_(context),
      program_(program),
      evaluator_(context, this) {
  conditions_.tool_load = context.own_load;
  joints_.assign(context.axes.size(), 0.0);
  for (std::size_t i = 0; i < std::min(joints_.size(), context.home.size()); ++i) {
    joints_[i] = context.home[i];
  }
}

void Machine::run() {
  try {
    for (const Declaration& d : ast_.globals) declare(d, globals_);
    apply_inputs();
    block(ast_.body);
  } catch (const Halted&) {
    return;
  } catch (const Failure& failure) {
    findings_.error(failure);
  }
}

void Machine::declare(const Declaration& d, Frame& frame) {
  at_ = d.at;
  std::vector<Value>& elements = frame.variables.emplace_back();
  if (d.is_array) return declare_array(d, elements);
  Value first;
  if (d.initial != nullptr) {
    first = Evaluator::converted(evaluator_.value(*d.initial), d.type);
  }
  // Evaluation may have called routines, but never moves the variables of this frame.
  elements.push_back(std::move(first));
}

void Machine::declare_array(const Declaration& d, std::vector<Value>& elements) {
  const std::int64_t size = evaluator_.integer(*d.size);
  if (size < 1 || size > context_.most_elements - elements_) {
    throw Failure{"L0504", d.size->at,
                  fmt::format("'{}' would have {} elements; all arrays together may have from 1 to "
                              "{}",
                              d.name, size, context_.most_elements)};
  }
  elements_ += size;
  expressions_ += size;
  elements.resize(static_cast<std::size_t>(size));
  if (d.initial == nullptr) return;
  const bool is_list = d.initial->kind == ExprKind::aggregate;
  const std::size_t values = is_list ? d.initial->children.size() : 1;
  if (values != elements.size()) {
    throw Failure{"L0303", d.initial->at,
                  fmt::format("'{}' has {} elements, found {} values", d.name, size, values)};
  }
  for (std::size_t i = 0; i < values; ++i) {
    const Expr& value = is_list ? *d.initial->children[i] : *d.initial;
    elements[i] = Evaluator::converted(evaluator_.value(value), d.type);
  }
}

void Machine::apply_inputs() {
  for (std::size_t i = 0; i < ast_.globals.size(); ++i) {
    const Declaration& d = ast_.globals[i];
    const auto input = context_.inputs.find(d.name);
    if (input == context_.inputs.end()) continue;
    const Value given = std::visit(
        [](auto value) -> Value {
          if constexpr (std::is_same_v<decltype(value), double>)
            return Number{value, {}, true};
          else
            return value;
        },
        input->second);
    constexpr Type types[] = {Type::boolean, Type::integer, Type::real};
    const Type type = types[input->second.index()];
    const bool fits = type == d.type || (type == Type::integer && d.type == Type::real);
    if (d.is_array || d.is_constant || !fits) {
      throw Failure{"L0302", d.at,
                    fmt::format("the input '{}' is {}; declare a variable of that name", d.name,
                                with_article(type))};
    }
    globals_.variables[i][0] = Evaluator::converted(given, d.type);
  }
}

Value& Machine::variable(const Expr& e) {
  Frame& frame = e.symbol == Symbol::local ? *locals_ : globals_;
  const auto slot = static_cast<std::size_t>(e.slot);
  if (slot >= frame.variables.size() || frame.variables[slot].empty()) {
    throw Failure{"L0506", e.at, "a variable is used before its declaration"};
  }
  if (e.kind != ExprKind::index) return frame.variables[slot][0];
  const std::int64_t index = evaluator_.integer(*e.children[1]);
  std::vector<Value>& elements = frame.variables[slot];
  return elements[static_cast<std::size_t>(
      Evaluator::index_in(index, elements.size(), e.children[1]->at))];
}

Value Machine::call(const Expr& e) {
  const Routine& r = ast_.routines[static_cast<std::size_t>(e.slot)];
  if (calls_ >= context_.most_calls) {
    throw Failure{"L0503", e.at,
                  fmt::format("more than {} calls in each other; does '{}' call itself for ever?",
                              context_.most_calls, r.name)};
  }
  Frame frame;
  frame.variables.reserve(r.locals.size());
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    Value argument = Evaluator::converted(evaluator_.value(*e.children[i]), r.locals[i].type);
    frame.variables.emplace_back().push_back(std::move(argument));
  }
  Frame* const caller = locals_;
  const std::int64_t elements = elements_;
  const std::size_t loops = loops_.size();
  const Location at = at_;
  locals_ = &frame;
  ++calls_;
  for (std::size_t i = e.children.size(); i < r.locals.size(); ++i) declare(r.locals[i], frame);
  block(r.body);
  --calls_;
  locals_ = caller;
  elements_ = elements;
  loops_.resize(loops);
  at_ = at;
  if (frame.result) return Evaluator::converted(std::move(*frame.result), r.result);
  if (r.result == Type::nothing) return {};
  throw Failure{"L0510", e.at, fmt::format("function '{}' ended without 'return'", r.name)};
}

void Machine::count() {
  if (++expressions_ > expressions_a_statement * context_.most_statements) out_of_steps(at_);
}

void Machine::count_statement(const Statement& s) {
  at_ = s.at;
  if (++statements_ > context_.most_statements) out_of_steps(s.at);
}

/// Names the running loop that was run most often.
void Machine::out_of_steps(Location at) const {
  const auto worst = std::max_element(loops_.begin(), loops_.end(),
                                      [](const Loop& a, const Loop& b) { return a.runs < b.runs; });
  const std::string budget =
      fmt::format("the step budget of {} statements is used up", context_.most_statements);
  if (worst == loops_.end()) {
    throw Failure{"L0501", at, budget + "; is a recursion endless?"};
  }
  throw Failure{"L0501", worst->statement->at,
                fmt::format("this '{}' does not end: after {} runs {}; nothing outside the program "
                            "changes its variables, so give its loop an end",
                            worst->statement->word, worst->runs, budget)};
}

Machine::Flow Machine::block(const Block& body) {
  for (const Statement* const s : body) {
    const Flow flow = statement(*s);
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

Machine::Flow Machine::statement(const Statement& s) {
  const Evaluator::Level level(evaluator_, s.at);
  count_statement(s);
  switch (s.kind) {
    case StatementKind::choice:
      return choice(s);
    case StatementKind::cases:
      return cases(s);
    case StatementKind::while_loop:
      return while_loop(s);
    case StatementKind::for_loop:
      return for_loop(s);
    case StatementKind::exit_loop:
      return s.values[0] == nullptr || evaluator_.truth(*s.values[0]) ? Flow::leave_loop
                                                                      : Flow::next;
    case StatementKind::give_back:
      return give_back(s);
    default:
      return action(s);
  }
}

Machine::Flow Machine::choice(const Statement& s) {
  for (std::size_t i = 0; i < s.values.size(); ++i) {
    if (evaluator_.truth(*s.values[i])) return block(s.blocks[i]);
  }
  return s.blocks.size() > s.values.size() ? block(s.blocks.back()) : Flow::next;
}

bool Machine::is_label(const Statement& s, const Value& value, const Expr& label) {
  const Value other = evaluator_.value(label);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth == std::get<bool>(other);
  if (const auto* text = std::get_if<std::string>(&value))
    return *text == std::get<std::string>(other);
  Number a = std::get<Number>(Evaluator::converted(value, Type::real));
  Number b = std::get<Number>(Evaluator::converted(other, Type::real));
  if (align(a, b)) return a.value == b.value;
  throw Failure{
      "L0103", label.at,
      fmt::format("the units of this value and of 'case' in line {} do not agree", s.at.line)};
}

Machine::Flow Machine::cases(const Statement& s) {
  const Value value = evaluator_.value(*s.values[0]);
  for (std::size_t i = 0; i < s.labels.size(); ++i) {
    for (const Expr* const label : s.labels[i]) {
      if (is_label(s, value, *label)) return block(s.blocks[i]);
    }
  }
  return s.blocks.size() > s.labels.size() ? block(s.blocks.back()) : Flow::next;
}

Machine::Flow Machine::while_loop(const Statement& s) {
  const bool test_first = s.word == "while";
  const bool test_last = s.word == "repeat";
  loops_.push_back({&s, 0});
  for (;;) {
    count_statement(s);  // also a loop without statements takes steps
    if (test_first && !evaluator_.truth(*s.values[0])) break;
    const Flow flow = block(s.blocks[0]);
    if (flow == Flow::give_back) return flow;
    if (flow == Flow::leave_loop) break;
    ++loops_.back().runs;
    if (test_last && evaluator_.truth(*s.values[0])) break;
  }
  loops_.pop_back();
  return Flow::next;
}

/// The number of runs is fixed when the loop begins; behind it the variable keeps the value that
/// the last run saw.
Machine::Flow Machine::for_loop(const Statement& s) {
  const std::int64_t from = evaluator_.integer(*s.values[0]);
  const std::int64_t to = evaluator_.integer(*s.values[1]);
  const std::int64_t step = s.values[2] == nullptr ? 1 : evaluator_.integer(*s.values[2]);
  if (step <= 0) {
    throw Failure{"L0307", s.values[2]->at,
                  fmt::format("the step of a loop is {}, expected 1 or more; count down with "
                              "'downto'",
                              step)};
  }
  variable(*s.left) = from;
  loops_.push_back({&s, 0});
  std::int64_t i = from;
  while (s.down ? i >= to : i <= to) {
    count_statement(s);
    variable(*s.left) = i;
    const Flow flow = block(s.blocks[0]);
    if (flow == Flow::give_back) return flow;
    if (flow == Flow::leave_loop) break;
    ++loops_.back().runs;
    const bool beyond =
        s.down ? __builtin_sub_overflow(i, step, &i) : __builtin_add_overflow(i, step, &i);
    if (beyond) break;
  }
  loops_.pop_back();
  return Flow::next;
}

Machine::Flow Machine::give_back(const Statement& s) {
  if (s.values[0] != nullptr) locals_->result = evaluator_.value(*s.values[0]);
  return Flow::give_back;
}

}  // namespace erfd::lirl
