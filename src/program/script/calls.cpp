// Calls of routines and what they are given.
#include "program/script/machine.hpp"

#include <fmt/format.h>

namespace erfd::script {

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
  const std::size_t loops = loops_.size(), guards = guards_.size();
  const std::ptrdiff_t guards_below = guards_below_;
  guards_below_ = static_cast<std::ptrdiff_t>(guards);
  frame_ = &frame;
  module_ = r.module;
  ++calls_;
  const auto leave = [&] {
    --calls_;
    frame_ = caller;
    module_ = module;
    elements_ = elements;
    loops_.resize(loops);
    guards_.resize(guards);
    guards_below_ = guards_below;
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

}  // namespace erfd::script
