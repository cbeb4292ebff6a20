// The robust law: an unknown payload and friction leave the error inside the layer that the proof of
// docs/controllers.md predicts, and not without the law's robust part.
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/regressor.hpp"

#include "support/closed_loop.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <cstdio>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

constexpr double K = 10, Lambda = 4, layer_power = 1;

/// An ugly arm whose law knows nothing of a payload of 8 kg, nor of the friction in its joints.
struct Case {
  Model believed, real;
  VectorX<double> uncertainty;
  std::shared_ptr<const Reference> motion;
  double friction = 2;  ///< [N m or N]

  explicit Case(std::mt19937& rng) : believed(arm(rng)), real(believed) {
    const int n = believed.nv();
    const Payload payload{8, random_vector(3, rng, 0.3),
                          Vector3<double>(0.05, 0.08, 0.06).asDiagonal()};
    real = believed.with_payload(believed.tool(), payload);
    uncertainty = payload_uncertainty(believed, believed.tool(), payload);
    motion = sine_motion(random_vector(n, rng), constant(n, 0.4), random_vector(n, rng, 3),
                         random_vector(n, rng, 3));
  }
  static Model arm(std::mt19937& rng) {
    return random_robot({.joints = 4, .branching = 0, .prismatic = 0.25, .mass_span = 3}, rng);
  }
  ControllerGains gains(double share) const {
    return {.Kd = constant(1, K),
            .lambda = constant(1, Lambda),
            .uncertainty = share * uncertainty,
            .disturbance = constant(1, share * friction),
            .layer = constant(1, layer_power)};
  }
  /// β = N ε/4 [W], N the number of bounds above zero.
  double leak() const {
    return (static_cast<double>((uncertainty.array() > 0).count()) + believed.nv()) * layer_power /
           4;
  }
};

/// V = ½ sᵀHs of the real robot against V(0) e^{−2µt} + β/(2µ) (1 − e^{−2µt}), µ the least eigenvalue
/// of H⁻¹K on the way; and the error of each joint against its share of that.
struct Outcome {
  double worst_V = 0;      ///< largest V over its bound
  double worst_error = 0;  ///< largest error over its bound
};

Outcome run_case(const Case& c, double share, const VectorX<double>& offset) {
  const int n = c.believed.nv();
  const ControllerGains gains = c.gains(share);
  const auto law = make_controller("robust", c.believed, c.motion, gains);
  VectorX<double> q_d(n), qd_d(n), qdd_d(n);
  c.motion->at(0, q_d, qd_d, qdd_d);
  const auto coulomb = [&](double, const VectorX<double>&, const VectorX<double>& qd) {
    return VectorX<double>(-c.friction * (qd / 1e-2).array().tanh());
  };
  const auto run = closed_loop(c.real, *law, q_d + offset, qd_d,
                               {.end = 3, .step = 5e-4, .keep_every = 20, .load = coulomb});
  Workspace ws(c.real);
  MatrixX<double> H(n, n);
  std::vector<double> V;
  double mu = 1e300;
  VectorX<double> softest = constant(n, 0);  // largest (H⁻¹)_ii
  for (const LoopState& x : run) {
    c.motion->at(x.t, q_d, qd_d, qdd_d);
    const VectorX<double> s = (qd_d - x.qd) + Lambda * (q_d - x.q);
    crba(c.real, ws, x.q, H);
    V.push_back(s.dot(H * s) / 2);
    const Eigen::SelfAdjointEigenSolver<MatrixX<double>> eigen(H);
    mu = std::min(mu, K / eigen.eigenvalues().maxCoeff());
    softest = softest.cwiseMax(H.llt().solve(MatrixX<double>::Identity(n, n)).diagonal());
  }
  Outcome outcome;
  const double V_end = c.leak() / (2 * mu);
  for (std::size_t k = 0; k < run.size(); ++k) {
    const double fade = std::exp(-2 * mu * run[k].t);
    const double bound = V[0] * fade + V_end * (1 - fade);
    if (k > 0) outcome.worst_V = std::max(outcome.worst_V, V[k] / bound);
    if (offset.isZero(0)) {  // then s keeps its bound from the start, and so does the error
      c.motion->at(run[k].t, q_d, qd_d, qdd_d);
      const VectorX<double> layer = (2 * V_end * softest).cwiseSqrt() / Lambda;
      outcome.worst_error = std::max(outcome.worst_error,
                                     (q_d - run[k].q).cwiseQuotient(layer).cwiseAbs().maxCoeff());
    }
  }
  return outcome;
}

TEST(Robust, KeepsTheErrorInThePredictedLayerAndFailsWithoutItsRobustPart) {
  std::mt19937 rng(41);
  for (int r = 0; r < 3; ++r) {
    SCOPED_TRACE("robot " + std::to_string(r));
    const Case c(rng);
    const VectorX<double> none = constant(c.believed.nv(), 0);
    const Outcome with = run_case(c, 1, none), without = run_case(c, 0, none);
    std::printf("robot %d: V/bound %.3f, error/bound %.3f; without the robust part %.1f, %.2f\n", r,
                with.worst_V, with.worst_error, without.worst_V, without.worst_error);
    EXPECT_LE(with.worst_V, 1);
    EXPECT_LE(with.worst_error, 1);
    EXPECT_GT(without.worst_V, 1);
    EXPECT_GT(without.worst_error, 1);
  }
}

TEST(Robust, ReachesTheLayerFromOutsideAsFastAsTheProofSays) {
  std::mt19937 rng(42);
  for (int r = 0; r < 2; ++r) {
    SCOPED_TRACE("robot " + std::to_string(r));
    const Case c(rng);
    EXPECT_LE(run_case(c, 1, random_vector(c.believed.nv(), rng, 0.5)).worst_V, 1);
  }
}

}  // namespace
}  // namespace erfd::test
