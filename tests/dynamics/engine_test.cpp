// The engine against the page: same torques, inertia matrices and accelerations on every robot.
#include "erfd/erfd.hpp"

#include "dynamics/engine_kept.hpp"
#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <cmath>
#include <filesystem>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

// A few hundred roundings of 1e-16 each; forward dynamics divides by H.
constexpr double torque_tolerance = 1e-12, acceleration_tolerance = 1e-9;

/// All three results of the engine beside those of rnea, crba and aba.
template <class S = double>
void expect_same_as_page(const Model& robot, EngineTarget target, int states, double torques,
                         double accelerations) {
  std::mt19937 rng(81);
  const BasicEngine<S> engine(robot, target);
  EXPECT_TRUE(engine.prepared()) << robot.name();
  BasicEngineWorkspace<S> fast(engine);
  Workspace ws(robot);
  const int nv = robot.nv();
  for (int k = 0; k < states; ++k) {
    const State s = random_state(robot, rng);
    const VectorX<S> q = s.q.cast<S>(), qd = s.qd.cast<S>(), qdd = s.qdd.cast<S>();
    VectorX<double> expected(nv), expected_qdd(nv);
    MatrixX<double> H(nv, nv);
    VectorX<S> x(nv);
    MatrixX<S> H_fast(nv, nv);
    rnea(robot, ws, s.q, s.qd, s.qdd, expected);
    crba(robot, ws, s.q, H);
    fast.poison();
    inverse_dynamics<S>(engine, fast, q, qd, qdd, x);
    EXPECT_TRUE(is_close(x.template cast<double>(), expected, torques)) << robot.name();
    fast.poison();
    H_fast.setConstant(S(7));
    inertia_matrix<S>(engine, fast, q, H_fast);
    EXPECT_TRUE(is_close(H_fast.template cast<double>(), H, torques)) << robot.name();
    const VectorX<S> tau = expected.cast<S>();  // torques that give accelerations of order 10
    aba(robot, ws, s.q, s.qd, expected, expected_qdd);
    fast.poison();
    forward_dynamics<S>(engine, fast, q, qd, tau, x);
    EXPECT_TRUE(is_close(x.template cast<double>(), expected_qdd, accelerations)) << robot.name();
  }
}

class EngineOnTarget : public ::testing::TestWithParam<EngineTarget> {};

TEST_P(EngineOnTarget, EqualsThePageOnTheShippedRobots) {
  for (const auto& file : std::filesystem::directory_iterator(source_tree("robots"))) {
    if (file.path().extension() != ".toml") continue;
    expect_same_as_page(load_robot(file.path().string()), GetParam(), 20, torque_tolerance,
                        acceleration_tolerance);
  }
}

TEST_P(EngineOnTarget, EqualsThePageOnRandomTrees) {
  std::mt19937 rng(82);
  for (int k = 0; k < 60; ++k) {
    RobotRecipe recipe{.joints = 1 + k % 20, .branching = k % 3 == 0 ? 0.0 : 0.4};
    recipe.free_base = k % 10 == 9;
    expect_same_as_page(random_robot(recipe, rng), GetParam(), 5, torque_tolerance,
                        acceleration_tolerance);
  }
}

/// A chain whose neighbouring axes enclose `angle`, with full inertias and skew offsets.
Model chain_with_angle(double angle, double offset_y) {
  std::mt19937 rng(83);
  const Model random = random_robot({.joints = 6, .branching = 0, .prismatic = 0}, rng);
  Model::Parts parts;
  parts.name = "chain";
  parts.gravity = random.gravity();
  parts.bodies = random.bodies();
  for (Body& body : parts.bodies) {
    body.X_PB0 = {rotation_z(0.3) * rotation_x(angle) * rotation_z(-0.7), {0.2, offset_y, 0.1}};
  }
  return Model(std::move(parts));
}

TEST_P(EngineOnTarget, EqualsThePageAtEveryAngleBetweenTheAxes) {
  const double right = std::numbers::pi / 2;
  for (const double angle : {0.0, right, -right, 2 * right, 0.5, -0.5, 3.0}) {
    expect_same_as_page(chain_with_angle(angle, 0.3), GetParam(), 10, torque_tolerance,
                        acceleration_tolerance);
  }
}

// The common normal of nearly parallel axes runs far away: 0.3 m beside each other at 1e-6 rad means
// 300 km. The engine must not compute there.
TEST_P(EngineOnTarget, KeepsItsAccuracyWithNearlyParallelAxes) {
  for (const double angle : {1e-1, 1e-2, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, -1e-4}) {
    expect_same_as_page(chain_with_angle(angle, 0.3), GetParam(), 10, torque_tolerance,
                        acceleration_tolerance);
  }
}

// A welding torch: 0.3 kg m² across, 1e-9 kg m² about the axis it turns about.
TEST_P(EngineOnTarget, KeepsTheInertiaOfASlenderToolAboutItsOwnAxis) {
  const Model chain = chain_with_angle(0.8, 0.3);
  Model::Parts parts;
  parts.name = "slender tool";
  parts.gravity = chain.gravity();
  parts.bodies = chain.bodies();
  parts.bodies.back().I_B =
      Inertia::about_com(1, {0, 0, 0.45}, Vector3<double>(0.1, 0.1, 1e-9).asDiagonal());
  const Model robot(std::move(parts));
  const Engine engine(robot, GetParam());
  EXPECT_TRUE(engine.prepared());
  EngineWorkspace fast(engine);
  MatrixX<double> H(6, 6);
  inertia_matrix(engine, fast, VectorX<double>::Constant(6, 0.4), H);
  EXPECT_NEAR(H(5, 5), 1e-9, 1e-23);
}

TEST_P(EngineOnTarget, TakesWrenchesOfTheEnvironment) {
  std::mt19937 rng(84);
  for (const bool free_base : {false, true}) {
    const Model robot = random_robot({.joints = 9, .free_base = free_base}, rng);
    const Engine engine(robot, GetParam());
    EngineWorkspace fast(engine);
    Workspace ws(robot);
    const State s = random_state(robot, rng);
    const ExternalWrench<double> wrenches[] = {
        {{3}, {{1, -2, 3}, {40, 5, -60}}, {0.1, 0.2, 0.3}},
        {{robot.body_count() - 1}, {{-1, 2, 5}, {7, -8, 9}}}};
    VectorX<double> x(robot.nv()), expected(robot.nv());
    rnea(robot, ws, s.q, s.qd, s.qdd, expected, wrenches);
    inverse_dynamics<double>(engine, fast, s.q, s.qd, s.qdd, x, wrenches);
    EXPECT_TRUE(is_close(x, expected, torque_tolerance));
    aba(robot, ws, s.q, s.qd, s.tau, expected, wrenches);
    forward_dynamics<double>(engine, fast, s.q, s.qd, s.tau, x, wrenches);
    EXPECT_TRUE(is_close(x, expected, acceleration_tolerance));
  }
}

INSTANTIATE_TEST_SUITE_P(, EngineOnTarget,
                         ::testing::Values(EngineTarget::best, EngineTarget::portable),
                         [](const auto& tested) {
                           return tested.param == EngineTarget::best ? "best" : "portable";
                         });

/// H of the position that inverse_dynamics() left, and one to four columns H x beside crba.
void expect_kept_inertia(const Model& robot, EngineTarget target, std::mt19937& rng) {
  const Engine engine(robot, target);
  EngineWorkspace fast(engine);
  Workspace ws(robot);
  const State s = random_state(robot, rng);
  const int nv = robot.nv();
  VectorX<double> tau(nv);
  MatrixX<double> H(nv, nv), H_fast = MatrixX<double>::Constant(nv, nv, 7);
  crba(robot, ws, s.q, H);
  inverse_dynamics<double>(engine, fast, s.q, s.qd, s.qdd, tau);
  inertia_matrix_kept(engine, fast, s.q, H_fast);
  EXPECT_TRUE(is_close(H_fast, H, torque_tolerance)) << robot.name();
  for (int count = 1; count <= kept_columns; ++count) {
    MatrixX<double> X(nv, count), Y = MatrixX<double>::Constant(nv, count, 7);
    const double* x[kept_columns];
    double* y[kept_columns];
    for (int k = 0; k < count; ++k) {
      X.col(k) = random_vector(nv, rng);
      x[k] = X.col(k).data();
      y[k] = Y.col(k).data();
    }
    ASSERT_TRUE(inertia_times_kept(engine, fast, s.q.data(), count, x, y)) << robot.name();
    EXPECT_TRUE(is_close(Y, MatrixX<double>(H * X), torque_tolerance))
        << robot.name() << ", " << count << " columns";
  }
}

TEST_P(EngineOnTarget, TimesInertiaWithoutTheMatrix) {
  std::mt19937 rng(86);
  for (int k = 0; k < 60; ++k)
    expect_kept_inertia(random_robot({.joints = 1 + k % 32,
                                      .branching = k % 3 == 0 ? 0.0 : 0.4,
                                      .rounded = k % 4 == 0 ? 0.6 : 0.0},
                                     rng),
                        GetParam(), rng);
  for (const char* const name : {"lola15", "stanford", "tree12", "scara"})
    expect_kept_inertia(load_robot(name), GetParam(), rng);
}

TEST(Engine, SaysWhichRobotsItTimesNoInertiaOf) {
  std::mt19937 rng(87);
  for (const RobotRecipe& recipe :
       {RobotRecipe{.joints = 33}, RobotRecipe{.joints = 4, .free_base = true},
        RobotRecipe{.joints = 4, .prismatic = 0, .helical = 1}}) {
    const Model robot = random_robot(recipe, rng);
    const Engine engine(robot);
    EngineWorkspace fast(engine);
    const State s = random_state(robot, rng);
    VectorX<double> result = VectorX<double>::Constant(robot.nv(), 7);
    const double* const x = s.qdd.data();
    double* const y = result.data();
    EXPECT_FALSE(inertia_times_kept(engine, fast, s.q.data(), 1, &x, &y));
    EXPECT_EQ(result, VectorX<double>::Constant(robot.nv(), 7));
  }
}

TEST(Engine, WorksInSinglePrecision) {
  const Model robot = load_robot(source_tree("robots/lola15.toml"));
  for (const EngineTarget target : {EngineTarget::best, EngineTarget::portable}) {
    expect_same_as_page<float>(robot, target, 50, 1e-5, 1e-2);
  }
}

// One joint that turns a unit first moment in a unit field: torque = cos q, so the engine's own sine
// and cosine can be seen through the door.
TEST(Engine, HasSinesAndCosinesOfOneUlpOnAllTurns) {
  Body rod;
  rod.name = rod.joint = "rod";
  rod.I_B = Inertia::about_com(1, {1, 0, 0}, Matrix3<double>::Identity());
  Model::Parts parts;
  parts.name = "pendulum";
  parts.gravity = {0, -1, 0};
  parts.bodies = {rod};
  const Model pendulum(std::move(parts));
  const Engine engine(pendulum);
  EngineWorkspace ws(engine);
  const VectorX<double> zero = VectorX<double>::Zero(1);
  VectorX<double> q(1), tau(1);
  std::mt19937 rng(85);
  double worst = 0;
  for (int k = 0; k < 200'000; ++k) {
    const double reach = std::pow(10, uniform(rng, -3, 6));  // beyond 1e5 the library's own
    q[0] = uniform(rng, -reach, reach);
    inverse_dynamics(engine, ws, q, zero, zero, tau);
    worst = std::max(worst, std::abs(tau[0] - std::cos(q[0])));
  }
  EXPECT_LE(worst, 2.3e-16) << "of a result of at most 1";
}

TEST(Engine, LetsNanAndInfinityThrough) {
  const Model robot = load_robot(source_tree("robots/lola15.toml"));
  const Engine engine(robot);
  EngineWorkspace ws(engine);
  const VectorX<double> zero = VectorX<double>::Zero(6);
  VectorX<double> q = zero, x(6);
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    q[2] = bad;
    inverse_dynamics(engine, ws, q, zero, zero, x);
    EXPECT_TRUE(std::isnan(x[1]));
    forward_dynamics(engine, ws, q, zero, zero, x);
    EXPECT_TRUE(std::isnan(x[1]));
  }
}

TEST(Engine, NeverTouchesTheHeap) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(86);
  for (const bool free_base : {false, true}) {
    const Model robot = random_robot({.joints = 30, .free_base = free_base}, rng);
    const Engine engine(robot);
    EngineWorkspace ws(engine);
    const State s = random_state(robot, rng);
    VectorX<double> x(robot.nv());
    MatrixX<double> H(robot.nv(), robot.nv());
    const ExternalWrench<double> wrench{{3}, {{1, 2, 3}, {4, 5, 6}}};
    const AllocationCounter counter;
    inverse_dynamics<double>(engine, ws, s.q, s.qd, s.qdd, x, {&wrench, 1});
    inertia_matrix(engine, ws, s.q, H);
    forward_dynamics<double>(engine, ws, s.q, s.qd, s.tau, x, {&wrench, 1});
    EXPECT_EQ(counter.count(), 0);
  }
}

TEST(Engine, SaysWhichArgumentHasTheWrongSize) {
  const Model robot = load_robot(source_tree("robots/lola15.toml"));
  const Engine engine(robot);
  EngineWorkspace ws(engine);
  VectorX<double> six = VectorX<double>::Zero(6), five = VectorX<double>::Zero(5);
  try {
    inverse_dynamics(engine, ws, six, five, six, six);
    FAIL() << "a wrong size was accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "inverse_dynamics: argument 'qd' has size 5, but the model 'lola15' needs 6");
  }
}

}  // namespace
}  // namespace erfd::test
