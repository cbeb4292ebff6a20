// Files of states: found and read, then given to the reader of their format.
#pragma once

#include "erfd/io/states.hpp"

#include <functional>
#include <string_view>

namespace erfd {

/// Calls `read` with the text of the file and whether it is a .csv (else a .json). A file that
/// cannot be read is a finding.
ReadStates read_by_extension(
    const std::string& path,
    const std::function<ReadStates(const std::string& text, bool is_csv)>& read);

/// Whether a text without a name is JSON: states are an object.
inline bool is_json_text(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '{';
}

}  // namespace erfd
