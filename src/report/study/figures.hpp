// The figures of a study's page. Private to the layer.
#pragma once

#include "erfd/report/study.hpp"

#include <string>

namespace erfd {

std::string histogram(const ResultColumn& column, const Distribution& distribution);

/// Parallel coordinates of a sample of the jobs, and a map over the two numbers that explain most.
/// Reads the results once.
std::string relations(const StudySubject& subject);

}  // namespace erfd
