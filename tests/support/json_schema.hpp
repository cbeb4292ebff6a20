// The part of JSON Schema that web/schema uses, for documents in tests: every mismatch with its place.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace erfd::test {

class SchemaCheck {
 public:
  explicit SchemaCheck(nlohmann::json schema) : root_(std::move(schema)) {}

  std::vector<std::string> mismatches(const nlohmann::json& document) {
    found_.clear();
    check(root_, document, "");
    return found_;
  }

 private:
  using Value = nlohmann::json;

  static bool is(const Value& v, const std::string& type) {
    if (type == "integer") return v.is_number() && v.get<double>() == std::round(v.get<double>());
    if (type == "number") return v.is_number();
    return type == v.type_name();
  }

  void check(const Value& schema, const Value& v, const std::string& at) {
    if (schema.contains("$ref"))
      return check(root_.at(Value::json_pointer(schema["$ref"].get<std::string>().substr(1))), v,
                   at);
    if (schema.contains("const") && v != schema["const"]) report(at, "another constant");
    if (schema.contains("enum") && std::ranges::find(schema["enum"], v) == schema["enum"].end())
      report(at, "not one of the values: " + v.dump());
    if (schema.contains("anyOf")) check_any(schema["anyOf"], v, at);
    if (schema.contains("type") && !has_type(schema["type"], v))
      return report(at, std::string("a ") + v.type_name());
    if (v.is_object()) check_members(schema, v, at);
    if (v.is_array()) check_items(schema, v, at);
  }

  static bool has_type(const Value& type, const Value& v) {
    if (type.is_string()) return is(v, type);
    return std::ranges::any_of(type, [&](const Value& t) { return is(v, t); });
  }

  void check_any(const Value& options, const Value& v, const std::string& at) {
    const auto before = found_;
    for (const Value& option : options) {
      found_.clear();
      check(option, v, at);
      if (found_.empty()) {
        found_ = before;
        return;
      }
    }
    found_.insert(found_.begin(), before.begin(), before.end());
  }

  void check_members(const Value& schema, const Value& v, const std::string& at) {
    for (const Value& key : schema.value("required", Value::array()))
      if (!v.contains(key.get<std::string>())) report(at, "no " + key.get<std::string>());
    for (const auto& [key, member] : v.items()) {
      const Value properties = schema.value("properties", Value::object());
      const Value others = schema.value("additionalProperties", Value(true));
      if (properties.contains(key))
        check(properties[key], member, at + "/" + key);
      else if (others.is_object())
        check(others, member, at + "/" + key);
      else if (others == false)
        report(at, "unknown key " + key);
    }
  }

  void check_items(const Value& schema, const Value& v, const std::string& at) {
    if (v.size() < schema.value("minItems", 0U) || v.size() > schema.value("maxItems", 1000000U))
      report(at, std::to_string(v.size()) + " items");
    if (schema.contains("items"))
      for (std::size_t i = 0; i < v.size(); ++i)
        check(schema["items"], v[i], at + "/" + std::to_string(i));
  }

  void report(const std::string& at, const std::string& what) {
    found_.push_back(at + ": " + what);
  }

  Value root_;
  std::vector<std::string> found_;
};

}  // namespace erfd::test
