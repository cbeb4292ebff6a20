// Sensors: limits with zero between them, where nothing is felt.
#include "model/lint/rules.hpp"

#include <fmt/format.h>

namespace erfd::linting {

void check_sensors(const Subject& s) {
  for (const SensorDescription& sensor : s.robot.sensors)
    for (std::size_t i = 0; i < 3; ++i) {
      const SensorChannels& channels = channels_of(sensor.kind);
      const SensorChannel &felt = channels[i], &rate = channels[i + 3];
      const auto expect = [&](const Field<Triple>& limit, const char* key,
                              const SensorChannel& channel, double sign) {
        if (!limit || sign * limit->value[i] > 0) return;
        s.report.error("sensor", place_or(limit->at, sensor.at), no_owner,
                       fmt::format("sensor '{}': {} of {} is {:g} {}, expected {} 0", sensor.name,
                                   key, channel.name, limit->value[i] / channel.si, channel.unit,
                                   sign > 0 ? "more than" : "less than"));
      };
      expect(sensor.felt_min, "felt_min", felt, -1);
      expect(sensor.felt_max, "felt_max", felt, 1);
      expect(sensor.rate_max, "rate_max", rate, 1);
    }
}

}  // namespace erfd::linting
