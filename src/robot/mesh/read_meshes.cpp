#include "base/xml/source.hpp"
#include "robot/mesh/text.hpp"

#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace {

// Of all meshes of a robot: what the page shows is far less.
constexpr std::size_t most_triangles = 3 * most_mesh_triangles;

/// The bytes of a file that is not too large. @throws Error
std::string bytes_of(const std::string& path, const std::string& name) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (!failed) check_mesh_size(name, size);
  std::string bytes(failed ? 0 : size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (failed || !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    refuse_mesh(name, "cannot be read; check its permissions");
  return bytes;
}

class MeshCollector {
 public:
  MeshCollector(const std::string& robot_file, Diagnostics& findings)
      : robot_file_(robot_file), findings_(findings) {}

  void add(const VisualDescription& visual, const std::string& owner) {
    if (visual.kind != VisualKind::mesh) return;
    const Outcome& outcome = outcome_of(visual.mesh);
    if (outcome.number >= 0)
      result_.number.emplace(visual.mesh, outcome.number);
    else
      findings_.warning("mesh", visual.at,
                        fmt::format("{}: mesh '{}' is not drawn: {}", owner, shown(visual.mesh),
                                    outcome.problem));
  }

  RobotMeshes take() { return std::move(result_); }

 private:
  struct Outcome {
    int number = -1;
    std::string problem;
  };

  /// Each name and each file is looked at once: a file may be named ten thousand times.
  const Outcome& outcome_of(const std::string& name) {
    const auto known = by_name_.find(name);
    if (known != by_name_.end()) return known->second;
    Outcome outcome;
    try {
      const std::string path = find_mesh(robot_file_, name);
      const auto [entry, is_new] = by_path_.try_emplace(path);
      if (is_new) entry->second = read(path);
      outcome = entry->second;
    } catch (const Error& refusal) {
      outcome.problem = refusal.what();
    }
    return by_name_.emplace(name, std::move(outcome)).first->second;
  }

  Outcome read(const std::string& path) {
    try {
      const std::string name = std::filesystem::path(path).filename().string();
      TriangleMesh mesh = read_mesh(bytes_of(path, name), name);
      if (triangles_ + mesh.triangles.size() > most_triangles)
        refuse_mesh(name,
                    fmt::format("found more than {} triangles in all meshes of the robot; thin "
                                "the meshes",
                                most_triangles));
      triangles_ += mesh.triangles.size();
      result_.meshes.push_back(std::move(mesh));
      return {static_cast<int>(result_.meshes.size()) - 1, ""};
    } catch (const Error& refusal) {
      return {-1, refusal.what()};
    }
  }

  const std::string& robot_file_;
  Diagnostics& findings_;
  RobotMeshes result_;
  std::map<std::string, Outcome> by_name_, by_path_;
  std::size_t triangles_ = 0;
};

}  // namespace

RobotMeshes read_meshes(const RobotDescription& robot, Diagnostics& findings) {
  MeshCollector collector(robot.file, findings);
  for (const VisualDescription& visual : robot.base.visuals) collector.add(visual, "base");
  for (const BodyDescription& body : robot.bodies) {
    for (const VisualDescription& visual : body.visuals)
      collector.add(visual, fmt::format("body '{}'", shown(body.name)));
  }
  if (robot.scene)
    for (const SceneObjectDescription& object : robot.scene->objects)
      collector.add(object.visual, fmt::format("scene object '{}'", shown(object.name)));
  findings.sort();
  return collector.take();
}

}  // namespace erfd
