// Text of strangers on a terminal.
#pragma once

#include <string>

namespace erfd {

/// The text with '?' for control characters other than line feeds and tabs: names come from files and
/// arguments, and a terminal would obey what they hold.
inline std::string harmless(std::string text) {
  for (char& c : text) {
    const bool layout = c == '\n' || c == '\t';
    if ((static_cast<unsigned char>(c) < 0x20 && !layout) || c == 0x7f) c = '?';
  }
  return text;
}

}  // namespace erfd
