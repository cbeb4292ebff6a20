// Robots and states at random: ugly on purpose (skew axes, full inertias, branches, prismatic and
// helical joints, tilted gravity).
#pragma once

#include "erfd/model/model.hpp"

#include <random>

namespace erfd::test {

struct RobotRecipe {
  int joints = 6;
  double branching = 0.3;  ///< chance that a body does not hang on the one before it
  double prismatic = 0.3;  ///< chance of a prismatic joint
  double helical = 0;      ///< chance of a helical joint, right- or left-hand
  double mass_span = 10;   ///< largest mass over smallest mass, log-uniform
  bool free_base = false;
  double rounded =
      0;  ///< chance that a body stands in its parent as files write it, see random_robot
};

struct State {
  VectorX<double> q, qd, qdd, tau;
};

/// A body that is `rounded` has multiples of 90° written with 4 to 12 digits (3.14159265359), so that
/// axes are nearly parallel or nearly at right angles, and offsets along one or two axes, or none.
Model random_robot(const RobotRecipe& recipe, std::mt19937& rng);

/// A recipe of the accuracy sweep: 1 to 50 joints, chains and trees, mass span up to 1e6, every
/// eighth with a free base.
RobotRecipe random_recipe(std::mt19937& rng);

State random_state(const Model& model, std::mt19937& rng);

double uniform(std::mt19937& rng, double low, double high);
VectorX<double> random_vector(int size, std::mt19937& rng, double scale = 1);

/// A branched robot with 7 joints, revolute and prismatic, always the same one.
Model generic_tree();

}  // namespace erfd::test
