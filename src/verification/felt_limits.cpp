// How near what the sensors of the robot feel comes to their limits.
#include "verification/judge.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {

FeltShare felt_share(const Sensor& sensor, int channel, double value) {
  return {std::abs(value), value > 0 ? sensor.upper[channel] : -sensor.lower[channel]};
}

std::string felt_text(const Model& model, const Binding& b) {
  const Sensor& sensor = model.sensors()[static_cast<std::size_t>(b.sensor)];
  const SensorChannel& channel = channels_of(sensor.kind)[static_cast<std::size_t>(b.channel)];
  return fmt::format("feels {} of {:.3g} {}, {} of its {:.3g} {}", channel.name,
                     b.needed / channel.si, channel.unit, share_of_limit(b.ratio),
                     b.available / channel.si, channel.unit);
}

}  // namespace erfd
