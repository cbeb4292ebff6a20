#include "erfd/io/json.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace erfd {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

std::string line_break(int depth) {
  return '\n' + std::string(2 * static_cast<std::size_t>(depth), ' ');
}

std::string number_text(double value) {
  if (!std::isfinite(value))
    throw Error(fmt::format("json: {} cannot be written; a finite number was expected", value));
  return value == 0 ? "0" : shortest(value);
}

}  // namespace

Json Json::numbers(std::span<const double> values) { return List(values.begin(), values.end()); }

Json Json::matrix(const MatrixX<double>& m) {
  List rows;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    const VectorX<double> row = m.row(i);
    rows.push_back(numbers({row.data(), static_cast<std::size_t>(row.size())}));
  }
  return rows;
}

void Json::set(std::string key, Json value) {
  if (std::holds_alternative<std::monostate>(data_)) data_ = Object{};
  std::get<Object>(data_).emplace_back(std::move(key), std::move(value));
}

bool Json::is_plain() const {
  return !std::holds_alternative<List>(data_) && !std::holds_alternative<Object>(data_);
}

std::string Json::text(const std::function<void()>& meanwhile) const {
  std::string out;
  write(out, 0, meanwhile);
  return out;
}

void Json::write(std::string& out, int depth, const std::function<void()>& meanwhile) const {
  const auto list = [&](const List& items) {
    const bool one_line =
        std::all_of(items.begin(), items.end(), [](const Json& j) { return j.is_plain(); });
    out += '[';
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out += one_line ? ", " : ",";
      if (!one_line) out += line_break(depth + 1);
      items[i].write(out, depth + 1, meanwhile);
    }
    if (!one_line) out += line_break(depth);
    out += ']';
  };
  const auto object = [&](const Object& members) {
    out += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i > 0) out += ',';
      out += line_break(depth + 1) + json_quoted(members[i].first) + ": ";
      members[i].second.write(out, depth + 1, meanwhile);
      if (meanwhile) meanwhile();
    }
    if (!members.empty()) out += line_break(depth);
    out += '}';
  };
  std::visit(Overloaded{[&](std::monostate) { out += "null"; },
                        [&](bool value) { out += value ? "true" : "false"; },
                        [&](double value) { out += number_text(value); },
                        [&](const std::string& text) { out += json_quoted(text); }, list, object},
             data_);
}

std::string json_quoted(std::string_view text) {
  // Signals are long and plain: no parser need look at them.
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; }))
    return fmt::format("\"{}\"", text);
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace erfd
