// Checkpoints of simulations in files, NAME.checkpoint.json beside the result NAME.
#pragma once

#include "erfd/io/column_writer.hpp"
#include "erfd/simulation/checkpoint.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace erfd {

/// A checkpoint and what it belongs to.
struct CheckpointFile {
  /// What the run depends on, by name: fingerprint() of the bytes.
  std::vector<std::pair<std::string, std::string>> inputs;
  ColumnPosition position;  ///< in the file of samples
  Checkpoint state;
};

/// 64 bits that change with the bytes (FNV-1a), as hexadecimal text.
std::string fingerprint(std::string_view bytes);

/// JSON; numbers read back exactly.
std::string checkpoint_text(const CheckpointFile& file);

/// @throws Error if the file cannot be read or is no checkpoint.
CheckpointFile read_checkpoint(const std::string& path);

}  // namespace erfd
