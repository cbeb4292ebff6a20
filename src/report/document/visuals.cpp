// Visuals and meshes of the run document.
#include "erfd/report/run_document.hpp"

#include "report/document/base64.hpp"
#include "report/document/parts.hpp"
#include "report/document/thin_mesh.hpp"

#include <bit>

#include <fmt/format.h>

namespace erfd {
namespace {

static_assert(std::endian::native == std::endian::little, "base64 of meshes is little-endian");

// More takes longer to open than it shows.
constexpr std::size_t most_triangles = 200'000;

Json vector_json(const Vector3<double>& v) { return Json::List{v.x(), v.y(), v.z()}; }

}  // namespace

Json visual_json(const Visual& visual) {
  Json json = Json::Object{{"X_BV", pose_json(visual.X_BV)}};
  switch (visual.kind) {
    case VisualKind::box:
      json.set("kind", "box");
      json.set("size_m", vector_json(visual.size));
      break;
    case VisualKind::cylinder:
      json.set("kind", "cylinder");
      json.set("radius_m", visual.radius);
      json.set("length_m", visual.length);
      break;
    case VisualKind::sphere:
      json.set("kind", "sphere");
      json.set("radius_m", visual.radius);
      break;
    case VisualKind::mesh:
      json.set("kind", "mesh");
      json.set("mesh", visual.mesh);
      json.set("scale", vector_json(visual.scale));
      break;
  }
  if (!visual.color.empty()) json.set("color", visual.color);
  if (visual.of_mass) json.set("of_mass", true);
  return json;
}

namespace {

template <class Triple>
std::string encoded(const std::vector<Triple>& triples) {
  return base64(std::as_bytes(std::span(triples)));
}

Json mesh_json(const TriangleMesh& mesh) {
  return Json::Object{{"vertices", static_cast<int>(mesh.vertices.size())},
                      {"triangles", static_cast<int>(mesh.triangles.size())},
                      {"positions", encoded(mesh.vertices)},
                      {"indices", encoded(mesh.triangles)}};
}

}  // namespace

VisualsJson visuals_json(const Visuals& look, int bodies) {
  VisualsJson json{std::vector<Json::List>(static_cast<std::size_t>(bodies)), {}, {}, look.notes};
  for (const Visual& visual : look.visuals)
    (visual.body.is_world() ? json.of_world
                            : json.of_body.at(static_cast<std::size_t>(visual.body.value)))
        .push_back(visual_json(visual));
  std::vector<TriangleMesh> meshes = look.meshes;
  if (thin_together(meshes, most_triangles))
    json.notes.push_back(
        fmt::format("The drawing has {} of the {} triangles of the robot's meshes.",
                    triangle_count(meshes), triangle_count(look.meshes)));
  for (const TriangleMesh& mesh : meshes) json.meshes.push_back(mesh_json(mesh));
  return json;
}

RunLabels run_labels(std::string generator, const RobotDescription& robot, const Model& model) {
  Diagnostics findings(robot.file);
  RunLabels labels{.generator = std::move(generator), .robot_title = robot.title};
  labels.look = visuals_of(robot, model, read_meshes(robot, findings));
  for (const Diagnostic& finding : findings.all())
    labels.look.notes.push_back(to_string(finding, robot.file));
  return labels;
}

void add_notes(const std::vector<std::string>& notes, Json& document) {
  if (!notes.empty()) document.set("notes", Json::List(notes.begin(), notes.end()));
}

}  // namespace erfd
