// The robot language RAPID (docs/rapid.md): from its files to the motion IR.
#pragma once

#include "erfd/program/read_program.hpp"

#include <span>

namespace erfd {

/// Reads and runs a program of one file. All errors of the text are found at once (at most 20).
/// Never throws for a bad program, always ends.
ReadProgram read_rapid(std::string_view text, std::string file, const ProgramContext& context);
/// The same for several files. The program begins in the first one that holds its first routine.
ReadProgram read_rapid(std::span<const ProgramText> files, const ProgramContext& context);

/// Its words, and how it writes values.
const Dialect& rapid_dialect();

/// Whether a text begins, behind blanks and comments, with MODULE or the header of a controller.
bool looks_like_rapid(std::string_view text);

}  // namespace erfd
