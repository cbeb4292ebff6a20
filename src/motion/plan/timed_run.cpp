// The option `time`: the largest speed of a move is lowered until the move takes the wanted time.
//
// The time of a move falls as its largest speed V grows; at V = length/time it is at least the
// wanted one. Bisection between that and the programmed speed. Slowing one move may slow its
// neighbours, so moves with a wanted time are visited a few times.
#include "motion/plan/timed_run.hpp"

#include <algorithm>

namespace erfd::planning {
namespace {

TimeLaw law_of(const TimedRun& run) {
  std::vector<LawPiece> pieces;
  pieces.reserve(run.pieces.size());
  for (const auto& piece : run.pieces) pieces.push_back(piece.limits);
  return trapezoids(pieces);
}

double time_of(const TimeLaw& law, const TimedRun::Span& span) {
  return law.time_at(span.end) - law.time_at(span.begin);
}

TimedRun slowed(TimedRun run, int move, double speed) {
  for (auto& piece : run.pieces)
    if (piece.move == move || (piece.blend && piece.move + 1 == move))
      piece.limits.speed = std::min(piece.limits.speed, speed);
  return run;
}

double fastest_of(const TimedRun& run, int move) {
  double speed = 0;
  for (const auto& piece : run.pieces)
    if (piece.move == move || (piece.blend && piece.move + 1 == move))
      speed = std::max(speed, piece.limits.speed);
  return speed;
}

void slow_to_time(TimedRun& run, int move) {
  const TimedRun::Span& span = run.spans[move];
  const double wanted = *span.time;
  if (time_of(law_of(run), span) >= wanted) return;
  double low = (span.end - span.begin) / wanted, high = fastest_of(run, move);
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (time_of(law_of(slowed(run, move, middle)), span) < wanted ? high : low) = middle;
  }
  run = slowed(run, move, low);
}

}  // namespace

TimeLaw time_law(TimedRun run) {
  constexpr int visits = 3;
  for (int visit = 0; visit < visits; ++visit)
    for (std::size_t k = 0; k < run.spans.size(); ++k)
      if (run.spans[k].time) slow_to_time(run, static_cast<int>(k));
  return law_of(run);
}

}  // namespace erfd::planning
