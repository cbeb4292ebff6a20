// KRL: from characters to words, numbers, texts, signs and line ends.
#pragma once

#include "program/script/machine.hpp"

namespace erfd::krl {

struct Token {
  enum class Kind : std::uint8_t { end, line_end, word, enumeration, number, text, sign };
  Kind kind = Kind::end;
  bool whole = false;                ///< of a number
  std::uint32_t begin = 0, end = 0;  ///< in the source
  std::string_view key;              ///< of a word in lower case; of a text its content
  double number = 0;

  bool is(std::string_view word_or_sign) const {
    return (kind == Kind::word || kind == Kind::sign) && key == word_or_sign;
  }
};

/// All tokens of one file. Characters that are none become signs that no statement has, so that their
/// line is told as foreign.
std::vector<Token> tokens_of(const script::Source& source, const script::Source::File& file,
                             script::Ast& ast);

}  // namespace erfd::krl
