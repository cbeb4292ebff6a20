// COLLADA: nodes, units, polygons; and files that would take for ever.
#include "erfd/description/mesh.hpp"

#include "support/message_of.hpp"
#include "support/source_tree.hpp"

#include <cmath>
#include <fstream>
#include <iterator>

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
