// COLLADA: nodes, units, polygons; and files that would take for ever.
#include "erfd/robot/mesh.hpp"

#include "support/message_of.hpp"
#include "support/source_tree.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

namespace erfd {
namespace {

std::string hook() {
  std::ifstream file(test::source_tree("tests/meshed_robot/meshes/hook.dae"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The hook with a part in place of another.
std::string changed(const std::string& part, const std::string& by) {
  std::string text = hook();
  const std::size_t at = text.find(part);
  EXPECT_NE(at, text.npos) << part;
  return text.replace(at, part.size(), by);
}

std::string refusal(const std::string& bytes) {
  return test::message_of([&] { read_mesh(bytes, "a.dae"); });
}

void expect_vertex(const TriangleMesh& mesh, double x, double y, double z) {
  double nearest = 1;
  for (const auto& v : mesh.vertices)
    nearest = std::min(nearest, std::hypot(v[0] - x, v[1] - y, v[2] - z));
  EXPECT_LT(nearest, 1e-7) << x << " " << y << " " << z;
}

TEST(MeshDae, StandsWhereItsNodesPutItInMetres) {
  const TriangleMesh mesh = read_mesh(hook(), "hook.dae");
  EXPECT_EQ(mesh.triangles.size(), 3U);
  // Turned by 90 degrees about z, moved by (1, 2, 3) cm; Y_UP changes nothing.
  expect_vertex(mesh, 0.01, 0.02, 0.03);
  expect_vertex(mesh, 0.01, 0.06, 0.03);
  expect_vertex(mesh, -0.01, 0.02, 0.035);
  // The spike, twice as long, 4 cm along the turned x.
  expect_vertex(mesh, 0.01, 0.06, 0.09);
  expect_vertex(mesh, 0.01, 0.07, 0.03);
}

TEST(MeshDae, TakesPolygonsOneByOneAndMetresByDefault) {
  std::string text = changed("<unit name=\"centimetre\" meter=\"0.01\"/>", "");
  text.replace(text.find("<vcount>4</vcount>"), 18, "");
  for (const char* tag : {"<polylist", "</polylist"})
    text.replace(text.find(tag), std::string(tag).size(),
                 std::string(tag).substr(0, tag[1] == '/' ? 2 : 1) + "polygons");
  expect_vertex(read_mesh(text, "a.dae"), 1, 6, 3);
}

/// The corners of all triangles, in units of the file.
std::vector<std::array<std::array<float, 3>, 3>> corners_of(const TriangleMesh& mesh) {
  std::vector<std::array<std::array<float, 3>, 3>> all;
  for (const auto& [a, b, c] : mesh.triangles)
    all.push_back({mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]});
  return all;
}

/// Five points at x = 0 … 4 that the part connects.
std::string points_with(const std::string& part) {
  return "<COLLADA><library_geometries><geometry id=\"g\"><mesh><source id=\"s\"><float_array>"
         "0 0 0 1 1 0 2 0 0 3 1 0 4 0 0</float_array></source><vertices id=\"v\"><input "
         "semantic=\"POSITION\" source=\"#s\"/></vertices>" +
         part +
         "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"c\">"
         "<node><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>"
         "<scene><instance_visual_scene url=\"#c\"/></scene></COLLADA>";
}

const std::string vertex_input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";

std::string triangles_of(const std::string& corners) {
  return points_with("<triangles>" + vertex_input + "<p>" + corners + "</p></triangles>");
}

TEST(MeshDae, StripsAndFansAreTheirTrianglesWithTheSameSideOutside) {
  const std::string strips = points_with("<tristrips count=\"2\">" + vertex_input +
                                         "<p>0 2 1 3 4</p><p>1 2 3</p></tristrips>");
  EXPECT_EQ(corners_of(read_mesh(strips, "a.dae")),
            corners_of(read_mesh(triangles_of("0 2 1  1 2 3  1 3 4  1 2 3"), "a.dae")));
  const std::string fans = points_with("<trifans count=\"2\">" + vertex_input +
                                       "<p>0 1 2 3 4</p><p>4 1 0</p></trifans>");
  EXPECT_EQ(corners_of(read_mesh(fans, "a.dae")),
            corners_of(read_mesh(triangles_of("0 1 2  0 2 3  0 3 4  4 1 0"), "a.dae")));
}

TEST(MeshDae, WhatIsBrokenIsRefusedWithPlaceAndCure) {
  const struct {
    std::string bytes, message;
  } cases[] = {
      {"", "a.dae: found no XML that can be read, expected COLLADA; export the mesh again"},
      {"<COLLADA/>", "a.dae:1: found no <scene> in <COLLADA>; export the mesh again"},
      {changed("url=\"#plate\"", "url=\"file:///etc/passwd#x\""),
       "a.dae:38: found url \"file:///etc/passwd#x\", expected \"#id\" of a <geometry> of this "
       "file; export the mesh again"},
      {changed("url=\"#plate\"", "url=\"#tip\""),
       "a.dae:38: found url \"#tip\", expected \"#id\" of a <geometry> of this file; export the "
       "mesh again"},
      {changed("4 0 0", "4 nan 0"),
       "a.dae:8: found \"nan\" in <float_array>, expected finite numbers; export the mesh again"},
      {changed("4 0 0", "4 1e39 0"),
       "a.dae:7: found 1e+39, expected a float; export the mesh again"},
      {changed("0 0 0 1 0 2 0 3", "0 0 0 1 0 2 0 4"),
       "a.dae:16: found a corner that is none of the 4 vertices; export the mesh again"},
      {changed("<vcount>4</vcount>", "<vcount>5</vcount>"),
       "a.dae:16: found a corner that is none of the 4 vertices; export the mesh again"},
      {changed("<vcount>4</vcount>", "<vcount>-4</vcount>"),
       "a.dae:15: found \"-4\" in <vcount>, expected numbers from 0 on; export the mesh again"},
      {changed("semantic=\"VERTEX\"", "semantic=\"TEXCOORD\""),
       "a.dae:12: found no input VERTEX in <polylist>; export the mesh again"},
      {changed("<rotate>0 0 1 90", "<rotate>0 0 1"),
       "a.dae:37: found 3 numbers in <rotate>, expected 4; export the mesh again"},
      {changed("<rotate>0 0 1 90", "<rotate>0 0 0 90"),
       "a.dae:5: found a vertex that is not finite; export the mesh again"},
      {changed("<rotate>0 0 1 90</rotate>", "<skew>0</skew>"),
       "a.dae:37: found <skew>, expected <matrix>; export the mesh again"},
      {changed("meter=\"0.01\"", "meter=\"0\""),
       "a.dae:3: found a unit of 0 m, expected one above 0"},
      {points_with("<tristrips>" + vertex_input + "<p>0 1 2 5</p></tristrips>"),
       "a.dae:1: found a corner that is none of the 5 vertices; export the mesh again"},
      {points_with("<polygons>" + vertex_input + "<ph><p>0 1 2</p><h>2 3 4</h></ph></polygons>"),
       "a.dae:1: found a polygon with holes, expected triangles; export the mesh as triangles"},
      {changed("stride=\"3\"", "stride=\"0\""),
       "a.dae:9: found positions of less than three numbers"},
      {std::string((std::size_t{8} << 20) + 1, ' '),
       "a.dae: found 8.0 MiB of COLLADA, expected at most 8; export the mesh as STL"},
  };
  for (const auto& [bytes, message] : cases) EXPECT_EQ(refusal(bytes), message);
}

TEST(MeshDae, NodesThatUseThemselvesOrEachOtherWithoutEndAreRefused) {
  const std::string circle = changed("<scale>1 1 2</scale>", "<instance_node url=\"#tip\"/>");
  EXPECT_EQ(refusal(circle),
            "a.dae:31: found more than 10000 nodes or 64 in each other; export the mesh as STL");
  std::string doubling;  // 2^30 uses of the tip
  for (int i = 0; i < 30; ++i) {
    const std::string next = i == 0 ? "tip" : "n" + std::to_string(i - 1);
    doubling += "<node id=\"n" + std::to_string(i) + "\"><instance_node url=\"#" + next +
                "\"/><instance_node url=\"#" + next + "\"/></node>";
  }
  std::string text = changed("</library_nodes>", doubling + "</library_nodes>");
  text.replace(text.find("url=\"#tip\"/></node>\n      </node>"), 10, "url=\"#n29\"");
  EXPECT_NE(refusal(text).find("found more than 10000 nodes or 64 in each other"),
            std::string::npos);
}

}  // namespace
}  // namespace erfd
