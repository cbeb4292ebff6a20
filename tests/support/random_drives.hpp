// Drives at random: full coupling matrices, every kind of friction.
#pragma once

#include "erfd/drives/drives.hpp"

#include "support/random_robot.hpp"

namespace erfd::test {

struct DrivesRecipe {
  double load_dependent = 0.4;  ///< largest µ
  double coulomb = 0.5;         ///< largest Coulomb torque [N m]
  double viscous = 0.01;        ///< largest viscous coefficient [N m s/rad]
  double torque_peak = 1e300;   ///< of every motor [N m]
};

inline ShaftFriction random_friction(const DrivesRecipe& recipe, std::mt19937& rng) {
  ShaftFriction f;
  f.viscous = uniform(rng, 0, recipe.viscous);
  f.moving_positive = uniform(rng, 0, recipe.coulomb);
  f.moving_negative = uniform(rng, 0, recipe.coulomb);
  f.starting_positive = f.moving_positive + uniform(rng, 0, recipe.coulomb);
  f.starting_negative = f.moving_negative + uniform(rng, 0, recipe.coulomb);
  return f;
}

/// Ratios of 20 to 150 in both senses, couplings of up to a tenth of them between all axes.
inline Drives random_drives(int n, std::mt19937& rng, const DrivesRecipe& recipe = {}) {
  Drives::Parts parts;
  parts.robot = "random";
  parts.K = MatrixX<double>(n, n);
  parts.load_dependent = VectorX<double>(n);
  for (int i = 0; i < n; ++i) {
    const double ratio = uniform(rng, 20, 150);
    for (int j = 0; j < n; ++j) parts.K(i, j) = uniform(rng, -0.1, 0.1) * ratio;
    parts.K(i, i) = uniform(rng, 0, 1) < 0.5 ? ratio : -ratio;
    parts.load_dependent[i] = uniform(rng, 0, recipe.load_dependent);
    Motor motor;
    motor.name = "m" + std::to_string(i);
    motor.joint = i;
    motor.rotor_inertia = uniform(rng, 1e-5, 1e-3);
    motor.friction = random_friction(recipe, rng);
    motor.limits.torque_peak = recipe.torque_peak;
    parts.motors.push_back(motor);
    parts.joint_friction.push_back(random_friction(recipe, rng));
  }
  return Drives(std::move(parts));
}

}  // namespace erfd::test
