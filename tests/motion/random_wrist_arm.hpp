// Arms with spherical wrist at random: skew frames, flipped axes, shifted zeros, tilted base.
#pragma once

#include "erfd/model/model.hpp"

#include <random>

namespace erfd::test {

/// Which two of the first three axes lie in one plane.
enum class ArmKind { parallel_2_3, meeting_1_2, meeting_2_3, parallel_1_2, skew };

struct WristArmRecipe {
  ArmKind kind = ArmKind::parallel_2_3;
  bool oblique_wrist = false;    ///< axes 4, 5, 6 not at right angles
  bool oblique_shoulder = true;  ///< axis 2 not at right angles to axis 1
};

Model random_wrist_arm(const WristArmRecipe& recipe, std::mt19937& rng);

Pose<double> random_pose(std::mt19937& rng, double size);

}  // namespace erfd::test
