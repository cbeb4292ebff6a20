// Where robots live, and reading them from files.
#include "erfd/base/choices.hpp"
#include "erfd/base/text_file.hpp"
#include "erfd/robot/read.hpp"

#include "base/lower_case.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_MiB = 8;
constexpr const char* extensions[] = {".toml", ".urdf"};

std::vector<fs::path> folders_of_environment() {
  const char* const list = std::getenv("ERFD_ROBOTS");
  std::vector<fs::path> folders;
  std::string_view rest = list ? list : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

/// In the order in which they are searched; some may not exist.
std::vector<fs::path> robot_folders() {
  std::vector<fs::path> folders = folders_of_environment();
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) {  // a package that was moved after its installation
    folders.push_back(program.parent_path().parent_path() / "share/erfd/robots");
  }
  folders.emplace_back(ERFD_INSTALLED_ROBOTS);
  folders.emplace_back(ERFD_SOURCE_ROBOTS);
  return folders;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

std::string not_found(const std::string& name) {
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) {
    return fmt::format("robot '{}': it is a folder; name a .toml or .urdf file in it", name);
  }
  if (name.find('/') != std::string::npos) {
    return fmt::format("robot '{}': no such file; check the path", name);
  }
  std::string places = "the current folder";
  for (const fs::path& folder : robot_folders()) places += ", " + folder.string();
  return fmt::format(
      "robot '{}': not found in {}{}", name, places,
      did_you_mean(name, known_robots(), "; give a path, or name its folder in ERFD_ROBOTS"));
}

std::string unknown_extension(const std::string& extension) {
  if (extension == ".xacro") return "a xacro file; expand it first: xacro FILE > robot.urdf";
  return fmt::format("unknown extension '{}'; a robot file ends in .toml, .urdf or .xml",
                     extension);
}

}  // namespace

std::string find_robot(const std::string& name_or_path) {
  if (is_file(name_or_path)) return name_or_path;
  const bool is_name = !name_or_path.empty() && name_or_path.find('/') == std::string::npos;
  for (const fs::path& folder : is_name ? robot_folders() : std::vector<fs::path>()) {
    for (const char* extension : extensions) {
      const fs::path path = folder / (name_or_path + extension);
      if (is_file(path)) return path.string();
    }
  }
  throw Error(not_found(name_or_path));
}

std::vector<std::string> known_robots() {
  std::set<std::string> names;
  for (const fs::path& folder : robot_folders()) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      const bool is_robot = std::find(std::begin(extensions), std::end(extensions),
                                      entry.path().extension()) != std::end(extensions);
      if (is_robot && is_file(entry.path())) names.insert(entry.path().stem().string());
    }
  }
  return {names.begin(), names.end()};
}

ReadResult read_robot_text(std::string_view text, const std::string& file_name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '<' ? read_robot_urdf(text, file_name)
                                                  : read_robot_toml(text, file_name);
}

ReadResult read_robot_file(const std::string& path) {
  const std::string extension = lower_case(fs::path(path).extension().string());
  const TextFile file = read_text_file(path, "a .toml or .urdf file", most_MiB);
  if (file.ok() && extension == ".toml") return read_robot_toml(file.text, path);
  if (file.ok() && (extension == ".urdf" || extension == ".xml"))
    return read_robot_urdf(file.text, path);
  ReadResult result{{}, Diagnostics(path)};
  result.robot.file = path;
  result.findings.error("file", {}, file.ok() ? unknown_extension(extension) : file.problem);
  return result;
}

ReadResult read_scene_file(const std::string& path) {
  const TextFile file = read_text_file(path, "a scene file", most_MiB);
  if (file.ok()) return read_scene_toml(file.text, path);
  ReadResult result{{}, Diagnostics(path)};
  result.findings.error("file", {}, file.problem);
  return result;
}

}  // namespace erfd
