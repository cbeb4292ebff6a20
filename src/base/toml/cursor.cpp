#include "base/toml/cursor.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

bool is_word(char c) {
  return is_bare_key_character(c) || c == '+' || c == '.' || (static_cast<unsigned char>(c) & 0x80);
}

/// Length of the well-formed UTF-8 sequence at the start of the text, 0 when it is broken.
/// Source: The Unicode Standard, table 3-7 (no overlong forms, no surrogates, nothing above
/// U+10FFFF).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto follows = [&](std::size_t i, int low = 0x80, int high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  const int first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const int low = first == 0xE0 ? 0xA0 : 0x80, high = first == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const int low = first == 0xF0 ? 0x90 : 0x80, high = first == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string Cursor::found() const {
  if (at_end()) return "the end of the file";
  if (at_newline()) return "the end of the line";
  constexpr std::size_t longest = 40;
  const std::string_view ahead = rest();
  std::size_t length = 0;
  while (length < std::min(longest, ahead.size()) && is_word(ahead[length])) ++length;
  while (length < ahead.size() && (static_cast<unsigned char>(ahead[length]) & 0xC0) == 0x80)
    ++length;
  return fmt::format("'{}'", ahead.substr(0, std::max<std::size_t>(length, 1)));
}

void check_characters(std::string_view text) {
  Cursor cursor(text);
  while (!cursor.at_end()) {
    const auto c = static_cast<unsigned char>(cursor.peek());
    const std::size_t length = utf8_length(cursor.rest());
    if (length == 0)
      throw TomlError{"toml-character", cursor.at(),
                      fmt::format("byte 0x{:02x} is not UTF-8; save the file as UTF-8", c)};
    if (c == '\r' && cursor.peek(1) != '\n')
      throw TomlError{"toml-character", cursor.at(),
                      "carriage return without line feed; save the file with LF or CRLF lines"};
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
      throw TomlError{"toml-character", cursor.at(),
                      fmt::format("control character 0x{:02x}; remove it", c)};
    cursor.advance(length);
  }
}

}  // namespace erfd
