#include "report/verdict/carried.hpp"

#include "erfd/base/source_text.hpp"

#include "report/verdict/moves.hpp"

#include <algorithm>
#include <set>

namespace erfd {
namespace {

/// "vacuum"; the program's own tools may have no name.
std::string tool_name(const JudgedCase& s, const Conditions& conditions) {
  if (!conditions.tool.empty()) return conditions.tool;
  return conditions.X_FlangeT ? "of the program" : s.model.frame(s.model.tool()).name;
}

/// "tool vacuum 1.2 kg, gripped 3 kg"; empty if nothing is carried.
std::string loads_text(const JudgedCase& s, const Conditions& conditions) {
  std::vector<std::string> loads;
  const auto add = [&](const std::string& what, const Payload& load) {
    if (load.mass > 0) loads.push_back(fmt::format("{} {:.4g} kg", what, load.mass));
  };
  add("tool " + tool_name(s, conditions), conditions.tool_load);
  add("gripped", conditions.gripped);
  add("payload", conditions.payload);
  return fmt::format("{}", fmt::join(loads, ", "));
}

/// A load and the program lines of the moves that carry it.
struct CarriedLoad {
  std::string loads;
  std::set<int> lines;
};

}  // namespace

Json carried_json(const JudgedCase& s, const Conditions& conditions) {
  const Payload all = carried(conditions);
  return Json::Object{{"mass_kg", all.mass},
                      {"com_in_flange_m", Json::List{all.com.x(), all.com.y(), all.com.z()}},
                      {"tool", tool_name(s, conditions)},
                      {"tool_kg", conditions.tool_load.mass},
                      {"gripped_kg", conditions.gripped.mass},
                      {"payload_kg", conditions.payload.mass}};
}

std::string carried_text(const JudgedCase& s) {
  std::vector<CarriedLoad> all;
  bool anything = false;
  for (const MoveVerdict& m : s.verification.moves) {
    const Instruction& instruction = instruction_of(s, m);
    std::string loads = loads_text(s, instruction.conditions);
    anything = anything || !loads.empty();
    auto place = std::find_if(all.begin(), all.end(),
                              [&](const CarriedLoad& known) { return known.loads == loads; });
    if (place == all.end()) place = all.insert(all.end(), CarriedLoad{std::move(loads), {}});
    place->lines.insert(instruction.at.line);
  }
  if (!anything) return "";
  if (all.size() == 1) return fmt::format("Carried: {}.", all[0].loads);
  constexpr std::size_t most = 8;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
    parts.push_back(fmt::format("{} in {}", all[i].loads.empty() ? "nothing" : all[i].loads,
                                line_list({all[i].lines.begin(), all[i].lines.end()})));
  if (all.size() > most) parts.push_back(fmt::format("and {} more loads", all.size() - most));
  return fmt::format("Carried: {}.", fmt::join(parts, "; "));
}

}  // namespace erfd
