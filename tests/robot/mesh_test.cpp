// Meshes: what is read, and every way to refuse.
#include "erfd/robot/mesh.hpp"

#include "support/message_of.hpp"
#include "support/source_tree.hpp"

#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using Vertices = std::vector<std::array<float, 3>>;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

const float nan = std::numeric_limits<float>::quiet_NaN();
const float infinity = std::numeric_limits<float>::infinity();

std::string number(std::uint32_t value) {
  std::string bytes;
  for (int k = 0; k < 4; ++k) bytes += static_cast<char>(value >> 8 * k & 255);
  return bytes;
}

/// Three corners a triangle.
std::string binary_stl(const Vertices& corners, std::uint32_t count) {
  std::string bytes(80, ' ');
  bytes += number(count);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i % 3 == 0) bytes += std::string(12, '\0');
    for (const float x : corners[i]) bytes += number(std::bit_cast<std::uint32_t>(x));
    if (i % 3 == 2) bytes += std::string(2, '\0');
  }
  return bytes;
}

std::string text_stl(const std::string& facets) { return "solid part\n" + facets + "endsolid\n"; }

const std::string facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 "
    "+0\nendloop\nendfacet\n";

std::string bytes_of(const std::string& name) {
  std::ifstream file(test::source_tree("tests/meshed_robot/meshes/") + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string refusal(const std::string& bytes, const std::string& name) {
  return test::message_of([&] { read_mesh(bytes, name); });
}

TEST(Mesh, OfABinaryStlHasEachVertexOnce) {
  const Vertices square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, -0.0F}};
  const TriangleMesh mesh = read_mesh(binary_stl(square, 2), "square.STL");
  EXPECT_EQ(mesh.vertices, (Vertices{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Mesh, OfATextStlIsTheSameAsOfABinaryOne) {
  const std::string two_solids =
      "\r\n " + text_stl(facet) + "SOLID b c\r\n" + facet + "EndSolid b c";
  const TriangleMesh text = read_mesh(two_solids, "a.stl");
  EXPECT_EQ(text.vertices, (Vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(text.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}}));
}

TEST(Mesh, ATextStlMayBeginInCapitals) {
  std::string text = "SOLID PART\n" + facet + facet + "ENDSOLID PART\n";
  ASSERT_GT(text.size(), 84U);
  EXPECT_EQ(read_mesh(text, "a.stl").triangles.size(), 2U);
  text.replace(0, 5, "Solid");
  EXPECT_EQ(read_mesh(text, "a.stl").triangles.size(), 2U);
}

TEST(Mesh, AFewBytesBehindTheTrianglesOfABinaryStlAreLeftOut) {
  const std::string one = binary_stl({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 1);
  for (const std::size_t more : {1, 2, 49})
    EXPECT_EQ(read_mesh(one + std::string(more, '\0'), "a.stl").triangles.size(), 1U);
}

TEST(Mesh, ABinaryHeadMayBeginLikeAText) {
  const TriangleMesh wedge = read_mesh(bytes_of("wedge.stl"), "wedge.stl");
  EXPECT_EQ(wedge.vertices.size(), 5U);
  EXPECT_EQ(wedge.triangles.size(), 6U);
}

TEST(Mesh, PolygonsOfAnObjBecomeFans) {
  const TriangleMesh nut = read_mesh(bytes_of("nut.obj"), "nut.obj");
  EXPECT_EQ(nut.vertices.size(), 12U);
  EXPECT_EQ(nut.triangles.size(), 4U + 4U + 6U * 2U);
}

TEST(Mesh, IndicesOfAnObjCountFromEitherEnd) {
  const std::string vertices = "v 0 0 0\nv 1 0 0 1.0\nv 0 1 0 0.5 0.5 0.5\n";
  const TriangleMesh mesh = read_mesh(vertices + "f 1/7 2//3 -1/2/3 # a face\n", "a.obj");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
  EXPECT_EQ(mesh.vertices[2], (std::array<float, 3>{0, 1, 0}));
}

TEST(Mesh, TrianglesWithoutAreaAndVerticesWithoutTriangleAreLeftOut) {
  const TriangleMesh mesh =
      read_mesh("v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nf 2 3 4\nf 3 4 5\n", "a.obj");
  EXPECT_EQ(mesh.vertices.size(), 3U);
  EXPECT_EQ(mesh.triangles.size(), 1U);
}

TEST(Mesh, WhatIsBrokenIsRefusedWithPlaceAndCure) {
  const Vertices one{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::string three_vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const struct {
    std::string name, bytes, message;
  } cases[] = {
      {"a.stl", "",
       "a.stl: found 0 bytes, expected the 84 of the head of an STL at least; export the mesh "
       "again"},
      {"a.stl", binary_stl({}, 4'000'000'000U),
       "a.stl: found 4000000000 triangles, expected at most 1000000; thin the mesh"},
      {"a.stl", binary_stl(one, 2),
       "a.stl: found 134 bytes, expected 184 for the 2 triangles that its head counts; export the "
       "mesh again"},
      {"a.stl", binary_stl(one, 1) + std::string(50, '\0'),
       "a.stl: found 184 bytes, expected 134 for the 1 triangles that its head counts; export the "
       "mesh again"},
      {"a.stl", "SOLID\n" + facet,
       "a.stl: ends without endsolid; it is cut off, export the mesh again"},
      {"a.stl", binary_stl({{0, 0, 0}, {1, nan, 0}, {0, 1, 0}}, 1),
       "a.stl: triangle 1: found nan, expected finite numbers; export the mesh again"},
      {"a.stl", binary_stl({{0, 0, 0}, {1, 0, 0}, {0, 1, -infinity}}, 1),
       "a.stl: triangle 1: found -inf, expected finite numbers; export the mesh again"},
      {"a.stl", binary_stl({}, 0),
       "a.stl: found no triangle, expected one at least; export the mesh again"},
      {"a.stl", text_stl("facet\nouter loop\nvertex 0 0 nan\n"),
       "a.stl:4: found \"nan\", expected three finite numbers; export the mesh again"},
      {"a.stl", text_stl("facet\nvertex 0 1e39 0\n"),
       "a.stl:3: found \"1e39\", expected three finite numbers; export the mesh again"},
      {"a.stl", text_stl("facet\nvertex 0 0\n"),
       "a.stl:3: found the end of the line, expected three finite numbers; export the mesh again"},
      {"a.stl", text_stl("facet\nvertex 0 0 0\nendfacet\n"),
       "a.stl:4: found \"endfacet\", expected a facet of three vertices; export the mesh again"},
      {"a.stl", text_stl("vertex 0 0 0\n"),
       "a.stl:2: found \"vertex\", expected facet or endsolid; export the mesh again"},
      {"a.stl", "solid\n" + facet,
       "a.stl: ends without endsolid; it is cut off, export the mesh again"},
      {"a.obj", "", "a.obj: found no triangle, expected one at least; export the mesh again"},
      {"a.obj", "v 1 2 x\n",
       "a.obj:1: found \"x\", expected three finite numbers; export the mesh again"},
      {"a.obj", "v 1 inf 2\n",
       "a.obj:1: found \"inf\", expected three finite numbers; export the mesh again"},
      {"a.obj", three_vertices + "f 1 2\n",
       "a.obj:4: found a face of less than three corners; export the mesh again"},
      {"a.obj", three_vertices + "f 1 2 4\n",
       "a.obj:4: found corner \"4\", expected one of the 3 vertices above; export the mesh again"},
      {"a.obj", three_vertices + "f 1 2 0\n",
       "a.obj:4: found corner \"0\", expected one of the 3 vertices above; export the mesh again"},
      {"a.obj", three_vertices + "f 1 2 -4\n",
       "a.obj:4: found corner \"-4\", expected one of the 3 vertices above; export the mesh again"},
      {"a.obj", three_vertices + "f 1 2 99999999999999999999\n",
       "a.obj:4: found corner \"99999999999999999999\", expected one of the 3 vertices above; "
       "export the mesh again"},
      {"a.obj", three_vertices + "f 1 2 \\\n3\n",
       "a.obj:4: found corner \"\\\", expected one of the 3 vertices above; export the mesh again"},
      {"a.glb", "",
       "a.glb: found a file of the kind '.glb', expected .stl, .obj or .dae; convert the mesh"},
      {"a.obj", std::string(most_mesh_bytes + 1, ' '),
       "a.obj: found 64.0 MiB, expected at most 64; thin the mesh"},
  };
  for (const auto& [name, bytes, message] : cases) EXPECT_EQ(refusal(bytes, name), message);
}

TEST(Mesh, MoreTrianglesThanAllowedAreRefusedWhileTheyAreRead) {
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1";
  for (std::size_t i = 0; i < most_mesh_triangles + 2; ++i) text += i % 2 == 0 ? " 2" : " 3";
  EXPECT_EQ(refusal(text, "a.obj"),
            "a.obj: found 1000001 triangles, expected at most 1000000; thin the mesh");
}

}  // namespace
}  // namespace erfd
