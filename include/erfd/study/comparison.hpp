// All algorithms on one robot, side by side.
#pragma once

#include "erfd/study/count.hpp"
#include "erfd/study/timing.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// What was measured of one algorithm.
struct AlgorithmStudy {
  const AlgorithmInfo* algorithm = nullptr;
  std::string obstacle;  ///< why it cannot run the robot; then nothing was measured
  AlgorithmCount count;
  std::optional<CallTime> time;
  std::optional<double> error;  ///< largest, relative, against quad precision
};

struct ComparisonOptions {
  CountingRule rule = CountingRule::without_trivial;
  int states = 100;  ///< on which the error is measured; 0: it is not
  bool timing = true;
  std::function<void(const AlgorithmInfo&)> about_to_time;  ///< called before each algorithm
};

/// The algorithms that move a robot as it is: those of trees, or those of closed loops.
std::span<const AlgorithmInfo> algorithms_of(const Model& model);

/// Every algorithm of algorithms_of() that does the task, in its order.
std::vector<AlgorithmStudy> compare_algorithms(const Model& model, Task task,
                                               const ComparisonOptions& options = {});

}  // namespace erfd
