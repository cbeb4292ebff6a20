#include "erfd/program/find_program.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"

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

std::vector<std::string> known_programs() {
  for (const char* folder : {ERFD_SOURCE_PROGRAMS, ERFD_INSTALLED_PROGRAMS})
    if (std::vector<std::string> names = names_in(folder); !names.empty()) return names;
  return {};
}

std::string known_program(const std::string& name) {
  for (const char* folder : {ERFD_SOURCE_PROGRAMS, ERFD_INSTALLED_PROGRAMS}) {
    const std::vector<std::string> names = names_in(folder);
    if (std::find(names.begin(), names.end(), name) != names.end())
      return (fs::path(folder) / (name + ".irl")).string();
  }
  const std::vector<std::string> known = known_programs();
  throw Error(
      fmt::format("{}: no such file, and no program of that name{}; programs that come with "
                  "erfd: {}",
                  name, did_you_mean(name, known), fmt::join(known, ", ")));
}

std::string find_program(const std::string& name_or_path) {
  return fs::exists(name_or_path) ? name_or_path : known_program(name_or_path);
}

}  // namespace erfd
