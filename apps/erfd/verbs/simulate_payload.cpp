#include "verbs/simulate_payload.hpp"

#include "erfd/io/states.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/model/payload.hpp"

#include <limits>

namespace erfd {
namespace {

Payload payload_of(const ScenarioPayload& p) {
  const auto& [xx, yy, zz, xy, xz, yz] = p.inertia;
  return erfd::payload_of({p.mass, p.com[0], p.com[1], p.com[2], xx, yy, zz, xy, xz, yz});
}

}  // namespace

ScenarioLoads::ScenarioLoads(const Scenario& scenario, const RobotDescription& robot,
                             const Model& model) {
  if (model.has_free_base()) return;  // nothing says where its flange is
  const Pose<double> X_FT = in_flange(model, model.tool());
  const Payload own = robot.tools.empty() ? Payload{} : load_of(robot.tools.front());
  const auto with_tool = [&](const ScenarioPayload& p) {
    return numbers_of(moved(both(own, payload_of(p)), X_FT));
  };
  constexpr double ever = -std::numeric_limits<double>::infinity();
  loads_.push_back({ever, with_tool(scenario.payload.value_or(ScenarioPayload{}))});
  for (const ScenarioPayloadSwitch& change : scenario.switches)
    loads_.push_back({change.time > 0 ? change.time : ever, with_tool(change.payload)});
  std::vector<std::array<double, 10>> payloads;
  for (const Load& load : loads_) payloads.push_back(load.numbers);
  size_ = payload_columns(payloads);
}

void ScenarioLoads::add_columns(ColumnTable& table) const {
  if (loads_.empty()) return;
  for (std::ptrdiff_t i = 0; i < size_; ++i)
    table.columns.push_back({payload_heads()[static_cast<std::size_t>(i)], ""});
}

void ScenarioLoads::append(double time, std::vector<double>& row) const {
  if (loads_.empty()) return;
  const Load* now = &loads_.front();
  for (const Load& load : loads_)
    if (load.from < time) now = &load;
  row.insert(row.end(), now->numbers.begin(), now->numbers.begin() + size_);
}

}  // namespace erfd
