#include "erfd/base/numbers.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

double parse_number(std::string_view option, std::string_view text, std::size_t place) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = failure == std::errc() && end == digits.data() + digits.size();
  if (!whole || !std::isfinite(value))
    throw Error(fmt::format(
        "{}: entry {} is '{}', a finite number was expected; numbers are separated by commas",
        option, place, cut_to_width(text, 40)));
  return value;
}

/// How much of a text is a number: digits, sign, point, exponent.
std::size_t length_of_number(std::string_view text) {
  const std::size_t sign = text.starts_with('+') ? 1 : 0;
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data() + sign, text.data() + text.size(), value);
  if (failure != std::errc() || !std::isfinite(value)) return 0;
  return static_cast<std::size_t>(end - text.data());
}

}  // namespace

std::vector<double> parse_numbers(std::string_view option, std::string_view text) {
  std::vector<double> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(
        parse_number(option, trimmed(text.substr(begin, end - begin)), values.size() + 1));
    begin = end + 1;
  }
  return values;
}

std::vector<double> parse_numbers(std::string_view option, std::string_view text, std::size_t count,
                                  std::string_view meaning) {
  std::vector<double> values = parse_numbers(option, text);
  if (values.size() != count)
    throw Error(fmt::format("{} has {}, expected {}: {}", option, counted(values.size(), "number"),
                            count, meaning));
  return values;
}

double parse_share(std::string_view option, std::string_view text) {
  const bool percent = trimmed(text).ends_with('%');
  const std::string_view digits =
      percent ? trimmed(text).substr(0, trimmed(text).size() - 1) : trimmed(text);
  const double share = parse_number(option, trimmed(digits), 1) / (percent ? 100 : 1);
  if (!(share >= 0.01 && share <= 10))
    throw Error(fmt::format("{}: found '{}', expected 1% to 1000%, as in 60% or 0.6", option,
                            cut_to_width(std::string(text), 40)));
  return share;
}

double parse_quantity(std::string_view option, std::string_view text,
                      std::span<const TypedUnit> units) {
  const std::string_view whole = trimmed(text);
  const std::size_t length = length_of_number(whole);
  const std::string_view name = trimmed(whole.substr(length));
  const auto unit = name.empty() ? units.begin() : std::ranges::find(units, name, &TypedUnit::name);
  if (length > 0 && unit != units.end()) {
    const double value = unit->size * parse_number(option, whole.substr(0, length), 1);
    if (std::isfinite(value)) return value;
  }
  std::vector<std::string_view> names;
  for (const TypedUnit& known : units) names.push_back(known.name);
  throw Error(fmt::format("{}: found '{}', expected a number with its unit ({}); {} without one",
                          option, cut_to_width(std::string(text), 40), fmt::join(names, ", "),
                          units.front().name));
}

}  // namespace erfd
