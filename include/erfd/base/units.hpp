// Units of files and texts in those of the inside: SI and radians.
#pragma once

#include <numbers>

namespace erfd {

inline constexpr double degree = std::numbers::pi / 180;  ///< [rad]
inline constexpr double rpm = std::numbers::pi / 30;      ///< [rad/s]
inline constexpr double millimetre = 1e-3;                ///< [m]

}  // namespace erfd
