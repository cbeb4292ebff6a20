// Fewer triangles that still look like the mesh.
#include "report/document/thin_mesh.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd {
namespace {

/// A ball of radius 1 about (3, 0, 0), of 2 rows (rows − 1) triangles a column.
TriangleMesh ball(int rows) {
  TriangleMesh mesh;
  const int columns = 2 * rows;
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double polar = std::numbers::pi * i / rows, turn = std::numbers::pi * j / rows;
      mesh.vertices.push_back({static_cast<float>(3 + std::sin(polar) * std::cos(turn)),
                               static_cast<float>(std::sin(polar) * std::sin(turn)),
                               static_cast<float>(std::cos(polar))});
    }
  const auto at = [&](int i, int j) {
    return static_cast<std::uint32_t>(i * columns + j % columns);
  };
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      if (i > 0) mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      if (i < rows - 1) mesh.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

TEST(ThinMesh, IsTheMeshItselfWhereNothingIsToDo) {
  const TriangleMesh mesh = ball(8);
  EXPECT_EQ(thinned(mesh, mesh.triangles.size()).triangles, mesh.triangles);
}

TEST(ThinMesh, OfABallIsABallOfFewerTriangles) {
  const TriangleMesh mesh = ball(200);
  const TriangleMesh thin = thinned(mesh, 4000);
  EXPECT_LE(thin.triangles.size(), 4000U);
  EXPECT_GT(thin.triangles.size(), 2000U);  // not thinner than needed
  double volume = 0;
  for (const auto& triangle : thin.triangles) {
    std::array<std::array<double, 3>, 3> p{};
    for (std::size_t c = 0; c < 3; ++c) {
      ASSERT_LT(triangle[c], thin.vertices.size());
      const auto& v = thin.vertices[triangle[c]];
      p[c] = {v[0] - 3.0, v[1], v[2]};
      EXPECT_NEAR(std::hypot(p[c][0], p[c][1], p[c][2]), 1, 0.01);
    }
    volume += (p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
               p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
               p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0])) /
              6;
  }
  // Closed, with its outside still outside.
  EXPECT_NEAR(volume, 4 * std::numbers::pi / 3, 0.05);
}

TEST(ThinMesh, OfSeveralMeshesTakesFromTheLargest) {
  std::vector<TriangleMesh> meshes{ball(8), ball(60), ball(100)};
  const std::size_t small = meshes[0].triangles.size();
  EXPECT_FALSE(thin_together(meshes, triangle_count(meshes)));
  EXPECT_TRUE(thin_together(meshes, 10000));
  EXPECT_LE(triangle_count(meshes), 10000U);
  EXPECT_EQ(meshes[0].triangles.size(), small);
  EXPECT_GT(meshes[1].triangles.size(), 2000U);
  EXPECT_GT(meshes[2].triangles.size(), 2000U);
}

TEST(ThinMesh, ToNothingIsPossible) { EXPECT_TRUE(thinned(ball(8), 0).triangles.empty()); }

}  // namespace
}  // namespace erfd
