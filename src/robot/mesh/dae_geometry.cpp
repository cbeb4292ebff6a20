// <geometry> of a COLLADA file: <triangles>, <tristrips>, <trifans>, <polylist> and <polygons> over the positions of
// <vertices>. Lines have no surface and are not drawn.
#include "robot/mesh/dae.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace erfd::dae {
namespace {

class GeometryReader {
 public:
  GeometryReader(const Element& geometry, const Document& document)
      : geometry_(geometry), document_(document) {}

  TriangleMesh read() {
    const Element* const mesh = geometry_.FirstChildElement("mesh");
    if (!mesh) return {};  // a spline or a convex hull
    read_positions(document_.child(*mesh, "vertices"));
    for (const Element* part = mesh->FirstChildElement(); part; part = part->NextSiblingElement())
      read_part(*part);
    return std::move(mesh_);
  }

 private:
  static const Element* input_of(const Element& parent, std::string_view semantic) {
    const Element* input = parent.FirstChildElement("input");
    while (input && (!input->Attribute("semantic") || input->Attribute("semantic") != semantic))
      input = input->NextSiblingElement("input");
    return input;
  }

  const Element& required_input(const Element& parent, const char* semantic) const {
    const Element* const input = input_of(parent, semantic);
    if (!input)
      document_.refuse(parent, fmt::format("found no input {} in <{}>; export the mesh again",
                                           semantic, parent.Name()));
    return *input;
  }

  void read_positions(const Element& vertices) {
    const Element& source =
        document_.linked(required_input(vertices, "POSITION"), "source", "source");
    const std::vector<double> values = document_.numbers(document_.child(source, "float_array"));
    const Element* const common = source.FirstChildElement("technique_common");
    const Element* const accessor = common ? common->FirstChildElement("accessor") : nullptr;
    const std::size_t stride = accessor ? accessor->UnsignedAttribute("stride", 3) : 3;
    if (stride < 3) document_.refuse(*accessor, "found positions of less than three numbers");
    for (std::size_t i = 0; i + 3 <= values.size(); i += stride) {
      std::array<float, 3>& vertex = mesh_.vertices.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        if (!(std::abs(values[i + k]) <= std::numeric_limits<float>::max()))
          document_.refuse(source, fmt::format("found {}, expected a float; export the mesh again",
                                               values[i + k]));
        vertex[k] = static_cast<float>(values[i + k]);
      }
    }
  }

  void read_part(const Element& part) {
    const std::string_view kind = part.Name();
    if (kind != "triangles" && kind != "tristrips" && kind != "trifans" && kind != "polylist" &&
        kind != "polygons")
      return;
    if (const Element* const holes = part.FirstChildElement("ph"))
      document_.refuse(*holes,
                       "found a polygon with holes, expected triangles; export the mesh as "
                       "triangles");
    const Element& input = required_input(part, "VERTEX");
    offset_ = input.UnsignedAttribute("offset", 0);
    stride_ = 1;
    for (const Element* other = part.FirstChildElement("input"); other;
         other = other->NextSiblingElement("input"))
      stride_ =
          std::max<std::size_t>(stride_, std::size_t{other->UnsignedAttribute("offset", 0)} + 1);
    std::vector<std::size_t> sizes;
    if (kind == "polylist") sizes = document_.counts(document_.child(part, "vcount"));
    for (const Element* p = part.FirstChildElement("p"); p; p = p->NextSiblingElement("p")) {
      const std::vector<std::size_t> corners = document_.counts(*p);
      if (kind == "triangles") sizes.assign(corners.size() / stride_ / 3, 3);
      if (kind == "polygons" || kind == "trifans") sizes.assign(1, corners.size() / stride_);
      if (kind == "tristrips")
        add_strip(*p, corners);
      else
        add_polygons(*p, corners, sizes);
      if (kind == "polylist") return;  // has one
    }
  }

  void add_polygons(const Element& p, const std::vector<std::size_t>& corners,
                    const std::vector<std::size_t>& sizes) {
    std::size_t first = 0;
    for (const std::size_t size : sizes) {
      for (std::size_t k = 2; k < size; ++k)  // a fan about the first corner
        add_triangle(p, corners, {first, first + k - 1, first + k});
      first += size;
    }
  }

  /// Each corner makes a triangle with the two before it; every second one turns the other way.
  void add_strip(const Element& p, const std::vector<std::size_t>& corners) {
    for (std::size_t k = 2; k < corners.size() / stride_; ++k)
      add_triangle(p, corners, {k - 2 + k % 2, k - 1 - k % 2, k});
  }

  void add_triangle(const Element& p, const std::vector<std::size_t>& corners,
                    const std::array<std::size_t, 3>& places) {
    check_triangle_count(document_.file(), mesh_.triangles.size() + 1);
    std::array<std::uint32_t, 3>& triangle = mesh_.triangles.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t at = places[i] * stride_ + offset_;
      if (at >= corners.size() || corners[at] >= mesh_.vertices.size())
        document_.refuse(p,
                         fmt::format("found a corner that is none of the {} vertices; export the "
                                     "mesh again",
                                     mesh_.vertices.size()));
      triangle[i] = static_cast<std::uint32_t>(corners[at]);
    }
  }

  const Element& geometry_;
  const Document& document_;
  TriangleMesh mesh_;
  std::size_t offset_ = 0, stride_ = 1;
};

}  // namespace

TriangleMesh read_geometry(const Element& geometry, const Document& document) {
  return GeometryReader(geometry, document).read();
}

}  // namespace erfd::dae
