// Programs that come with the command.
#pragma once

#include <string>
#include <vector>

namespace erfd {

/// The path of a program: as given if there is such a file, else that of a shipped program of that
/// name. @throws Error with the names that are known.
std::string find_program(const std::string& name_or_path);

/// Names of the programs that come with the command, sorted.
std::vector<std::string> known_programs();
/// The path of one of them. @throws Error if there is none of that name.
std::string known_program(const std::string& name);

}  // namespace erfd
