// Files of states: found and read, then given to the reader of their format.
#pragma once

#include "erfd/io/states.hpp"

#include <functional>

namespace erfd {

/// Calls `read` with the text of the file and whether it is a .csv (else a .json). A file that
/// cannot be read is a finding.
ReadStates read_by_extension(
    const std::string& path,
    const std::function<ReadStates(const std::string& text, bool is_csv)>& read);

}  // namespace erfd
