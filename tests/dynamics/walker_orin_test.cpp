// The three methods of Walker and Orin against composite bodies, Newton-Euler, articulated bodies,
// quad precision and golden figures.
#include "erfd/dynamics/papers/walker_orin.hpp"

#include "support/explicit_form.hpp"

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

}  // namespace
}  // namespace erfd::test
