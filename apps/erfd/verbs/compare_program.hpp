// Where the studies of `erfd compare` are.
#pragma once

#include <filesystem>

namespace erfd {

/// The program erfd-compare beside this one, whether it is there or not.
inline std::filesystem::path compare_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "erfd-compare";
}

}  // namespace erfd
