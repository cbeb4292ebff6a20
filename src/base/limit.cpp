#include "erfd/base/limit.hpp"

#include <array>

namespace erfd {
namespace {

constexpr std::array<LimitWords, limit_count> all_limits{{
    {Limit::none, "none", "none", "", ""},
    {Limit::joint_speed, "joint_speed", "joint speed", "rad/s", "m/s"},
    {Limit::motor_speed, "motor_speed", "motor speed", "rad/s", "m/s"},
    {Limit::motor_torque, "motor_torque", "motor torque", "N m", "N"},
    {Limit::torque_speed_curve, "torque_speed_curve", "torque-speed curve", "N m", "N"},
    {Limit::motor_current, "motor_current", "motor current", "N m", "N"},
    {Limit::motor_voltage, "motor_voltage", "motor voltage", "N m", "N"},
    {Limit::joint_range, "joint_range", "joint range", "rad", "m"},
    {Limit::joint_effort, "joint_effort", "joint effort", "N m", "N"},
    {Limit::rated_torque, "rated_torque", "rated torque", "N m", "N"},
    {Limit::jump, "jump", "jump", "rad/s", "m/s"},
    {Limit::reach, "reach", "reach", "", ""},
    {Limit::singularity, "singularity", "singularity", "", ""},
    {Limit::configuration, "configuration", "configuration", "", ""},
    {Limit::path, "path", "path", "", ""},
    {Limit::felt_acceleration, "felt_acceleration", "felt acceleration", "m/s^2", "m/s^2"},
    {Limit::felt_rate, "turning_rate", "turning rate", "rad/s", "rad/s"},
}};

constexpr bool is_in_order() {
  for (unsigned i = 0; i < limit_count; ++i)
    if (all_limits[i].limit != static_cast<Limit>(i)) return false;
  return true;
}
static_assert(is_in_order());

}  // namespace

const LimitWords& words_of(Limit limit) { return all_limits[static_cast<unsigned>(limit)]; }

std::string names_of(LimitSet limits) {
  std::string names;
  for (const LimitWords& each : all_limits)
    if (limits.has(each.limit)) names.append(names.empty() ? "" : ", ").append(each.words);
  return names;
}

}  // namespace erfd
