// How long an algorithm takes on this machine.
#pragma once

#include "erfd/dynamics/algorithms.hpp"

namespace erfd {

struct CallTime {
  double minimum = 0;  ///< [ns] a call; what the machine can do undisturbed
  double median = 0;   ///< [ns] a call
};

struct TimingEffort {
  double seconds = 0.03;      ///< to spend, more if the repetitions need it
  int least_repetitions = 7;  ///< each of at least 0.2 ms, or one call
  int states = 64;            ///< different states, so that the processor cannot learn one
};

/// Time of one call in double precision, sines and cosines included.
/// @throws Error if the route does not do the task or cannot run the robot.
CallTime time_call(const AlgorithmInfo& algorithm, const Model& model, Task task,
                   const TimingEffort& effort = {});

}  // namespace erfd
