// Kinds of sensors, and what each says. This table is the one place that knows them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace erfd {

/// What one g is [m/s^2].
inline constexpr double standard_gravity = 9.80665;

/// imu: the acceleration that a scale would feel, and the turning rate, along and about its axes.
/// pilot: the same in a pilot's words. His axes are those of an aircraft: x ahead, y to the right, z
/// down to the seat. Gx presses him into the back rest, Gy to the left, Gz into the seat: 1 g for who
/// sits upright at rest. p, q, r are roll to the right, pitch up, yaw to the right.
enum class SensorKind { imu, pilot };

/// One number that a sensor says.
struct SensorChannel {
  std::string_view name;  ///< "Gz"
  std::string_view unit;  ///< "g": for people
  std::string_view head;  ///< "g": behind the name of a column
  double si = 1;          ///< one unit in SI
  double sense = 1;       ///< −1: counted against the axis
};

inline constexpr std::size_t sensor_channel_count = 6;
using SensorChannels = std::array<SensorChannel, sensor_channel_count>;

struct SensorKindInfo {
  SensorKind kind;
  std::string_view name;    ///< in robot files
  SensorChannels channels;  ///< felt acceleration x y z, turning rate x y z
};

inline constexpr std::array<SensorKindInfo, 2> sensor_kinds{{
    {SensorKind::imu,
     "imu",
     {{{"fx", "m/s²", "m_s2"},
       {"fy", "m/s²", "m_s2"},
       {"fz", "m/s²", "m_s2"},
       {"wx", "rad/s", "rad_s"},
       {"wy", "rad/s", "rad_s"},
       {"wz", "rad/s", "rad_s"}}}},
    {SensorKind::pilot,
     "pilot",
     {{{"Gx", "g", "g", standard_gravity},
       {"Gy", "g", "g", standard_gravity},
       {"Gz", "g", "g", standard_gravity, -1},
       {"p", "rad/s", "rad_s"},
       {"q", "rad/s", "rad_s"},
       {"r", "rad/s", "rad_s"}}}},
}};

constexpr const SensorChannels& channels_of(SensorKind kind) {
  return sensor_kinds[static_cast<std::size_t>(kind)].channels;
}

}  // namespace erfd
