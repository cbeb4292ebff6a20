// Statements, calls and the flow of a program.
#include "program/script/machine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::script {
namespace {

/// Whether a loop of this body has a way out.
bool is_left(const Block& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement* s) {
    if (s->kind == StatementKind::leave) return true;
    if (s->kind == StatementKind::loop || s->kind == StatementKind::counted) return false;
    return std::any_of(s->blocks.begin(), s->blocks.end(), is_left);
  });
}

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
  run_through(ast_.routines[static_cast<std::size_t>(routine)]);
  refuse_unasked_inputs();
  tell_gathered();
  if (!findings_.has_errors()) tell_what_is_outside();
}

void Machine::run_through(const Routine& r) {
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
/// is taken always ends the program, one that waits for something is not taken. One that an input asks
/// for tries again until the input changes, which it never does: once is enough.
bool Machine::again(const Statement& from, const Statement& label) {
  constexpr std::size_t most_states = 10'000;
  std::set<std::uint64_t>& seen = jumps_[&label];
  const bool fresh = seen.insert(state()).second;
  const bool always = from.kind == StatementKind::jump;
  if (seen.size() > most_states) seen.clear();
  const bool tries = !always && jump_asked_outside_;
  if (fresh && !((always || tries) && ++rounds_[&label] >= context_.cycles)) return false;
  if (tries) rounds_[&label] = 0;
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
  const std::size_t loops = loops_.size(), guards = guards_.size();
  try {
    return statement(s);
  } catch (const Raised& raised) {
    if (frame_ != frame || frame->in_handler) throw;
    loops_.resize(loops);
    guards_.resize(guards);
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
      jump_asked_outside_ =
          std::find(guards_.begin() + guards_below_, guards_.end(), 1) != guards_.end();
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
  const std::uint64_t before = asked_outside_;
  const Block* taken = s.blocks.size() > s.values.size() ? &s.blocks.back() : nullptr;
  for (std::size_t i = 0; i < s.values.size(); ++i)
    if (truth(*s.values[i])) {
      taken = &s.blocks[i];
      break;
    }
  if (taken == nullptr) return Flow::next;
  const std::size_t level = guards_.size();
  guards_.push_back(before != asked_outside_ ? 1 : 0);
  const Flow flow = block(*taken);
  guards_.resize(level);
  return flow;
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
    if (rules_.loops_count_variables) i = number(*s.left);
    if (i + step == i) fail("0507", s.begin, "the step of this loop is lost in rounding");
  }
  loops_.resize(level - 1);
  return Flow::next;
}

}  // namespace erfd::script
