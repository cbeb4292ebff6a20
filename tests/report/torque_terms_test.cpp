#include "erfd/report/torque_terms.hpp"

#include "erfd/error.hpp"

#include "report/models.hpp"

#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

auto rnea_of(const Model& model) { return make_route<double>("rnea", model); }
auto aba_of(const Model& model) { return make_route<double>("aba", model); }

State random_state(const Model& model, std::mt19937& rng) {
  std::uniform_real_distribution<double> number(-1, 1);
  State state = rest_state(model);
  for (VectorX<double>* part : {&state.q, &state.qd, &state.qdd})
    for (double& x : *part) x = number(rng);
  if (model.has_free_base()) state.q.head<4>().normalize();
  return state;
}

const std::vector<ExternalWrench<double>> push{
    {{0}, {{1, -2, 3}, {10, 20, -30}}, {0.1, 0.2, -0.3}}};

TEST(TorqueTerms, AddUpToTheTorquesOfNewtonAndEuler) {
  std::mt19937 rng(3);
  for (const bool free_base : {false, true}) {
    const Model model = test::elbow_and_lift(free_base);
    Workspace ws(model);
    for (int k = 0; k < 20; ++k) {
      const TorqueTerms t =
          torque_terms(model, ws, *rnea_of(model), random_state(model, rng), push);
      const VectorX<double> sum = t.inertia + t.coriolis + t.gravity + t.external;
      EXPECT_LT((sum - t.sum).cwiseAbs().maxCoeff(), 1e-12 * t.sum.cwiseAbs().maxCoeff())
          << "sample " << k;
    }
  }
}

TEST(TorqueTerms, EachVanishesWithItsCause) {
  std::mt19937 rng(4);
  const Model model = test::elbow_and_lift();
  Workspace ws(model);
  State state = random_state(model, rng);
  state.qd.setZero();
  state.qdd.setZero();
  const TorqueTerms t = torque_terms(model, ws, *rnea_of(model), state);
  EXPECT_EQ(t.inertia.norm(), 0);
  EXPECT_EQ(t.coriolis.norm(), 0);
  EXPECT_EQ(t.external.norm(), 0);
  EXPECT_GT(t.gravity.norm(), 1);
  EXPECT_GT(torque_terms(model, ws, *rnea_of(model), state, push).external.norm(), 1);
}

TEST(Accelerations, UndoTheTorques) {
  std::mt19937 rng(5);
  const Model model = test::elbow_and_lift();
  Workspace ws(model);
  State state = random_state(model, rng);
  state.tau = torque_terms(model, ws, *rnea_of(model), state, push).sum;
  EXPECT_LT((accelerations(model, *aba_of(model), state, push) - state.qdd).norm(), 1e-12);
}

TEST(Accelerations, OfAJointThatMovesNoMassAreAnError) {
  Model::Parts parts;
  parts.name = "ghost";
  parts.bodies.push_back(test::joint_body("j1", JointKind::revolute, -1));
  parts.bodies.back().I_B = {};
  const Model model(std::move(parts));
  Workspace ws(model);
  State state = rest_state(model);
  state.tau[0] = 1;
  EXPECT_THROW(accelerations(model, *aba_of(model), state), Error);
}

TEST(TorqueTerms, ThatOverflowAreAnError) {
  const Model model = test::elbow_and_lift();
  Workspace ws(model);
  State state = rest_state(model);
  state.qd.setConstant(1e200);
  EXPECT_THROW(torque_terms(model, ws, *rnea_of(model), state), Error);
}

}  // namespace
}  // namespace erfd
