// The robot language L-IRL (docs/program-language.md): from its text to the motion IR.
#pragma once

#include "erfd/program/read_program.hpp"

namespace erfd {

/// Reads and runs a program. All errors of the text are found at once (at most 20); a program
/// without any is run until it ends or fails. Never throws for a bad program, always ends.
ReadProgram read_lirl(std::string_view text, std::string file, const ProgramContext& context);

/// Its words, and how it writes values.
const Dialect& lirl_dialect();

/// Whether a text begins, behind blanks and comments, with the word `program`.
bool looks_like_lirl(std::string_view text);

}  // namespace erfd
