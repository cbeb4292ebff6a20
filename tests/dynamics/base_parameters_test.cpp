// Base parameters: counts of the literature, and that nothing is lost.
#include "erfd/dynamics/base_parameters.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/regressor.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/random_robot.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// tau by rnea, and by the reduced regressor times the base values; relative to the largest torque.
double difference(const Model& model, const BaseParameters& base, const State& s) {
  Workspace ws(model);
  VectorX<double> tau(model.nv());
  rnea(model, ws, s.q, s.qd, s.qdd, tau);
  MatrixX<double> Y(model.nv(), 10 * model.body_count()),
      Y_base(model.nv(), static_cast<Eigen::Index>(base.base.size()));
  regressor(model, ws, s.q, s.qd, s.qd, s.qdd, Y);
  reduce_regressor(base, Y, Y_base);
  return (Y_base * base.values() - tau).cwiseAbs().maxCoeff() / tau.cwiseAbs().maxCoeff();
}

double change_by_rules(const Model& model, const State& s) {
  const Model regrouped = regrouped_by_rules(model);
  Workspace ws(model);
  VectorX<double> tau(model.nv()), again(model.nv());
  rnea(model, ws, s.q, s.qd, s.qdd, tau);
  rnea(regrouped, ws, s.q, s.qd, s.qdd, again);
  return (again - tau).cwiseAbs().maxCoeff() / tau.cwiseAbs().maxCoeff();
}

TEST(BaseParameters, OfThePuma560Are36) {
  // Gautier and Khalil 1990: 36 for the geometry of the PUMA 560 with all inertias, first axis along gravity.
  EXPECT_EQ(base_parameters(load_robot("puma560")).base.size(), 36u);
  EXPECT_EQ(base_parameters(load_robot("lola15")).base.size(), 36u);
}

TEST(BaseParameters, OfAPlanarArmAreItsThreeGroupsAndTheMomentsThatGravityFeels) {
  const BaseParameters base = base_parameters(load_robot("planar2r"));
  std::vector<std::string> kept;
  for (const BaseParameter& p : base.base) kept.push_back(p.name.substr(0, 2));
  // Two links in a vertical plane: ZZ1R MX1R MY1, ZZ2 MX2 MY2.
  EXPECT_EQ(base.base.size(), 6u);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), "ZZ"), 2);
}

TEST(BaseParameters, GiveTheTorquesOfAllParametersOnEveryShippedRobot) {
  std::mt19937 rng(560);
  for (const std::string& name : known_robots()) {
    const Model model = load_robot(name);
    if (model.has_free_base() || !model.constraints().empty()) continue;
    const BaseParameters base = base_parameters(model);
    EXPECT_LE(base.remainder, name == "tree12" ? 1e-10 : 1e-14)
        << name << ": axes parallel to 10 digits";
    for (int k = 0; k < 20; ++k)
      EXPECT_LE(difference(model, base, random_state(model, rng)), 1e-12 + base.remainder) << name;
  }
}

TEST(BaseParameters, KnowNothingOfTheMassesOfTheRobotTheyWereFoundOn) {
  std::mt19937 rng(8);
  const Model model = random_robot({.joints = 5}, rng);
  const BaseParameters base = base_parameters(model);
  Model::Parts parts = model.parts();
  for (Body& body : parts.bodies)
    body.I_B += Inertia::about_com(2, {0.1, -0.2, 0.3}, Matrix3<double>::Identity());
  const Model other(std::move(parts));
  BaseParameters moved = base;
  const VectorX<double> values = base.grouping * inertial_parameters(other);
  for (std::size_t k = 0; k < moved.base.size(); ++k)
    moved.base[k].value = values[static_cast<Eigen::Index>(k)];
  EXPECT_LE(difference(other, moved, random_state(other, rng)), 1e-12);
}

TEST(BaseParameters, AreWhatTheRulesLeaveOnUglyTrees) {
  std::mt19937 rng(1990);
  for (int k = 0; k < 40; ++k) {
    const Model model =
        random_robot({.joints = 1 + k % 8, .branching = k % 2 ? 0.4 : 0.0, .prismatic = 0.3}, rng);
    const State s = random_state(model, rng);
    EXPECT_LE(change_by_rules(model, s), 1e-12) << "robot " << k;
    const BaseParameters base = base_parameters(model);
    EXPECT_LE(difference(model, base, s), 1e-12) << "robot " << k;
    // Base values do not change when the rules move inertia.
    const VectorX<double> before = base.values(),
                          after = base.grouping * inertial_parameters(regrouped_by_rules(model));
    EXPECT_LE((after - before).cwiseAbs().maxCoeff(), 1e-10 * before.cwiseAbs().maxCoeff())
        << "robot " << k;
  }
}

TEST(BaseParameters, SayWhatIsAddedToWhat) {
  const BaseParameters base = base_parameters(load_robot("puma560"));
  EXPECT_EQ(base.base.front().name, "ZZ1R");
  EXPECT_EQ(base.base.front().formula.rfind("ZZ1R = ZZ1 + ", 0), 0u) << base.base.front().formula;
  EXPECT_NE(base.base.front().formula.find("YY2"), std::string::npos) << base.base.front().formula;
  EXPECT_EQ(parameter_name(13), "MZ2");
}

TEST(BaseParameters, RefuseAFreeBase) {
  std::mt19937 rng(1);
  EXPECT_THROW(base_parameters(random_robot({.joints = 2, .free_base = true}, rng)), Error);
}

}  // namespace
}  // namespace erfd::test
