// Robots for the tests of the linter, built by program.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace erfd::test {

inline constexpr double deg = std::numbers::pi / 180;

template <class T>
Field<T> given(T value) {
  return Entry<T>{value, {}, {}};
}

/// Mass properties of a solid box of the given size, the way a CAD program gives them.
inline void make_box(BodyDescription& body, double mass, Triple com, Triple size) {
  const auto [x, y, z] = size;
  body.mass = given(mass);
  body.com = given(com);
  body.inertia =
      given(std::array<double, 6>{mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z),
                                  mass / 12 * (x * x + y * y), 0, 0, 0});
}

inline BodyDescription body(const std::string& name, const std::string& parent) {
  BodyDescription b;
  b.name = name;
  b.parent = parent;
  return b;
}

inline void limit(BodyDescription& b, double lower, double upper, double speed) {
  b.joint.lower = given(lower);
  b.joint.upper = given(upper);
  b.joint.speed_max = given(speed);
}

inline void place_dh(BodyDescription& b, DhRow row) {
  b.joint.placed_by = PlacementKind::dh;
  b.joint.dh = given(row);
}

inline void place_at(BodyDescription& b, Triple xyz, Triple axis, Triple rpy = {0, 0, 0}) {
  b.joint.placed_by = PlacementKind::placement;
  b.joint.origin = given(OriginDescription{xyz, rpy});
  b.joint.axis = given(axis);
}

/// A jointed arm of six axes by standard DH with drives; `size` 1 has a reach near 1.4 m and weighs
/// 190 kg.
inline RobotDescription arm6(double size) {
  const double k = size, k3 = size * size * size, h = 90 * deg;
  RobotDescription r;
  r.name = "arm6";
  const DhRow rows[6] = {{0, 0.4 * k, 0.15 * k, h}, {h, 0, 0.6 * k, 0}, {0, 0, 0.1 * k, h},
                         {0, 0.65 * k, 0, -h},      {0, 0, 0, h},       {0, 0.1 * k, 0, 0}};
  const double mass[6] = {80, 45, 35, 18, 6, 1.5};
  const Triple com[6] = {{-0.1, -0.1, 0}, {-0.35, 0, 0.05}, {0, 0, 0.05},
                         {0, 0.25, 0},    {0, 0, 0.02},     {0, 0, -0.02}};
  const Triple box[6] = {{0.4, 0.45, 0.35},  {0.75, 0.2, 0.2},  {0.3, 0.3, 0.25},
                         {0.18, 0.55, 0.18}, {0.12, 0.15, 0.2}, {0.09, 0.09, 0.05}};
  const double range[6] = {170, 110, 140, 200, 120, 400}, speed[6] = {2.5, 2.5, 3, 5, 5, 7};
  const double ratio[6] = {120, -119, 110, 80, 80, 50},
               rotor[6] = {4e-3, 4e-3, 2e-3, 5e-4, 3e-4, 3e-4};
  const auto scaled = [&](const Triple& t) { return Triple{k * t[0], k * t[1], k * t[2]}; };
  for (int i = 0; i < 6; ++i) {
    BodyDescription b =
        body("link" + std::to_string(i + 1), i == 0 ? "world" : "link" + std::to_string(i));
    place_dh(b, rows[i]);
    make_box(b, k3 * mass[i], scaled(com[i]), scaled(box[i]));
    limit(b, -range[i] * deg, range[i] * deg, speed[i]);
    r.bodies.push_back(b);
    DriveDescription d;
    d.name = "motor" + std::to_string(i + 1);
    d.joint = b.name;
    d.ratio = given(ratio[i]);
    d.rotor_inertia = given(rotor[i] * k3 * k * k);
    d.torque_peak = given(1e4 * rotor[i] * k3 * k * k);
    d.speed_max = given(420.0);
    r.drives.push_back(d);
  }
  ToolDescription tool;
  tool.name = "flange";
  tool.body = "link6";
  tool.origin = given(OriginDescription{{0, 0, 0.12 * k}, {0, 0, 0}});
  r.tools.push_back(tool);
  return r;
}

/// A SCARA: two turning axes, a slide, a turning tool axis; placed as URDF places.
inline RobotDescription scara() {
  RobotDescription r;
  r.name = "scara";
  const char* names[4] = {"inner", "outer", "quill", "spindle"};
  const Triple at[4] = {{0, 0, 0.2}, {0.25, 0, 0.05}, {0.25, 0, 0.1}, {0, 0, -0.15}};
  const Triple com[4] = {{0.12, 0, 0}, {0.11, 0, 0.05}, {0, 0, -0.05}, {0, 0, 0}};
  const Triple box[4] = {
      {0.33, 0.12, 0.08}, {0.33, 0.12, 0.15}, {0.025, 0.025, 0.3}, {0.03, 0.03, 0.03}};
  const double mass[4] = {6, 7, 0.8, 0.15};
  for (int i = 0; i < 4; ++i) {
    BodyDescription b = body(names[i], i == 0 ? "world" : names[i - 1]);
    place_at(b, at[i], {0, 0, 1});
    make_box(b, mass[i], com[i], box[i]);
    limit(b, -2.2, 2.2, 7);
    r.bodies.push_back(b);
  }
  r.bodies[2].joint.type = JointKind::prismatic;
  limit(r.bodies[2], -0.15, 0, 1.2);
  limit(r.bodies[3], -360 * deg, 360 * deg, 40);
  return r;
}

/// A tree like a humanoid: free base, trunk, head on a fixed joint, two arms and two legs.
inline RobotDescription humanoid() {
  RobotDescription r;
  r.name = "humanoid";
  r.base.type = BaseType::free;
  r.base.mass = given(9.0);
  r.base.com = given(Triple{0, 0, 0.05});
  r.base.inertia = given(std::array<double, 6>{0.07, 0.05, 0.08, 0.001, 0, 0.002});
  const auto add = [&](const std::string& name, const std::string& parent, Triple at, Triple axis,
                       double mass, Triple com, Triple box) {
    BodyDescription b = body(name, parent);
    place_at(b, at, axis, {0.1, -0.2, 1.5});
    make_box(b, mass, com, box);
    limit(b, -1.4, 1.9, 6);
    r.bodies.push_back(b);
  };
  add("trunk", "world", {0, 0, 0.1}, {0, 0, 1}, 16, {0, 0, 0.2}, {0.2, 0.35, 0.45});
  add("head", "trunk", {0, 0, 0.5}, {0, 0, 1}, 2.5, {0, 0, 0.1}, {0.16, 0.16, 0.2});
  r.bodies.back().joint = {};
  r.bodies.back().joint.type = JointKind::fixed;
  r.bodies.back().joint.origin = given(OriginDescription{{0, 0, 0.5}, {0, 0, 0}});
  for (const std::string side : {"left", "right"}) {
    const double y = side == "left" ? 0.2 : -0.2;
    add(side + "_upper_arm", "trunk", {0, y, 0.4}, {0, 1, 0}, 2.4, {0, 0, -0.14},
        {0.09, 0.09, 0.3});
    add(side + "_forearm", side + "_upper_arm", {0, 0, -0.3}, {0, 1, 0}, 1.6, {0, 0, -0.12},
        {0.07, 0.07, 0.27});
    add(side + "_thigh", "world", {0, y / 2, 0}, {0, 1, 0}, 5.5, {0, 0, -0.16}, {0.13, 0.13, 0.4});
    add(side + "_shank", side + "_thigh", {0, 0, -0.4}, {0, 1, 0}, 3.2, {0, 0, -0.18},
        {0.1, 0.1, 0.4});
    add(side + "_foot", side + "_shank", {0, 0, -0.4}, {0, 1, 0}, 1.1, {0.03, 0, -0.03},
        {0.24, 0.1, 0.06});
  }
  return r;
}

/// A planar arm of two rods, as small as an arm can be.
inline RobotDescription planar2r() {
  RobotDescription r;
  r.name = "planar2r";
  for (const std::string name : {"upper", "fore"}) {
    BodyDescription b = body(name, name == "upper" ? "world" : "upper");
    place_dh(b, {0, 0, 0.5, 0});
    b.mass = given(1.0);
    b.com = given(Triple{-0.25, 0, 0});
    b.inertia = given(std::array<double, 6>{0.001, 0.0209, 0.0209, 0, 0, 0});
    limit(b, -170 * deg, 170 * deg, 6);
    r.bodies.push_back(b);
  }
  return r;
}

}  // namespace erfd::test
