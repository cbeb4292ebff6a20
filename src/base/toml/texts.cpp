// Texts of TOML 1.0: basic and literal, on one line or several.
#include "base/toml/scalars.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

void append_utf8(std::string& text, unsigned code) {
  const auto byte = [&](unsigned value) { text += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The digits of \uXXXX or \UXXXXXXXX.
void read_code_point(Cursor& cursor, int digits, std::string& text) {
  const Location at = cursor.at();
  unsigned code = 0;
  for (int i = 0; i < digits; ++i) {
    const int digit = hex_value(cursor.peek());
    if (digit < 0)
      throw TomlError{
          "toml-syntax", at,
          fmt::format("found {}, expected {} hexadecimal digits", cursor.found(), digits)};
    code = code << 4 | static_cast<unsigned>(digit);
    cursor.advance();
  }
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
    throw TomlError{"toml-syntax", at, fmt::format("U+{:04X} is not a Unicode character", code)};
  append_utf8(text, code);
}

/// What follows a backslash.
void read_escape(Cursor& cursor, std::string& text) {
  const Location at{cursor.at().line, cursor.at().column - 1};  // of the backslash
  constexpr std::string_view letters = "btnfr\"\\", meanings = "\b\t\n\f\r\"\\";
  const char letter = cursor.peek();
  const std::size_t known = letter == '\0' ? std::string_view::npos : letters.find(letter);
  if (known != std::string_view::npos) {
    text += meanings[known];
    cursor.advance();
  } else if (cursor.take("u")) {
    read_code_point(cursor, 4, text);
  } else if (cursor.take("U")) {
    read_code_point(cursor, 8, text);
  } else {
    throw TomlError{"toml-syntax", at,
                    fmt::format("'\\' before {} is no escape; a text between single quotes takes "
                                "backslashes as they are",
                                cursor.found())};
  }
}

/// A backslash at the end of a line eats all white space up to the next word.
bool take_line_continuation(Cursor& cursor) {
  Cursor ahead = cursor;
  ahead.skip_blanks();
  if (!ahead.take_newline()) return false;
  do ahead.skip_blanks();
  while (ahead.take_newline());
  cursor = ahead;
  return true;
}

std::string read_one_line(Cursor& cursor, char quote, Location at) {
  std::string text;
  while (cursor.peek() != quote) {
    if (cursor.at_end() || cursor.at_newline())
      throw TomlError{"toml-syntax", at,
                      fmt::format("text is not closed on its line; close it with {}", quote)};
    const char c = cursor.advance();
    if (c == '\\' && quote == '"')
      read_escape(cursor, text);
    else
      text += c;
  }
  cursor.advance();
  return text;
}

std::string read_many_lines(Cursor& cursor, char quote, Location at) {
  const std::string close(3, quote);
  std::string text;
  cursor.take_newline();
  while (!cursor.looks_at(close)) {
    if (cursor.at_end())
      throw TomlError{
          "toml-syntax", at,
          fmt::format("text is not closed before the end of the file; close it with {}", close)};
    if (cursor.take_newline()) {
      text += '\n';
      continue;
    }
    const char c = cursor.advance();
    if (c != '\\' || quote != '"')
      text += c;
    else if (!take_line_continuation(cursor))
      read_escape(cursor, text);
  }
  cursor.advance(3);
  for (int i = 0; i < 2 && cursor.peek() == quote; ++i)
    text += cursor.advance();  // """a""" may end in quotes
  return text;
}

}  // namespace

std::string read_toml_text(Cursor& cursor, bool multi_line_allowed) {
  const Location at = cursor.at();
  const char quote = cursor.peek();
  if (!cursor.looks_at(std::string(3, quote))) {
    cursor.advance();
    return read_one_line(cursor, quote, at);
  }
  if (!multi_line_allowed)
    throw TomlError{"toml-syntax", at, "a key cannot be a text of several lines"};
  cursor.advance(3);
  return read_many_lines(cursor, quote, at);
}

}  // namespace erfd
