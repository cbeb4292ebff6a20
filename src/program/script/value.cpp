#include "program/script/value.hpp"

namespace erfd::script {

int Type::field(std::string_view wanted) const {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == wanted) return static_cast<int>(i);
  return -1;
}

Value Value::of(double number) {
  Value made;
  made.kind = Kind::number;
  made.number = number;
  return made;
}

Value Value::of(bool truth) {
  Value made;
  made.kind = Kind::truth;
  made.number = truth ? 1 : 0;
  return made;
}

Value Value::derived(double number, const Value& from) {
  Value made = of(number);
  made.begin = from.begin;
  made.end = from.end;
  made.written = from.written;
  return made;
}

Value Value::of_text(std::string text) {
  Value made;
  made.kind = Kind::text;
  made.text = std::move(text);
  return made;
}

Value Value::of_word(std::string word) {
  Value made = of_text(std::move(word));
  made.kind = Kind::word;
  return made;
}

Value Value::of_list(std::vector<Value> items, const Type* type) {
  Value made;
  made.kind = Kind::list;
  made.type = type;
  made.items = std::move(items);
  return made;
}

Value* Value::part(std::string_view name) {
  if (!is_record()) return nullptr;
  const int i = type->field(name);
  return i < 0 || static_cast<std::size_t>(i) >= items.size() ? nullptr
                                                              : &items[static_cast<std::size_t>(i)];
}

const Value* Value::part(std::string_view name) const {
  return const_cast<Value*>(this)->part(name);  // reads only
}

double Value::number_of(std::string_view name, double otherwise) const {
  const Value* const found = part(name);
  return found != nullptr && found->kind == Kind::number ? found->number : otherwise;
}

bool same(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.number != b.number || a.text != b.text ||
      a.items.size() != b.items.size())
    return false;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    if (!same(a.items[i], b.items[i])) return false;
  return true;
}

std::size_t weight(const Value& value) {
  std::size_t sum = 1;
  for (const Value& item : value.items) sum += weight(item);
  return sum;
}

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

Types::Types() {
  number = add("", Type::Kind::number);
  truth = add("", Type::Kind::truth);
  text = add("", Type::Kind::text);
}

const Type* Types::add(Type type) {
  const auto known = by_name_.find(type.name);
  if (known != by_name_.end() && known->second->kind == Type::Kind::open) {
    *known->second = std::move(type);  // was asked for before it was declared
    return known->second;
  }
  Type& made = all_.emplace_back(std::move(type));
  if (!made.name.empty()) by_name_[made.name] = &made;
  return &made;
}

const Type* Types::add(std::string name, Type::Kind kind, std::string_view fields) {
  Type made{std::move(name), kind, {}};
  while (!fields.empty()) {
    const std::size_t blank = std::min(fields.find(' '), fields.size());
    std::string_view group = fields.substr(0, blank);
    fields.remove_prefix(std::min(blank + 1, fields.size()));
    const std::size_t colon = group.find(':');
    const Type* const type = get(group.substr(colon + 1));
    group = group.substr(0, colon);
    while (!group.empty()) {
      const std::size_t comma = std::min(group.find(','), group.size());
      made.fields.push_back({std::string(group.substr(0, comma)), type, 0});
      group.remove_prefix(std::min(comma + 1, group.size()));
    }
  }
  return add(std::move(made));
}

const Type* Types::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

const Type* Types::get(std::string_view name) {
  const Type* const found = find(name);
  return found != nullptr ? found : add(Type{std::string(name), Type::Kind::open, {}});
}

Value first_value(const Type& type, const std::vector<int>& sizes, bool zeros) {
  if (!sizes.empty()) {
    const std::vector<int> inner(sizes.begin() + 1, sizes.end());
    const auto count = static_cast<std::size_t>(sizes.front());
    return Value::of_list(std::vector<Value>(count, first_value(type, inner, zeros)));
  }
  switch (type.kind) {
    case Type::Kind::number: {
      Value number = zeros ? Value::of(0.0) : Value{};
      number.whole = type.name == "int";  // also where it has no value yet
      return number;
    }
    case Type::Kind::truth:
      return zeros ? Value::of(false) : Value{};
    case Type::Kind::text:
      return zeros ? Value::of_text("") : Value{};
    case Type::Kind::record: {
      std::vector<Value> items;
      for (const Field& field : type.fields)
        items.push_back(
            first_value(*field.type,
                        field.size > 0 ? std::vector<int>{field.size} : std::vector<int>{}, zeros));
      return Value::of_list(std::move(items), &type);
    }
    case Type::Kind::open:
      break;
  }
  return {};
}

}  // namespace erfd::script
