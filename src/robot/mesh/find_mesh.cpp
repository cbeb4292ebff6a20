// Which file a robot may draw. A robot file may come from anywhere, so that its words must not open
// files of the user, of the system or of the network.
#include "erfd/robot/mesh.hpp"

#include "base/xml/source.hpp"
#include "robot/mesh/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view package_scheme = "package://";
constexpr std::uintmax_t most_package_bytes = 1 << 16;

/// The folder that a mesh must not leave, and its path from there.
struct Place {
  fs::path folder;
  fs::path path;
};

/// "http:", "file:", "C:": letters, digits and "+.-" in front of a colon.
bool has_scheme(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon != std::string_view::npos && name.find_first_of("/\\") > colon;
}

bool has_control_character(std::string_view name) {
  return std::any_of(name.begin(), name.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// The name that a package.xml gives its folder; empty if it gives none.
std::string name_in(const fs::path& file) {
  std::error_code failed;
  if (fs::file_size(file, failed) > most_package_bytes || failed) return "";
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  Diagnostics ignored;
  const XmlSource source(text, ignored);
  const auto* const name = source.root() ? source.root()->FirstChildElement("name") : nullptr;
  return name && name->GetText() ? name->GetText() : "";
}

/// A name alone makes no package: "home" or "tmp" lie above most robots.
bool is_package(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / "package.xml";
  std::error_code failed;
  return fs::is_regular_file(file, failed) && (folder.filename() == name || name_in(file) == name);
}

Place in_package(const fs::path& folder, std::string_view rest) {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string package(rest.substr(0, slash));
  if (package.empty() || slash >= rest.size())
    throw Error("found no path behind a package, expected package://NAME/path; write both");
  const fs::path path = rest.substr(slash + 1);
  if (folder.filename() == package) return {folder, path};  // as a path beside the robot file
  for (fs::path above = folder;; above = above.parent_path()) {
    if (is_package(above, package)) return {above, path};
    if (above == above.parent_path()) break;
  }
  throw Error(fmt::format(
      "found no package '{}' above {}, expected a folder with a package.xml; put the robot file "
      "into its package, or write a path relative to it",
      shown(package), folder.string()));
}

Place place_of(const fs::path& folder, std::string_view name) {
  if (name.starts_with(package_scheme))
    return in_package(folder, name.substr(package_scheme.size()));
  if (has_scheme(name))
    throw Error(
        "found an address, expected package://NAME/path or a path relative to the robot file; only "
        "such meshes are read");
  return {folder, name};
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace

std::string find_mesh(const std::string& robot_file, const std::string& name) {
  if (has_control_character(name) || name.empty())
    throw Error("found an empty name or a control character, expected the name of a file");
  if (robot_file.empty())
    throw Error("found a robot without a file, expected one: meshes stand beside it");
  mesh_format(name);
  std::error_code failed;
  const fs::path folder = fs::canonical(fs::absolute(robot_file).parent_path(), failed);
  if (failed) throw Error("found no folder of the robot file, expected one: meshes stand in it");
  const auto [root, path] = place_of(folder, name);
  const fs::path plain = path.lexically_normal();
  if (path.is_absolute() || *plain.begin() == "..")
    throw Error(fmt::format(
        "found a path that leaves {}, expected one below it; copy the mesh there", root.string()));
  const fs::path real = fs::canonical(root / plain, failed);
  if (failed)
    throw Error(fmt::format("found no file {}; copy the mesh there, or correct the name",
                            (root / plain).string()));
  if (!is_inside(real, root))
    throw Error(
        fmt::format("found a link that leads out of {}; copy the mesh there", root.string()));
  if (!fs::is_regular_file(real, failed))
    throw Error("found something else than a regular file, expected a mesh");
  return real.string();
}

}  // namespace erfd
