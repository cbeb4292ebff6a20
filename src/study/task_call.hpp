// One way to call any route for any task. Private to the layer.
#pragma once

#include "erfd/dynamics/algorithms.hpp"
#include "erfd/study/sample_states.hpp"

namespace erfd {

/// Of either list.
template <class S>
std::unique_ptr<BasicAlgorithm<S>> made(std::string_view name, const Model& model) {
  return find_algorithm(name).closes_loops ? make_closed_algorithm<S>(name, model)
                                           : make_algorithm<S>(name, model);
}

template <class S>
struct TaskInput {
  VectorX<S> q, qd;
  VectorX<S> given;  ///< accelerations for inverse, torques for forward dynamics
};

/// The state in numbers of type S, each made by number(double).
template <class S, class Number>
TaskInput<S> task_input(const SampleState& s, Task task, const Number& number) {
  const auto convert = [&](const VectorX<double>& v) {
    VectorX<S> converted(v.size());
    for (Eigen::Index i = 0; i < v.size(); ++i) converted[i] = number(v[i]);
    return converted;
  };
  return {convert(s.q), convert(s.qd), convert(task == Task::forward_dynamics ? s.tau : s.qdd)};
}

template <class S>
struct TaskOutput {
  VectorX<S> vector;  ///< torques or accelerations
  MatrixX<S> matrix;  ///< H
  explicit TaskOutput(const Model& model)
      : vector(VectorX<S>::Zero(model.nv())), matrix(MatrixX<S>::Zero(model.nv(), model.nv())) {}
  MatrixX<S> of(Task task) const {
    return task == Task::inertia_matrix ? matrix : MatrixX<S>(vector);
  }
};

template <class S>
void run_task(BasicAlgorithm<S>& algorithm, Task task, const TaskInput<S>& in, TaskOutput<S>& out) {
  switch (task) {
    case Task::inverse_dynamics:
      return algorithm.inverse_dynamics(in.q, in.qd, in.given, out.vector, {});
    case Task::inertia_matrix:
      return algorithm.inertia_matrix(in.q, out.matrix);
    case Task::forward_dynamics:
      return algorithm.forward_dynamics(in.q, in.qd, in.given, out.vector, {});
  }
}

}  // namespace erfd
