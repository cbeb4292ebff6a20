// DeNOC forward dynamics against the algorithms that share no formula with it: articulated bodies,
// and the dense inertia matrix with a numerical factorisation.
#include "erfd/dynamics/papers/denoc.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/quad.hpp"

#include "golden/golden.hpp"
#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <cstdio>
#include <fstream>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using QuadVector = VectorX<Quad>;
using QuadMatrix = MatrixX<Quad>;
constexpr double eps = std::numeric_limits<double>::epsilon();

/// Ugly robots with a fixed base, of up to 20 joints, and states.
template <class Check>
void for_random_trees(unsigned seed, int robots, Check&& check) {
  std::mt19937 rng(seed);
  for (int r = 0; r < robots; ++r) {
    const Model robot =
        random_robot({.joints = 1 + r % 20, .branching = 0.4, .prismatic = 0.35}, rng);
    SCOPED_TRACE("robot " + std::to_string(r));
    check(robot, random_state(robot, rng), rng);
  }
}

template <class S>
double relative_difference(const VectorX<S>& x, const VectorX<S>& reference) {
  return double((x - reference).norm() / reference.norm());
}

double norm1(const QuadMatrix& M) {
  double worst = 0;
  for (Eigen::Index j = 0; j < M.cols(); ++j) {
    Quad sum = 0;
    for (Eigen::Index i = 0; i < M.rows(); ++i) sum += abs(M(i, j));
    worst = std::max(worst, double(sum));
  }
  return worst;
}

double condition(const QuadMatrix& H) { return norm1(H) * norm1(H.inverse()); }

// In quad precision (ε = 1.9e-34) the condition of H cannot hide an error: 1e-26 against aba. The
// dense route meets the rotations of the model, orthogonal to the ε of double only, in other places
// (it carries masses as scalars): κ₁(H) times that ε.
TEST(Denoc, EqualsArticulatedBodiesAndTheDenseSolutionInQuadPrecision) {
  double worst_aba = 0, worst_dense = 0;
  for_random_trees(71, 60, [&](const Model& robot, const State& s, std::mt19937& rng) {
    const QuadVector q = s.q.cast<Quad>(), qd = s.qd.cast<Quad>(), tau = s.tau.cast<Quad>();
    const Force<Quad> load{random_vector(3, rng, 10).cast<Quad>(),
                           random_vector(3, rng, 50).cast<Quad>()};
    const ExternalWrench<Quad> wrench{{robot.body_count() / 2}, load, {0.1, -0.2, 0.3}};
    const std::span<const ExternalWrench<Quad>> wrenches{&wrench, 1};
    BasicWorkspace<Quad> ws(robot);
    BasicDenocWorkspace<Quad> denoc_ws(robot);
    denoc_ws.poison();
    QuadVector qdd(robot.nv()), by_aba(robot.nv()), bias(robot.nv());
    QuadMatrix H(robot.nv(), robot.nv());
    denoc<Quad>(robot, denoc_ws, q, qd, tau, qdd, wrenches);
    aba<Quad>(robot, ws, q, qd, tau, by_aba, wrenches);
    bias_torques<Quad>(robot, ws, q, qd, bias, wrenches);
    crba<Quad>(robot, ws, q, H);
    const QuadVector dense = H.ldlt().solve(tau - bias);
    worst_aba = std::max(worst_aba, relative_difference(qdd, by_aba));
    worst_dense = std::max(worst_dense, relative_difference(qdd, dense));
    EXPECT_LE(relative_difference(qdd, by_aba), 1e-26 * tolerance_scale());
    EXPECT_LE(relative_difference(qdd, dense), condition(H) * eps * tolerance_scale());
  });
  std::printf("denoc - aba %.1e, denoc - crba and LDLT %.1e (quad)\n", worst_aba, worst_dense);
}

// H = U D Uᵀ entry by entry, so no condition number enters: 1e-14 of the largest entry.
TEST(Denoc, FactorsMultiplyToTheInertiaMatrix) {
  double worst = 0;
  for_random_trees(72, 60, [&](const Model& robot, const State& s, auto&) {
    const int n = robot.nv();
    DenocWorkspace ws(robot);
    Workspace crba_ws(robot);
    MatrixX<double> U = MatrixX<double>::Constant(n, n, NAN), H(n, n);
    VectorX<double> D(n);
    ws.poison();
    denoc_factors(robot, ws, s.q, U, D);
    crba(robot, crba_ws, s.q, H);
    const MatrixX<double> product = U * D.asDiagonal() * U.transpose();
    worst = std::max(worst, (product - H).cwiseAbs().maxCoeff() / H.cwiseAbs().maxCoeff());
    EXPECT_TRUE(is_close(product / H.cwiseAbs().maxCoeff(), H / H.cwiseAbs().maxCoeff(), 1e-14));
    EXPECT_GT(D.minCoeff(), 0);
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(U(i, i), 1);
      for (int j = 0; j < i; ++j) EXPECT_EQ(U(i, j), 0);
    }
  });
  std::printf("U D U^T - H: %.1e of the largest entry\n", worst);
}

TEST(Denoc, FactorIsZeroBetweenBranches) {
  const Model robot = generic_tree();
  std::mt19937 rng(73);
  DenocWorkspace ws(robot);
  MatrixX<double> U(7, 7);
  VectorX<double> D(7);
  denoc_factors(robot, ws, random_state(robot, rng).q, U, D);
  int pairs = 0;
  for (int j = 0; j < 7; ++j) {
    std::vector<bool> above(7, false);
    for (BodyIndex k = robot.body({j}).parent; !k.is_world(); k = robot.body(k).parent) {
      above[static_cast<std::size_t>(k.value)] = true;
    }
    for (int i = 0; i < j; ++i) {
      if (above[static_cast<std::size_t>(i)]) continue;
      EXPECT_EQ(U(i, j), 0) << i << ", " << j;
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 0) << "the robot has no branches";
}

// The bound of the accuracy page for aba: 0.5 κ₁(H) ε + 1e-14, times the factor by which τ and the
// bias cancel.
TEST(Denoc, IsAsGoodAsTheConditionOfTheInertiaMatrixAllows) {
  double worst = 0, worst_share = 0;
  for (unsigned k = 0; k < 300; ++k) {
    std::mt19937 rng(7400 + k);
    RobotRecipe recipe = random_recipe(rng);
    recipe.free_base = false;
    const Model robot = random_robot(recipe, rng);
    const State s = random_state(robot, rng);
    const QuadVector tau = s.tau.cast<Quad>();
    BasicWorkspace<Quad> quad(robot);
    QuadVector reference(robot.nv());
    QuadMatrix H(robot.nv(), robot.nv());
    crba<Quad>(robot, quad, s.q.cast<Quad>(), H);
    aba<Quad>(robot, quad, s.q.cast<Quad>(), s.qd.cast<Quad>(), tau, reference);
    const QuadMatrix H_inverse = H.inverse();
    const double cancellation = std::max(1.0, double((H_inverse * tau).norm() / reference.norm()));
    DenocWorkspace ws(robot);
    ws.poison();
    VectorX<double> qdd(robot.nv());
    denoc(robot, ws, s.q, s.qd, s.tau, qdd);
    const double error = relative_difference<Quad>(qdd.cast<Quad>(), reference);
    const double allowed = (0.5 * condition(H) * eps + 1e-14) * cancellation;
    worst = std::max(worst, error);
    worst_share = std::max(worst_share, error / allowed);
    EXPECT_LE(error, allowed * tolerance_scale()) << "pair " << k;
  }
  std::printf("300 pairs: worst error %.1e, at most %.2f of the bound\n", worst, worst_share);
}

class DenocGolden : public ::testing::TestWithParam<const char*> {};

// Accelerations of the golden sets hold 1e-8 max(1, |x|) by every algorithm.
TEST_P(DenocGolden, HasTheAccelerations) {
  std::ifstream in(source_tree("tests/goldens/") + GetParam() + ".json");
  const golden::Json file = golden::Json::parse(in);
  const Model robot = golden::model_of(file);
  DenocWorkspace ws(robot);
  VectorX<double> qdd(robot.nv());
  golden::Outcome outcome;
  for (const golden::Json& sample : file.at("samples")) {
    const VectorX<double> w = golden::vector_of(sample.at("wrench"));  // force first
    const ExternalWrench<double> wrench{robot.tool(), {w.tail<3>(), w.head<3>()}};
    ws.poison();
    denoc(robot, ws, golden::vector_of(sample.at("q")), golden::vector_of(sample.at("qd")),
          golden::vector_of(sample.at("tau")), qdd, {&wrench, 1});
    outcome.compare("denoc", qdd, golden::vector_of(sample.at("qdd")), 1e-8);
    ++outcome.samples;
  }
  EXPECT_TRUE(outcome.passed());
  std::printf("%s: worst %.1e\n", GetParam(), outcome.algorithms.at("denoc").error);
}

INSTANTIATE_TEST_SUITE_P(Serial, DenocGolden, ::testing::Values("puma", "lola15", "irb140"));

TEST(Denoc, DoesNotTouchTheHeap) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  const Model robot = generic_tree();
  std::mt19937 rng(75);
  const State s = random_state(robot, rng);
  const ExternalWrench<double> wrench{{3}, {{1, 2, 3}, {4, 5, 6}}};
  DenocWorkspace ws(robot);
  VectorX<double> x(7);
  MatrixX<double> U(7, 7);
  const AllocationCounter counter;
  denoc(robot, ws, s.q, s.qd, s.tau, x, {&wrench, 1});
  denoc_factors(robot, ws, s.q, U, x);
  EXPECT_EQ(counter.count(), 0);
}

TEST(Denoc, RefusesWrongSizesAndFreeBases) {
  const auto message_of = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  const Model robot = generic_tree();
  DenocWorkspace ws(robot);
  const VectorX<double> good = VectorX<double>::Zero(7), bad = VectorX<double>::Zero(3);
  VectorX<double> out(7);
  MatrixX<double> U(7, 6);
  EXPECT_EQ(message_of([&] { denoc(robot, ws, good, good, bad, out); }),
            "denoc: argument 'tau' has size 3, but the model 'random' needs 7");
  EXPECT_EQ(message_of([&] { denoc_factors(robot, ws, good, U, out); }),
            "denoc_factors: argument 'U (columns)' has size 6, but the model 'random' needs 7");
  std::mt19937 rng(76);
  const Model floating = random_robot({.joints = 1, .free_base = true}, rng);
  DenocWorkspace floating_ws(floating);
  EXPECT_EQ(
      message_of([&] { denoc(floating, floating_ws, good, good, good, out); }),
      "denoc: the model 'random' has a free base, expected a fixed one; use rnea, crba or aba");
}

}  // namespace
}  // namespace erfd::test
