// The regressor against algorithms that know no parameters.
#include "erfd/dynamics/regressor.hpp"

#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/coriolis.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/equation_of_motion.hpp"
#include "support/fixed_base_states.hpp"
#include "support/message_of.hpp"

#include <limits>

namespace erfd::test {
namespace {

/// From a workspace and a result full of NaN.
MatrixX<double> Y_of(const Model& robot, const VectorX<double>& q, const VectorX<double>& qd,
                     const VectorX<double>& qd_r, const VectorX<double>& qdd_r) {
  Workspace ws(robot);
  ws.poison();
  MatrixX<double> Y =
      MatrixX<double>::Constant(robot.nv(), parameters_of_a_body * robot.body_count(),
                                std::numeric_limits<double>::quiet_NaN());
  regressor(robot, ws, q, qd, qd_r, qdd_r, Y);
  return Y;
}

TEST(Regressor, TimesTheParametersIsNewtonEuler) {
  for_fixed_base_states(71, [](const Model& robot, const State& s, std::mt19937&) {
    Workspace ws(robot);
    VectorX<double> tau(robot.nv());
    rnea(robot, ws, s.q, s.qd, s.qdd, tau);
    const MatrixX<double> Y = Y_of(robot, s.q, s.qd, s.qd, s.qdd);
    EXPECT_TRUE(is_close(Y * inertial_parameters(robot), tau, 2e-14));
  });
}

TEST(Regressor, KnowsNothingOfTheMasses) {
  for_fixed_base_states(72, [](const Model& robot, const State& s, std::mt19937& rng) {
    Model::Parts parts = robot.parts();
    for (Body& body : parts.bodies) {
      const double m = uniform(rng, 0, 5);
      body.I_B =
          Inertia::about_com(m, random_vector(3, rng), uniform(rng, 0, 2) * body.I_B.about_origin);
    }
    const Model other(parts);
    Workspace ws(other);
    VectorX<double> tau(robot.nv());
    rnea(other, ws, s.q, s.qd, s.qdd, tau);
    const MatrixX<double> Y = Y_of(robot, s.q, s.qd, s.qd, s.qdd);
    EXPECT_TRUE(is_close(Y * inertial_parameters(other), tau, 2e-14));
  });
}

TEST(Regressor, HasTheFactorsOfTheCoriolisMatrixForAnyReference) {
  for_fixed_base_states(73, [](const Model& robot, const State& s, std::mt19937& rng) {
    const int n = robot.nv();
    const VectorX<double> qd_r = random_vector(n, rng, 2);
    Workspace ws(robot);
    MatrixX<double> H(n, n), C(n, n);
    VectorX<double> g(n);
    crba(robot, ws, s.q, H);
    coriolis_matrix(robot, ws, s.q, s.qd, C);
    gravity_torques(robot, ws, s.q, g);
    const MatrixX<double> Y = Y_of(robot, s.q, s.qd, qd_r, s.qdd);
    EXPECT_TRUE(is_close(Y * inertial_parameters(robot), H * s.qdd + C * qd_r + g, 5e-14));
  });
}

// xᵀ (dH/dt − 2 C) x = 0 for every x, dH/dt by differences of crba along the motion.
TEST(Regressor, UsesAFactorisationThatDoesNoWork) {
  for_fixed_base_states(74, [](const Model& robot, const State& s, std::mt19937& rng) {
    const int n = robot.nv();
    const VectorX<double> x = random_vector(n, rng, 2), zero = VectorX<double>::Zero(n),
                          a = inertial_parameters(robot);
    const std::vector<MatrixX<double>> slopes = slopes_of_inertia(robot, s.q);
    MatrixX<double> H_rate = MatrixX<double>::Zero(n, n);
    for (int k = 0; k < n; ++k) H_rate += slopes[k] * s.qd[k];
    const VectorX<double> Cx =
        (Y_of(robot, s.q, s.qd, x, zero) - Y_of(robot, s.q, s.qd, zero, zero)) * a;
    const double scale = std::max(1.0, x.cwiseAbs().dot(Cx.cwiseAbs()));
    EXPECT_LT(std::abs(x.dot(H_rate * x) - 2 * x.dot(Cx)), 1e-13 * scale * tolerance_scale());
  });
}

TEST(Regressor, UncertaintyOfAPayloadBoundsEveryShareOfIt) {
  std::mt19937 rng(75);
  const Model robot = generic_tree();
  const Payload whole{4, random_vector(3, rng, 0.3), Vector3<double>(0.1, 0.2, 0.15).asDiagonal()};
  const VectorX<double> bound = payload_uncertainty(robot, robot.tool(), whole);
  EXPECT_GT(bound.maxCoeff(), 1);
  for (const double share : {0.0, 0.3, 1.0}) {
    const Payload part{share * whole.mass, whole.com, share * whole.I_com};
    const VectorX<double> change =
        inertial_parameters(robot.with_payload(robot.tool(), part)) - inertial_parameters(robot);
    EXPECT_LE((change.cwiseAbs() - bound).maxCoeff(), 1e-14);
  }
}

TEST(Regressor, NeverAllocatesAndRefusesWrongSizesAndFreeBases) {
  std::mt19937 rng(76);
  const Model robot = generic_tree(),
              floating = random_robot({.joints = 3, .free_base = true}, rng);
  const State s = random_state(robot, rng);
  Workspace ws(robot), ws_floating(floating);
  MatrixX<double> Y(robot.nv(), 10 * robot.body_count());
  if (AllocationCounter::works()) {
    const AllocationCounter counter;
    regressor(robot, ws, s.q, s.qd, s.qd, s.qdd, Y);
    EXPECT_EQ(counter.count(), 0);
  }
  EXPECT_EQ(message_of([&] { regressor(robot, ws, s.q, s.qd, s.qd.head(2), s.qdd, Y); }),
            "regressor: argument 'qd_r' has size 2, but the model '" + robot.name() + "' needs 7");
  EXPECT_NE(message_of([&] {
              regressor(floating, ws_floating, s.q, s.qd, s.qd, s.qdd, Y);
            }).find("has a free base"),
            std::string::npos);
}

}  // namespace
}  // namespace erfd::test
