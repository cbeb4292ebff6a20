#include "support/accuracy.hpp"

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

namespace erfd::test {
namespace {

double norm1(const MatrixX<Quad>& M) {
  double worst = 0;
  for (Eigen::Index j = 0; j < M.cols(); ++j) {
    Quad sum = 0;
    for (Eigen::Index i = 0; i < M.rows(); ++i) sum += abs(M(i, j));
    worst = std::max(worst, double(sum));
  }
  return worst;
}

void keep(double& largest, double x) {
  if (!std::isnan(largest) && !(x <= largest)) largest = x;
}

}  // namespace

QuadReference::QuadReference(const Model& robot, const State& s)
    : tau(robot.nv()), qdd(robot.nv()), H(robot.nv(), robot.nv()) {
  const VectorX<Quad> q = s.q.cast<Quad>(), qd = s.qd.cast<Quad>(), given_qdd = s.qdd.cast<Quad>(),
                      given_tau = s.tau.cast<Quad>();
  BasicWorkspace<Quad> ws(robot);
  rnea<Quad>(robot, ws, q, qd, given_qdd, tau);
  crba<Quad>(robot, ws, q, H);
  aba<Quad>(robot, ws, q, qd, given_tau, qdd);
  const MatrixX<Quad> H_inverse = H.inverse();
  kappa_eps = norm1(H) * norm1(H_inverse) * std::numeric_limits<double>::epsilon();
  qdd_cancellation = std::max(1.0, double((H_inverse * given_tau).norm() / qdd.norm()));
  const VectorX<Quad> inertial = H * given_qdd;
  tau_cancellation = double((inertial.norm() + (tau - inertial).norm()) / tau.norm());
}

double relative_difference(const VectorX<double>& x, const VectorX<Quad>& reference) {
  return double((x.cast<Quad>() - reference).norm() / reference.norm());
}

double relative_difference(const MatrixX<double>& X, const MatrixX<Quad>& reference) {
  return double((X.cast<Quad>() - reference).norm() / reference.norm());
}

AlgorithmErrors errors_of(const AlgorithmInfo& info, const Model& robot, const State& s,
                          const QuadReference& reference) {
  AlgorithmErrors e;
  if (!info.obstacle(robot).empty()) return e;
  const auto algorithm = make_algorithm<double>(info.name, robot);
  VectorX<double> x(robot.nv());
  MatrixX<double> H(robot.nv(), robot.nv());
  if (info.does(Task::inverse_dynamics)) {
    algorithm->inverse_dynamics(s.q, s.qd, s.qdd, x, {});
    e.tau = relative_difference(x, reference.tau) / reference.tau_cancellation;
  }
  if (info.does(Task::inertia_matrix)) {
    algorithm->inertia_matrix(s.q, H);
    e.H = relative_difference(H, reference.H);
  }
  if (info.does(Task::forward_dynamics)) {
    algorithm->forward_dynamics(s.q, s.qd, s.tau, x, {});
    e.qdd = relative_difference(x, reference.qdd) / reference.qdd_cancellation;
  }
  return e;
}

void keep_worst(AlgorithmErrors& worst, const AlgorithmErrors& e, double factor) {
  keep(worst.tau, factor * e.tau);
  keep(worst.H, factor * e.H);
  keep(worst.qdd, factor * e.qdd);
}

}  // namespace erfd::test
