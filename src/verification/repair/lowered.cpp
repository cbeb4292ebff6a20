#include "verification/repair/lowered.hpp"

#include <algorithm>

namespace erfd {
namespace {

constexpr double no_way = 1e-6;  ///< [m]: as the planner has it for a turn in place

const Move* move_of(const Program& program, const PlannedMove& planned) {
  return std::get_if<Move>(
      &program.instructions[static_cast<std::size_t>(planned.instruction)].action);
}

WayMeasure measure_of(const Move& move, const PlannedMove& planned) {
  if (move.kind == MoveKind::ptp) return WayMeasure::share;
  return planned.length < no_way ? WayMeasure::turn : WayMeasure::path;
}

/// Joint moves count accelerations in shares; their law counts in ways of its own.
void count_in_shares(const MoveLimits& limits, WayLimits& way) {
  way.acceleration = limits.acceleration_share.value_or(1);
  way.deceleration = limits.deceleration_share.value_or(way.acceleration);
}

}  // namespace

std::vector<WayLimits> way_limits(const Program& program, const Plan& plan) {
  std::vector<WayLimits> all(plan.moves.size());
  for (const TimedSegment& segment : *plan.segments) {
    const std::vector<LawPiece> law = segment.path.limits();
    const auto& pieces = segment.path.pieces();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].blend) continue;
      WayLimits& way = all[static_cast<std::size_t>(pieces[i].move)];
      way.speed = std::max(way.speed, law[i].speed);
      way.acceleration = std::max(way.acceleration, law[i].acceleration);
      way.deceleration = std::max(way.deceleration, law[i].deceleration);
    }
  }
  for (std::size_t m = 0; m < all.size(); ++m) {
    const Move* const move = move_of(program, plan.moves[m]);
    if (move == nullptr) continue;
    all[m].measure = measure_of(*move, plan.moves[m]);
    if (all[m].measure == WayMeasure::share) count_in_shares(move->limits, all[m]);
  }
  return all;
}

WayLimits lowered(const WayLimits& way, const LimitShares& shares) {
  return {way.measure, shares.speed * way.speed, shares.acceleration * way.acceleration,
          shares.acceleration * way.deceleration};
}

void lower(Move& move, const WayLimits& way, const LimitShares& shares) {
  const WayLimits now = lowered(way, shares);
  const bool own_deceleration = way.deceleration != way.acceleration;
  MoveLimits& limits = move.limits;
  const auto set = [&](std::optional<double>& speed, std::optional<double>& acceleration,
                       std::optional<double>& deceleration) {
    if (shares.speed < 1) speed = now.speed;
    if (!(shares.acceleration < 1)) return;
    acceleration = now.acceleration;
    if (own_deceleration || deceleration) deceleration = now.deceleration;
  };
  std::optional<double> as_acceleration;  // a turn has no deceleration of its own
  switch (way.measure) {
    case WayMeasure::share:
      return set(limits.speed_share, limits.acceleration_share, limits.deceleration_share);
    case WayMeasure::path:
      return set(limits.speed, limits.acceleration, limits.deceleration);
    case WayMeasure::turn:
      return set(limits.turn_speed, limits.turn_acceleration, as_acceleration);
  }
}

}  // namespace erfd
