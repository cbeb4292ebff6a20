// A stretch of program from one exact stop to the next.
#pragma once

#include "motion/plan/arm.hpp"
#include "motion/plan/joint_run.hpp"
#include "motion/plan/path_run.hpp"

#include <memory>
#include <variant>
#include <vector>

namespace erfd::planning {

/// A run with its time law. Each starts and ends at rest; where two overlap their motions add.
struct ChainRun {
  std::variant<JointRun, PathRun> run;
  TimeLaw law;
  double begin = 0;        ///< in the chain, on the analytic time [s]
  std::vector<int> moves;  ///< their indices in Plan::moves
  Pose<double> X_FlangeT;
  VectorX<double> q_start;
  double end() const { return begin + law.duration(); }
};

inline const TimedRun& timing_of(const ChainRun& run) {
  return std::visit([](const auto& r) -> const TimedRun& { return r.timing(); }, run.run);
}

struct Chain {
  std::vector<ChainRun> runs;
  double duration() const { return runs.empty() ? 0 : runs.back().end(); }  ///< at full speed [s]
};

/// Time that two runs overlap: a share of the shorter of the first one's braking and the second
/// one's speeding up, so that never more than two of them act at a time.
double overlap(const TimeLaw& before, const TimeLaw& behind, double share);

}  // namespace erfd::planning
