// What a verdict says more than once, said once. Private to the layer.
#pragma once

#include "report/verdict/moves.hpp"

namespace erfd {

/// Moves that fail for the same reason: the same limit of the same axis.
struct CauseGroup {
  std::vector<const MoveVerdict*> moves;  ///< in the order of the program
  const MoveVerdict* worst = nullptr;
};
std::vector<CauseGroup> causes_of(const JudgedCase& subject);

/// Moves that are within their limits and yet off their path; `worst` is null without any.
CauseGroup late_moves(const JudgedCase& subject);

/// "line 26", or "6 times, lines 26, 27 and 33, worst at line 27".
std::string place_of(const JudgedCase& subject, const CauseGroup& group);

/// What the verdict rests on: estimated numbers of the robot file that decide it, and the findings of
/// language and planner that bear on it, one sentence a code, with its count.
std::vector<std::string> noticed(const JudgedCase& subject);

/// "9 times, lines 3, 4 and 7"; "line 3" of one.
std::string times_and_lines(std::vector<int> lines);

/// Moves that a terminal shows: all of them, or of many those that fail and those that come nearest to
/// a limit.
std::vector<const MoveVerdict*> moves_to_show(const JudgedCase& subject);

}  // namespace erfd
