// Findings beside the lines of the source that caused them.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// The lines of a text; LF and CRLF end a line, a byte order mark is left out.
std::vector<std::string> lines_of(std::string_view text);

/// Each finding followed by its line and a caret under its column, tabs kept so that the caret
/// stands right at any tab width:
///
///     lola.irl:26:1: error: comment never closed … [L0102]
///       {move circle s1, s2 speed=760
///       ^
///
/// Of warnings and notes of one kind the first three; how many more there are, and where, is one line.
std::string text_with_source(const Diagnostics& findings, const std::vector<std::string>& lines);

/// "line 3", "lines 3, 4 and 7", "lines 3, 4, 7, 9, 12, 15, 18, … 4711": sorted, each once.
std::string line_list(std::vector<int> lines);

}  // namespace erfd
