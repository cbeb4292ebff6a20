// Where a chain changes a velocity at once.
#pragma once

#include "motion/plan/chain.hpp"
#include "motion/plan/chain_sampler.hpp"

#include <span>

namespace erfd::planning {

/// A chain as it was sampled.
struct SampledChain {
  const Chain& chain;
  std::span<const Sample> samples;  ///< the posture at its start first; fewer where it was stopped
  int cycles = 0;                   ///< of the whole chain
  double period = 0;                ///< [s]
  double duration() const { return cycles * period; }
  /// Seconds of the asked motion a second of the chain's own law.
  double stretch() const { return cycles > 0 ? duration() / chain.duration() : 1; }
};

/// The jumps of a chain, their times counted from its start.
std::vector<Jump> jumps_of(const Arm& arm, const SampledChain& sampled);

}  // namespace erfd::planning
