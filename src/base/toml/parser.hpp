// TOML 1.0 text in, data out. Written here because a robot file may come from anywhere: no input
// may crash the reader, and all problems of a file are reported in one run.
#pragma once

#include "base/toml/findings.hpp"
#include "base/toml/value.hpp"

#include <string_view>

namespace erfd {

constexpr std::size_t toml_longest_file = 4u << 20;  ///< [byte]
constexpr int toml_deepest = 64;                     ///< tables and lists in each other

/// Parses a document. Dates are refused. After an error the parser goes on behind the broken value;
/// tables that lost lines are marked incomplete, values that could not be read are TomlBroken.
TomlTable parse_toml(std::string_view text, Findings& findings);

}  // namespace erfd
