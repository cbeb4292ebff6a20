// What the texts about a study share. Private to the layer.
#pragma once

#include "erfd/report/study.hpp"

#include <vector>

namespace erfd {

/// Results whose distribution says something to people.
bool is_shown(const ResultColumn& column);

/// Standard deviation of the result that is explained, over the jobs where it is finite.
double explained_spread(const StudySubject& subject);

/// The variations, those that explain most first.
std::vector<std::size_t> by_influence(const StudySummary& summary);

}  // namespace erfd
