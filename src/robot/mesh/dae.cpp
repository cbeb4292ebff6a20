// COLLADA 1.4 and 1.5: the meshes of the scene, each where its node stands, in metres.
//
// <up_axis> is not followed: RViz and Gazebo do not, so that robots are made for what happens without it.
// Colours, textures, skins, curves and everything outside of the file are not read.
#include "robot/mesh/dae.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace dae {
namespace {

constexpr std::size_t most_bytes = std::size_t{8} << 20;  // of XML, which takes far more memory
constexpr int most_nodes = 10'000;  // with what they draw: they may use others, and these others
constexpr int deepest = 64;

/// Rows of [R p]: a point goes to R x + p.
using Transform = std::array<std::array<double, 4>, 3>;
constexpr Transform identity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

Transform operator*(const Transform& a, const Transform& b) {
  Transform product{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      product[i][j] = j == 3 ? a[i][3] : 0;
      for (std::size_t k = 0; k < 3; ++k) product[i][j] += a[i][k] * b[k][j];
    }
  }
  return product;
}

/// Rodrigues: R = cos φ E + sin φ [n]× + (1 − cos φ) n nᵀ.
Transform turn(double x, double y, double z, double degrees) {
  const double length = std::hypot(x, y, z), angle = degrees * std::numbers::pi / 180;
  const double c = std::cos(angle), s = std::sin(angle), d = 1 - c;
  x /= length, y /= length, z /= length;
  return {{{c + d * x * x, d * x * y - s * z, d * x * z + s * y, 0},
           {d * x * y + s * z, c + d * y * y, d * y * z - s * x, 0},
           {d * x * z - s * y, d * y * z + s * x, c + d * z * z, 0}}};
}

class SceneReader {
 public:
  explicit SceneReader(const Document& document) : document_(document) {}

  TriangleMesh read() {
    const Element& scene = document_.child(document_.root(), "scene");
    const Element& instance = document_.child(scene, "instance_visual_scene");
    const double metres = metres_of_a_unit();
    const Transform to_metres{{{metres, 0, 0, 0}, {0, metres, 0, 0}, {0, 0, metres, 0}}};
    add_children(document_.linked(instance, "url", "visual_scene"), to_metres, 0);
    return std::move(mesh_);
  }

 private:
  double metres_of_a_unit() const {
    const Element* const asset = document_.root().FirstChildElement("asset");
    const Element* const unit = asset ? asset->FirstChildElement("unit") : nullptr;
    if (!unit) return 1;
    const double metres = unit->DoubleAttribute("meter", 1);
    if (!(metres > 0 && metres < 1e6))
      document_.refuse(*unit, fmt::format("found a unit of {} m, expected one above 0", metres));
    return metres;
  }

  void add_children(const Element& parent, const Transform& X, int depth) {
    for (const Element* child = parent.FirstChildElement(); child;
         child = child->NextSiblingElement()) {
      const std::string_view kind = child->Name();
      if (kind == "node") add_node(*child, X, depth + 1);
      if (kind == "instance_node") add_node(document_.linked(*child, "url", "node"), X, depth + 1);
      if (kind == "instance_geometry") add_geometry(document_.linked(*child, "url", "geometry"), X);
    }
  }

  void add_node(const Element& node, const Transform& X_parent, int depth) {
    count_node(node, depth);
    Transform X = X_parent;
    for (const Element* child = node.FirstChildElement(); child;
         child = child->NextSiblingElement())
      X = X * transform_of(*child);
    add_children(node, X, depth);
  }

  void count_node(const Element& node, int depth) {
    if (depth <= deepest && ++nodes_ <= most_nodes) return;
    document_.refuse(node,
                     fmt::format("found more than {} nodes or {} in each other; export the mesh "
                                 "as STL",
                                 most_nodes, deepest));
  }

  /// No transform for what is none.
  Transform transform_of(const Element& element) const {
    const std::string_view kind = element.Name();
    const auto numbers = [&](std::size_t count) {
      std::vector<double> values = document_.numbers(element);
      if (values.size() != count)
        document_.refuse(element,
                         fmt::format("found {} numbers in <{}>, expected {}; export the mesh "
                                     "again",
                                     values.size(), kind, count));
      return values;
    };
    if (kind == "translate") {
      const auto p = numbers(3);
      return {{{1, 0, 0, p[0]}, {0, 1, 0, p[1]}, {0, 0, 1, p[2]}}};
    }
    if (kind == "scale") {
      const auto s = numbers(3);
      return {{{s[0], 0, 0, 0}, {0, s[1], 0, 0}, {0, 0, s[2], 0}}};
    }
    if (kind == "rotate") {
      const auto r = numbers(4);
      return r[3] == 0 ? identity : turn(r[0], r[1], r[2], r[3]);
    }
    if (kind == "matrix") {
      const auto m = numbers(16);
      return {{{m[0], m[1], m[2], m[3]}, {m[4], m[5], m[6], m[7]}, {m[8], m[9], m[10], m[11]}}};
    }
    if (kind == "lookat" || kind == "skew")
      document_.refuse(element,
                       fmt::format("found <{}>, expected <matrix>; export the mesh again", kind));
    return identity;
  }

  void add_geometry(const Element& geometry, const Transform& X) {
    count_node(geometry, 0);
    const auto [known, is_new] = geometries_.try_emplace(&geometry);
    if (is_new) known->second = read_geometry(geometry, document_);
    const TriangleMesh& part = known->second;
    check_triangle_count(document_.file(), mesh_.triangles.size() + part.triangles.size());
    if (mesh_.vertices.size() + part.vertices.size() > 3 * most_mesh_triangles)
      document_.refuse(geometry, "found more vertices than triangles may have; thin the mesh");
    const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (const auto& [x, y, z] : part.vertices) {
      std::array<float, 3>& vertex = mesh_.vertices.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        vertex[k] = static_cast<float>(X[k][0] * x + X[k][1] * y + X[k][2] * z + X[k][3]);
        if (!std::isfinite(vertex[k]))
          document_.refuse(geometry, "found a vertex that is not finite; export the mesh again");
      }
    }
    for (const auto& [a, b, c] : part.triangles)
      mesh_.triangles.push_back({first + a, first + b, first + c});
  }

  const Document& document_;
  TriangleMesh mesh_;
  std::map<const Element*, TriangleMesh> geometries_;
  int nodes_ = 0;
};

}  // namespace
}  // namespace dae

TriangleMesh read_dae(std::string_view bytes, const std::string& file) {
  if (bytes.size() > dae::most_bytes)
    refuse_mesh(file,
                fmt::format("found {:.1f} MiB of COLLADA, expected at most {}; export the mesh as "
                            "STL",
                            static_cast<double>(bytes.size()) / (1 << 20), dae::most_bytes >> 20));
  return dae::SceneReader(dae::Document(bytes, file)).read();
}

}  // namespace erfd
