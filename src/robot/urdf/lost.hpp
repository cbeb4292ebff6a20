// What a URDF cannot say.
#pragma once

#include "erfd/robot/robot_description.hpp"

namespace erfd::urdf {

/// Friction that <dynamics> can carry: viscous or Coulomb, on the joint side.
bool has_joint_friction(const DriveDescription& drive);

/// One note for each part of the robot that write_robot_urdf() leaves out.
void note_lost_parts(const RobotDescription& robot, Diagnostics& lost);

}  // namespace erfd::urdf
