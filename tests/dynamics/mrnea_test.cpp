// The modified Newton-Euler pass against composite bodies, Newton-Euler, articulated bodies, quad
// precision and golden figures.
#include "erfd/dynamics/papers/mrnea.hpp"

#include "support/explicit_form.hpp"

namespace erfd::test {
namespace {

constexpr auto run = [](auto&&... arguments) { mrnea(arguments...); };
constexpr double branching = 0.4;

TEST(Mrnea, HasTheInertiaMatrixOfCompositeBodiesAndTheBiasOfNewtonEuler) {
  expect_reference_form<BasicMrneaWorkspace>(run, branching, 201);
}

TEST(Mrnea, GivesTheAccelerationsOfTheArticulatedBodies) {
  expect_accelerations_of_aba<BasicMrneaWorkspace>(run, branching, 202);
}

TEST(Mrnea, IsAsAccurateAsCompositeBodiesAndNewtonEuler) {
  expect_accuracy_of_double<BasicMrneaWorkspace>(run, false, 203);
}

TEST(Mrnea, AcceptsBodiesWithoutMass) { expect_bodies_without_mass<BasicMrneaWorkspace>(run, 204); }

TEST(Mrnea, HasTheGoldenInertiaAndBiasOfLola15) { expect_golden_lola15<BasicMrneaWorkspace>(run); }

TEST(Mrnea, HasNoInertiaBetweenBranches) {
  const Model robot = generic_tree();
  std::mt19937 rng(205);
  const auto form = explicit_form<BasicMrneaWorkspace>(run, robot, random_state(robot, rng));
  const auto hangs_on = [&](int i, int k) {
    for (BodyIndex j{i}; !j.is_world(); j = robot.body(j).parent) {
      if (j.value == k) return true;
    }
    return false;
  };
  int zeros = 0;
  for (int i = 0; i < robot.nv(); ++i) {
    for (int k = 0; k < i; ++k) {
      if (hangs_on(i, k)) continue;
      EXPECT_EQ(form.H(i, k), 0.0);
      EXPECT_EQ(form.H(k, i), 0.0);
      ++zeros;
    }
  }
  EXPECT_GT(zeros, 0) << "the tree does not branch";
}

TEST(Mrnea, NeverAllocates) { expect_no_allocation<BasicMrneaWorkspace>(run, branching, 206); }

TEST(Mrnea, InFloatAgreesWithDouble) {
  expect_float_near_double<BasicMrneaWorkspace>(run, branching, 207);
}

TEST(Mrnea, RefusesWrongSizesAndFreeBases) { expect_refusals<BasicMrneaWorkspace>(run, "mrnea"); }

}  // namespace
}  // namespace erfd::test
