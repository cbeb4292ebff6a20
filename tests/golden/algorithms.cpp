// Every algorithm of the registry that can run the robot, on one sample.
#include "erfd/dynamics/algorithms.hpp"

#include "golden/golden.hpp"

namespace erfd::golden {

Algorithms make_algorithms(const Model& robot) {
  Algorithms all;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.obstacle(robot).empty())
      all.push_back({info, make_algorithm<double>(info.name, robot)});
  }
  return all;
}

void check_algorithms(const Algorithms& all, const Sample& s, Outcome& outcome) {
  const auto nv = s.qd.size();
  for (const auto& [info, algorithm] : all) {
    const std::string name(info.name);
    VectorX<double> x(nv);
    MatrixX<double> H(nv, nv);
    if (info.does(Task::inverse_dynamics)) {
      algorithm->inverse_dynamics(s.q, s.qd, s.qdd, x, s.wrenches);
      outcome.compare(name + " tau", x, s.tau);
    }
    if (info.does(Task::inertia_matrix)) {
      algorithm->inertia_matrix(s.q, H);
      outcome.compare(name + " H", H, s.H);
    }
    if (info.does(Task::forward_dynamics)) {
      algorithm->forward_dynamics(s.q, s.qd, s.tau, x, s.wrenches);
      outcome.compare(name + " qdd", x, s.qdd, 1e-8);
    }
  }
}

}  // namespace erfd::golden
