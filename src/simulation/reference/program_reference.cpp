// A planned program as a motion to follow.
#include "erfd/model/payload.hpp"
#include "erfd/simulation/scenario_setup.hpp"

#include <algorithm>

namespace erfd {
namespace {

bool same_loads(const std::vector<Payload>& a, const std::vector<Payload>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

std::vector<Payload> loads_of(const Conditions& conditions) {
  std::vector<Payload> loads;
  for (const Payload& load : {conditions.tool_load, conditions.gripped})
    if (load.mass > 0) loads.push_back(load);
  return loads;
}

}  // namespace

ScenarioFiles program_reference(const Program& program, const Plan& plan) {
  ScenarioFiles files;
  TimeTable& motion = files.reference.emplace();
  for (int k = 0; k < plan.samples(); ++k) motion.times.push_back(k * plan.period);
  motion.values = plan.q;
  for (const PlannedMove& move : plan.moves) {
    const auto instruction = static_cast<std::size_t>(move.instruction);
    std::vector<Payload> loads = loads_of(program.instructions[instruction].conditions);
    if (files.loads.empty())
      files.loads.push_back({0, std::move(loads)});
    else if (!same_loads(loads, files.loads.back().loads))
      files.loads.push_back({move.start_time, std::move(loads)});
  }
  return files;
}

}  // namespace erfd
