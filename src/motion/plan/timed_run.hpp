// Pieces of a run with their limits, and the moves they belong to.
#pragma once

#include "erfd/motion/time_law.hpp"

#include <optional>
#include <vector>

namespace erfd::planning {

/// What the time law of a run needs to know of it.
struct TimedRun {
  struct Piece {
    LawPiece limits;
    int move = 0;  ///< of a blend: the first of the two it joins
    bool blend = false;
  };
  struct Span {
    double begin = 0, end = 0;   ///< of a move, in path parameter; a blend counts half
    std::optional<double> time;  ///< what the program wants it to take [s]
  };
  std::vector<Piece> pieces;
  std::vector<Span> spans;
};

/// Trapezoids; a move with a wanted time is slowed until it takes that long. Never faster than the
/// limits allow.
TimeLaw time_law(TimedRun run);

}  // namespace erfd::planning
