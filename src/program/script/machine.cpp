// Statements, calls and the flow of a program.
#include "program/script/machine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::script {
namespace {

constexpr int deepest = 800;  // levels of expressions, statements and calls on the stack together
constexpr std::int64_t expressions_a_statement = 64;

/// Whether a loop of this body has a way out.
bool is_left(const Block& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement* s) {
    if (s->kind == StatementKind::leave) return true;
    if (s->kind == StatementKind::loop || s->kind == StatementKind::counted) return false;
    return std::any_of(s->blocks.begin(), s->blocks.end(), is_left);
  });
}

struct Level {
  int& depth;
  explicit Level(int& counter) : depth(counter) { ++depth; }
  ~Level() { --depth; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
};

}  // namespace

Machine::Machine(Ast& ast, const Source& source, Findings& findings, const ProgramContext& context,
                 Program& program, Rules rules)
    : ast_(ast),
      source_(source),
      findings_(findings),
      context_(context),
      program_(program),
      rules_(rules),
      robot_(context),
      globals_(ast.globals.size()),
      states_(ast.globals.size(), State::fresh) {}

void Machine::run(int routine) {
  const Routine& r = ast_.routines[static_cast<std::size_t>(routine)];
  try {
    for (int cycle = 0; cycle < context_.cycles; ++cycle) call(r, {}, r.at);
  } catch (const Halted&) {
    return;
  } catch (const Raised& raised) {
    warn("0611", raised.at,
         "the program ends here with an error that no ERROR handler takes; the moves until here "
         "are what is judged");
  } catch (const Failure& failure) {
    findings_.error(failure.code, source_.at(failure.at), failure.message);
  }
}

void Machine::set_up(int routine) {
  try {
    const Routine& r = ast_.routines[static_cast<std::size_t>(routine)];
    call(r, {}, r.at);
  } catch (const Halted&) {
    return;
  } catch (const Raised&) {
    return;
  } catch (const Failure& failure) {
    frame_ = nullptr;
    module_ = calls_ = depth_ = 0;
    findings_.warning("W0619", source_.at(failure.at),
                      failure.message + "; the data behind it are not set");
  }
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

// Calls

int Machine::routine_named(std::string_view name) const {
  const auto& own = ast_.modules[static_cast<std::size_t>(module_)].routines;
  if (const auto found = own.find(name); found != own.end()) return found->second;
  const auto found = ast_.routine_names.find(name);
  return found == ast_.routine_names.end() ? -1 : found->second;
}

Value Machine::call(const Routine& r, const std::vector<Argument>& arguments, std::uint32_t at) {
  if (calls_ >= context_.most_calls)
    fail("0503", at,
         fmt::format("more than {} calls in each other; does '{}' call itself for ever?",
                     context_.most_calls, r.name));
  const Level level(depth_);
  Frame frame;
  frame.routine = &r;
  frame.values.resize(r.locals.size());
  frame.present.resize(r.locals.size(), 0);
  std::vector<std::pair<const Expr*, int>> references;
  std::size_t place = 0;
  for (const Argument& a : arguments) {
    const Parameter* parameter = nullptr;
    if (a.key.empty()) {
      while (place < r.parameters.size() && r.parameters[place].optional) ++place;
      if (place < r.parameters.size()) parameter = &r.parameters[place++];
    } else {
      for (const Parameter& p : r.parameters)
        if (p.optional && r.locals[static_cast<std::size_t>(p.slot)].name == a.key) parameter = &p;
    }
    if (parameter == nullptr)
      fail("0304", a.begin,
           a.key.empty() ? fmt::format("'{}' takes fewer arguments", r.name)
                         : fmt::format("'{}' has no optional argument '\\{}'", r.name, a.key));
    const auto slot = static_cast<std::size_t>(parameter->slot);
    if (a.conditional && !is_present(*a.value)) continue;
    const Declaration& d = r.locals[slot];
    if (a.value == nullptr) {
      frame.values[slot] = Value::of(true);
    } else if (a.value->kind == ExprKind::name && a.value->name.empty()) {
      continue;  // left out between two commas
    } else {
      frame.values[slot] =
          d.sizes.empty() ? fitting(value(*a.value), *d.type, {}, a.begin) : value(*a.value);
      if (parameter->by_reference && place_of_argument(*a.value))
        references.emplace_back(a.value, parameter->slot);
    }
    frame.present[slot] = 1;
  }
  for (const Parameter& p : r.parameters)
    if (!p.optional && frame.present[static_cast<std::size_t>(p.slot)] == 0 && rules_.zeros)
      fail("0303", at,
           fmt::format("'{}' needs a value for '{}'", r.name,
                       r.locals[static_cast<std::size_t>(p.slot)].name));

  Frame* const caller = frame_;
  const int module = module_;
  const std::int64_t elements = elements_;
  const std::size_t loops = loops_.size();
  frame_ = &frame;
  module_ = r.module;
  ++calls_;
  const auto leave = [&] {
    --calls_;
    frame_ = caller;
    module_ = module;
    elements_ = elements;
    loops_.resize(loops);
  };
  try {
    for (std::size_t i = r.parameters.size(); i < r.locals.size(); ++i)
      declare(r.locals[i], frame.values[i]);
    if (block(r.body) == Flow::jump)
      fail("0315", at, fmt::format("there is no label '{}' that this jump can reach", jump_to_));
  } catch (const Raised&) {
    leave();
    throw;
  }
  leave();
  for (const auto& [e, slot] : references)
    assign(*e, frame.values[static_cast<std::size_t>(slot)], at);
  if (r.function && !frame.result.is_set() && rules_.zeros)
    fail("0510", at, fmt::format("function '{}' ended without RETURN", r.name));
  return std::move(frame.result);
}

/// Whether an argument is a variable, element or component.
bool Machine::place_of_argument(const Expr& e) {
  const bool chain =
      e.kind == ExprKind::name || e.kind == ExprKind::index || e.kind == ExprKind::member;
  return chain && place(e) != nullptr;
}

bool Machine::is_present(const Expr& e) {
  resolve(e);
  if (e.symbol != Symbol::local) return false;
  return frame_->present[static_cast<std::size_t>(e.slot)] != 0;
}

void Machine::instruction_or_call(const Statement& s) {
  if (const int r = routine_named(s.word); r >= 0) {
    call(ast_.routines[static_cast<std::size_t>(r)], s.arguments, s.begin);
  } else {
    instruction(s);
  }
}

void Machine::late_call(const Statement& s) {
  const std::string name = text(*s.values[0]);
  const int r = routine_named(ast_.intern(name));
  if (r < 0) fail("0301", s.begin, fmt::format("there is no routine '{}'", name));
  call(ast_.routines[static_cast<std::size_t>(r)], s.arguments, s.begin);
}

// Flow

Machine::Flow Machine::block(const Block& body) {
  std::size_t i = 0;
  while (i < body.size()) {
    const Flow flow = guarded(*body[i]);
    if (flow == Flow::next) {
      ++i;
    } else if (flow == Flow::retry) {
      continue;
    } else if (flow == Flow::jump) {
      const auto label = std::find_if(body.begin(), body.end(), [&](const Statement* s) {
        return s->kind == StatementKind::label && s->word == jump_to_;
      });
      if (label == body.end()) return flow;
      const auto to = static_cast<std::size_t>(label - body.begin());
      i = to <= i && again(*body[i], **label) ? i + 1 : to;
    } else {
      return flow;
    }
  }
  return Flow::next;
}

/// A jump back to a place where everything stands as it stood there before goes round for ever: one that
/// is taken always ends the program, one that waits for something is not taken.
bool Machine::again(const Statement& from, const Statement& label) {
  constexpr std::size_t most_states = 10'000;
  std::set<std::uint64_t>& seen = jumps_[&label];
  const bool fresh = seen.insert(state()).second;
  const bool always = from.kind == StatementKind::jump;
  if (seen.size() > most_states) seen.clear();
  if (fresh && !(always && ++rounds_[&label] >= context_.cycles)) return false;
  if (!always) {
    note_once("0612", fmt::format("{}", label.begin), label.begin,
              "the jump back to here waits for something outside the program: the wait is passed");
    return true;
  }
  note_once(
      "0613", fmt::format("{}", label.begin), label.begin,
      fmt::format("the jump back to here goes round for ever: it is run {}; --cycles N for more",
                  context_.cycles == 1 ? "once" : fmt::format("{} times", context_.cycles)));
  throw Halted{};
}

Machine::Flow Machine::guarded(const Statement& s) {
  if (frame_ == nullptr || !frame_->routine->has_handler || frame_->in_handler) return statement(s);
  Frame* const frame = frame_;
  try {
    return statement(s);
  } catch (const Raised& raised) {
    if (frame_ != frame || frame->in_handler) throw;
    return handle(raised, s);
  }
}

Machine::Flow Machine::handle(const Raised& raised, const Statement& s) {
  error_number_ = raised.number;
  frame_->in_handler = true;
  const Flow flow = block(frame_->routine->handler);
  frame_->in_handler = false;
  if (flow == Flow::try_next) return Flow::next;
  if (flow == Flow::retry) {
    if (++retries_ > 4) throw Raised{raised.number, s.begin};
    return Flow::retry;
  }
  return flow == Flow::next ? Flow::give_back : flow;
}

Machine::Flow Machine::statement(const Statement& s) {
  const Level level(depth_);
  if (depth_ > deepest)
    fail("0503", s.begin, "calls and blocks are nested too deep; is a recursion endless?");
  spend(expressions_a_statement);
  switch (s.kind) {
    case StatementKind::instruction:
      instruction_or_call(s);
      return Flow::next;
    case StatementKind::late_call:
      late_call(s);
      return Flow::next;
    case StatementKind::assign:
      assign(*s.left, value(*s.values[0]), s.begin);
      return Flow::next;
    case StatementKind::choice:
      return choice(s);
    case StatementKind::cases:
      return cases(s);
    case StatementKind::loop:
      return loop(s);
    case StatementKind::counted:
      return counted(s);
    case StatementKind::leave:
      return Flow::leave_loop;
    case StatementKind::jump:
      jump_to_ = s.word;
      return Flow::jump;
    case StatementKind::give_back:
      if (!s.values.empty()) {
        Value result = value(*s.values[0]);
        if (frame_->routine->result != nullptr)
          result = fitting(std::move(result), *frame_->routine->result, {}, s.begin);
        frame_->result = std::move(result);
      }
      return Flow::give_back;
    case StatementKind::raise:
      throw Raised{s.values.empty() ? error_number_ : number(*s.values[0]), s.begin};
    case StatementKind::retry:
      return Flow::retry;
    case StatementKind::try_next:
      return Flow::try_next;
    case StatementKind::halt:
      throw Halted{};
    case StatementKind::move:
      move(s);
      return Flow::next;
    case StatementKind::label:
    case StatementKind::nothing:
      break;
  }
  return Flow::next;
}

void Machine::move(const Statement& s) { instruction(s); }

Machine::Flow Machine::choice(const Statement& s) {
  for (std::size_t i = 0; i < s.values.size(); ++i)
    if (truth(*s.values[i])) return block(s.blocks[i]);
  return s.blocks.size() > s.values.size() ? block(s.blocks.back()) : Flow::next;
}

Machine::Flow Machine::cases(const Statement& s) {
  const Value found = value(*s.values[0]);
  for (std::size_t i = 0; i < s.labels.size(); ++i)
    for (const Expr* const label : s.labels[i])
      if (same_values(found, value(*label))) return block(s.blocks[i]);
  return s.blocks.size() > s.labels.size() ? block(s.blocks.back()) : Flow::next;
}

bool Machine::is_endless(const Statement& s) const {
  const Expr* const before = s.values[0];
  const Expr* const behind = s.values[1];
  if (before != nullptr && !(before->kind == ExprKind::truth && before->number != 0)) return false;
  const bool always = behind == nullptr || (behind->kind == ExprKind::truth && behind->number == 0);
  return always && !is_left(s.blocks[0]);
}

Machine::Flow Machine::loop(const Statement& s) {
  const bool endless = is_endless(s);
  loops_.push_back({&s, 0});
  const std::size_t level = loops_.size();
  for (;;) {
    spend(expressions_a_statement);
    if (s.values[0] != nullptr && !truth(*s.values[0])) break;
    const std::uint64_t before = state();
    const std::size_t moves = program_.instructions.size();
    const Flow flow = block(s.blocks[0]);
    if (flow == Flow::leave_loop) break;
    if (flow != Flow::next) {
      loops_.resize(level - 1);
      return flow;
    }
    ++loops_.back().runs;
    if (s.values[1] != nullptr && truth(*s.values[1])) break;
    if (endless && loops_.back().runs >= context_.cycles) {
      note_once(
          "0613", fmt::format("{}", s.begin), s.begin,
          fmt::format("this loop is endless: it is run {}; --cycles N for more",
                      context_.cycles == 1 ? "once" : fmt::format("{} times", context_.cycles)));
      throw Halted{};
    }
    if (!endless && before == state()) {
      const bool moved = moves != program_.instructions.size();
      note_once("0612", fmt::format("{}", s.begin), s.begin,
                moved ? "nothing that this loop asks for changes: it is run once"
                      : "this loop waits for something outside the program: the wait is passed");
      break;
    }
  }
  loops_.resize(level - 1);
  return Flow::next;
}

/// The limits are read when the loop begins.
Machine::Flow Machine::counted(const Statement& s) {
  const double from = number(*s.values[0]), to = number(*s.values[1]);
  double step = s.values[2] != nullptr ? number(*s.values[2]) : 1;
  if (s.values[2] == nullptr && rules_.zeros && to < from) step = -1;
  if (step == 0) fail("0307", s.values[2]->begin, "the step of a loop is 0");
  if (!std::isfinite(from + to + step))
    fail("0507", s.begin, "a limit of this loop is no finite number");
  loops_.push_back({&s, 0});
  const std::size_t level = loops_.size();
  for (double i = from; step > 0 ? i <= to : i >= to; i += step) {
    spend(expressions_a_statement);
    assign(*s.left, Value::of(i), s.begin);
    const Flow flow = block(s.blocks[0]);
    if (flow == Flow::leave_loop) break;
    if (flow != Flow::next) {
      loops_.resize(level - 1);
      return flow;
    }
    ++loops_.back().runs;
    if (i + step == i) fail("0507", s.begin, "the step of this loop is lost in rounding");
  }
  loops_.resize(level - 1);
  return Flow::next;
}

// What comes out

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
