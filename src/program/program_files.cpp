#include "program/program_files.hpp"

#include "erfd/base/text_file.hpp"

#include "program/companions.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace erfd {

namespace fs = std::filesystem;

ProgramFiles program_files(const std::string& path, const std::vector<std::string>& more) {
  ProgramFiles result;
  std::vector<fs::path> paths;
  std::vector<std::string> given{path};
  given.insert(given.end(), more.begin(), more.end());
  for (const std::string& name : given) {
    std::error_code failed;
    if (!fs::is_directory(name, failed)) {
      paths.emplace_back(name);
      continue;
    }
    const std::vector<fs::path> found = program_files_under(name);
    paths.insert(paths.end(), found.begin(), found.end());
    if (!found.empty()) continue;
    result.problem = fmt::format(
        "{}: a folder without .mod, .sys, .src or .dat files; name a program or the folder of a "
        "backup",
        name);
    return result;
  }
  const std::vector<fs::path> besides = companions(paths);
  paths.insert(paths.end(), besides.begin(), besides.end());
  for (const fs::path& p : paths) {
    TextFile read = read_text_file(p.string(), "a program");
    if (!read.ok()) {
      result.problem =
          paths.size() == 1 ? read.problem : fmt::format("{}: {}", p.string(), read.problem);
      return result;
    }
    result.files.push_back({p.string(), std::move(read.text)});
  }
  return result;
}

}  // namespace erfd
