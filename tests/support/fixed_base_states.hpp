// Ugly robots with a fixed base, in random states.
#pragma once

#include "support/random_robot.hpp"

#include <string>

#include <gtest/gtest.h>

namespace erfd::test {

/// Ten robots of 2 to 11 joints, revolute and prismatic, chains and trees in turn, ten states each.
template <class Body>
void for_fixed_base_states(unsigned seed, Body&& body) {
  std::mt19937 rng(seed);
  for (int r = 0; r < 10; ++r) {
    const Model robot = random_robot(
        {.joints = 2 + r, .branching = r % 2 == 0 ? 0.4 : 0.0, .prismatic = 0.35}, rng);
    for (int k = 0; k < 10; ++k) {
      SCOPED_TRACE("robot " + std::to_string(r) + ", state " + std::to_string(k));
      body(robot, random_state(robot, rng), rng);
    }
  }
}

}  // namespace erfd::test
