// A chain, cycle by cycle.
#pragma once

#include "motion/plan/chain.hpp"

namespace erfd::planning {

struct Sample {
  VectorX<double> q;
  int move = 0;  ///< index in Plan::moves
};

/// What stopped a chain on its way.
struct Stopped {
  Problem problem;
  int move = 0;
};

/// Cycles from the stop at which a chain starts to the one at which it ends.
int cycles_of(double duration, double period);

/// Samples at the end of each cycle; the chain takes 1/speed of its time, and is stretched so that its
/// end falls on a cycle.
std::optional<Stopped> sample_chain(const Arm& arm, const Chain& chain, double speed,
                                    std::vector<Sample>& samples);

}  // namespace erfd::planning
