// Vertex clustering. Source [RB93] J. Rossignac, P. Borrel, Multi-resolution 3D approximations for
// rendering complex scenes, 1993; here with the mean of a cell as its vertex.
#include "report/document/thin_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace erfd {
namespace {

using Point = std::array<double, 3>;

struct Box {
  Point low, high;
};

Box box_of(const TriangleMesh& mesh) {
  Box box{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto [low, high] =
        std::minmax_element(mesh.vertices.begin(), mesh.vertices.end(),
                            [k](const auto& a, const auto& b) { return a[k] < b[k]; });
    box.low[k] = (*low)[k];
    box.high[k] = (*high)[k];
  }
  return box;
}

/// The number of its cell for each vertex, cells numbered in the order of their first vertex, and the
/// mean of each cell.
struct Cells {
  std::vector<std::uint32_t> of_vertex;
  std::vector<std::array<float, 3>> means;
};

Cells cells_of(const TriangleMesh& mesh, const Box& box, double cell) {
  using Key = std::array<std::int32_t, 3>;
  std::vector<std::pair<Key, std::uint32_t>> keys;
  keys.reserve(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    Key key{};
    for (std::size_t k = 0; k < 3; ++k)
      key[k] = static_cast<std::int32_t>((mesh.vertices[i][k] - box.low[k]) / cell);
    keys.emplace_back(key, static_cast<std::uint32_t>(i));
  }
  std::sort(keys.begin(), keys.end());
  Cells cells;
  cells.of_vertex.resize(keys.size());
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    Point sum{};
    for (end = begin; end < keys.size() && keys[end].first == keys[begin].first; ++end) {
      cells.of_vertex[keys[end].second] = static_cast<std::uint32_t>(cells.means.size());
      for (std::size_t k = 0; k < 3; ++k) sum[k] += mesh.vertices[keys[end].second][k];
    }
    const auto count = static_cast<double>(end - begin);
    cells.means.push_back({static_cast<float>(sum[0] / count), static_cast<float>(sum[1] / count),
                           static_cast<float>(sum[2] / count)});
  }
  return cells;
}

/// The corner with the smallest number first, so that equal triangles look equal; they keep their
/// side.
std::array<std::uint32_t, 3> turned(std::array<std::uint32_t, 3> triangle) {
  std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
  return triangle;
}

TriangleMesh clustered(const TriangleMesh& mesh, const Box& box, double cell) {
  Cells cells = cells_of(mesh, box, cell);
  TriangleMesh thin;
  thin.vertices = std::move(cells.means);
  for (const auto& [i, j, k] : mesh.triangles) {
    const std::uint32_t a = cells.of_vertex[i], b = cells.of_vertex[j], c = cells.of_vertex[k];
    if (a != b && b != c && c != a) thin.triangles.push_back(turned({a, b, c}));
  }
  std::sort(thin.triangles.begin(), thin.triangles.end());
  thin.triangles.erase(std::unique(thin.triangles.begin(), thin.triangles.end()),
                       thin.triangles.end());
  return thin;
}

/// What each mesh may have so that together they have `most`: what small ones leave is for the large.
std::size_t largest_share(const std::vector<TriangleMesh>& meshes, std::size_t most) {
  std::vector<std::size_t> counts;
  counts.reserve(meshes.size());
  for (const TriangleMesh& mesh : meshes) counts.push_back(mesh.triangles.size());
  std::sort(counts.begin(), counts.end());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::size_t share = most / (counts.size() - i);
    if (counts[i] > share) return share;
    most -= counts[i];
  }
  return most;
}

}  // namespace

TriangleMesh thinned(const TriangleMesh& mesh, std::size_t most) {
  if (mesh.triangles.size() <= most) return mesh;
  const Box box = box_of(mesh);
  double side = 0;
  for (std::size_t k = 0; k < 3; ++k) side = std::max(side, box.high[k] - box.low[k]);
  // A surface in a grid of n cells a side meets about n² of them, two triangles each. Start finer
  // than `most` allows and coarsen until it fits.
  double cells = std::max(2.0, 2 * std::sqrt(static_cast<double>(most)));
  TriangleMesh thin = clustered(mesh, box, side / cells);
  while (thin.triangles.size() > most) {  // one cell has none
    cells *= 0.85;
    thin = clustered(mesh, box, side / cells);
  }
  return thin;
}

std::size_t triangle_count(const std::vector<TriangleMesh>& meshes) {
  return std::accumulate(
      meshes.begin(), meshes.end(), std::size_t{0},
      [](std::size_t sum, const TriangleMesh& mesh) { return sum + mesh.triangles.size(); });
}

bool thin_together(std::vector<TriangleMesh>& meshes, std::size_t most) {
  if (triangle_count(meshes) <= most) return false;
  const std::size_t each = largest_share(meshes, most);
  for (TriangleMesh& mesh : meshes) mesh = thinned(mesh, each);
  return true;
}

}  // namespace erfd
