// Values and arguments of RAPID.
#include "program/rapid/machine.hpp"

#include <fmt/format.h>

namespace erfd::rapid {
namespace {

constexpr script::Rules rules{"R", true, true};

}  // namespace

Machine::Machine(script::Ast& ast, const script::Source& source, script::Findings& findings,
                 const ProgramContext& context, Program& program)
    : script::Machine(ast, source, findings, context, program, rules),
      predefined_(predefined_values(ast.types)) {
  last_.tool_load = context.own_load;
}

const Type& Machine::type(std::string_view name) const { return *ast_.types.find(name); }

Value Machine::zero(std::string_view type_name) const {
  return script::first_value(type(type_name), {}, true);
}

// Values

/// [...] becomes a record by the places of its components.
Value Machine::fitting(Value made, const Type& wanted, const std::vector<int>& sizes,
                       std::uint32_t at) {
  if (!made.is_set() || (sizes.empty() && wanted.kind == Type::Kind::open)) return made;
  if (!sizes.empty()) {
    if (made.kind != Value::Kind::list ||
        made.items.size() != static_cast<std::size_t>(sizes.front()))
      fail("0303", at,
           fmt::format("the array has {} elements, found {}", sizes.front(),
                       made.kind == Value::Kind::list ? fmt::format("{}", made.items.size())
                                                      : "one value"));
    const std::vector<int> inner(sizes.begin() + 1, sizes.end());
    for (Value& item : made.items) item = fitting(std::move(item), wanted, inner, at);
    return made;
  }
  using Kind = Value::Kind;
  switch (wanted.kind) {
    case Type::Kind::number:
    case Type::Kind::truth:
      if (made.kind == Kind::number || made.kind == Kind::truth) {
        made.kind = wanted.kind == Type::Kind::truth ? Kind::truth : Kind::number;
        return made;
      }
      break;
    case Type::Kind::text:
      if (made.kind == Kind::text) return made;
      break;
    default: {
      if (made.kind != Kind::list || made.type == &wanted) {
        if (made.kind == Kind::list) return made;
        break;
      }
      if (made.items.size() != wanted.fields.size())
        fail("0303", at,
             fmt::format("{} has {} components, found {}", wanted.name, wanted.fields.size(),
                         made.items.size()));
      for (std::size_t i = 0; i < made.items.size(); ++i)
        made.items[i] = fitting(std::move(made.items[i]), *wanted.fields[i].type, {}, at);
      made.type = &wanted;
      return made;
    }
  }
  const bool list = made.kind == Kind::list;
  fail("0302", at,
       fmt::format("expected {}, found {}", wanted.name,
                   list                       ? (made.type != nullptr ? made.type->name : "a list")
                   : made.kind == Kind::text  ? "a string"
                   : made.kind == Kind::truth ? "a bool"
                                              : "a num"));
}

Value Machine::signal_value(std::string_view name) {
  const std::string key(name);
  if (const auto input = context_.inputs.find(key); input != context_.inputs.end()) {
    if (const bool* const truth = std::get_if<bool>(&input->second))
      return Value::of(*truth ? 1.0 : 0.0);
    if (const auto* const whole = std::get_if<std::int64_t>(&input->second))
      return Value::of(static_cast<double>(*whole));
    return Value::of(std::get<double>(input->second));
  }
  const auto known = signals_.find(name);
  return Value::of(known == signals_.end() ? 0.0 : known->second);
}

/// Nothing in the files declares it: a name of the controller, a function without arguments, or a
/// signal of its configuration.
Value Machine::outside(const Expr& name) {
  if (const auto known = predefined_.find(name.name); known != predefined_.end())
    return known->second;
  if (name.name.starts_with("err_") || name.name == "errno") return Value::of(error_number_);
  if (context_.inputs.contains(std::string(name.name)) || signals_.contains(name.name))
    return signal_value(name.name);
  if (is_usual(name.name)) return Value::of(0.0);
  unknown_.add(written(name), name.begin);
  return Value::of(0.0);
}

/// Declared in the user.sys of every new controller.
bool Machine::is_usual(std::string_view name) const {
  return name.size() == 4 && name.starts_with("reg") && name[3] >= '1' && name[3] <= '5';
}

// Arguments

Machine::Places Machine::by_place(const std::vector<Argument>& arguments) {
  Places places;
  for (const Argument& a : arguments)
    if (a.key.empty()) places.push_back(&a);
  return places;
}

const Argument* Machine::keyed(const std::vector<Argument>& arguments, std::string_view key) {
  for (const Argument& a : arguments)
    if (a.key == key) return a.conditional && !is_present(*a.value) ? nullptr : &a;
  return nullptr;
}

const Expr& Machine::argument(const Places& places, std::size_t i, std::uint32_t at) {
  if (i < places.size() && places[i]->value != nullptr) return *places[i]->value;
  fail("0303", at, fmt::format("expected {} or more arguments, found {}", i + 1, places.size()));
}

Value Machine::typed(const Expr& e, std::string_view type_name) {
  return fitting(value(e), type(type_name), {}, e.begin);
}

void Machine::give(const Argument& a, Value made) {
  if (a.value != nullptr) assign(*a.value, std::move(made), a.begin);
}

}  // namespace erfd::rapid
