// TOML's texts, numbers and truth values.
#pragma once

#include "base/toml/cursor.hpp"
#include "base/toml/value.hpp"

namespace erfd {

/// Reads "..." or '...' (and their multi-line forms, where allowed) at the cursor. Throws
/// TomlError.
std::string read_toml_text(Cursor& cursor, bool multi_line_allowed);

/// Reads a number or a truth value at the cursor. Throws TomlError.
TomlValue::Data read_toml_word(Cursor& cursor);

}  // namespace erfd
