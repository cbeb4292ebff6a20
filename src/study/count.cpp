#include "erfd/study/count.hpp"

#include "study/task_call.hpp"

namespace erfd {

long arithmetic(const OperationCount& count) {
  return count.multiplications + count.additions + count.divisions;
}

AlgorithmCount count_operations(const AlgorithmInfo& info, const Model& model, Task task,
                                CountingRule rule) {
  const auto algorithm = made<Counted>(info.name, model);
  const auto in = task_input<Counted>(sample_states(model, 1).front(), task, Counted::variable);
  TaskOutput<Counted> out(model);
  const OperationCounter counter(rule);
  run_task(*algorithm, task, in, out);
  return {counter.kinematics(), counter.dynamics()};
}

}  // namespace erfd
