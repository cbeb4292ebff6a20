#include "erfd/study/comparison.hpp"

#include "study/accuracy.hpp"

namespace erfd {

std::span<const AlgorithmInfo> algorithms_of(const Model& model) {
  return model.constraints().empty() ? algorithms() : closed_algorithms();
}

std::vector<AlgorithmStudy> compare_algorithms(const Model& model, Task task,
                                               const ComparisonOptions& options) {
  const std::vector<SampleState> states = sample_states(model, options.states, 2);
  const QuadReference reference(model, task, states);
  std::vector<AlgorithmStudy> studies;
  for (const AlgorithmInfo& algorithm : algorithms_of(model)) {
    if (!algorithm.does(task)) continue;
    AlgorithmStudy study{&algorithm, algorithm.obstacle(model), {}, {}, {}};
    if (study.obstacle.empty()) {
      study.count = count_operations(algorithm, model, task, options.rule);
      if (!states.empty()) study.error = reference.largest_error(algorithm);
      if (options.timing) {
        if (options.about_to_time) options.about_to_time(algorithm);
        study.time = time_call(algorithm, model, task);
      }
    }
    studies.push_back(std::move(study));
  }
  return studies;
}

}  // namespace erfd
