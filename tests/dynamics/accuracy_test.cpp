// Double precision against quad precision on random robots: 10^3 pairs, 10^5 with ERFD_LONG=1.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "support/quad.hpp"
#include "support/random_robot.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <thread>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using QuadVector = VectorX<Quad>;

struct PairErrors {
  double rnea = 0, crba = 0;
  double aba = 0;           ///< relative
  double aba_allowed = 0;   ///< 0.5 κ₁(H) ε + 1e-14
  double aba_in_kappa = 0;  ///< error / (κ₁ ε)
};

double norm1(const MatrixX<Quad>& M) {
  double worst = 0;
  for (Eigen::Index j = 0; j < M.cols(); ++j) {
    Quad sum = 0;
    for (Eigen::Index i = 0; i < M.rows(); ++i) sum += abs(M(i, j));
    worst = std::max(worst, double(sum));
  }
  return worst;
}

double relative_difference(const VectorX<double>& x, const QuadVector& reference) {
  return double((x.cast<Quad>() - reference).norm() / reference.norm());
}

PairErrors measure(int number) {
  std::mt19937 rng(static_cast<unsigned>(number) + 20261115U);
  const Model robot = random_robot(random_recipe(rng), rng);
  const State s = random_state(robot, rng);
  const QuadVector q = s.q.cast<Quad>(), qd = s.qd.cast<Quad>(), qdd = s.qdd.cast<Quad>(),
                   tau = s.tau.cast<Quad>();
  const int nv = robot.nv();
  Workspace ws(robot);
  BasicWorkspace<Quad> quad(robot);
  PairErrors e;

  VectorX<double> x(nv);
  QuadVector reference(nv);
  rnea(robot, ws, s.q, s.qd, s.qdd, x);
  rnea<Quad>(robot, quad, q, qd, qdd, reference);
  e.rnea = relative_difference(x, reference);

  MatrixX<double> H(nv, nv);
  MatrixX<Quad> H_quad(nv, nv);
  crba(robot, ws, s.q, H);
  crba<Quad>(robot, quad, q, H_quad);
  e.crba = double((H.cast<Quad>() - H_quad).norm() / H_quad.norm());

  aba(robot, ws, s.q, s.qd, s.tau, x);
  aba<Quad>(robot, quad, q, qd, tau, reference);
  e.aba = relative_difference(x, reference);
  const double kappa_eps =
      norm1(H_quad) * norm1(H_quad.inverse()) * std::numeric_limits<double>::epsilon();
  e.aba_allowed = 0.5 * kappa_eps + 1e-14;
  e.aba_in_kappa = e.aba / kappa_eps;
  return e;
}

std::vector<PairErrors> measure_all(int count) {
  std::vector<PairErrors> errors(static_cast<std::size_t>(count));
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int k; (k = next++) < count;) errors[static_cast<std::size_t>(k)] = measure(k);
  };
  std::vector<std::jthread> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (auto& t : threads) t = std::jthread(work);
  threads.clear();
  return errors;
}

// Goals of the accuracy page: RNEA p99.9 ≤ 1e-14 and max ≤ 1e-13, CRBA max ≤ 5e-15, ABA bounded by
// the condition number.
TEST(AccuracyLong, DoubleIsAsGoodAsItsConditionAllowsOnRandomRobots) {
  const int count = std::getenv("ERFD_LONG") != nullptr ? 100'000 : 1'000;
  std::vector<PairErrors> errors = measure_all(count);
  int over = 0;
  double worst_kappa = 0, worst_crba = 0, worst_aba = 0;
  for (const auto& e : errors) {
    over += e.aba <= e.aba_allowed ? 0 : 1;  // NaN counts as over
    worst_kappa = std::max(worst_kappa, e.aba_in_kappa);
    worst_crba = std::max(worst_crba, e.crba);
    worst_aba = std::max(worst_aba, e.aba);
  }
  std::sort(errors.begin(), errors.end(),
            [](const auto& a, const auto& b) { return a.rnea < b.rnea; });
  const double p999 = errors[static_cast<std::size_t>(count) * 999 / 1000].rnea,
               worst = errors.back().rnea;
  std::printf(
      "%d pairs: rnea p99.9 %.2e max %.2e, crba max %.2e, aba max %.2e = at most %.3f kappa eps\n",
      count, p999, worst, worst_crba, worst_aba, worst_kappa);
  EXPECT_LE(p999, 1e-14);
  EXPECT_LE(worst, 1e-13);
  EXPECT_LE(worst_crba, 5e-15);
  EXPECT_EQ(over, 0) << "pairs where aba exceeds 0.5 kappa eps + 1e-14";
}

}  // namespace
}  // namespace erfd::test
