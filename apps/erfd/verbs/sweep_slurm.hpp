// A study as an array job of Slurm.
#pragma once

#include "erfd/sweep/jobs.hpp"

#include "input/options.hpp"

#include <string>

namespace erfd {

/// Writes FOLDER/slurm.sh, submits it with sbatch, and shows how far the study is until it ends.
/// @throws Error if Slurm is not there or does not take it
int sweep_by_slurm(const PreparedStudy& prepared, const SweepOptions& options,
                   const std::string& folder);

}  // namespace erfd
