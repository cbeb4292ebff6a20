// KRL: from characters to words, numbers, texts, signs and line ends.
#pragma once

#include "program/script/parser.hpp"

namespace erfd::krl {

using script::Token;

/// All tokens of one file. Characters that are none become signs that no statement has, so that their
/// line is told as foreign.
std::vector<Token> tokens_of(const script::Source& source, const script::Source::File& file,
                             script::Ast& ast);

}  // namespace erfd::krl
