// What a running program leaves: records, findings.
#include "program/script/machine.hpp"
#include "program/unasked_input.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::script {

void Gathered::add(const std::string& name, std::uint32_t at) {
  if (count_++ == 0) at_ = at;
  if (known_.insert(name).second) names_.push_back(name);
}

std::string Gathered::text() const {
  constexpr std::size_t most = 12;
  const std::size_t shown = std::min(names_.size(), most);
  std::string text = fmt::format(
      "{}", fmt::join(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names_.size() > most) text += fmt::format(" and {} more", names_.size() - most);
  return text;
}

void Machine::tell_gathered() {
  if (left_out_.count() > 0)
    warn("0301", left_out_.at(),
         fmt::format("{} of the program's moves {} left out, as their targets are in none of the "
                     "files: {}; give the .dat or $config.dat that holds them, too",
                     left_out_.count(), left_out_.count() == 1 ? "is" : "are", left_out_.text()));
  if (unknown_.count() == 0) return;
  const std::string names = unknown_.text();
  note("0620", unknown_.at(),
       rules_.zeros
           ? fmt::format("declared in none of the files, so read as signals with the value 0: {}; "
                         "--input NAME=1 gives another",
                         names)
           : fmt::format("declared in none of the files, so without a value and in conditions "
                         "false: {}; give the .dat or $config.dat that declares them, or --input "
                         "NAME=1",
                         names));
}

/// What takes a value from outside: data of modules and files, names that nothing declares, questions to the operator. Not data
/// of a routine, which each call gives its first value.
std::set<std::string> Machine::asked_inputs() const {
  std::set<std::string> asked;
  std::set<std::string_view> local;
  for (const Global& g : ast_.globals) asked.emplace(g.declaration.name);
  for (const Routine& r : ast_.routines)
    for (const auto& [name, slot] : r.local_names) local.insert(name);
  for (const Expr& e : ast_.expressions) {
    const bool undeclared =
        e.symbol == Symbol::none || (e.symbol == Symbol::unresolved && !local.contains(e.name));
    if ((e.kind == ExprKind::name && undeclared) ||
        (e.kind == ExprKind::call && asks_operator(e.name)))
      asked.emplace(e.name);
  }
  for (const Statement& s : ast_.statements)
    if (s.kind == StatementKind::instruction && asks_operator(s.word)) asked.emplace(s.word);
  return asked;
}

void Machine::refuse_unasked_inputs() {
  if (context_.inputs.empty()) return;
  const std::set<std::string> asked = asked_inputs();
  for (const auto& [name, value] : context_.inputs)
    if (!asked.contains(name) && !asks_controller(name))
      findings_.error(code("0301"), {}, reading::unasked_input(name, {asked.begin(), asked.end()}));
}

/// Why a program that reads well asks for little: values that nobody brings here.
void Machine::tell_what_is_outside() {
  const Source::File& own = source_.files().front();
  const auto in_own = [&](std::uint32_t at) { return at >= own.begin && at < own.end; };
  const auto told = [&](std::string_view word, std::uint32_t at) {
    if (!in_own(at) || !brings_values(word)) return false;
    warn("0641", at,
         fmt::format("the program takes values from outside here ({}): none came in this run, so "
                     "that what it does with them is not judged",
                     written(at, at + static_cast<std::uint32_t>(word.size()))));
    return true;
  };
  const bool brings =
      std::any_of(ast_.statements.begin(), ast_.statements.end(),
                  [&](const Statement& s) {
                    return s.kind == StatementKind::instruction && told(s.word, s.begin);
                  }) ||
      std::any_of(ast_.expressions.begin(), ast_.expressions.end(),
                  [&](const Expr& e) { return e.kind == ExprKind::call && told(e.name, e.begin); });
  const auto moved =
      std::any_of(program_.instructions.begin(), program_.instructions.end(),
                  [](const Instruction& i) { return std::holds_alternative<Move>(i.action); });
  if (moved || brings || left_out_.count() > 0) return;
  const auto moving = std::find_if(ast_.statements.begin(), ast_.statements.end(),
                                   [&](const Statement& s) { return moves(s); });
  if (moving == ast_.statements.end()) return;
  const auto count =
      std::count_if(moving, ast_.statements.end(), [&](const Statement& s) { return moves(s); });
  warn("0644", moving->begin,
       fmt::format("nothing moves: the conditions of the program lead past all of its {} moves "
                   "with the inputs as they are; --input NAME=1 changes one, --entry NAME begins "
                   "elsewhere",
                   count));
}

void Machine::fail(std::string_view number, std::uint32_t at, std::string message) const {
  throw Failure{code(number), at, std::move(message)};
}

void Machine::warn(std::string_view number, std::uint32_t at, std::string message) {
  findings_.warning("W" + std::string(number), source_.at(at), std::move(message));
}

void Machine::note(std::string_view number, std::uint32_t at, std::string message) {
  findings_.note("N" + std::string(number), source_.at(at), std::move(message));
}

void Machine::warn_once(std::string_view number, std::string_view about, std::uint32_t at,
                        std::string message) {
  if (told_.insert(fmt::format("{} {}", number, about)).second)
    warn(number, at, std::move(message));
}

void Machine::note_once(std::string_view number, std::string_view about, std::uint32_t at,
                        std::string message) {
  if (told_.insert(fmt::format("{} {}", number, about)).second)
    note(number, at, std::move(message));
}

void Machine::spend(std::int64_t steps) {
  steps_ += steps;
  if (steps_ > context_.most_statements * expressions_a_statement)
    out_of_steps(loops_.empty() ? 0 : loops_.back().statement->begin);
}

/// Names the running loop that was run most often.
void Machine::out_of_steps(std::uint32_t at) const {
  const auto worst =
      std::max_element(loops_.begin(), loops_.end(),
                       [](const Running& a, const Running& b) { return a.runs < b.runs; });
  const std::string budget =
      fmt::format("the step budget of {} statements is used up", context_.most_statements);
  if (worst == loops_.end()) fail("0501", at, budget + "; is a jump or a recursion endless?");
  fail("0501", worst->statement->begin,
       fmt::format("this loop does not end: after {} runs {}; inputs stay what --input says",
                   worst->runs, budget));
}

std::string Machine::written(std::uint32_t begin, std::uint32_t end) const {
  constexpr std::size_t longest = 60;
  std::string out;
  for (std::uint32_t i = begin; i < end; ++i) {
    const char c = source_.text()[i];
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : (static_cast<unsigned char>(c) < 127 ? c : '?');
    if (out.size() >= longest) return out + "...";
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

double Machine::ours(std::size_t axis, double position) const {
  const auto& makers = context_.maker_axes;
  return axis < makers.size() ? makers[axis].ours(position) : position;
}

double Machine::his(std::size_t axis, double position) const {
  const auto& makers = context_.maker_axes;
  return axis < makers.size() ? makers[axis].his(position) : position;
}

void Machine::add_number(Move& move, MovePart part, const Value& from, double si) const {
  if (from.end <= from.begin || from.written == 0) return;
  move.numbers.push_back({part, source_.range(from.begin, from.end), si / from.written});
}

void Machine::emit(const Statement& s, std::variant<Move, Wait> action,
                   const Conditions& conditions) {
  if (program_.instructions.size() >= context_.most_instructions)
    fail("0502", s.begin,
         fmt::format("the program asks for more than {} moves and waits",
                     context_.most_instructions));
  program_.instructions.push_back(
      {std::move(action), conditions, source_.at(s.begin), source_.at(s.end)});
}

void Machine::wait(const Statement& s, double seconds) {
  constexpr double longest = 1e6;
  if (!(seconds >= 0 && seconds <= longest))
    fail("0307", s.begin,
         fmt::format("a wait of {:g} s, expected from 0 s to {:g} s", seconds, longest));
  if (seconds == 0) return;
  emit(s, Wait{seconds}, standing(s));
}

}  // namespace erfd::script
