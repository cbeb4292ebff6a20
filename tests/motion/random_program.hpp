// Programs at random around a posture of Lola 15.
#pragma once

#include "erfd/motion/plan.hpp"

#include <random>

namespace erfd::test {

struct RandomProgram {
  Program program;
  PlannerSettings settings;
};

/// @param mixed  ptp and path moves may run into each other
RandomProgram random_program(const Model& lola15, PlannerSettings settings, bool mixed,
                             std::mt19937& rng);

}  // namespace erfd::test
