// The three methods of Walker and Orin against composite bodies, Newton-Euler, articulated bodies,
// quad precision and golden figures.
#include "erfd/dynamics/papers/walker_orin.hpp"

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/papers/walker_orin_4.hpp"
#include "erfd/math/rotation.hpp"

#include "support/explicit_form.hpp"

#include <cstdio>
#include <numbers>

namespace erfd::test {
namespace {

constexpr auto method_1 = [](auto&&... arguments) { walker_orin_1(arguments...); };
constexpr auto method_2 = [](auto&&... arguments) { walker_orin_2(arguments...); };
constexpr auto method_3 = [](auto&&... arguments) { walker_orin_3(arguments...); };
constexpr double branching = 0.4;

TEST(WalkerOrin, Method1HasTheInertiaMatrixOfCompositeBodiesAndTheBiasOfNewtonEuler) {
  expect_reference_form<BasicWalkerOrinWorkspace>(method_1, branching, 221);
}
TEST(WalkerOrin, Method2HasTheInertiaMatrixOfCompositeBodiesAndTheBiasOfNewtonEuler) {
  expect_reference_form<BasicWalkerOrinWorkspace>(method_2, branching, 222);
}
TEST(WalkerOrin, Method3HasTheInertiaMatrixOfCompositeBodiesAndTheBiasOfNewtonEuler) {
  expect_reference_form<BasicWalkerOrinWorkspace>(method_3, branching, 223);
}

TEST(WalkerOrin, EveryMethodGivesTheAccelerationsOfTheArticulatedBodies) {
  expect_accelerations_of_aba<BasicWalkerOrinWorkspace>(method_1, branching, 224);
  expect_accelerations_of_aba<BasicWalkerOrinWorkspace>(method_2, branching, 225);
  expect_accelerations_of_aba<BasicWalkerOrinWorkspace>(method_3, branching, 226);
}

TEST(WalkerOrin, EveryMethodIsAsAccurateAsCompositeBodiesAndNewtonEuler) {
  expect_accuracy_of_double<BasicWalkerOrinWorkspace>(method_1, false, 227);
  expect_accuracy_of_double<BasicWalkerOrinWorkspace>(method_2, false, 228);
  expect_accuracy_of_double<BasicWalkerOrinWorkspace>(method_3, false, 229);
}

TEST(WalkerOrin, EveryMethodAcceptsBodiesWithoutMass) {
  expect_bodies_without_mass<BasicWalkerOrinWorkspace>(method_1, 230);
  expect_bodies_without_mass<BasicWalkerOrinWorkspace>(method_2, 231);
  expect_bodies_without_mass<BasicWalkerOrinWorkspace>(method_3, 232);
}

TEST(WalkerOrin, EveryMethodHasTheGoldenInertiaAndBiasOfLola15) {
  expect_golden_lola15<BasicWalkerOrinWorkspace>(method_1);
  expect_golden_lola15<BasicWalkerOrinWorkspace>(method_2);
  expect_golden_lola15<BasicWalkerOrinWorkspace>(method_3);
}

TEST(WalkerOrin, NoMethodAllocates) {
  expect_no_allocation<BasicWalkerOrinWorkspace>(method_1, branching, 233);
  expect_no_allocation<BasicWalkerOrinWorkspace>(method_2, branching, 234);
  expect_no_allocation<BasicWalkerOrinWorkspace>(method_3, branching, 235);
}

TEST(WalkerOrin, InFloatEveryMethodAgreesWithDouble) {
  expect_float_near_double<BasicWalkerOrinWorkspace>(method_1, branching, 236);
  expect_float_near_double<BasicWalkerOrinWorkspace>(method_2, branching, 237);
  expect_float_near_double<BasicWalkerOrinWorkspace>(method_3, branching, 238);
}

TEST(WalkerOrin, EveryMethodRefusesWrongSizesAndFreeBases) {
  expect_refusals<BasicWalkerOrinWorkspace>(method_1, "walker_orin_1");
  expect_refusals<BasicWalkerOrinWorkspace>(method_2, "walker_orin_2");
  expect_refusals<BasicWalkerOrinWorkspace>(method_3, "walker_orin_3");
}

// Method 4 solves by products alone: rounds are told, and few where H is well-conditioned.
TEST(WalkerOrin, Method4GivesTheAccelerationsOfTheArticulatedBodiesAndCountsItsRounds) {
  std::mt19937 rng(239);
  double worst = 0;
  int most = 0, least = 1000;
  for (int k = 0; k < 100; ++k) {
    const int n = 1 + k % 12;
    const Model robot = random_robot({.joints = n, .branching = branching}, rng);
    const State s = random_state(robot, rng);
    Workspace tree(robot);
    BasicConjugateWorkspace<double> ws(robot);
    VectorX<double> expected(n), qdd(n);
    aba(robot, tree, s.q, s.qd, s.tau, expected);
    const int rounds = walker_orin_4<double>(robot, ws, s.q, s.qd, s.tau, qdd);
    worst = std::max(worst, (qdd - expected).norm() / expected.norm());
    most = std::max(most, rounds / n);
    least = std::min(least, rounds);
  }
  std::printf("off by %.1e, at least %d rounds, at most %d a joint\n", worst, least, most);
  EXPECT_LT(worst, 1e-9);
  EXPECT_GE(least, 1);
}

// Unit masses that slide along world axes: H is the unit matrix, and one round solves it.
TEST(WalkerOrin, Method4NeedsOneRoundWhereTheInertiaIsTheUnitMatrix) {
  Model::Parts parts;
  const Matrix3<double> turns[3] = {rotation_y(std::numbers::pi / 2),
                                    rotation_x(-std::numbers::pi / 2), Matrix3<double>::Identity()};
  Matrix3<double> before = Matrix3<double>::Identity();
  for (int i = 0; i < 3; ++i) {
    Body body;
    body.name = body.joint = "b" + std::to_string(i);
    body.parent = {i - 1};
    body.kind = JointKind::prismatic;
    body.X_PB0.R = before.transpose() * turns[i];
    before = turns[i];
    if (i == 2) body.I_B = Inertia::about_com(1, {0, 0, 0}, Matrix3<double>::Identity());
    parts.bodies.push_back(body);
  }
  const Model robot(std::move(parts));
  BasicConjugateWorkspace<double> ws(robot);
  VectorX<double> zero = VectorX<double>::Zero(3), tau(3), qdd(3);
  tau << 3, -4, 5 + 9.81;
  EXPECT_EQ(walker_orin_4<double>(robot, ws, zero, zero, tau, qdd), 1);
  EXPECT_TRUE(is_close(qdd, VectorX<double>(tau - 9.81 * VectorX<double>::Unit(3, 2)), 1e-13));
}

}  // namespace
}  // namespace erfd::test
