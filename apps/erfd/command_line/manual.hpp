// What CLI11 was told, for man pages and completions.
#pragma once

#include "output/manual.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace erfd {

Manual manual_of(const CLI::App& app);

/// The names of all verbs, in the order of the help.
std::vector<std::string> verbs_of(const CLI::App& app);

}  // namespace erfd
