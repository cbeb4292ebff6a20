#include "motion/random_wrist_arm.hpp"

#include "support/random_robot.hpp"

#include <array>
#include <string>

namespace erfd::test {
namespace {

using Vector = Vector3<double>;

Vector direction(std::mt19937& rng) {
  std::normal_distribution<double> normal;
  return Vector(normal(rng), normal(rng), normal(rng)).normalized();
}

Vector across(const Vector& a, std::mt19937& rng) { return cross(a, direction(rng)).normalized(); }

/// A direction at 45 to 90 degrees from a.
Vector leaning(const Vector& a, bool oblique, std::mt19937& rng) {
  const Vector side = across(a, rng);
  return oblique ? (side + uniform(rng, -0.9, 0.9) * a).normalized() : side;
}

/// A frame with z along the axis, anywhere on it, turned about it at random.
Pose<double> frame_on(const Vector& point, const Vector& axis, std::mt19937& rng) {
  Pose<double> X;
  X.R.col(2) = axis;
  X.R.col(0) = across(axis, rng);
  X.R.col(1) = cross(axis, X.R.col(0));
  X.p = point + uniform(rng, -0.5, 0.5) * axis;
  return X;
}

struct Axes {
  std::array<Vector, 6> w, o;
};

Axes random_axes(const WristArmRecipe& recipe, std::mt19937& rng) {
  Axes axes;
  auto& [w, o] = axes;
  const double sign = uniform(rng, 0, 1) < 0.5 ? -1 : 1;
  w[0] = direction(rng);
  w[1] = leaning(w[0], recipe.oblique_shoulder, rng);
  w[2] = leaning(w[1], true, rng);
  o[0] = direction(rng);
  o[1] = o[0] + uniform(rng, 0.05, 0.4) * direction(rng);
  o[2] = o[1] + uniform(rng, 0.3, 0.8) * direction(rng);
  if (recipe.kind == ArmKind::parallel_2_3) w[2] = sign * w[1];
  if (recipe.kind == ArmKind::parallel_1_2) w[1] = sign * w[0];
  if (recipe.kind == ArmKind::meeting_1_2) o[1] = o[0];
  if (recipe.kind == ArmKind::meeting_2_3) o[2] = o[1];
  const Vector c = o[2] + uniform(rng, 0.4, 0.8) * leaning(w[2], true, rng);
  w[3] = direction(rng);
  w[4] = leaning(w[3], recipe.oblique_wrist, rng);
  w[5] = leaning(w[4], recipe.oblique_wrist, rng);
  o[3] = o[4] = o[5] = c;
  return axes;
}

}  // namespace

Pose<double> random_pose(std::mt19937& rng, double size) {
  std::normal_distribution<double> normal;
  return {rotation_of_quaternion<double>(normal(rng), normal(rng), normal(rng), normal(rng)),
          uniform(rng, 0, size) * direction(rng)};
}

Model random_wrist_arm(const WristArmRecipe& recipe, std::mt19937& rng) {
  const Axes axes = random_axes(recipe, rng);
  Model::Parts parts;
  parts.name = "random wrist arm";
  parts.X_WBase = random_pose(rng, 2);
  Pose<double> X_parent;
  for (std::size_t i = 0; i < 6; ++i) {
    const Pose<double> X = frame_on(axes.o[i], axes.w[i], rng);
    Body body;
    body.name = body.joint = "b" + std::to_string(i + 1);
    body.parent = {static_cast<int>(i) - 1};
    body.X_PB0 = (i == 0 ? parts.X_WBase : X_parent.inverse()) * X;
    body.I_B = Inertia::about_com(1, Vector::Zero(), Matrix3<double>::Identity());
    parts.bodies.push_back(body);
    parts.frames.push_back({body.name, {static_cast<int>(i)}, random_pose(rng, 0.2)});
    X_parent = X;
  }
  return Model(std::move(parts));
}

}  // namespace erfd::test
