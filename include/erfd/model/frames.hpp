// The frames at the end of an arm: the flange, and the tools that sit on it. The one rule for all
// layers; docs/robot-file.md says it in a user's words.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// Where the maker screws the tool on. It sits on the body that carries the robot's tool (without a
/// tool: the body of the frame below, else the last one), and is, the first that there is:
///   1. the frame that the file calls `tool0` (the tool of a controller that holds none)
///   2. the frame that the file calls `flange`
///   3. the link frame of that body as the file places it: behind the last DH row, with its a, d and
///      alpha; the joint frame of a modified DH row; the link frame of a placement, screw or URDF.
///      Fixed bodies behind it are tools, not the flange.
/// Tools, loads and forces of programs are given in it, and inverse kinematics brings it to a pose.
/// @throws Error if the robot has no frame there.
FrameIndex flange_of(const Model& model);

/// A frame of the flange's body, such as a tool, in the flange: X_WT = X_WFlange * in_flange(T).
/// @throws Error if the frame sits on another body.
Pose<double> in_flange(const Model& model, FrameIndex frame);

/// Whether a frame moves with the flange.
bool is_on_flange(const Model& model, FrameIndex frame);

}  // namespace erfd
