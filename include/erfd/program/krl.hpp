// The robot language KRL (docs/krl.md): from its files to the motion IR.
#pragma once

#include "erfd/program/read_program.hpp"

#include <span>

namespace erfd {

/// Reads and runs a program of one file. Lines that are no KRL are told and stepped over.
/// Never throws for a bad program, always ends.
ReadProgram read_krl(std::string_view text, std::string file, const ProgramContext& context);
/// The same for several files: .src, .dat of the same name, $config.dat. The program begins with the
/// first routine of the first .src.
ReadProgram read_krl(std::span<const ProgramText> files, const ProgramContext& context);

/// Its words, and how it writes values.
const Dialect& krl_dialect();

/// Whether a text begins, behind blanks, comments and the lines of the head, with DEF or DEFDAT.
bool looks_like_krl(std::string_view text);

}  // namespace erfd
