// Whether a move runs into the next one. Every decision against the program's word is reported.
#include "erfd/base/units.hpp"
#include "erfd/model/payload.hpp"

#include "motion/path/path_blend.hpp"
#include "motion/plan/chain_builder.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::planning {
namespace {

constexpr double no_corner = 1e-7;

/// Whether the fly-by word of a move has a meaning between these kinds.
bool word_fits(FlyBy word, bool from_ptp, bool to_ptp) {
  switch (word) {
    case FlyBy::stop:
      return false;
    case FlyBy::ptp:
      return from_ptp || to_ptp;
    case FlyBy::path:
      return true;
    case FlyBy::speed:
      return !from_ptp && !to_ptp;
  }
  return false;
}

}  // namespace

bool same_conditions(const Conditions& a, const Conditions& b) {
  const auto pose = [](const Conditions& c) { return c.X_FlangeT.value_or(Pose<double>{}); };
  const bool same_tool = a.tool == b.tool && a.X_FlangeT.has_value() == b.X_FlangeT.has_value() &&
                         pose(a).p == pose(b).p && pose(a).R == pose(b).R;
  const bool same_wrench =
      a.wrench.has_value() == b.wrench.has_value() &&
      (!a.wrench || (a.wrench->axes == b.wrench->axes && a.wrench->F.force == b.wrench->F.force &&
                     a.wrench->F.moment == b.wrench->F.moment));
  return same_tool && same_wrench && same(a.tool_load, b.tool_load) && same(a.gripped, b.gripped) &&
         same(a.payload, b.payload);
}

bool ChainBuilder::goes_on(std::size_t k) {
  const FlyBy word = move(k).fly_by;
  const Dialect& in = arm_.dialect();
  if (word == FlyBy::stop || k + 1 >= program_.instructions.size()) return false;
  const Move* next = std::get_if<Move>(&instruction(k + 1).action);
  if (!next || !same_conditions(instruction(k).conditions, instruction(k + 1).conditions)) {
    report(k, warning("W0520", fmt::format("{} dropped, the robot stops: {} follows", in.word(word),
                                           next ? "a change of tool, load or force" : "a wait")));
    return false;
  }
  const bool from_ptp = move(k).kind == MoveKind::ptp, to_ptp = next->kind == MoveKind::ptp;
  if (!word_fits(word, from_ptp, to_ptp)) {
    report(k, warning("W0501",
                      fmt::format("{} has no meaning from {} to {}: the robot stops", in.word(word),
                                  in.word(move(k).kind), in.word(next->kind))));
    return false;
  }
  if (from_ptp != to_ptp) {
    const double size = move(k).fly_by_size;
    overlap_share_ = word == FlyBy::ptp && size > 0 ? std::min(1.0, size) : 1;
    overlap_distance_ = word == FlyBy::path && program_.half_blends ? size : 0;
  }
  return true;
}

ChainBuilder::Join ChainBuilder::join_at(std::size_t k, const PathMove& before,
                                         const PathMove& behind) {
  const double corner = corner_between(before, behind);
  const bool in_place = before.in_place || behind.in_place;
  const Dialect& in = arm_.dialect();
  if (!in_place) plan_.moves[planned_.back()].corner = corner;
  if (move(k).fly_by == FlyBy::speed) {
    if (corner <= tangent_joint) return Join::plain;
    const bool fly = arm_.settings().fly_corners && !in_place;
    const std::string outcome =
        fly ? "flies through with a step of its velocity"
            : fmt::format("stops; {} would round it off", in.word(FlyBy::path));
    report(k, warning("W0501", in_place
                                   ? fmt::format("{} at a turn in place: the robot stops",
                                                 in.word(FlyBy::speed))
                                   : fmt::format("{} at a corner of {:.2f} deg: the robot {}",
                                                 in.word(FlyBy::speed), corner / degree, outcome)));
    return fly ? Join::plain : Join::stop;
  }
  if (corner < no_corner) return Join::plain;
  const bool impossible =
      in_place || corner > sharpest_blend || before.linear_wrist || behind.linear_wrist;
  if (!impossible && move(k).fly_by_size > 0) return Join::blend;
  const std::string obstacle = in_place                  ? "a turn in place"
                               : corner > sharpest_blend ? "a reversal"
                               : move(k).fly_by_size <= 0
                                   ? "a corner without distance"
                                   : fmt::format("a move with {}", in.word(OrientationMode::joint));
  report(k,
         warning("W0502", fmt::format("{} shortened from {:.3f} mm to 0: no blend around {}",
                                      in.word(FlyBy::path), move(k).fly_by_size * 1000, obstacle)));
  return Join::stop;
}

}  // namespace erfd::planning
