// The files of a study's folder. Private to the layer.
#pragma once

#include "erfd/sweep/sweep.hpp"

#include <string>
#include <vector>

namespace erfd {

/// "FOLDER/journal-2-of-4.bin".
std::string journal_path(const std::string& folder, const Shard& shard);
/// Those that are there, sorted.
std::vector<std::string> journal_files(const std::string& folder);

}  // namespace erfd
