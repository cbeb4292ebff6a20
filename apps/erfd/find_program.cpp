#include "find_program.hpp"

#include "erfd/description/diagnostics.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".irl") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string find_program(const std::string& name_or_path) {
  if (fs::exists(name_or_path)) return name_or_path;
  std::vector<std::string> known;
  for (const char* folder : {ERFD_SOURCE_PROGRAMS, ERFD_INSTALLED_PROGRAMS}) {
    const fs::path file = fs::path(folder) / (name_or_path + ".irl");
    if (name_or_path.find('/') == std::string::npos && fs::exists(file)) return file.string();
    if (known.empty()) known = names_in(folder);
  }
  const std::string near = nearest_word(name_or_path, known);
  throw Error(
      fmt::format("{}: no such file, and no program of that name{}; programs that come with "
                  "erfd: {}",
                  name_or_path, near.empty() ? "" : fmt::format("; did you mean '{}'?", near),
                  fmt::join(known, ", ")));
}

}  // namespace erfd
