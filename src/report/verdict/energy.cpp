#include "report/verdict/energy.hpp"

#include "erfd/base/text.hpp"

#include <algorithm>
#include <map>

namespace erfd {
namespace {

/// "12.4 kJ", "820 J".
std::string joules(double energy) {
  const double size = std::abs(energy);
  if (size >= 1e6) return with_digits(energy / 1e6, 3) + " MJ";
  if (size >= 1e3) return with_digits(energy / 1e3, 3) + " kJ";
  return with_digits(size < 1e-3 ? 0 : energy, 3) + " J";
}

/// The line of the program whose moves draw most, and how much [J].
std::pair<int, double> dearest_line(const JudgedCase& s) {
  std::map<int, double> drawn;
  for (const MoveVerdict& m : s.verification.moves)
    if (m.energy) drawn[line_of(s, m)] += m.energy->drawn;
  if (drawn.empty()) return {0, 0};
  return *std::max_element(drawn.begin(), drawn.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
}

bool has_motors(const JudgedCase& s) {
  const auto& motors = s.drives.motors();
  return std::any_of(motors.begin(), motors.end(), [](const Motor& m) { return !m.assumed; });
}

std::string who_gives(const JudgedCase& s, const EnergyAccount& e) {
  if (e.knows_copper())
    return fmt::format("This program costs {} of electrical energy", joules(e.drawn));
  return has_motors(s) ? fmt::format("The motors give {} at their shafts", joules(e.drawn))
                       : fmt::format("The joints need {}", joules(e.drawn));
}

std::string parts_of(const EnergyAccount& e) {
  std::vector<std::string> parts;
  const auto add = [&](const char* name, double energy) {
    if (std::abs(energy) >= 0.005 * e.drawn)
      parts.push_back(fmt::format("{} {}", name, joules(energy)));
  };
  add("friction", e.friction());
  if (e.knows_copper()) add("windings", e.copper);
  add("rotors", e.rotors);
  add("links and load", e.links);
  return fmt::format("{}", fmt::join(parts, ", "));
}

Json peak_json(const BearingPeak& peak) {
  return Json::Object{{"radial_N", peak.radial.value},     {"radial_at_s", peak.radial.time},
                      {"axial_N", peak.axial.value},       {"axial_at_s", peak.axial.time},
                      {"tilting_N_m", peak.tilting.value}, {"tilting_at_s", peak.tilting.time}};
}

}  // namespace

std::string energy_text(const JudgedCase& s) {
  if (!s.verification.energy || !(s.verification.energy->drawn > 0)) return "";
  const EnergyAccount& e = *s.verification.energy;
  std::string text = who_gives(s, e);
  const auto [line, drawn] = dearest_line(s);
  if (s.verification.moves.size() > 1)
    text += fmt::format(", {} % of it {} line {}", percent(drawn / e.drawn),
                        e.knows_copper() ? "for" : "in", line);
  if (e.returned >= 0.005 * e.drawn)
    text += fmt::format("; braking gives {} back", joules(e.returned));
  if (const std::string parts = parts_of(e); !parts.empty()) text += ": " + parts;
  return text +
         (e.knows_copper() || !has_motors(s) ? "." : ". What their currents cost is not known.");
}

Json energy_json(const std::optional<EnergyAccount>& account) {
  if (!account) return {};
  const EnergyAccount& e = *account;
  return Json::Object{{"drawn_J", e.drawn},
                      {"returned_J", e.returned},
                      {"electrical_J", e.knows_copper() ? Json(e.shaft + e.copper) : Json()},
                      {"shaft_J", e.shaft},
                      {"copper_J", finite(e.copper)},
                      {"friction_J", e.friction()},
                      {"rotors_J", e.rotors},
                      {"links_J", e.links}};
}

std::vector<BearingWords> bearing_words(const JudgedCase& s) {
  std::vector<BearingWords> words;
  const auto shows = [](const TimedPeak& peak) { return peak.value >= 0.5; };
  const auto size = [](const TimedPeak& peak) { return fmt::format("{:.0f}", peak.value); };
  const auto at = [&](const TimedPeak& peak) {
    return shows(peak) ? fmt::format("{:.2f}", peak.time) : "–";
  };
  for (std::size_t i = 0; i < s.verification.bearings.size(); ++i) {
    const auto& [radial, axial, tilting] = s.verification.bearings[i];
    if (!shows(radial) && !shows(axial) && !shows(tilting)) continue;
    words.push_back({s.model.bodies()[i].joint, size(radial), at(radial), size(axial), at(axial),
                     size(tilting), at(tilting)});
  }
  return words;
}

Json bearings_json(const Model& model, std::span<const BearingPeak> asked,
                   std::span<const BearingPeak> achieved) {
  Json::List list;
  for (std::size_t i = 0; i < achieved.size(); ++i)
    list.push_back(Json::Object{{"joint", model.bodies()[i].joint},
                                {"asked", peak_json(asked[i])},
                                {"achieved", peak_json(achieved[i])}});
  return list;
}

}  // namespace erfd
