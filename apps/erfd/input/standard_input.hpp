// Standard input in place of a file, as "-" asks for it.
#pragma once

#include <string>

namespace erfd {

/// How files are named that are standard input or output.
inline const std::string standard_stream = "-";
/// What messages call it.
inline const std::string standard_input_name = "<stdin>";

/// Reads all of standard input. Called once, for the one argument that is "-": nobody else, and no
/// request to a server, makes the command wait for input. @throws Error if it cannot be read.
void take_standard_input();

/// What was taken. @throws Error if nothing was.
const std::string& standard_input();

}  // namespace erfd
