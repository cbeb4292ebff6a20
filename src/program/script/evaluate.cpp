// What expressions are worth, and what assignments write.
#include "base/lower_case.hpp"
#include "program/script/machine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::script {
namespace {

constexpr int deepest = 800;
constexpr std::size_t longest_text = 10'000;
constexpr double largest = 1e30;

struct Level {
  int& depth;
  explicit Level(int& counter) : depth(counter) { ++depth; }
  ~Level() { --depth; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
};

/// Of a value at its place: states of a program that are alike have the same.
std::uint64_t digest(const Value& v, const void* place) {
  std::uint64_t h = std::hash<const void*>{}(place) * 0x9E3779B97F4A7C15U;
  const auto mix = [&](std::uint64_t x) {
    h = (h ^ (x + 0x9E3779B97F4A7C15U + (h << 6U) + (h >> 2U))) * 0xBF58476D1CE4E5B9U;
  };
  mix(static_cast<std::uint64_t>(v.kind));
  mix(std::hash<double>{}(v.number));
  mix(std::hash<std::string>{}(v.text));
  for (const Value& item : v.items) mix(digest(item, nullptr));
  return h;
}

std::string_view kind_name(const Value& v) {
  switch (v.kind) {
    case Value::Kind::none:
      return "nothing";
    case Value::Kind::number:
      return "a number";
    case Value::Kind::truth:
      return "a truth value";
    case Value::Kind::text:
      return "a text";
    case Value::Kind::word:
      return "a word of an enumeration";
    case Value::Kind::list:
      return v.type != nullptr ? std::string_view(v.type->name) : "a list";
  }
  return "";
}

}  // namespace

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
    return kept != undeclared_.end() ? kept->second : outside(e);
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
      for (std::size_t i = 1; i < e.children.size(); ++i) indices.push_back(number(*e.children[i]));
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
  if (same(to, made)) return false;
  to = std::move(made);
  return true;
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

Value Machine::unary(const Expr& e) {
  const Expr& child = *e.children[0];
  if (e.op == Op::negation) return Value::of(!truth(child));
  Value found = value(child);
  if (found.kind == Value::Kind::list) {
    for (Value& item : found.items) item.number = -item.number;
    return found;
  }
  if (found.kind != Value::Kind::number) return Value::of(-number(child));
  found.number = -found.number;
  return found;
}

bool Machine::same_values(const Value& a, const Value& b) const {
  const auto is_text = [](const Value& v) {
    return v.kind == Value::Kind::text || v.kind == Value::Kind::word;
  };
  if (is_text(a) && is_text(b))
    return rules_.texts_compare_case && a.kind == Value::Kind::text
               ? a.text == b.text
               : lower_case(a.text) == lower_case(b.text);
  const auto is_number = [](const Value& v) {
    return v.kind == Value::Kind::number || v.kind == Value::Kind::truth;
  };
  if (is_number(a) && is_number(b)) return a.number == b.number;
  return same(a, b);
}

Value Machine::relation(const Expr& e, const Value& a, const Value& b) {
  if (e.op == Op::equal || e.op == Op::unequal)
    return Value::of(same_values(a, b) == (e.op == Op::equal));
  if (a.kind != Value::Kind::number || b.kind != Value::Kind::number) {
    if (!a.is_set() || !b.is_set()) return Value::of(false);
    if (a.kind == Value::Kind::text && b.kind == Value::Kind::text) {
      const int order = a.text.compare(b.text);
      return Value::of(e.op == Op::less         ? order < 0
                       : e.op == Op::less_equal ? order <= 0
                       : e.op == Op::greater    ? order > 0
                                                : order >= 0);
    }
    fail("0302", e.begin,
         fmt::format("'{}' compares {} and {}", name_of(e.op), kind_name(a), kind_name(b)));
  }
  switch (e.op) {
    case Op::less:
      return Value::of(a.number < b.number);
    case Op::less_equal:
      return Value::of(a.number <= b.number);
    case Op::greater:
      return Value::of(a.number > b.number);
    default:
      return Value::of(a.number >= b.number);
  }
}

Value Machine::binary(const Expr& e) {
  const Expr &left = *e.children[0], &right = *e.children[1];
  if (e.op == Op::both) return Value::of(truth(left) && truth(right));
  if (e.op == Op::either) return Value::of(truth(left) || truth(right));
  if (e.op == Op::one_of) return Value::of(truth(left) != truth(right));
  Value a = value(left), b = value(right);
  if (e.op >= Op::equal && e.op <= Op::greater_equal) return relation(e, a, b);
  if (a.kind == Value::Kind::text && b.kind == Value::Kind::text && e.op == Op::add) {
    if (a.text.size() + b.text.size() > longest_text)
      fail("0504", e.begin, fmt::format("a text of more than {} characters", longest_text));
    spend(static_cast<std::int64_t>(a.text.size() + b.text.size()) / 8);
    return Value::of_text(a.text + b.text);
  }
  if (a.kind == Value::Kind::list || b.kind == Value::Kind::list) return vector_operation(e, a, b);
  const auto is_number = [](const Value& v) {
    return v.kind == Value::Kind::number || v.kind == Value::Kind::truth;
  };
  if (!is_number(a) || !is_number(b)) {
    if (!rules_.zeros && (is_number(a) || !a.is_set()) && (is_number(b) || !b.is_set())) {
      const Expr& unset = a.is_set() ? right : left;
      warn_once("0643", written(unset), unset.begin,
                fmt::format("'{}' has no value here: 0 is taken", written(unset)));
      for (Value* const v : {&a, &b})
        if (!v->is_set()) *v = Value::of(0.0);
    } else if (!a.is_set() || !b.is_set())
      fail("0506", e.begin,
           fmt::format("'{}' has no value here", written(a.is_set() ? right : left)));
    else
      fail("0302", e.begin,
           fmt::format("'{}' joins {} and {}", name_of(e.op), kind_name(a), kind_name(b)));
  }
  double result = 0;
  switch (e.op) {
    case Op::add:
      result = a.number + b.number;
      break;
    case Op::subtract:
      result = a.number - b.number;
      break;
    case Op::multiply:
      result = a.number * b.number;
      break;
    case Op::bit_both:
    case Op::bit_either: {
      const auto bits = [&](double v) {
        if (!(std::abs(v) < 1e15)) fail("0507", e.begin, "no whole number");
        return static_cast<std::int64_t>(v);
      };
      const std::int64_t x = bits(a.number), y = bits(b.number);
      result = static_cast<double>(e.op == Op::bit_both ? x & y : x | y);
      break;
    }
    default:
      if (b.number == 0) fail("0507", e.begin, "division by zero");
      result = a.number / b.number;
      if (e.op == Op::whole_divide || (a.whole && b.whole)) result = std::trunc(result);
      if (e.op == Op::modulo) result = std::fmod(a.number, b.number);
  }
  if (!(std::abs(result) <= largest)) fail("0507", e.begin, "the result is no finite number");
  Value made = Value::of(result);
  made.whole = a.whole && b.whole;
  return made;
}

/// pos ± pos, number · pos, pos · number, and the cross product pos · pos.
Value Machine::vector_operation(const Expr& e, const Value& a, const Value& b) {
  const auto is_vector = [](const Value& v) {
    return v.kind == Value::Kind::list && v.items.size() == 3 &&
           std::all_of(v.items.begin(), v.items.end(),
                       [](const Value& i) { return i.kind == Value::Kind::number; });
  };
  const bool scalar_left = a.kind == Value::Kind::number,
             scalar_right = b.kind == Value::Kind::number;
  if ((is_vector(a) || scalar_left) && (is_vector(b) || scalar_right)) {
    const auto item = [](const Value& v, std::size_t i) {
      return v.kind == Value::Kind::number ? v.number : v.items[i].number;
    };
    Value result = scalar_left ? b : a;
    for (std::size_t i = 0; i < 3; ++i) {
      const double x = item(a, i), y = item(b, i);
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      double& to = result.items[i].number;
      if (e.op == Op::multiply && !scalar_left && !scalar_right) {
        to = a.items[j].number * b.items[k].number - a.items[k].number * b.items[j].number;
      } else if (e.op == Op::multiply && (scalar_left || scalar_right)) {
        to = x * y;
      } else if (e.op == Op::divide && scalar_right && y != 0) {
        to = x / y;
      } else if ((e.op == Op::add || e.op == Op::subtract) && !scalar_left && !scalar_right) {
        to = e.op == Op::add ? x + y : x - y;
      } else {
        fail("0302", e.begin, fmt::format("'{}' cannot join these", name_of(e.op)));
      }
      if (!(std::abs(to) <= largest)) fail("0507", e.begin, "the result is no finite number");
    }
    return result;
  }
  fail("0302", e.begin,
       fmt::format("'{}' joins {} and {}", name_of(e.op), kind_name(a), kind_name(b)));
}

Value Machine::compose(const Expr& e) { return binary(e); }

}  // namespace erfd::script
