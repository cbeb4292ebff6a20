// Triangles to draw, and the files they come from.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

struct TriangleMesh {
  std::vector<std::array<float, 3>> vertices;           ///< in units of the file; all finite
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< vertices, anticlockwise from outside
};

/// More is no robot, or an attack.
inline constexpr std::size_t most_mesh_bytes = std::size_t{64} << 20;
inline constexpr std::size_t most_mesh_triangles = 1'000'000;

/// Reads the bytes of a mesh: STL, binary or text, Wavefront OBJ, and COLLADA of up to 8 MiB, which
/// comes out in metres. Polygons are taken as convex. Equal vertices become one; triangles that have
/// two equal corners are left out.
/// @param name  of the file, for messages; its ending tells the format
/// @throws Error "upper.stl:12: found …, expected …; cure"
TriangleMesh read_mesh(std::string_view bytes, const std::string& name);

/// The file that a robot file means by `name`, so that no robot reads what is not its own: a relative
/// path below the folder of the robot file; or package://NAME/path below that folder, if it is called
/// NAME, or below the nearest folder above with a package.xml that is called NAME or whose package.xml
/// says so. No other address, no link that leads out of that folder, regular files only.
/// @throws Error "found …, expected …; cure"
std::string find_mesh(const std::string& robot_file, const std::string& name);

/// The meshes that the visuals of one robot name.
struct RobotMeshes {
  std::vector<TriangleMesh> meshes;   ///< one a file
  std::map<std::string, int> number;  ///< by what a visual writes; without what cannot be drawn
};

/// Finds and reads them. One that cannot be used is a warning for each visual that names it: dynamics
/// does not need it.
RobotMeshes read_meshes(const RobotDescription& robot, Diagnostics& findings);

}  // namespace erfd
