// Meshes with fewer triangles, for drawing. Private to the layer.
#pragma once

#include "erfd/robot/mesh.hpp"

namespace erfd {

/// The mesh, or one of at most `most` triangles in its place, by vertex clustering: vertices in one
/// cell of a grid become their mean, triangles that lose a corner vanish. The finest of some grids
/// that is coarse enough is taken; a detail of the size of a cell may be lost.
TriangleMesh thinned(const TriangleMesh& mesh, std::size_t most);

std::size_t triangle_count(const std::vector<TriangleMesh>& meshes);

/// Thins the largest meshes until all have at most `most` triangles together.
/// @returns true if that was needed
bool thin_together(std::vector<TriangleMesh>& meshes, std::size_t most);

}  // namespace erfd
