// A block that slides on a horizontal plane along one prismatic joint.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/simulation/plant.hpp"

#include <utility>

namespace erfd::test {

inline Model block_model(double mass) {
  Model::Parts parts;
  parts.name = "block";
  parts.gravity = {9.81, 0, 0};  // across the joint's axis z
  Body body;
  body.name = body.joint = "slide";
  body.kind = JointKind::prismatic;
  body.I_B = Inertia::about_com(mass, Vector3<double>::Zero(), Matrix3<double>::Identity());
  parts.bodies.push_back(body);
  parts.frames.push_back({"block", {0}, {}});
  return Model(std::move(parts));
}

/// A motor of ratio 1 without rotor; friction at the joint.
inline Drives block_drives(const ShaftFriction& friction, Motor motor = {}) {
  motor.name = "push";
  motor.joint = 0;
  Drives::Parts parts;
  parts.robot = "block";
  parts.K = MatrixX<double>::Ones(1, 1);
  parts.motors = {std::move(motor)};
  parts.joint_friction = {friction};
  return Drives(std::move(parts));
}

inline Plant block(double mass, const ShaftFriction& friction) {
  return Plant({.models = {block_model(mass)},
                .drives = block_drives(friction),
                .input = PlantInput::motor_torques});
}

}  // namespace erfd::test
