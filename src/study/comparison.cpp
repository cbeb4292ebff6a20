#include "erfd/study/comparison.hpp"

#include "erfd/study/accuracy.hpp"

namespace erfd {

std::vector<RouteStudy> compare_routes(const Model& model, Task task,
                                       const ComparisonOptions& options) {
  const std::vector<SampleState> states = sample_states(model, options.states, 2);
  const QuadReference reference(model, task, states);
  std::vector<RouteStudy> studies;
  for (const RouteInfo& route : routes()) {
    if (!route.does(task)) continue;
    RouteStudy study{&route, route.obstacle(model), {}, {}, {}};
    if (study.obstacle.empty()) {
      study.count = count_operations(route, model, task, options.rule);
      if (!states.empty()) study.error = reference.largest_error(route);
      if (options.timing) {
        if (options.about_to_time) options.about_to_time(route);
        study.time = time_call(route, model, task);
      }
    }
    studies.push_back(std::move(study));
  }
  return studies;
}

}  // namespace erfd
