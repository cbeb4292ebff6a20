#include "erfd/study/timing.hpp"

#include "study/task_call.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace erfd {
namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

/// One route and the states it is tried on, in turn.
class Trial {
 public:
  Trial(const AlgorithmInfo& info, const Model& model, Task task, int states)
      : algorithm_(made<double>(info.name, model)), task_(task), out_(model) {
    for (const SampleState& s : sample_states(model, states))
      pool_.push_back(task_input<double>(s, task, [](double x) { return x; }));
  }

  /// Nanoseconds a call, over `calls` of them.
  double repetition(int calls) {
    const Clock::time_point start = Clock::now();
    for (int k = 0; k < calls; ++k) {
      run_task(*algorithm_, task_, pool_[next_], out_);
      next_ = next_ + 1 == pool_.size() ? 0 : next_ + 1;
    }
    return nanoseconds_since(start) / calls;
  }

 private:
  std::unique_ptr<Algorithm> algorithm_;
  Task task_;
  TaskOutput<double> out_;
  std::vector<TaskInput<double>> pool_;
  std::size_t next_ = 0;
};

}  // namespace

CallTime time_call(const AlgorithmInfo& algorithm, const Model& model, Task task,
                   const TimingEffort& effort) {
  constexpr double repetition_ns = 2e5;
  Trial trial(algorithm, model, task, effort.states);
  trial.repetition(1);  // the first call finds cold caches
  const double estimate = std::max(1.0, trial.repetition(1));
  const int calls = std::max(1, static_cast<int>(std::ceil(repetition_ns / estimate)));
  std::vector<double> times;
  const Clock::time_point start = Clock::now();
  while (static_cast<int>(times.size()) < effort.least_repetitions ||
         nanoseconds_since(start) < 1e9 * effort.seconds)
    times.push_back(trial.repetition(calls));
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2]};
}

}  // namespace erfd
