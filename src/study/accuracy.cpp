#include "study/accuracy.hpp"

#include "study/task_call.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace erfd {
namespace {

const char* reference_algorithm(const Model& model, Task task) {
  if (!model.constraints().empty())
    return task == Task::inverse_dynamics ? "loops_projection" : "loops_multipliers";
  switch (task) {
    case Task::inverse_dynamics:
      return "rnea";
    case Task::inertia_matrix:
      return "crba";
    case Task::forward_dynamics:
      break;
  }
  return "aba";
}

double norm(const MatrixX<Quad>& m) {
  Quad sum = 0;
  for (const Quad& x : m.reshaped()) sum += x * x;
  return static_cast<double>(sqrt(sum));
}

}  // namespace

QuadReference::QuadReference(const Model& model, Task task, std::span<const SampleState> states)
    : model_(model), task_(task), states_(states) {
  if (states.empty()) return;
  const auto algorithm = made<Quad>(reference_algorithm(model, task), model);
  TaskOutput<Quad> out(model);
  for (const SampleState& s : states) {
    run_task(*algorithm, task, task_input<Quad>(s, task, [](double x) { return Quad(x); }), out);
    answers_.push_back(out.of(task));
  }
}

double QuadReference::largest_error(const AlgorithmInfo& info) const {
  const auto algorithm = made<double>(info.name, model_);
  TaskOutput<double> out(model_);
  double largest = 0;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    const auto same = [](double x) { return x; };
    run_task(*algorithm, task_, task_input<double>(states_[k], task_, same), out);
    const double size = norm(answers_[k]);
    const MatrixX<Quad> difference = out.of(task_).cast<Quad>() - answers_[k];
    const double error = norm(difference) / (size > 0 ? size : 1);
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, error);
  }
  return largest;
}

}  // namespace erfd
