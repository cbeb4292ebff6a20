// What is drawn of a robot: shapes and meshes in the frames of its model. Dynamics does not know it.
#pragma once

#include "erfd/model/model.hpp"
#include "erfd/robot/mesh.hpp"

#include <string>
#include <vector>

namespace erfd {

/// A shape or mesh V that is fixed in a body B.
struct Visual {
  BodyIndex body = {};     ///< world for what does not move
  Pose<double> X_BV = {};  ///< in the body (in the world for what does not move)
  VisualKind kind = VisualKind::box;
  Vector3<double> size = Vector3<double>::Zero();   ///< box, about its middle [m]
  double radius = 0;                                ///< cylinder, sphere [m]
  double length = 0;                                ///< cylinder, along z about its middle [m]
  int mesh = -1;                                    ///< index in Visuals::meshes
  Vector3<double> scale = Vector3<double>::Ones();  ///< mesh: metres for one of its units
  std::string color = {};                           ///< "#rrggbb"; empty: any
  bool of_mass = false;  ///< the shape that gives the mass: not all there is to see of the body
};

/// A thing beside the robot.
struct SceneObject {
  std::string name;
  bool is_part = false;    ///< what a program may grip
  Pose<double> X_WO = {};  ///< where it stands at first
  Visual visual = {};      ///< in its own frame
};

struct Visuals {
  std::vector<Visual> visuals;
  std::vector<SceneObject> scene;
  std::vector<TriangleMesh> meshes;
  std::vector<std::string> notes;  ///< what a reader of the drawing should know
};

/// Places what the file of the robot draws in the bodies of its model, as build() does with masses. A
/// link without anything to draw shows the shape that gives its mass. What cannot be drawn is left
/// out: lint() and read_meshes() tell it.
/// @param model  built from the same description
Visuals visuals_of(const RobotDescription& robot, const Model& model, RobotMeshes meshes);

/// Adds the scene of another file, with its meshes.
void add_scene(const RobotDescription& holder, RobotMeshes meshes, Visuals& visuals);

}  // namespace erfd
