// STL: triangles without anything in common.
//
// Binary: 80 bytes of head, the number of triangles (uint32), and 50 bytes a triangle: normal, three
// corners (12 float32), 2 bytes without meaning; little-endian. Normals are not used, the page makes
// its own. A text begins with "solid" or "SOLID", as some binary heads do, so that the size decides first.
// Less than a triangle may stand behind the last one: RViz and three.js draw such files, too.
#include "base/lower_case.hpp"
#include "base/toml/findings.hpp"
#include "robot/mesh/text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t head_bytes = 84, triangle_bytes = 50, normal_bytes = 12;

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << 8 * k;
  return value;
}

std::size_t counted_bytes(std::string_view bytes) {
  return head_bytes + triangle_bytes * std::size_t{number_at(bytes, head_bytes - 4)};
}

bool is_text(std::string_view bytes) {
  const bool is_binary = bytes.size() >= head_bytes && counted_bytes(bytes) == bytes.size();
  const std::size_t begin = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  return !is_binary && lower_case(std::string(bytes.substr(begin, 5))) == "solid";
}

/// The next three vertices are a triangle.
void add_triangle(TriangleMesh& mesh) {
  const auto first = static_cast<std::uint32_t>(3 * mesh.triangles.size());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

void check_size(std::string_view bytes, const std::string& file) {
  if (bytes.size() < head_bytes)
    refuse_mesh(file,
                fmt::format("found {} byte{}, expected the {} of the head of an STL at least; "
                            "export the mesh again",
                            bytes.size(), plural(bytes.size()), head_bytes));
  const std::size_t count = number_at(bytes, head_bytes - 4);
  check_triangle_count(file, count);
  if (bytes.size() < counted_bytes(bytes) || bytes.size() >= counted_bytes(bytes) + triangle_bytes)
    refuse_mesh(file, fmt::format("found {} bytes, expected {} for the {} triangles that its head "
                                  "counts; export the mesh again",
                                  bytes.size(), counted_bytes(bytes), count));
}

TriangleMesh read_binary(std::string_view bytes, const std::string& file) {
  check_size(bytes, file);
  const std::size_t count = number_at(bytes, head_bytes - 4);
  TriangleMesh mesh;
  mesh.vertices.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      std::array<float, 3>& vertex = mesh.vertices.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t at = head_bytes + i * triangle_bytes + normal_bytes + 12 * corner + 4 * k;
        vertex[k] = std::bit_cast<float>(number_at(bytes, at));
        if (!std::isfinite(vertex[k]))
          refuse_mesh(file,
                      fmt::format("triangle {}: found {}, expected finite numbers; export the "
                                  "mesh again",
                                  i + 1, vertex[k]));
      }
    }
    add_triangle(mesh);
  }
  return mesh;
}

TriangleMesh read_text(std::string_view bytes, const std::string& file) {
  MeshText text(bytes, file);
  TriangleMesh mesh;
  bool in_solid = false, in_facet = false;
  while (text.next_line()) {
    const std::string word = lower_case(std::string(text.next_word()));
    const std::size_t corners = mesh.vertices.size() - 3 * mesh.triangles.size();
    if (word == "solid" && !in_facet) {
      in_solid = true;
    } else if (word == "endsolid" && !in_facet) {
      in_solid = false;
    } else if (word == "facet" && !in_facet && in_solid) {
      in_facet = true;
    } else if (word == "vertex" && in_facet && corners < 3) {
      mesh.vertices.push_back(text.next_point());
    } else if (word == "endfacet" && in_facet && corners == 3) {
      check_triangle_count(file, mesh.triangles.size() + 1);
      add_triangle(mesh);
      in_facet = false;
    } else if (!word.empty() && word != "outer" && word != "endloop") {
      text.refuse(fmt::format("found {}, expected {}; export the mesh again", in_quotes(word),
                              in_facet ? "a facet of three vertices" : "facet or endsolid"));
    }
  }
  if (in_solid) refuse_mesh(file, "ends without endsolid; it is cut off, export the mesh again");
  return mesh;
}

}  // namespace

TriangleMesh read_stl(std::string_view bytes, const std::string& file) {
  return is_text(bytes) ? read_text(bytes, file) : read_binary(bytes, file);
}

}  // namespace erfd
