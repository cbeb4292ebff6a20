// Files that belong to a program without being named: what its controller would have loaded, too.
#pragma once

#include <filesystem>
#include <vector>

namespace erfd {

/// Data beside a .src and the $config.dat of its backup; the routines and points of that backup that
/// the program names, and those that they name; the other modules of a RAPID task. None of `given`.
std::vector<std::filesystem::path> companions(const std::vector<std::filesystem::path>& given);

/// All program files under a folder, of a backup those of its first task: programs before data.
std::vector<std::filesystem::path> program_files_under(const std::filesystem::path& folder);

}  // namespace erfd
