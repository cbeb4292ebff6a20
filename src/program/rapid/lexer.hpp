// RAPID: from characters to words, numbers, texts and signs.
#pragma once

#include "program/script/parser.hpp"

namespace erfd::rapid {

using script::Token;

/// All tokens of one file. What is no token is reported and left out.
std::vector<Token> tokens_of(const script::Source& source, const script::Source::File& file,
                             script::Findings& findings, script::Ast& ast);

}  // namespace erfd::rapid
