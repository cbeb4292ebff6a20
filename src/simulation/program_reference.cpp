// A planned program as a motion to follow.
#include "erfd/simulation/scenario_setup.hpp"

namespace erfd {
namespace {

bool same(const Payload& a, const Payload& b) {
  return a.mass == b.mass && a.com == b.com && a.I_com == b.I_com;
}

bool same(const std::vector<Payload>& a, const std::vector<Payload>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
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
    else if (!same(loads, files.loads.back().loads))
      files.loads.push_back({move.start_time, std::move(loads)});
  }
  return files;
}

}  // namespace erfd
