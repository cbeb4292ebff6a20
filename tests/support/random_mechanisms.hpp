// Mechanisms at random, each with an angle about which it can move, and drives of them.
#pragma once

#include "erfd/drives/drives.hpp"

#include "support/random_drives.hpp"

#include <cmath>
#include <numbers>

namespace erfd::test {

/// Moves freely within ±0.3 rad of `middle`.
struct MechanismPart {
  Mechanism mechanism;
  double middle;
};

inline double random_sign(std::mt19937& rng) { return uniform(rng, 0, 1) < 0.5 ? 1 : -1; }

inline MechanismPart random_ball_screw(std::mt19937& rng) {
  Mechanism m{.kind = MechanismKind::ball_screw};
  m.a = uniform(rng, 0.1, 0.3);
  m.b = uniform(rng, 0.35, 0.6);
  m.pitch = uniform(rng, 0.004, 0.02);
  m.offset = uniform(rng, -3, 3);
  m.ratio = random_sign(rng) * uniform(rng, 0.5, 3);
  m.start = uniform(rng, -100, 100);
  return {m, random_sign(rng) * std::numbers::pi / 2 - m.offset};
}

/// Near a rectangle, so that no pin comes into line within the range.
inline MechanismPart random_crank(std::mt19937& rng) {
  Mechanism m{.kind = MechanismKind::crank};
  m.a = uniform(rng, 0.2, 0.25);
  m.c = uniform(rng, 0.2, 0.25);
  m.b = uniform(rng, 0.6, 0.7);
  m.d = uniform(rng, 0.6, 0.7);
  m.offset = uniform(rng, -3, 3);
  m.ratio = random_sign(rng) * uniform(rng, 30, 120);
  m.start = uniform(rng, -100, 100);
  m.branch = random_sign(rng);
  return {m, m.branch * std::numbers::pi / 2 - m.offset};
}

inline MechanismPart random_mechanism_part(int k, std::mt19937& rng) {
  if (k % 3 == 0) return random_ball_screw(rng);
  if (k % 3 == 1) return random_crank(rng);
  return {Mechanism{.start = 4, .ratio = uniform(rng, 30, 120)}, uniform(rng, -1, 1)};
}

/// Drives whose every third motor has no mechanism, and a position from which each angle moves.
struct DrivesAtPosition {
  Drives drives;
  VectorX<double> q;
};

inline DrivesAtPosition random_mechanism_drives(int n, std::mt19937& rng,
                                                const DrivesRecipe& recipe = {}) {
  const Drives gears = random_drives(n, rng, recipe);
  Drives::Parts parts{"random", MatrixX<double>(n, n), gears.motors(), {}, gears.load_dependent()};
  VectorX<double> angles(n);
  for (int i = 0; i < n; ++i) {
    parts.joint_friction.push_back(gears.joint_friction(i));
    for (int j = 0; j < n; ++j) parts.K(i, j) = uniform(rng, -0.2, 0.2) / n + (i == j ? 1 : 0);
    if (i % 3 == 2) parts.K.row(i) = gears.K().row(i);
    const MechanismPart part = random_mechanism_part(i % 3 == 0 ? i : i + n, rng);
    parts.mechanisms.push_back(i % 3 == 2 ? std::nullopt : std::optional(part.mechanism));
    angles[i] = (i % 3 == 2 ? 0 : part.middle) + uniform(rng, -0.2, 0.2);
  }
  Drives drives(std::move(parts));
  VectorX<double> q = drives.coupling_inverse() * angles;
  return {std::move(drives), std::move(q)};
}

}  // namespace erfd::test
