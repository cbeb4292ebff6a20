#include "verification/rests_on.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// A number that bounds a motion: how people call it, and its origin; none where the file has none.
struct Bound {
  std::string name;
  std::optional<Provenance> from;
};

template <class T>
std::optional<Provenance> origin_of(const Field<T>& field) {
  return field ? std::optional(field->from) : std::nullopt;
}

Bound of_drive(const DriveDescription& drive, Limit limit) {
  const auto called = [&](const char* what) { return drive.name + "'s " + what; };
  switch (limit) {
    case Limit::motor_torque:
      return {called("peak torque"), origin_of(drive.torque_peak)};
    case Limit::motor_speed:
      return {called("speed limit"), origin_of(drive.speed_max)};
    case Limit::torque_speed_curve:
      return {called("torque-speed curve"), origin_of(drive.torque_speed_curve)};
    case Limit::motor_current:
      return {called("largest current"), origin_of(drive.current_peak)};
    case Limit::motor_voltage:
      return {called("largest voltage"), origin_of(drive.voltage_max)};
    case Limit::rated_torque:
      return {called("rated torque"), origin_of(drive.torque_rated)};
    default:
      return {};
  }
}

Bound of_joint(const JointDescription& joint, Limit limit) {
  const auto called = [&](const char* what) { return joint.name + "'s " + what; };
  switch (limit) {
    case Limit::joint_speed:
      return {called("speed limit"), origin_of(joint.speed_max)};
    case Limit::joint_effort:
      return {called("effort limit"), origin_of(joint.effort_max)};
    default:
      return {};
  }
}

/// The side that is binding is told apart by its size.
Bound of_sensor(const SensorDescription& sensor, const Binding& b) {
  const SensorChannel& channel = channels_of(sensor.kind)[static_cast<std::size_t>(b.channel)];
  const auto called = [&](const char* what) {
    return fmt::format("{}'s {} of {}", sensor.name, what, channel.name);
  };
  if (b.limit == Limit::felt_rate) return {called("largest rate"), origin_of(sensor.rate_max)};
  const auto c = static_cast<std::size_t>(b.channel);
  const bool above = sensor.felt_max && sensor.felt_max->value[c] == b.available;
  return above ? Bound{called("upper limit"), origin_of(sensor.felt_max)}
               : Bound{called("lower limit"), origin_of(sensor.felt_min)};
}

Bound bound_of(const RobotDescription& robot, const Model& model, const Drives& drives,
               const Binding& b) {
  if (b.sensor >= 0)
    for (const SensorDescription& sensor : robot.sensors)
      if (sensor.name == model.sensors()[static_cast<std::size_t>(b.sensor)].name)
        return of_sensor(sensor, b);
  if (b.motor >= 0 && b.limit != Limit::joint_effort)
    for (const DriveDescription& drive : robot.drives)
      if (drive.name == drives.motor(b.motor).name) return of_drive(drive, b.limit);
  if (b.axis >= 0)
    for (const BodyDescription& body : robot.bodies)
      if (body.joint.name == model.bodies()[static_cast<std::size_t>(b.axis)].joint)
        return of_joint(body.joint, b.limit);
  return {};
}

bool is_torque(Limit limit) {
  return limit == Limit::motor_torque || limit == Limit::joint_effort ||
         limit == Limit::torque_speed_curve || limit == Limit::motor_current ||
         limit == Limit::motor_voltage || limit == Limit::rated_torque;
}

/// The least certain of the masses that a torque is computed with.
std::optional<Support> masses_behind(const RobotDescription& robot, const Support& torque) {
  Support masses{torque.move, torque.limit, "", {}, 0};
  int estimated = 0, moving = 0;
  for (const BodyDescription& body : robot.bodies) {
    if (!body.mass) continue;
    ++moving;
    if (!body.mass->from.estimated) continue;
    ++estimated;
    if (body.mass->from.spread >= masses.from.spread) masses.from = body.mass->from;
  }
  if (estimated == 0) return std::nullopt;
  masses.number = fmt::format("the masses of {} of {} bodies", estimated, moving);
  return masses;
}

}  // namespace

std::string Support::sentence() const {
  const std::string origin =
      from.estimated  ? (from.spread > 0 ? fmt::format("estimated ± {:.3g} %", 100 * from.spread)
                                         : "estimated, by how much it may be off is not said")
      : from.measured ? "measured"
      : from.source.empty() ? "of which the file does not say where it is from"
                            : "published: " + from.source;
  const bool plural = number.starts_with("the masses");
  const std::string of_what =
      fmt::format("{}, {}{}", number,
                  !from.estimated && !from.measured && from.source.empty() ? ""
                  : plural                                                 ? "which are "
                                                                           : "which is ",
                  origin);
  if (!(share > 0) || !std::isfinite(share)) return "computed with " + of_what;
  return fmt::format("decided by {}: achievable from {:.4g} x on", of_what,
                     std::ceil(share * 1000) / 1000);
}

std::vector<Support> supports_of(const RobotDescription& robot, const Model& model,
                                 const Drives& drives, const Verification& verification) {
  constexpr std::size_t most = 4;
  std::vector<Support> all;
  for (std::size_t m = 0; m < verification.moves.size(); ++m) {
    const Binding& b = verification.moves[m].worst;
    Bound bound = bound_of(robot, model, drives, b);
    if (!bound.from || !std::isfinite(b.ratio)) continue;
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const Support& s) { return s.number == bound.name; });
    if (same == all.end())
      all.push_back({static_cast<int>(m), b.limit, bound.name, *bound.from, b.ratio});
    else if (b.ratio > same->share)
      same->share = b.ratio, same->move = static_cast<int>(m);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Support& a, const Support& b) { return a.share > b.share; });
  const auto within =
      std::find_if(all.begin(), all.end(), [](const Support& s) { return s.share <= 1; });
  const std::size_t exceeded = static_cast<std::size_t>(within - all.begin());
  all.resize(std::min({all.size(), most, std::max<std::size_t>(exceeded, 1)}));
  for (const Support& support : all)
    if (is_torque(support.limit)) {
      if (auto masses = masses_behind(robot, support)) all.push_back(std::move(*masses));
      break;
    }
  return all;
}

}  // namespace erfd
