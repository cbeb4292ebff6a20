// "-" in place of a file: standard input or output.
#pragma once

#include "input/options.hpp"
#include "output/output.hpp"

#include <CLI/CLI.hpp>

namespace erfd {

/// Takes standard input for the argument that is "-", and gives standard output to the file that is.
/// @throws Error if one of them is wanted twice.
void connect_standard_streams(const CLI::App& verb, Manners& manners);

/// A program from standard input is a text with a name.
void take_program(ProgramOptions& options);

}  // namespace erfd
