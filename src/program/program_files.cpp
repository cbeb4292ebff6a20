#include "program/program_files.hpp"

#include "erfd/base/text_file.hpp"

#include "base/lower_case.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 500;
constexpr int levels_up = 5;

std::string extension_of(const fs::path& path) { return lower_case(path.extension().string()); }

bool is_of_program(const fs::path& path) {
  constexpr std::array known = {".mod", ".modx", ".prg", ".sys", ".sysx", ".src", ".dat", ".sub"};
  const std::string extension = extension_of(path);
  return std::find(known.begin(), known.end(), extension) != known.end();
}

/// A backup holds one folder a task: the first one moves the robot.
fs::path task_in(const fs::path& folder) {
  for (const fs::path& base : {folder / "RAPID", folder / "rapid", folder}) {
    std::vector<fs::path> tasks;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(base, failed))
      if (lower_case(entry.path().filename().string()).starts_with("task") &&
          entry.is_directory(failed))
        tasks.push_back(entry.path());
    if (!tasks.empty()) return *std::min_element(tasks.begin(), tasks.end());
  }
  return folder;
}

void add_folder(const fs::path& folder, std::vector<fs::path>& paths) {
  std::error_code failed;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator
           entry(task_in(folder), fs::directory_options::skip_permission_denied, failed),
       end;
       !failed && entry != end && found.size() < most_files; entry.increment(failed))
    if (entry->is_regular_file(failed) && is_of_program(entry->path()))
      found.push_back(entry->path());
  std::sort(found.begin(), found.end());
  // A program before the data of the controller.
  std::stable_partition(found.begin(), found.end(), [](const fs::path& p) {
    const std::string extension = extension_of(p);
    return extension != ".dat" && !extension.starts_with(".sys");
  });
  paths.insert(paths.end(), found.begin(), found.end());
}

/// A file of a folder whose name differs in capitals at most.
fs::path like(const fs::path& folder, const std::string& name) {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (lower_case(entry.path().filename().string()) == lower_case(name)) return entry.path();
  return {};
}

/// The .dat of a .src, and the $config.dat of the backup around it.
void add_companions(const fs::path& path, std::vector<fs::path>& paths) {
  if (extension_of(path) != ".src") return;
  const auto add = [&](const fs::path& found) {
    if (!found.empty() && std::find(paths.begin(), paths.end(), found) == paths.end())
      paths.push_back(found);
  };
  std::error_code failed;
  const fs::path folder = fs::absolute(path, failed).parent_path();
  add(like(folder, path.stem().string() + ".dat"));
  fs::path up = folder;
  for (int level = 0; level < levels_up && up.has_relative_path(); ++level, up = up.parent_path()) {
    for (const fs::path& place : {up, up / "System", up / "R1" / "System"}) {
      if (const fs::path found = like(place, "$config.dat"); !found.empty()) return add(found);
    }
  }
}

}  // namespace

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
    const std::size_t before = paths.size();
    add_folder(name, paths);
    if (paths.size() > before) continue;
    result.problem = fmt::format(
        "{}: a folder without .mod, .sys, .src or .dat files; name a program or the folder of a "
        "backup",
        name);
    return result;
  }
  const std::vector<fs::path> own = paths;
  for (const fs::path& p : own) add_companions(p, paths);
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
