// `erfd drives --tune`: gains of the motors' cascades and the poles that they give.
#include "erfd/report/table.hpp"

#include "verbs/drives.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::vector<double> numbers_of(const VectorX<double>& v) { return {v.begin(), v.end()}; }

Table::OptionalNumbers cells_of(const VectorX<double>& v) { return {v.begin(), v.end()}; }

/// "-37.0 ± 12.4 i", "-240", of which a pair is told once.
std::vector<std::string> pole_words(const Poles& poles) {
  std::vector<std::string> words;
  for (const auto& pole : poles) {
    if (pole.imag() < 0) continue;
    std::string word = with_digits(pole.real(), 4);
    if (pole.imag() > 0) word += fmt::format(" ± {} i", with_digits(pole.imag(), 4));
    words.push_back(std::move(word));
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",  ") + word;
  return text;
}

/// `speed_N_m_s_rad = [0.12, 0.1]`, one number where all are the same.
std::string key_line(const char* key, const VectorX<double>& values) {
  std::string list;
  for (const double value : values) list += (list.empty() ? "" : ", ") + with_digits(value, 5);
  const bool one = (values.array() == values[0]).all();
  return fmt::format("{} = {}\n", key, one ? with_digits(values[0], 5) : '[' + list + ']');
}

std::string scenario_table(const CascadeGains& gains) {
  return "[controller]\nlaw = \"motor_cascade\"\n" + key_line("position_1_s", gains.position) +
         key_line("speed_N_m_s_rad", gains.speed) + key_line("integral_N_m_rad", gains.integral) +
         key_line("current_1_s", gains.current);
}

Json poles_json(const Poles& poles) {
  Json::List list;
  for (const auto& pole : poles)
    list.emplace_back(Json::numbers(std::vector{pole.real(), pole.imag()}));
  return list;
}

}  // namespace

TunedDrives tuned(const DriveFacts& facts, const CascadeSpeeds& speeds) {
  TunedDrives found{speeds, cascade_gains(facts.seen_at_home, speeds), {}, {}};
  found.together = poles_of_cascade(facts.robot.model, facts.drives, found.gains, facts.home);
  for (int i = 0; i < facts.drives.count(); ++i)
    found.alone.push_back(
        poles_of_motor(facts.seen_at_home[i], facts.drives.motor_viscous()[i], found.gains, i));
  return found;
}

std::string tuning_text(const DriveFacts& facts, const TunedDrives& tuned, const TextStyle& style) {
  Table table;
  std::vector<std::string> motors, alone;
  for (std::size_t i = 0; i < tuned.alone.size(); ++i) {
    motors.push_back(facts.motor(i).name);
    alone.push_back(joined(pole_words(tuned.alone[i])));
  }
  table.text("motor", motors);
  table.data("inertia seen", "kg m^2", cells_of(facts.seen_at_home), 4);
  table.data("position", "1/s", cells_of(tuned.gains.position), 4);
  table.data("speed", "N m s/rad", cells_of(tuned.gains.speed), 4);
  table.data("integral", "N m/rad", cells_of(tuned.gains.integral), 4);
  table.data("current", "1/s", cells_of(tuned.gains.current), 4);
  Table poles;
  poles.text("motor", motors).text("poles alone [1/s]", alone);
  const bool stable = tuned.together.front().real() < 0;
  return bold("Cascades of the motors", style) +
         fmt::format("  position loops of {} 1/s, each inner loop {} times as fast; at home\n\n",
                     with_digits(tuned.speeds.position), with_digits(tuned.speeds.ratio)) +
         table.layout(style) + '\n' + bold("Poles", style) +
         "  of each motor while the others stand still\n\n" + poles.layout(style) + '\n' +
         wrapped(fmt::format("All motors together, coupled by the links [1/s]: {}.",
                             joined(pole_words(tuned.together))),
                 style.width, 2) +
         '\n' +
         wrapped(stable
                     ? "Stable. Dry friction and the springs of elastic gears are not in it."
                     : "Not stable: the links couple the motors too much for these loops; take a "
                       "smaller --bandwidth.",
                 style.width, 2) +
         "\n\n" + bold("For a scenario", style) + "\n\n" + scenario_table(tuned.gains);
}

Json tuning_json(const DriveFacts& facts, const TunedDrives& tuned) {
  Json::List motors;
  for (std::size_t i = 0; i < tuned.alone.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    motors.emplace_back(Json::Object{{"name", facts.motor(i).name},
                                     {"inertia_seen_kg_m2", facts.seen_at_home[k]},
                                     {"position_1_s", tuned.gains.position[k]},
                                     {"speed_N_m_s_rad", tuned.gains.speed[k]},
                                     {"integral_N_m_rad", tuned.gains.integral[k]},
                                     {"current_1_s", tuned.gains.current[k]},
                                     {"poles_alone_1_s", poles_json(tuned.alone[i])}});
  }
  return Json::Object{{"robot", facts.robot.model.name()},
                      {"home", Json::numbers(numbers_of(facts.home))},
                      {"bandwidth_1_s", tuned.speeds.position},
                      {"ratio", tuned.speeds.ratio},
                      {"motors", std::move(motors)},
                      {"poles_1_s", poles_json(tuned.together)},
                      {"stable", tuned.together.front().real() < 0},
                      {"scenario", scenario_table(tuned.gains)}};
}

}  // namespace erfd
