// Double precision against quad precision on random robots: 10^3 pairs, 10^5 with ERFD_LONG=1.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/dynamics/routes.hpp"
#include "erfd/math/quad.hpp"

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

/// Relative errors of one algorithm, as shares of 2 κ₁(H) ε + 1e-13 times the cancellation. The floor
/// is what the roundings of up to 50 joints add up to.
struct RouteShares {
  double tau = 0, H = 0, qdd = 0;
};

struct PairErrors {
  std::vector<RouteShares> routes;  ///< in the order of erfd::routes()
  double reach = 1;                 ///< see reach_of()
  double rnea = 0, crba = 0;
  double aba = 0;           ///< relative
  double aba_allowed = 0;   ///< 0.5 κ₁(H) ε + 1e-14
  double cancellation = 1;  ///< ‖H⁻¹ τ‖ / ‖qdd‖ where τ and the bias cancel, else 1
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

/// The product of exponentials sees every body from the base at q = 0, however far away it is: its
/// inertias are larger than H by this factor, and so are their roundings.
double reach_of(const Model& robot, const MatrixX<Quad>& H) {
  std::vector<Pose<double>> X_WB0;
  double sum = 0;
  for (const Body& body : robot.bodies()) {
    X_WB0.push_back(body.parent.is_world()
                        ? body.X_PB0
                        : X_WB0[static_cast<std::size_t>(body.parent.value)] * body.X_PB0);
    sum += body.I_B.moved(X_WB0.back()).matrix().norm();
  }
  return std::max(1.0, sum / double(H.norm()));
}

/// What the algorithms are measured against.
struct Reference {
  QuadVector tau, qdd;
  MatrixX<Quad> H;
  double qdd_cancellation = 1;  ///< ‖H⁻¹ τ‖ / ‖qdd‖ where τ and the bias cancel, else 1
  double tau_cancellation = 1;  ///< (‖H qdd‖ + ‖bias‖) / ‖τ‖
};

RouteShares shares_of(const RouteInfo& info, const Model& robot, const State& s,
                      const Reference& reference, double allowed) {
  RouteShares shares;
  if (!info.obstacle(robot).empty()) return shares;
  const auto route = make_route<double>(info.name, robot);
  VectorX<double> x(robot.nv());
  MatrixX<double> H(robot.nv(), robot.nv());
  if (info.does(Task::inverse_dynamics)) {
    route->inverse_dynamics(s.q, s.qd, s.qdd, x, {});
    shares.tau = relative_difference(x, reference.tau) / (allowed * reference.tau_cancellation);
  }
  if (info.does(Task::inertia_matrix)) {
    route->inertia_matrix(s.q, H);
    shares.H = double((H.cast<Quad>() - reference.H).norm() / reference.H.norm()) / allowed;
  }
  if (info.does(Task::forward_dynamics)) {
    route->forward_dynamics(s.q, s.qd, s.tau, x, {});
    shares.qdd = relative_difference(x, reference.qdd) / (allowed * reference.qdd_cancellation);
  }
  return shares;
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
  const QuadVector tau_quad = reference;

  MatrixX<double> H(nv, nv);
  MatrixX<Quad> H_quad(nv, nv);
  crba(robot, ws, s.q, H);
  crba<Quad>(robot, quad, q, H_quad);
  e.crba = double((H.cast<Quad>() - H_quad).norm() / H_quad.norm());

  aba(robot, ws, s.q, s.qd, s.tau, x);
  aba<Quad>(robot, quad, q, qd, tau, reference);
  e.aba = relative_difference(x, reference);
  const MatrixX<Quad> H_inverse = H_quad.inverse();
  const double kappa_eps =
      norm1(H_quad) * norm1(H_inverse) * std::numeric_limits<double>::epsilon();
  e.cancellation = std::max(1.0, double((H_inverse * tau).norm() / reference.norm()));
  e.aba_allowed = 0.5 * kappa_eps + 1e-14;
  e.reach = reach_of(robot, H_quad);
  const QuadVector inertial = H_quad * qdd;
  const Reference all{tau_quad, reference, H_quad, e.cancellation,
                      double((inertial.norm() + (tau_quad - inertial).norm()) / tau_quad.norm())};
  for (const RouteInfo& info : routes()) {
    e.routes.push_back(shares_of(info, robot, s, all, 2 * kappa_eps + 1e-13));
  }
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

double quantile(std::vector<PairErrors>& errors, double PairErrors::* error, double share) {
  std::sort(errors.begin(), errors.end(),
            [error](const auto& a, const auto& b) { return a.*error < b.*error; });
  const auto last = static_cast<double>(errors.size() - 1);
  return errors[static_cast<std::size_t>(last * share)].*error;
}

/// The largest share of each result over all pairs; every pair's shares are divided by its factor.
template <class Factor>
RouteShares worst_shares(const std::vector<PairErrors>& errors, std::size_t route,
                         const Factor& factor) {
  RouteShares worst;
  for (const auto& e : errors) {
    const auto keep = [&e, &factor](double& largest, double share) {
      if (!(share / factor(e) <= largest)) largest = share / factor(e);  // keeps a NaN
    };
    keep(worst.tau, e.routes[route].tau);
    keep(worst.H, e.routes[route].H);
    keep(worst.qdd, e.routes[route].qdd);
  }
  return worst;
}

/// Every algorithm and the engine against quad precision, so also against each other.
void expect_all_routes_within_bounds(const std::vector<PairErrors>& errors) {
  for (std::size_t k = 0; k < routes().size(); ++k) {
    const std::string_view name = routes()[k].name;
    const RouteShares plain = worst_shares(errors, k, [](const PairErrors&) { return 1.0; });
    const RouteShares worst =
        name != "poe" ? plain : worst_shares(errors, k, [](const auto& e) { return e.reach; });
    std::printf("  %-16s at most %.3f (tau) %.3f (H) %.3f (qdd) of 2 kappa eps + 1e-13\n",
                name.data(), plain.tau, plain.H, plain.qdd);
    EXPECT_LE(worst.tau, 1) << name;
    EXPECT_LE(worst.H, 1) << name;
    EXPECT_LE(worst.qdd, 1) << name;
  }
}

// Where τ and the bias cancel, qdd is small against what it is made of, and its relative error grows by that factor
// whatever the algorithm. Pairs above the plain bound are counted and shown; every pair must hold the bound times the factor.
TEST(AccuracyLong, DoubleIsAsGoodAsItsConditionAllowsOnRandomRobots) {
  const int count = std::getenv("ERFD_LONG") != nullptr ? 100'000 : 1'000;
  std::vector<PairErrors> errors = measure_all(count);
  int above_plain = 0, above_any = 0;
  double worst_share = 0;
  for (const auto& e : errors) {
    above_plain += e.aba <= e.aba_allowed ? 0 : 1;  // NaN counts as above
    above_any += e.aba <= e.aba_allowed * e.cancellation ? 0 : 1;
    worst_share = std::max(worst_share, e.aba / e.aba_allowed);
  }
  const double rnea_typical = quantile(errors, &PairErrors::rnea, 0.999),
               rnea_worst = errors.back().rnea;
  const double crba_typical = quantile(errors, &PairErrors::crba, 0.999),
               crba_worst = errors.back().crba;
  std::printf(
      "%d pairs: rnea p99.9 %.2e max %.2e; crba p99.9 %.2e max %.2e; aba at most %.2f of "
      "0.5 kappa eps + 1e-14, %d above it, %d above it times the cancellation\n",
      count, rnea_typical, rnea_worst, crba_typical, crba_worst, worst_share, above_plain,
      above_any);
  expect_all_routes_within_bounds(errors);
  EXPECT_LE(rnea_typical, 1e-14);
  EXPECT_LE(rnea_worst, 1e-13);
  EXPECT_LE(crba_typical, 5e-15);
  EXPECT_LE(crba_worst, 1e-13);
  EXPECT_LE(above_plain, count / 10'000) << "pairs where aba exceeds 0.5 kappa eps + 1e-14";
  EXPECT_EQ(above_any, 0) << "pairs where aba exceeds that bound times the cancellation";
}

}  // namespace
}  // namespace erfd::test
