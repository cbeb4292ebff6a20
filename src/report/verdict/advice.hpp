// What would work, in words and in JSON. Private to the layer.
#pragma once

#include "erfd/report/verdict.hpp"
#include "erfd/verification/advice.hpp"

namespace erfd {

/// "312 mm/s", "41.2 deg/s", "63 %": never more than the value.
std::string speed_words(WayMeasure measure, double speed);
std::string acceleration_words(WayMeasure measure, double acceleration);

/// "works at 312 mm/s instead of 460 mm/s, 0.741 s instead of 0.693 s; …"; what reserve it has where the
/// move is achievable. Empty where nothing is known.
std::string advice_sentence(const JudgedCase& subject, const MoveVerdict& move);

/// Of the moves that are not achievable, and the reserve of the others; empty without advice.
std::vector<std::string> advice_sentences(const JudgedCase& subject);

/// `advice` of docs/verdict.md; null without.
Json advice_json(const JudgedCase& subject, const MoveVerdict& move);

}  // namespace erfd
