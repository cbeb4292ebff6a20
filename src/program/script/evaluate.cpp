// What expressions are worth, and what assignments write.
#include "program/script/machine.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd::script {
void Machine::resolve(const Expr& constant) {
  if (constant.symbol != Symbol::unresolved) return;
  Expr& e = const_cast<Expr&>(constant);  // an expression belongs to one place of one routine
  if (frame_ != nullptr) {
    const auto& names = frame_->routine->local_names;
    if (const auto found = names.find(e.name); found != names.end()) {
      e.symbol = Symbol::local;
      e.slot = found->second;
      return;
    }
  }
  const auto& own = ast_.modules[static_cast<std::size_t>(module_)].globals;
  if (const auto found = own.find(e.name); found != own.end()) {
    e.symbol = Symbol::global;
    e.slot = found->second;
  } else if (const auto known = ast_.global_names.find(e.name); known != ast_.global_names.end()) {
    e.symbol = Symbol::global;
    e.slot = known->second;
  } else {
    e.symbol = Symbol::none;
  }
}

/// Values from outside replace the first value of a variable.
Value Machine::input_or(Value otherwise, std::string_view name) {
  const auto input = context_.inputs.find(std::string(name));
  if (input == context_.inputs.end()) return otherwise;
  const bool wants_truth = otherwise.kind == Value::Kind::truth;
  if (const bool* const given = std::get_if<bool>(&input->second))
    return wants_truth || !otherwise.is_set() ? Value::of(*given) : Value::of(*given ? 1.0 : 0.0);
  const auto* const whole = std::get_if<std::int64_t>(&input->second);
  const double given =
      whole != nullptr ? static_cast<double>(*whole) : std::get<double>(input->second);
  return wants_truth ? Value::of(given != 0) : Value::of(given);
}

/// Globals get their first value when they are asked for, so that their order does not matter.
Value& Machine::global(int slot) {
  const auto i = static_cast<std::size_t>(slot);
  if (states_[i] == State::done) return globals_[i];
  const Global& g = ast_.globals[i];
  if (states_[i] == State::running)
    fail("0506", g.declaration.at,
         fmt::format("the first value of '{}' needs itself", g.declaration.name));
  states_[i] = State::running;
  Frame* const frame = frame_;
  const int module = module_;
  frame_ = nullptr;
  module_ = g.module;
  Value first;
  declare(g.declaration, first);
  frame_ = frame;
  module_ = module;
  globals_[i] = input_or(std::move(first), g.declaration.name);
  states_[i] = State::done;
  return globals_[i];
}

Value* Machine::global_place(std::string_view name) {
  const auto known = ast_.global_names.find(name);
  return known == ast_.global_names.end() ? nullptr : &global(known->second);
}

Value Machine::global_value(std::string_view name) {
  const Value* const found = global_place(name);
  return found != nullptr ? *found : Value{};
}

std::vector<int> Machine::sizes_of(const Declaration& d) {
  std::vector<int> sizes;
  std::int64_t all = 1;
  for (const Expr* const e : d.sizes) {
    const double size = number(*e);
    if (!(size >= 1 && size <= static_cast<double>(context_.most_elements)))
      fail("0504", e->begin, fmt::format("'{}' would have {:g} elements", d.name, size));
    sizes.push_back(static_cast<int>(size));
    all *= sizes.back();
    if (all > context_.most_elements - elements_)
      fail("0504", e->begin,
           fmt::format("'{}' is too large: all arrays together may have {} elements", d.name,
                       context_.most_elements));
  }
  if (!sizes.empty()) elements_ += all;
  return sizes;
}

void Machine::declare(const Declaration& d, Value& into) {
  const std::vector<int> sizes = sizes_of(d);
  const bool list = d.initial != nullptr;
  into = list ? fitting(value(*d.initial), *d.type, sizes, d.initial->begin)
              : first_value(*d.type, sizes, rules_.zeros);
  spend(static_cast<std::int64_t>(weight(into)));
}

Value Machine::value(const Expr& e) {
  const Level level(depth_);
  if (depth_ > deepest) fail("0503", e.begin, "calls and brackets are nested too deep");
  spend(1);
  switch (e.kind) {
    case ExprKind::number: {
      Value made = Value::of(e.number);
      made.whole = e.slot == 1;
      made.begin = e.begin;
      made.end = e.end;
      made.written = e.number;
      return made;
    }
    case ExprKind::text:
      return Value::of_text(std::string(e.name));
    case ExprKind::truth:
      return Value::of(e.number != 0);
    case ExprKind::word:
      return Value::of_word(std::string(e.name));
    case ExprKind::name:
    case ExprKind::index:
    case ExprKind::member:
      return element(e);
    case ExprKind::call: {
      if (const int r = routine_named(e.name); r >= 0) {
        const Routine& routine = ast_.routines[static_cast<std::size_t>(r)];
        return call(routine, e.arguments, e.begin);
      }
      return function(e);
    }
    case ExprKind::list: {
      std::vector<Value> items;
      for (const Expr* const child : e.children) items.push_back(value(*child));
      Value made = Value::of_list(std::move(items));
      if (e.slot >= 0) made.type = ast_.list_types[static_cast<std::size_t>(e.slot)];
      return made;
    }
    case ExprKind::unary:
      return unary(e);
    case ExprKind::binary:
      return e.op == Op::compose ? compose(e) : binary(e);
  }
  return {};
}

Value Machine::element(const Expr& e) {
  if (const Value* const found = place(e)) {
    if (!found->items.empty()) spend(static_cast<std::int64_t>(weight(*found)));
    if (found->is_set() || !rules_.zeros) return *found;
    fail("0506", e.begin, fmt::format("'{}' is used before it is set", written(e)));
  }
  if (e.kind == ExprKind::name) {
    const auto kept = undeclared_.find(e.name);
    if (kept != undeclared_.end()) return kept->second;
    asks_outside();
    return outside(e);
  }
  if (e.kind == ExprKind::member) {
    const Value whole = value(*e.children[0]);
    if (const Value* const part = whole.part(e.name)) return *part;
    if (!whole.is_set()) return {};
    fail("0301", e.begin, fmt::format("{} has no component '{}'", kind_name(whole), e.name));
  }
  return outside(*e.children[0]);
}

Value* Machine::place(const Expr& e) {
  const Level level(depth_);
  if (depth_ > deepest) fail("0503", e.begin, "calls and brackets are nested too deep");
  switch (e.kind) {
    case ExprKind::name:
      resolve(e);
      if (e.symbol == Symbol::global &&
          ast_.globals[static_cast<std::size_t>(e.slot)].declaration.outside)
        asks_outside();
      if (e.symbol == Symbol::local) return &frame_->values[static_cast<std::size_t>(e.slot)];
      return e.symbol == Symbol::global ? &global(e.slot) : nullptr;
    case ExprKind::member: {
      Value* const whole = place(*e.children[0]);
      if (whole == nullptr) return nullptr;
      if (Value* const part = whole->part(e.name)) return part;
      if (!whole->is_set()) return nullptr;
      fail("0301", e.begin, fmt::format("{} has no component '{}'", kind_name(*whole), e.name));
    }
    case ExprKind::index: {
      std::vector<double> indices;
      for (std::size_t i = 1; i < e.children.size(); ++i) {
        if (!rules_.zeros && !value(*e.children[i]).is_set()) return nullptr;
        indices.push_back(number(*e.children[i]));
      }
      Value* found = place(*e.children[0]);
      if (found == nullptr || !found->is_set()) return nullptr;
      for (std::size_t i = 0; i < indices.size(); ++i) {
        const double index = indices[i];
        if (found->kind != Value::Kind::list || found->type != nullptr)
          fail("0302", e.begin, fmt::format("'{}' is no array", written(*e.children[0])));
        if (!(index >= 1 && index < static_cast<double>(found->items.size()) + 1))
          fail("0505", e.children[i + 1]->begin,
               fmt::format("index {:g} is outside of 1 to {}", index, found->items.size()));
        found = &found->items[static_cast<std::size_t>(index) - 1];
      }
      return found;
    }
    default:
      return nullptr;
  }
}

double Machine::number(const Expr& e) {
  const Value found = value(e);
  if (found.kind == Value::Kind::number || found.kind == Value::Kind::truth) return found.number;
  if (!found.is_set() && !rules_.zeros) {
    warn_once("0643", written(e), e.begin,
              fmt::format("'{}' has no value here: 0 is taken", written(e)));
    return 0;
  }
  fail(found.is_set() ? "0302" : "0506", e.begin,
       fmt::format("expected a number, found {}", kind_name(found)));
}

bool Machine::truth(const Expr& e) {
  const Value found = value(e);
  if (found.kind == Value::Kind::number || found.kind == Value::Kind::truth)
    return found.number != 0;
  if (!found.is_set()) return false;
  fail("0302", e.begin, fmt::format("expected a condition, found {}", kind_name(found)));
}

std::string Machine::text(const Expr& e) {
  Value found = value(e);
  if (found.kind == Value::Kind::text || found.kind == Value::Kind::word) return found.text;
  if (!found.is_set()) return "";
  fail("0302", e.begin, fmt::format("expected a text, found {}", kind_name(found)));
}

void Machine::store(Value& to, Value made) {
  state_ ^= digest(to, &to);
  to = std::move(made);
  state_ ^= digest(to, &to);
}

bool Machine::write(Value& to, Value made, std::uint32_t at) {
  if (to.is_record() && made.kind == Value::Kind::list)
    made = fitting(std::move(made), *to.type, {}, at);
  const bool numbers = (to.kind == Value::Kind::number || to.kind == Value::Kind::truth) &&
                       (made.kind == Value::Kind::number || made.kind == Value::Kind::truth);
  const bool texts = (to.kind == Value::Kind::text || to.kind == Value::Kind::word) &&
                     (made.kind == Value::Kind::text || made.kind == Value::Kind::word);
  if (to.is_set() && made.is_set() && to.kind != made.kind && !numbers && !texts)
    fail("0302", at, fmt::format("expected {}, found {}", kind_name(to), kind_name(made)));
  if (to.kind == Value::Kind::list && made.kind == Value::Kind::list && to.type == nullptr &&
      to.items.size() != made.items.size() && rules_.zeros)
    fail("0303", at,
         fmt::format("an array of {} elements is given {}", to.items.size(), made.items.size()));
  if (numbers || (to.whole && made.kind == Value::Kind::number)) {
    if (numbers) made.kind = to.kind;
    if (to.whole && !made.whole) made.number = std::round(made.number);
    made.whole = to.whole || (made.whole && rules_.zeros);
  }
  if (made.kind == Value::Kind::list) {
    const std::size_t size = weight(made);
    spend(static_cast<std::int64_t>(size));
  }
  const bool changes = !same(to, made);
  to = std::move(made);
  return changes;
}

void Machine::assign(const Expr& left, Value made, std::uint32_t at) {
  const Expr* root = &left;
  while (root->kind != ExprKind::name && !root->children.empty()) root = root->children[0];
  if (Value* const to = place(left)) {
    std::uint64_t& state = root->symbol == Symbol::local ? frame_->state : state_;
    const std::uint64_t before = digest(*to, to);
    if (write(*to, std::move(made), at)) state ^= before ^ digest(*to, to);
    assigned(left);
    return;
  }
  if (!is_usual(root->name))
    note_once(
        "0621", root->name, left.begin,
        fmt::format("'{}' is declared in none of the files{}", written(*root),
                    left.kind == ExprKind::name ? "" : ": what is written to it is not kept"));
  if (left.kind != ExprKind::name) return;
  Value& kept = undeclared_[left.name];
  if (same(kept, made)) return;
  state_ ^= digest(kept, &kept);
  kept = std::move(made);
  state_ ^= digest(kept, &kept);
}

}  // namespace erfd::script
