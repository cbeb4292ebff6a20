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

ScenarioLoads::ScenarioLoads(const ScenarioSetup& setup, const Payload& own) {
  const Model& model = setup.plant().model();
  if (model.has_free_base()) return;  // nothing says where its flange is
  const Pose<double> X_FT = in_flange(model, model.tool());
  constexpr double ever = -std::numeric_limits<double>::infinity();
  for (const CarriedInRun& carried : setup.carried()) {
    const Payload given = payload_of(carried.payload.value_or(ScenarioPayload{}));
    Payload all = moved(both(own, given), X_FT);
    for (const Payload& load : carried.at_flange) all = both(all, load);
    loads_.push_back({carried.time > 0 ? carried.time : ever, numbers_of(all)});
  }
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
