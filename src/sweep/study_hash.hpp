// What the results of a study depend on. Private to the layer.
#pragma once

#include "erfd/sweep/jobs.hpp"

#include "sweep/sha256.hpp"

namespace erfd {

/// Of the study's text and of the case as the files say it now: a robot or program that was edited
/// is another study.
Sha256::Digest study_hash(const PreparedStudy& prepared);

}  // namespace erfd
