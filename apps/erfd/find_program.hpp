// Programs that come with the command.
#pragma once

#include <string>

namespace erfd {

/// The path of a program: as given if there is such a file, else that of a shipped program of that
/// name. @throws Error with the names that are known.
std::string find_program(const std::string& name_or_path);

}  // namespace erfd
