// Which joints of a parallel robot carry its platform, and which belong to which leg.
#include "erfd/base/error.hpp"
#include "erfd/dynamics/loops/parallel.hpp"

#include <algorithm>

namespace erfd {
namespace {

[[noreturn]] void not_parallel(const Model& model, const std::string& why) {
  throw Error("the robot '" + model.name() +
              "' is not a parallel robot of platform and legs: " + why);
}

/// From the ground up.
std::vector<int> chain_to(const Model& model, BodyIndex tip) {
  std::vector<int> chain;
  for (BodyIndex i = tip; !i.is_world(); i = model.body(i).parent) chain.push_back(i.value);
  std::ranges::reverse(chain);
  return chain;
}

}  // namespace

ParallelStructure parallel_structure(const Model& model) {
  if (model.has_free_base()) not_parallel(model, "its base is free");
  if (model.constraints().empty()) not_parallel(model, "it has no loops");
  const CutJoint& first = model.constraints().front();
  ParallelStructure s;
  const auto is_leg_of = [&](BodyIndex platform) {
    return std::ranges::all_of(model.constraints(), [&](const CutJoint& cut) {
      return (cut.body_a == platform) != (cut.body_b == platform);
    });
  };
  const auto is_carried_freely = [&](BodyIndex body) {
    const std::vector<int> chain = chain_to(model, body);
    return std::ranges::all_of(chain, [&](int i) { return model.body({i}).passive; });
  };
  BodyIndex platform;
  for (const BodyIndex body : {first.body_a, first.body_b})
    if (!body.is_world() && is_leg_of(body) && is_carried_freely(body)) platform = body;
  if (platform.is_world())
    not_parallel(model, "no body on passive joints of its own is joined by every loop to a leg");
  s.platform = chain_to(model, platform);
  std::vector<bool> used(static_cast<std::size_t>(model.body_count()));
  for (const int i : s.platform) used[static_cast<std::size_t>(i)] = true;
  int row = 0;
  for (std::size_t k = 0; k < model.constraints().size(); ++k) {
    const CutJoint& cut = model.constraints()[k];
    const BodyIndex tip = cut.body_a == platform ? cut.body_b : cut.body_a;
    s.legs.push_back({chain_to(model, tip), static_cast<int>(k), row});
    row += row_count(cut.kind);
    const std::vector<int>& joints = s.legs.back().joints;
    if (static_cast<int>(joints.size()) != row_count(cut.kind))
      not_parallel(model, "the leg of cut joint '" + cut.name + "' has " +
                              std::to_string(joints.size()) + " joints, expected " +
                              std::to_string(row_count(cut.kind)));
    for (const int i : joints) {
      if (used[static_cast<std::size_t>(i)])
        not_parallel(model, "body '" + model.body({i}).name + "' belongs to two legs");
      used[static_cast<std::size_t>(i)] = true;
    }
  }
  for (int i = 0; i < model.body_count(); ++i) {
    if (!used[static_cast<std::size_t>(i)])
      not_parallel(model, "body '" + model.body({i}).name + "' is neither in a leg nor platform");
    if (!model.body({i}).passive) s.active.push_back(i);
  }
  if (s.active.size() != s.platform.size())
    not_parallel(model, "it has " + std::to_string(s.active.size()) +
                            " active joints, but its platform has " +
                            std::to_string(s.platform.size()) + " freedoms");
  return s;
}

}  // namespace erfd
