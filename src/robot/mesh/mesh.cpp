#include "erfd/robot/mesh.hpp"

#include "base/lower_case.hpp"
#include "robot/mesh/text.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace erfd {
namespace {

/// For each vertex the first one that stands at the same place. By sorting: a table of hashes can be
/// made slow by who writes the file.
std::vector<std::uint32_t> first_of_equals(const std::vector<std::array<float, 3>>& vertices) {
  std::vector<std::uint32_t> order(vertices.size()), first(vertices.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return vertices[a] == vertices[b] ? a < b : vertices[a] < vertices[b];
  });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool repeats = k > 0 && vertices[order[k]] == vertices[order[k - 1]];
    first[order[k]] = repeats ? first[order[k - 1]] : order[k];
  }
  return first;
}

/// The same triangles on vertices that differ, in the order of their first use.
TriangleMesh merged(const TriangleMesh& raw) {
  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  const std::vector<std::uint32_t> first = first_of_equals(raw.vertices);
  std::vector<std::uint32_t> renumbered(raw.vertices.size(), unused);
  TriangleMesh mesh;
  for (const auto& triangle : raw.triangles) {
    const std::uint32_t a = first[triangle[0]], b = first[triangle[1]], c = first[triangle[2]];
    if (a == b || b == c || c == a) continue;
    for (const std::uint32_t old : {a, b, c}) {
      if (renumbered[old] != unused) continue;
      renumbered[old] = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.push_back(raw.vertices[old]);
    }
    mesh.triangles.push_back({renumbered[a], renumbered[b], renumbered[c]});
  }
  return mesh;
}

TriangleMesh read_as(MeshFormat format, std::string_view bytes, const std::string& name) {
  switch (format) {
    case MeshFormat::stl:
      return read_stl(bytes, name);
    case MeshFormat::obj:
      return read_obj(bytes, name);
    case MeshFormat::dae:
      break;
  }
  return read_dae(bytes, name);
}

}  // namespace

MeshFormat mesh_format(const std::string& name) {
  const std::string ending = lower_case(std::filesystem::path(name).extension().string());
  if (ending == ".stl") return MeshFormat::stl;
  if (ending == ".obj") return MeshFormat::obj;
  if (ending == ".dae") return MeshFormat::dae;
  refuse_mesh(name,
              fmt::format("found a file of the kind '{}', expected .stl, .obj or .dae; convert the "
                          "mesh",
                          ending));
}

TriangleMesh read_mesh(std::string_view bytes, const std::string& name) {
  check_mesh_size(name, bytes.size());
  TriangleMesh mesh = merged(read_as(mesh_format(name), bytes, name));
  if (mesh.triangles.empty())
    refuse_mesh(name, "found no triangle, expected one at least; export the mesh again");
  return mesh;
}

}  // namespace erfd
