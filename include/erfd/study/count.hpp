// What an algorithm costs in arithmetic operations, by running it with numbers that count.
#pragma once

#include "erfd/dynamics/algorithms.hpp"
#include "erfd/math/counted.hpp"

namespace erfd {

/// Whether the poses of the bodies belong to the cost, or are given as in many papers.
enum class PoseCost { counted, given };

struct AlgorithmCount {
  OperationCount kinematics;  ///< the poses of the bodies
  OperationCount dynamics;    ///< all the rest

  /// An algorithm that never forms poses (the engine) costs the same either way.
  OperationCount of(PoseCost poses) const {
    return poses == PoseCost::given ? dynamics : dynamics + kinematics;
  }
};

/// Multiplications, additions and divisions together.
long arithmetic(const OperationCount& count);

/// Operations of one call. The numbers of the state are variables, those of the robot constants.
/// @throws Error if the route does not do the task or cannot run the robot.
AlgorithmCount count_operations(const AlgorithmInfo& algorithm, const Model& model, Task task,
                                CountingRule rule);

}  // namespace erfd
