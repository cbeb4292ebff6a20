// Walks through a text and knows the line and column.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <string>
#include <string_view>

namespace erfd {

/// What the parser throws to leave a broken line; the parser catches it itself.
struct TomlError {
  std::string_view check;
  Location at;
  std::string message;
};

/// Letters, digits, '_' and '-' of ASCII, whatever the locale.
inline bool is_bare_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return place_ >= text_.size(); }
  /// The character `ahead` of here; '\0' behind the end (the text itself holds none).
  char peek(std::size_t ahead = 0) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }
  std::string_view rest() const { return text_.substr(place_); }
  bool looks_at(std::string_view word) const { return rest().substr(0, word.size()) == word; }
  bool at_newline() const { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }
  Location at() const { return {line_, column_}; }

  /// Columns count characters: the continuation bytes of UTF-8 do not.
  char advance() {
    const char c = text_[place_++];
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++column_;
    }
    return c;
  }
  void advance(std::size_t count) {
    for (; count > 0; --count) advance();
  }
  bool take(std::string_view word) {
    if (!looks_at(word)) return false;
    advance(word.size());
    return true;
  }
  bool take_newline() { return take("\n") || take("\r\n"); }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') advance();
  }
  void skip_to_line_end() {
    while (!at_end() && !at_newline()) advance();
  }
  /// The word or character here, for messages: 'revolute', the end of the line, the end of the
  /// file.
  std::string found() const;

 private:
  std::string_view text_;
  std::size_t place_ = 0;
  int line_ = 1;
  int column_ = 1;
};

/// Reports bytes that no TOML text may hold: broken UTF-8, control characters, lone carriage
/// returns. Throws TomlError at the first one.
void check_characters(std::string_view text);

}  // namespace erfd
