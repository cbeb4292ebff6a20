// Wavefront OBJ: `v x y z` and `f 1 2/5 3//7 …`; indices count from 1, negative ones backwards from the
// last vertex so far. Everything else (normals, textures, groups, materials, curves) is not drawn.
#include "base/toml/findings.hpp"
#include "robot/mesh/text.hpp"

#include <charconv>

#include <fmt/format.h>

namespace erfd {
namespace {

// As many as the triangles can have.
constexpr std::size_t most_vertices = 3 * most_mesh_triangles;

class ObjReader {
 public:
  ObjReader(std::string_view bytes, const std::string& file) : text_(bytes, file), file_(file) {}

  TriangleMesh read() {
    while (text_.next_line()) {
      const std::string_view word = text_.next_word();
      if (word == "v") add_vertex();
      if (word == "f") add_polygon();
    }
    return std::move(mesh_);
  }

 private:
  void add_vertex() {
    if (mesh_.vertices.size() == most_vertices)
      text_.refuse(fmt::format("found more than {} vertices; thin the mesh", most_vertices));
    mesh_.vertices.push_back(text_.next_point());
  }

  /// A fan about the first corner.
  void add_polygon() {
    const std::uint32_t first = next_corner();
    std::uint32_t before = next_corner();
    std::uint32_t last = next_corner();
    for (;;) {
      check_triangle_count(file_, mesh_.triangles.size() + 1);
      mesh_.triangles.push_back({first, before, last});
      const std::string_view word = text_.next_word();
      if (word.empty() || word.starts_with('#')) return;
      before = last;
      last = corner_of(word);
    }
  }

  std::uint32_t next_corner() {
    const std::string_view word = text_.next_word();
    if (word.empty())
      text_.refuse("found a face of less than three corners; export the mesh again");
    return corner_of(word);
  }

  std::uint32_t corner_of(std::string_view word) const {
    const std::string_view digits = word.substr(0, word.find('/'));
    const auto count = static_cast<long>(mesh_.vertices.size());
    long index = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, index);
    if (index < 0) index += count + 1;
    if (error != std::errc() || stop != end || index < 1 || index > count)
      text_.refuse(
          fmt::format("found corner {}, expected one of the {} vertices above; export the "
                      "mesh again",
                      in_quotes(word), count));
    return static_cast<std::uint32_t>(index - 1);
  }

  MeshText text_;
  std::string file_;
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh read_obj(std::string_view bytes, const std::string& file) {
  return ObjReader(bytes, file).read();
}

}  // namespace erfd
