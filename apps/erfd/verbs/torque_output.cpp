#include "verbs/torque_output.hpp"

#include "erfd/report/table.hpp"

#include "output/output.hpp"
#include "output/state_output.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::vector<std::string> motor_names(const LoadedRobot& robot) {
  std::vector<std::string> names;
  if (robot.drives)
    for (const Motor& motor : robot.drives->motors())
      names.push_back(motor.assumed ? motor.name + " (no drive)" : motor.name);
  return names;
}

double payload_mass(const LoadedRobot& robot) {
  return robot.loaded ? robot.loaded->moving_mass() - robot.links.moving_mass() : 0;
}

/// The values of all rows, what is rounding of the largest torque as zero.
template <class Get>
std::vector<double> column(const std::vector<TorquePeak>& peaks, double scale, Get get) {
  std::vector<double> values;
  for (const TorquePeak& peak : peaks) values.push_back(get(peak));
  return without_rounding(values, scale);
}

double scale_of(const std::vector<TorquePeak>& peaks) {
  double scale = 0;
  for (const TorquePeak& peak : peaks)
    for (const double cause : peak.causes) scale = std::max(scale, std::abs(cause));
  return scale;
}

void add_peaks(Table& table, const std::vector<TorquePeak>& peaks, const std::string& unit) {
  const double scale = scale_of(peaks);
  table.results("peak", unit, column(peaks, scale, [](const auto& p) { return p.peak; }), 5);
  table.results("at", "s", column(peaks, 0, [](const auto& p) { return p.time; }), 4);
  table.results("rms", unit, column(peaks, scale, [](const auto& p) { return p.rms; }), 5);
}

/// Causes that no peak has are left out.
void add_causes(Table& table, const std::vector<TorquePeak>& peaks, const std::string& unit) {
  const char* heads[] = {"inertia", "Coriolis", "gravity", "payload", "external",
                         "rotors",  "viscous",  "Coulomb", "load fr."};
  for (std::size_t k = 0; k < torque_cause_count; ++k) {
    const auto values =
        column(peaks, scale_of(peaks), [&](const TorquePeak& p) { return p.causes[k]; });
    if (std::any_of(values.begin(), values.end(), [](double x) { return x != 0; }))
      table.results(heads[k], unit, values, 5);
  }
}

std::vector<std::optional<double>> finite_limits(const Drives& drives,
                                                 double MotorLimits::* limit) {
  std::vector<std::optional<double>> values;
  for (const Motor& motor : drives.motors()) {
    const double value = motor.limits.*limit;
    values.push_back(std::isfinite(value) ? std::optional(value) : std::nullopt);
  }
  return values;
}

void add_limit(Table& table, const char* head, const Drives& drives, double MotorLimits::* limit) {
  const auto values = finite_limits(drives, limit);
  if (std::any_of(values.begin(), values.end(), [](const auto& v) { return v.has_value(); }))
    table.data(head, "N m", values);
}

std::string joint_part(const TorquePage& page, const TextStyle& style) {
  const auto efforts = coordinates(page.robot.links, Quantity::effort);
  Table peaks, causes;
  peaks.text("joint", names_of(efforts));
  add_peaks(peaks, page.summary.joints(), unit_of(efforts));
  causes.text("joint", names_of(efforts));
  add_causes(causes, page.summary.joints(), unit_of(efforts));
  return bold("Joint torques", style) +
         (page.robot.drives ? "  with rotors and friction, as the motors must give them\n\n"
                            : "  of the links, without drives\n\n") +
         peaks.layout(style) + '\n' + bold("Their causes", style) +
         "  at the peak of each joint\n\n" + causes.layout(style);
}

/// Sentences about motors that the motion overloads.
std::string overloads(const TorquePage& page, const TextStyle& style) {
  std::string text;
  for (std::size_t i = 0; i < page.summary.motors().size(); ++i) {
    const Motor& motor = page.robot.drives->motor(static_cast<int>(i));
    const TorquePeak& peak = page.summary.motors()[i];
    if (std::abs(peak.peak) > motor.limits.torque_peak)
      text += fmt::format("{} needs {} N m at {} s, its largest torque is {} N m\n",
                          toned(motor.name, Tone::bad, style), with_digits(peak.peak, 5),
                          with_digits(peak.time), with_digits(motor.limits.torque_peak));
    if (peak.rms > motor.limits.torque_rated)
      text += fmt::format("{} needs {} N m rms, its rated torque is {} N m\n",
                          toned(motor.name, Tone::doubtful, style), with_digits(peak.rms, 5),
                          with_digits(motor.limits.torque_rated));
  }
  return text.empty() ? text : '\n' + text;
}

std::string motor_part(const TorquePage& page, const TextStyle& style) {
  if (!page.robot.drives) return {};
  Table peaks, causes;
  peaks.text("motor", motor_names(page.robot));
  add_peaks(peaks, page.summary.motors(), "N m");
  add_limit(peaks, "largest", *page.robot.drives, &MotorLimits::torque_peak);
  add_limit(peaks, "rated", *page.robot.drives, &MotorLimits::torque_rated);
  causes.text("motor", motor_names(page.robot));
  add_causes(causes, page.summary.motors(), "N m");
  return '\n' + bold("Motor torques", style) + "\n\n" + peaks.layout(style) +
         overloads(page, style) + '\n' + bold("Their causes", style) +
         "  at the peak of each motor\n\n" + causes.layout(style);
}

std::string bearing_part(const TorquePage& page, const TextStyle& style) {
  std::vector<std::string> names;
  std::vector<double> radial, axial, tilting;
  for (std::size_t i = 0; i < page.summary.bearings().size(); ++i) {
    if (page.robot.links.bodies()[i].is_free()) continue;
    const BearingPeak& peak = page.summary.bearings()[i];
    names.push_back(page.robot.links.bodies()[i].joint);
    radial.push_back(peak.radial.value);
    axial.push_back(peak.axial.value);
    tilting.push_back(peak.tilting.value);
  }
  Table table;
  table.text("joint", names);
  table.results("radial", "N", without_rounding(radial, 1), 5);
  table.results("axial", "N", without_rounding(axial, 1), 5);
  table.results("tilting", "N m", without_rounding(tilting, 1), 5);
  return '\n' +
         headed("Largest loads of the joints",
                "by links, payload and wrenches; axial: along the joint axis", style) +
         '\n' + table.layout(style);
}

Json json_of(const TorquePeak& peak) {
  Json causes;
  for (const TorqueCause cause : torque_causes())
    causes.set(std::string(name_of(cause)), peak.causes[static_cast<std::size_t>(cause)]);
  Json json;
  json.set("peak", peak.peak);
  json.set("time_s", peak.time);
  json.set("rms", peak.rms);
  json.set("causes", std::move(causes));
  return json;
}

}  // namespace

std::string torque_text(const TorquePage& page, const TextStyle& style) {
  const double payload = page.heaviest ? *page.heaviest : payload_mass(page.robot);
  return bold("Torques of " + page.motion, style) +
         fmt::format("  {}, {} s\n{}{}\n\n", counted(page.summary.sample_count(), "sample"),
                     with_digits(page.summary.duration()), title_of(page.robot.links),
                     payload > 0
                         ? fmt::format(", {} {} kg", page.heaviest ? "carries up to" : "payload",
                                       with_digits(payload))
                         : "") +
         joint_part(page, style) + motor_part(page, style) + bearing_part(page, style);
}

Json torque_json(const TorquePage& page) {
  const Model& links = page.robot.links;
  Json::List joints, motors, bearings;
  const auto efforts = coordinates(links, Quantity::effort);
  for (std::size_t i = 0; i < efforts.size(); ++i) {
    Json json = Json::Object{{"joint", efforts[i].name}, {"unit", efforts[i].unit}};
    json.set("torque", json_of(page.summary.joints()[i]));
    joints.push_back(std::move(json));
  }
  for (std::size_t i = 0; i < page.summary.motors().size(); ++i) {
    const Motor& motor = page.robot.drives->motor(static_cast<int>(i));
    const auto limit = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    Json json = Json::Object{{"motor", motor.name}, {"unit", "N m"}};
    json.set("torque", json_of(page.summary.motors()[i]));
    json.set("torque_peak_N_m", limit(motor.limits.torque_peak));
    json.set("torque_rated_N_m", limit(motor.limits.torque_rated));
    motors.push_back(std::move(json));
  }
  for (std::size_t i = 0; i < page.summary.bearings().size(); ++i) {
    if (links.bodies()[i].is_free()) continue;
    const BearingPeak& peak = page.summary.bearings()[i];
    bearings.emplace_back(Json::Object{{"joint", links.bodies()[i].joint},
                                       {"radial_N", peak.radial.value},
                                       {"radial_at_s", peak.radial.time},
                                       {"axial_N", peak.axial.value},
                                       {"axial_at_s", peak.axial.time},
                                       {"tilting_N_m", peak.tilting.value},
                                       {"tilting_at_s", peak.tilting.time}});
  }
  return Json::Object{{"robot", links.name()},
                      {"tool", links.frame(links.tool()).name},
                      {"gravity_m_s2", Json::numbers({links.gravity().data(), 3})},
                      {"payload_kg", page.heaviest.value_or(payload_mass(page.robot))},
                      {"motion", page.motion},
                      {"samples", static_cast<double>(page.summary.sample_count())},
                      {"duration_s", page.summary.duration()},
                      {"joints", std::move(joints)},
                      {"motors", std::move(motors)},
                      {"bearings", std::move(bearings)}};
}

}  // namespace erfd
