// From characters to words, numbers, texts and signs.
#pragma once

#include "program/findings.hpp"
#include "program/lirl/units.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace erfd::lirl {

using reading::Failure;
using reading::Findings;
using reading::StopReading;

struct Token {
  enum class Kind { end, word, integer, real, text, sign };
  Kind kind = Kind::end;
  Location at, end_at;             ///< of its first character, and one behind its last
  std::size_t begin = 0, end = 0;  ///< in the source
  std::string key;                 ///< of a word in lower case, of a sign, of a text its content
  std::int64_t integer = 0;
  Number number;

  /// A word or sign, not a text of the same letters.
  bool is(std::string_view word_or_sign) const {
    return (kind == Kind::word || kind == Kind::sign) && key == word_or_sign;
  }
};

/// Gives the tokens one by one. What is no token is reported and left out.
class Lexer {
 public:
  Lexer(std::string_view source, Findings& findings);
  Token next();
  /// A comment that is never closed swallows the rest of the file.
  bool lost_in_comment() const { return lost_in_comment_; }

 private:
  bool at_end() const { return i_ >= source_.size(); }
  char now() const { return source_[i_]; }
  char ahead(std::size_t n = 1) const { return i_ + n < source_.size() ? source_[i_ + n] : '\0'; }
  void step();
  void skip_blanks();
  void skip_comment();
  void skip_bad_characters();
  void word(Token& token);
  void number(Token& token);
  bool exponent_follows() const;
  void unit(Token& token);
  void text(Token& token);
  void give_back_semicolon(Token& token);
  bool sign(Token& token);

  std::string_view source_;
  Findings& findings_;
  std::size_t i_ = 0;
  Location at_{1, 1};
  bool lost_in_comment_ = false;
};

}  // namespace erfd::lirl
