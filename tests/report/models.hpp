// Small robots for the tests of the report layer.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd::test {

inline Body joint_body(const char* joint, JointKind kind, int parent) {
  Body body;
  body.name = std::string(joint) + "_link";
  body.joint = joint;
  body.kind = kind;
  body.parent = {parent};
  body.X_PB0 = {rotation_x(0.3 * (parent + 2)), {0.1, -0.2, 0.4}};
  body.I_B = Inertia::about_com(2.0 + parent, {0.05, 0.1, -0.2}, Matrix3<double>::Identity() * 0.1);
  return body;
}

/// A revolute joint "elbow" and a prismatic joint "lift" behind it, on a fixed base or on a free
/// one.
inline Model elbow_and_lift(bool free_base = false) {
  Model::Parts parts;
  parts.name = "bot";
  if (free_base) {
    parts.bodies.push_back(joint_body("base", JointKind::free, -1));
    parts.bodies.back().X_PB0 = {};
  }
  const int first = static_cast<int>(parts.bodies.size());
  parts.bodies.push_back(joint_body("elbow", JointKind::revolute, first - 1));
  parts.bodies.push_back(joint_body("lift", JointKind::prismatic, first));
  parts.frames.push_back({"grip", {first + 1}, {rotation_y(0.7), {0.3, 0.2, 0.1}}});
  parts.default_tool = 0;
  return Model(std::move(parts));
}

}  // namespace erfd::test
