// The expanded form of Kvrgić and Vidaković with repaired indices (errata L11 to L15) against
// composite bodies, Newton-Euler, articulated bodies, quad precision and golden figures.
#include "erfd/dynamics/papers/mrnea_expanded.hpp"

#include "support/explicit_form.hpp"
#include "support/source_tree.hpp"

namespace erfd::test {
namespace {

constexpr auto run = [](auto&&... arguments) { mrnea_expanded(arguments...); };
constexpr double serial = 0;

TEST(MrneaExpanded, HasTheInertiaMatrixOfCompositeBodiesAndTheBiasOfNewtonEuler) {
  expect_reference_form<BasicMrneaExpandedWorkspace>(run, serial, 211);
}

// The paper's own robot and its claim (Fig. 5): the torques are those of Newton-Euler.
TEST(MrneaExpanded, GivesTheTorquesOfNewtonEulerOnLola15) {
  const Model robot = load_robot(source_tree("robots/lola15.toml"));
  Workspace ws(robot);
  VectorX<double> tau(robot.nv());
  std::mt19937 rng(212);
  for (int k = 0; k < 100; ++k) {
    const State s = random_state(robot, rng);
    const auto wrenches = random_wrenches(robot, rng);
    const auto form = explicit_form<BasicMrneaExpandedWorkspace>(run, robot, s, wrenches);
    rnea(robot, ws, s.q, s.qd, s.qdd, tau, wrenches);
    EXPECT_TRUE(is_close(form.H * s.qdd + form.bias, tau, 4e-15));
  }
}

TEST(MrneaExpanded, HasTheGoldenInertiaAndBiasOfLola15) {
  expect_golden_lola15<BasicMrneaExpandedWorkspace>(run);
}

TEST(MrneaExpanded, GivesTheAccelerationsOfTheArticulatedBodies) {
  expect_accelerations_of_aba<BasicMrneaExpandedWorkspace>(run, serial, 213);
}

// H as accurate as by composite bodies. The velocity terms are a sum of n (n + 1) / 2 products, of
// which many cancel where Newton-Euler never forms them: the bias of chains with up to 50 joints
// loses a digit against mrnea.
TEST(MrneaExpanded, LosesADigitOfTheBiasOfLongChains) {
  expect_accuracy_of_double<BasicMrneaExpandedWorkspace>(run, true, 214, 5e-13);
}

TEST(MrneaExpanded, AcceptsBodiesWithoutMass) {
  expect_bodies_without_mass<BasicMrneaExpandedWorkspace>(run, 215);
}

TEST(MrneaExpanded, NeverAllocates) {
  expect_no_allocation<BasicMrneaExpandedWorkspace>(run, serial, 216);
}

TEST(MrneaExpanded, InFloatAgreesWithDouble) {
  expect_float_near_double<BasicMrneaExpandedWorkspace>(run, serial, 217);
}

TEST(MrneaExpanded, RefusesWrongSizesFreeBasesAndBranches) {
  expect_refusals<BasicMrneaExpandedWorkspace>(run, "mrnea_expanded");
  const Model tree = generic_tree();
  MrneaExpandedWorkspace ws(tree);
  const VectorX<double> x = VectorX<double>::Zero(7);
  MatrixX<double> H(7, 7);
  VectorX<double> bias(7);
  const std::string message = message_of([&] { mrnea_expanded(tree, ws, x, x, H, bias); });
  EXPECT_TRUE(message.starts_with("mrnea_expanded: the model 'random' branches at body"))
      << message;
}

}  // namespace
}  // namespace erfd::test
