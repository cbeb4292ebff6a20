#include "support/random_robot.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace erfd::test {
namespace {

Vector3<double> random_direction(std::mt19937& rng) {
  std::normal_distribution<double> normal;
  Vector3<double> v;
  do {
    v = {normal(rng), normal(rng), normal(rng)};
  } while (v.norm() < 1e-3);
  return v.normalized();
}

Matrix3<double> random_rotation(std::mt19937& rng) {
  std::normal_distribution<double> normal;
  return rotation_of_quaternion<double>(normal(rng), normal(rng), normal(rng), normal(rng));
}

/// Inertia of a few random point masses and a small sphere: always physical, principal axes skew.
Inertia random_inertia(double mass, double size, std::mt19937& rng) {
  Inertia I = Inertia::about_com(0.4 * mass, size * random_direction(rng) * uniform(rng, 0, 0.5),
                                 0.01 * mass * size * size * Matrix3<double>::Identity());
  for (int k = 0; k < 3; ++k) {
    I += Inertia::about_com(0.2 * mass, size * random_direction(rng) * uniform(rng, 0.2, 0.6),
                            Matrix3<double>::Zero());
  }
  return I;
}

double rounded(double x, int digits) {
  const double unit = std::pow(10.0, digits);
  return std::round(x * unit) / unit;
}

Pose<double> rounded_placement(std::mt19937& rng) {
  std::uniform_int_distribution<int> quarters(-2, 2), digits(4, 12), eighth(0, 7);
  const auto angle = [&] {
    const double turn = eighth(rng) == 0 ? uniform(rng, -2, 2) : quarters(rng);
    return rounded(turn * std::numbers::pi / 2, digits(rng));
  };
  const auto offset = [&] { return eighth(rng) < 4 ? 0.0 : rounded(uniform(rng, -0.6, 0.6), 3); };
  const double roll = angle(), pitch = angle(), yaw = angle();
  const double x = offset(), y = offset(), z = offset();
  return {rotation_z(yaw) * rotation_y(pitch) * rotation_x(roll), {x, y, z}};
}

JointKind random_kind(const RobotRecipe& recipe, std::mt19937& rng) {
  const double draw = uniform(rng, 0, 1);
  if (draw < recipe.prismatic) return JointKind::prismatic;
  return draw < recipe.prismatic + recipe.helical ? JointKind::helical : JointKind::revolute;
}

}  // namespace

double uniform(std::mt19937& rng, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(rng);
}

VectorX<double> random_vector(int size, std::mt19937& rng, double scale) {
  VectorX<double> v(size);
  for (auto& x : v) x = uniform(rng, -scale, scale);
  return v;
}

Model random_robot(const RobotRecipe& recipe, std::mt19937& rng) {
  Model::Parts parts;
  parts.name = "random";
  parts.gravity = 9.81 * random_direction(rng);
  parts.X_WBase = {random_rotation(rng), random_direction(rng)};
  const int count = recipe.joints + (recipe.free_base ? 1 : 0);
  for (int i = 0; i < count; ++i) {
    Body body;
    body.name = body.joint = "b" + std::to_string(i);
    const bool branch = i > 0 && uniform(rng, 0, 1) < recipe.branching;
    const int first = recipe.free_base ? 0 : -1;
    body.parent = {branch ? std::uniform_int_distribution<int>(first, i - 1)(rng) : i - 1};
    body.kind = recipe.free_base && i == 0 ? JointKind::free : random_kind(recipe, rng);
    if (body.kind == JointKind::helical) body.pitch = uniform(rng, -2, 2);
    body.X_PB0 = {random_rotation(rng), random_direction(rng) * uniform(rng, 0.05, 0.6)};
    if (recipe.rounded > 0 && uniform(rng, 0, 1) < recipe.rounded) {
      body.X_PB0 = rounded_placement(rng);
    }
    if (body.parent.is_world()) body.X_PB0 = parts.X_WBase * body.X_PB0;
    if (body.kind == JointKind::free) body.X_PB0 = {};
    body.I_B = random_inertia(std::pow(recipe.mass_span, uniform(rng, -0.5, 0.5)),
                              uniform(rng, 0.1, 0.5), rng);
    parts.bodies.push_back(body);
    parts.frames.push_back({body.name, {i}, {random_rotation(rng), 0.2 * random_direction(rng)}});
  }
  return Model(std::move(parts));
}

RobotRecipe random_recipe(std::mt19937& rng) {
  RobotRecipe recipe;
  recipe.joints = std::uniform_int_distribution<int>(1, 50)(rng);
  recipe.branching = uniform(rng, 0, 1) < 0.4 ? 0.0 : uniform(rng, 0, 0.7);
  recipe.prismatic = uniform(rng, 0, 0.5);
  recipe.mass_span = std::pow(10, uniform(rng, 0, 6));
  recipe.free_base = std::uniform_int_distribution<int>(0, 7)(rng) == 0;
  return recipe;
}

State random_state(const Model& model, std::mt19937& rng) {
  State s{random_vector(model.nq(), rng, std::numbers::pi), random_vector(model.nv(), rng, 3),
          random_vector(model.nv(), rng, 10), random_vector(model.nv(), rng, 100)};
  if (model.has_free_base()) s.q.head<4>().normalize();
  return s;
}

Model generic_tree() {
  std::mt19937 rng(7);
  return random_robot({.joints = 7, .branching = 0.4, .prismatic = 0.35}, rng);
}

}  // namespace erfd::test
