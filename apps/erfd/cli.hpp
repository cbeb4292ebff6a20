// The command line.
#pragma once

namespace erfd {

/// Reads the arguments, runs the verb, reports errors. Returns the exit status.
int run_command_line(int argc, const char* const* argv);

}  // namespace erfd
