// The product of exponentials against Newton-Euler and the laws of the Coriolis matrix.
#include "erfd/dynamics/papers/poe.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/crba.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/equation_of_motion.hpp"
#include "support/fixed_base_states.hpp"

#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Equation by_poe(const Model& robot, const State& s, Wrenches<double> wrenches = {}) {
  PoeWorkspace ws(robot);
  ws.poison();
  Equation e(robot);
  poe(robot, ws, s.q, s.qd, e.H, e.bias, wrenches);
  return e;
}

MatrixX<double> coriolis_by_poe(const Model& robot, const State& s) {
  PoeWorkspace ws(robot);
  ws.poison();
  MatrixX<double> C(robot.nv(), robot.nv());
  poe_coriolis_matrix(robot, ws, s.q, s.qd, C);
  return C;
}

// Tolerance: all moments are taken about the world's origin, some 5 m away from the joints.
TEST(Poe, HasTheInertiaMatrixAndTheBiasOfNewtonEuler) {
  double worst_H = 0, worst_bias = 0;
  for_fixed_base_states(81, [&](const Model& robot, const State& s, auto&) {
    const Equation ours = by_poe(robot, s), reference = by_newton_euler(robot, s);
    EXPECT_TRUE(is_close(ours.H, reference.H, 1e-13));
    EXPECT_TRUE(is_close(ours.bias, reference.bias, 1e-13));
    worst_H = std::max(worst_H, residual(ours.H, reference.H));
    worst_bias = std::max(worst_bias, residual(ours.bias, reference.bias));
  });
  std::printf("poe against newton-euler in quad precision: H %.1e, bias %.1e\n", worst_H,
              worst_bias);
}

TEST(Poe, FeelsExternalWrenchesAsNewtonEulerDoes) {
  for_fixed_base_states(82, [](const Model& robot, const State& s, auto& rng) {
    const RandomWrenches wrenches(robot, rng);
    EXPECT_TRUE(is_close(by_poe(robot, s, wrenches.in_double).bias,
                         by_newton_euler(robot, s, wrenches.in_quad).bias, 1e-13));
  });
}

TEST(Poe, HasTheCoriolisMatrixOfTheCompositeBodies) {
  for_fixed_base_states(83, [](const Model& robot, const State& s, auto&) {
    MatrixX<double> C(robot.nv(), robot.nv());
    Workspace ws(robot);
    coriolis_matrix(robot, ws, s.q, s.qd, C);
    EXPECT_TRUE(is_close(coriolis_by_poe(robot, s), C, 1e-12));
  });
}

// dH/dt from differences of crba in quad precision: shares no formula with either.
TEST(Poe, MakesTheRateOfHMinusTwiceCSkew) {
  for_fixed_base_states(84, [](const Model& robot, const State& s, auto&) {
    const int nv = robot.nv();
    const Path path(s);
    BasicWorkspace<Quad> quad(robot);
    const MatrixX<Quad> rate = derivative([&](Quad t) {
      MatrixX<Quad> H(nv, nv);
      crba<Quad>(robot, quad, path.position(t), H);
      return H;
    });
    const MatrixX<double> C = coriolis_by_poe(robot, s);
    const MatrixX<double> N = to_double(rate) - 2 * C;
    EXPECT_TRUE(is_close(N + N.transpose(), MatrixX<double>::Zero(nv, nv),
                         1e-12 * std::max(1.0, C.norm())));
  });
}

TEST(Poe, DoesNotAllocate) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  const Model robot = generic_tree();
  std::mt19937 rng(86);
  const State s = random_state(robot, rng);
  PoeWorkspace ws(robot);
  MatrixX<double> H(7, 7);
  VectorX<double> bias(7);
  const ExternalWrench<double> wrench{{6}, {{1, 2, 3}, {4, 5, 6}}};
  const AllocationCounter counter;
  poe(robot, ws, s.q, s.qd, H, bias, {&wrench, 1});
  poe_coriolis_matrix(robot, ws, s.q, s.qd, H);
  EXPECT_EQ(counter.count(), 0);
}

TEST(Poe, RefusesWrongSizesAndFreeBases) {
  const Model robot = generic_tree();
  PoeWorkspace ws(robot);
  const VectorX<double> q = VectorX<double>::Zero(7);
  MatrixX<double> H(7, 7), narrow(7, 6);
  VectorX<double> bias(7);
  EXPECT_THROW(poe(robot, ws, q.head(6), q, H, bias), Error);
  EXPECT_THROW(poe(robot, ws, q, q.head(6), H, bias), Error);
  EXPECT_THROW(poe(robot, ws, q, q, narrow, bias), Error);
  EXPECT_THROW(poe_coriolis_matrix(robot, ws, q, q, narrow), Error);
  std::mt19937 rng(87);
  EXPECT_THROW(PoeWorkspace(random_robot({.free_base = true}, rng)), Error);
}

}  // namespace
}  // namespace erfd::test
