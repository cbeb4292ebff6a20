// Numbers with units. A number without one is bare: it takes the unit of the place it is used in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace erfd::lirl {

/// Exponents of metre, radian, second and kilogram.
struct Dimension {
  std::int8_t length = 0, angle = 0, time = 0, mass = 0;
  friend bool operator==(const Dimension&, const Dimension&) = default;
  bool is_none() const { return *this == Dimension{}; }
};

/// In SI units and radians; a bare one as it is written. 60% is 0.6, not bare, without dimension.
struct Number {
  double value = 0;
  Dimension dimension;
  bool bare = true;
};

/// A unit that may touch a number.
struct Unit {
  std::string_view name;
  double scale = 1;  ///< in SI
  Dimension dimension;
};

/// The longest unit at the front of `text`, in any case of letters; none if a word goes on there.
const Unit* unit_at(std::string_view text);

/// What a number is needed for: what to call it, and what a bare number there means.
struct Place {
  std::string_view thing;
  std::string_view unit;
  double scale = 1;  ///< of a bare number
  Dimension dimension;
};

namespace place {
inline constexpr double degree = 0.017453292519943295;
inline constexpr Place length{"a length", "mm", 1e-3, {1, 0, 0, 0}};
inline constexpr Place angle{"an angle", "deg", degree, {0, 1, 0, 0}};
inline constexpr Place time{"a time", "s", 1, {0, 0, 1, 0}};
inline constexpr Place speed{"a speed", "mm/s", 1e-3, {1, 0, -1, 0}};
inline constexpr Place acceleration{"an acceleration", "mm/s2", 1e-3, {1, 0, -2, 0}};
inline constexpr Place turn_speed{"a turning speed", "deg/s", degree, {0, 1, -1, 0}};
inline constexpr Place turn_acceleration{"a turning acceleration", "deg/s2", degree, {0, 1, -2, 0}};
inline constexpr Place mass{"a mass", "kg", 1, {0, 0, 0, 1}};
inline constexpr Place force{"a force", "N", 1, {1, 0, -2, 1}};
inline constexpr Place moment{"a moment", "Nm", 1, {2, 0, -2, 1}};
inline constexpr Place inertia{"an inertia", "kgm2", 1, {2, 0, 0, 1}};
inline constexpr Place share{"a share", "1", 1, {}};
inline constexpr Place percent{"a percentage", "%", 0.01, {}};
inline constexpr Place plain{"a pure number", "1", 1, {}};
}  // namespace place

/// The value [SI, rad] of a number in a place; none if it has another dimension.
std::optional<double> in_place(const Number& number, const Place& place);

/// Sums and comparisons: both in one unit. A bare number takes the unit of the other: mm, deg, s,
/// and so on. False if the dimensions differ.
bool align(Number& a, Number& b);
Number multiply(const Number& a, const Number& b);
Number divide(const Number& a, const Number& b);
/// The root; none for an odd dimension.
std::optional<Number> root(const Number& number);

/// "80 mm", "3.5": in the unit in which a bare number would be read.
std::string text_of(const Number& number);

}  // namespace erfd::lirl
