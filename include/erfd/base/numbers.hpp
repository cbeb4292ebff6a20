// Numbers that somebody typed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// "0, 0.1, -2" as numbers. @throws Error naming the option and the entry that is no finite number.
std::vector<double> parse_numbers(std::string_view option, std::string_view text);

/// The same, with a fixed count. `meaning` reads "gx,gy,gz".
std::vector<double> parse_numbers(std::string_view option, std::string_view text, std::size_t count,
                                  std::string_view meaning);

/// "60%" or "0.6" as 0.6. @throws Error beyond 1% … 1000%: 60 without its sign is one of them.
double parse_share(std::string_view option, std::string_view text);

/// A unit that may stand behind a number, and how many of the inside it is.
struct TypedUnit {
  std::string_view name;
  double size;
};
inline constexpr TypedUnit seconds_units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"min", 60}};
inline constexpr TypedUnit speed_units[] = {{"m/s", 1}, {"mm/s", 1e-3}};
inline constexpr TypedUnit acceleration_units[] = {
    {"m/s^2", 1}, {"mm/s^2", 1e-3}, {"m/s2", 1}, {"mm/s2", 1e-3}};
inline constexpr TypedUnit rate_units[] = {{"1/s", 1}};

/// "10ms" or "0.01" as 0.01: a number, and behind it one of the units, or none for the first of them.
/// @throws Error that names the units.
double parse_quantity(std::string_view option, std::string_view text,
                      std::span<const TypedUnit> units);

}  // namespace erfd
