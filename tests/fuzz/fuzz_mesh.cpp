// Any bytes as a mesh of each format: no crash, and what is read can be drawn.
#include "erfd/robot/mesh.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

void demand(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law);
  std::abort();
}

void demand_drawable(const erfd::TriangleMesh& mesh) {
  demand(!mesh.triangles.empty(), "a mesh has triangles");
  demand(mesh.triangles.size() <= erfd::most_mesh_triangles, "a mesh has not too many triangles");
  for (const auto& [a, b, c] : mesh.triangles) {
    demand(a < mesh.vertices.size() && b < mesh.vertices.size() && c < mesh.vertices.size(),
           "a triangle has vertices that are there");
    demand(a != b && b != c && c != a, "a triangle has three corners");
  }
  for (const auto& [x, y, z] : mesh.vertices)
    demand(std::isfinite(x) && std::isfinite(y) && std::isfinite(z), "a vertex is finite");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"fuzz.stl", "fuzz.obj", "fuzz.dae"}) {
    try {
      demand_drawable(erfd::read_mesh(bytes, name));
    } catch (const erfd::Error&) {
      continue;  // refused
    }
  }
  return 0;
}
