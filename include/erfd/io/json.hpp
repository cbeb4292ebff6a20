// JSON out: keys in the order they were given, numbers that read back exactly.
#pragma once

#include "erfd/math/types.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace erfd {

/// A JSON value. Objects keep the order of their keys.
class Json {
 public:
  using Member = std::pair<std::string, Json>;
  using List = std::vector<Json>;
  using Object = std::vector<Member>;

  Json() = default;  ///< null
  Json(bool value) : data_(value) {}
  Json(int value) : data_(static_cast<double>(value)) {}
  Json(double value) : data_(value) {}
  Json(const char* text) : data_(std::string(text)) {}
  Json(std::string text) : data_(std::move(text)) {}
  Json(List list) : data_(std::move(list)) {}
  Json(Object object) : data_(std::move(object)) {}

  static Json numbers(std::span<const double> values);
  /// Null where there is no value.
  static Json maybe(const std::optional<double>& value) { return value ? Json(*value) : Json(); }
  /// A list of rows.
  static Json matrix(const MatrixX<double>& m);

  /// Adds a member to an object; null becomes an object.
  void set(std::string key, Json value);

  /// Indented by two spaces; lists of plain values stand on one line. Ends without a line break.
  /// @param meanwhile  called now and then; may be empty. What it throws comes out.
  /// @throws Error if a number is not finite: JSON cannot say it.
  std::string text(const std::function<void()>& meanwhile = {}) const;

 private:
  bool is_plain() const;
  void write(std::string& out, int depth, const std::function<void()>& meanwhile) const;
  std::variant<std::monostate, bool, double, std::string, List, Object> data_;
};

/// The text as a JSON string, in quotes. Bytes that are no UTF-8 are written as U+FFFD.
std::string json_quoted(std::string_view text);

}  // namespace erfd
