// RAPID: from characters to words, numbers, texts and signs.
#pragma once

#include "program/script/machine.hpp"

namespace erfd::rapid {

struct Token {
  enum class Kind : std::uint8_t { end, word, number, text, sign };
  Kind kind = Kind::end;
  std::uint32_t begin = 0, end = 0;  ///< in the source
  std::string_view key;              ///< of a word in lower case; of a text its content
  double number = 0;

  /// A word or sign, not a text of the same letters.
  bool is(std::string_view word_or_sign) const {
    return (kind == Kind::word || kind == Kind::sign) && key == word_or_sign;
  }
};

/// All tokens of one file. What is no token is reported and left out.
std::vector<Token> tokens_of(const script::Source& source, const script::Source::File& file,
                             script::Findings& findings, script::Ast& ast);

}  // namespace erfd::rapid
