// Units of the language and arithmetic with them.
#include "program/lirl/units.hpp"

#include "program/lirl/letters.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

constexpr double degree = place::degree;
// The first of a dimension is the one in which bare numbers are read.
constexpr Unit units[] = {
    {"mm", 1e-3, {1, 0, 0, 0}},   {"cm", 1e-2, {1, 0, 0, 0}},
    {"m", 1, {1, 0, 0, 0}},       {"deg", degree, {0, 1, 0, 0}},
    {"rad", 1, {0, 1, 0, 0}},     {"s", 1, {0, 0, 1, 0}},
    {"sec", 1, {0, 0, 1, 0}},     {"ms", 1e-3, {0, 0, 1, 0}},
    {"min", 60, {0, 0, 1, 0}},    {"mm/s", 1e-3, {1, 0, -1, 0}},
    {"m/s", 1, {1, 0, -1, 0}},    {"mm/s2", 1e-3, {1, 0, -2, 0}},
    {"m/s2", 1, {1, 0, -2, 0}},   {"deg/s", degree, {0, 1, -1, 0}},
    {"rad/s", 1, {0, 1, -1, 0}},  {"deg/s2", degree, {0, 1, -2, 0}},
    {"rad/s2", 1, {0, 1, -2, 0}}, {"kg", 1, {0, 0, 0, 1}},
    {"g", 1e-3, {0, 0, 0, 1}},    {"N", 1, {1, 0, -2, 1}},
    {"kN", 1e3, {1, 0, -2, 1}},   {"Nm", 1, {2, 0, -2, 1}},
    {"kgm2", 1, {2, 0, 0, 1}},    {"%", 0.01, {}},
};

bool starts_with_unit(std::string_view text, std::string_view unit) {
  if (text.size() < unit.size()) return false;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (lower(text[i]) != lower(unit[i])) return false;
  }
  const bool goes_on = text.size() > unit.size() && is_word_character(text[unit.size()]);
  return unit == "%" || !goes_on;
}

/// Of a bare number that meets a number of this dimension. With a mass in it the metre counts, as
/// in N and Nm.
double bare_scale(const Dimension& d) {
  return (d.mass == 0 ? std::pow(1e-3, d.length) : 1.0) * std::pow(degree, d.angle);
}

std::int8_t sum(std::int8_t a, int b) { return static_cast<std::int8_t>(a + b); }

Dimension combine(const Dimension& a, const Dimension& b, int sign) {
  return {sum(a.length, sign * b.length), sum(a.angle, sign * b.angle), sum(a.time, sign * b.time),
          sum(a.mass, sign * b.mass)};
}

std::string text_of(const Dimension& d) {
  for (const Unit& unit : units) {
    if (unit.dimension == d && unit.name != "%") return std::string(unit.name);
  }
  std::string text;
  const auto factor = [&](std::string_view name, int exponent) {
    if (exponent == 0) return;
    if (!text.empty()) text += ' ';
    text += exponent == 1 ? std::string(name) : fmt::format("{}^{}", name, exponent);
  };
  factor("kg", d.mass);
  factor(d.mass == 0 ? "mm" : "m", d.length);
  factor("deg", d.angle);
  factor("s", d.time);
  return text;
}

}  // namespace

const Unit* unit_at(std::string_view text) {
  const Unit* longest = nullptr;
  for (const Unit& unit : units) {
    if (!starts_with_unit(text, unit.name)) continue;
    if (longest == nullptr || unit.name.size() > longest->name.size()) longest = &unit;
  }
  return longest;
}

std::optional<double> in_place(const Number& number, const Place& place) {
  if (number.bare) return number.value * place.scale;
  if (number.dimension == place.dimension) return number.value;
  return std::nullopt;
}

bool align(Number& a, Number& b) {
  if (a.bare == b.bare) return a.dimension == b.dimension;
  Number& bare = a.bare ? a : b;
  const Number& other = a.bare ? b : a;
  bare = {bare.value * bare_scale(other.dimension), other.dimension, false};
  return true;
}

Number multiply(const Number& a, const Number& b) {
  const auto is_factor = [](const Number& n) { return n.bare || n.dimension.is_none(); };
  const bool bare = (a.bare && is_factor(b)) || (b.bare && is_factor(a));
  return {a.value * b.value, combine(a.dimension, b.dimension, 1), bare};
}

Number divide(const Number& a, const Number& b) {
  const bool bare = a.bare && (b.bare || b.dimension.is_none());
  return {a.value / b.value, combine(a.dimension, b.dimension, -1), bare};
}

std::optional<Number> root(const Number& number) {
  const Dimension& d = number.dimension;
  if (d.length % 2 != 0 || d.angle % 2 != 0 || d.time % 2 != 0 || d.mass % 2 != 0) return {};
  const auto half = [](std::int8_t exponent) { return static_cast<std::int8_t>(exponent / 2); };
  const Dimension halved{half(d.length), half(d.angle), half(d.time), half(d.mass)};
  return Number{std::sqrt(number.value), halved, number.bare};
}

std::string text_of(const Number& number) {
  if (number.bare) return fmt::format("{:.9g}", number.value);
  if (number.dimension.is_none()) return fmt::format("{:.9g} %", number.value * 100);
  const double value = number.value / bare_scale(number.dimension);
  return fmt::format("{:.9g} {}", value, text_of(number.dimension));
}

}  // namespace erfd::lirl
