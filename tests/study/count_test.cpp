// Operation counts of the algorithms.
#include "erfd/study/count.hpp"

#include "erfd/study/growth.hpp"
#include "erfd/study/sample_states.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// One link of mass m at a distance r from a joint whose axis is horizontal: tau = m r² qdd +
/// m g r cos q.
Model pendulum() {
  Model::Parts parts;
  parts.name = "pendulum";
  Body body;
  body.name = body.joint = "rod";
  body.X_PB0.R << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  body.I_B = Inertia::about_com(2, {0.5, 0, 0}, Matrix3<double>::Zero());
  parts.bodies.push_back(body);
  parts.frames.push_back({"rod", {0}, {}});
  return Model(std::move(parts));
}

long values_at(const AlgorithmInfo& algorithm, Task task, int n, long OperationCount::* member,
               CountingRule rule = CountingRule::without_trivial) {
  return count_operations(algorithm, general_chain(n), task, rule).dynamics.*member;
}

TEST(Count, PendulumHasOneSineAndOneCosineWithEveryAlgorithm) {
  const Model robot = pendulum();
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!algorithm.does(Task::inverse_dynamics)) continue;
    const auto count =
        count_operations(algorithm, robot, Task::inverse_dynamics, CountingRule::without_trivial);
    EXPECT_EQ(count.of(PoseCost::counted).transcendentals, 2) << algorithm.name;
  }
}

// The entries of the rotation are 0, ±1, ±sin q, ±cos q.
TEST(Count, PosesOfThePendulumAreFreeWithoutTrivialOperations) {
  const auto count = count_operations(find_algorithm("rnea"), pendulum(), Task::inverse_dynamics,
                                      CountingRule::without_trivial);
  EXPECT_EQ(arithmetic(count.kinematics), 0);
  EXPECT_EQ(count.kinematics.transcendentals, 2);
}

// Gravity in axes of the link: g sin q, g cos q; then tau = (m r²) qdd + (m r) (g cos q).
TEST(Count, TorqueOfThePendulumTakesTheEngineFourMultiplicationsAndOneAddition) {
  const auto count = count_operations(find_algorithm("engine"), pendulum(), Task::inverse_dynamics,
                                      CountingRule::without_trivial)
                         .of(PoseCost::counted);
  EXPECT_EQ(count, (OperationCount{4, 1, 0, 2}))
      << count.multiplications << " M " << count.additions << " A";
}

TEST(Count, InertiaOfThePendulumNeedsNoOperation) {
  for (const char* name : {"engine", "crba"}) {
    const auto count = count_operations(find_algorithm(name), pendulum(), Task::inertia_matrix,
                                        CountingRule::without_trivial);
    EXPECT_EQ(arithmetic(count.of(PoseCost::counted)), 0) << name;
  }
}

TEST(Count, PosesOfAGeneralChainCostTwelveMultiplicationsAndSixAdditionsALink) {
  // R_PB0 Rz(q): two columns of 3 · (2 M, 1 A); the third stays.
  const auto count = count_operations(find_algorithm("rnea"), general_chain(7),
                                      Task::inverse_dynamics, CountingRule::without_trivial);
  EXPECT_EQ(count.kinematics.multiplications, 7 * 12);
  EXPECT_EQ(count.kinematics.additions, 7 * 6);
  EXPECT_EQ(count.kinematics.transcendentals, 7 * 2);
}

TEST(Count, AsWrittenCountsAtLeastWhatIsNotTrivial) {
  const Model robot = pendulum();
  for (const AlgorithmInfo& algorithm : algorithms())
    for (const Task task : {Task::inverse_dynamics, Task::inertia_matrix, Task::forward_dynamics}) {
      if (!algorithm.does(task) || !algorithm.obstacle(robot).empty()) continue;
      const auto all = count_operations(algorithm, robot, task, CountingRule::as_written);
      const auto few = count_operations(algorithm, robot, task, CountingRule::without_trivial);
      EXPECT_GE(arithmetic(all.of(PoseCost::counted)), arithmetic(few.of(PoseCost::counted)))
          << algorithm.name;
    }
}

TEST(Count, DoesNotDependOnThePathTaken) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!algorithm.does(Task::forward_dynamics)) continue;
    if (!algorithm.obstacle(general_chain(5)).empty()) continue;
    const auto once = count_operations(algorithm, general_chain(5), Task::forward_dynamics,
                                       CountingRule::without_trivial);
    const auto again = count_operations(algorithm, general_chain(5), Task::forward_dynamics,
                                        CountingRule::without_trivial);
    EXPECT_EQ(once.dynamics, again.dynamics) << algorithm.name;
    EXPECT_EQ(once.kinematics, again.kinematics) << algorithm.name;
  }
}

/// Second differences of the count are zero from four joints on: exactly linear, whatever the rule.
void expect_linear(const char* name, Task task) {
  const AlgorithmInfo& algorithm = find_algorithm(name);
  for (const CountingRule rule : {CountingRule::as_written, CountingRule::without_trivial})
    for (auto member : {&OperationCount::multiplications, &OperationCount::additions,
                        &OperationCount::divisions}) {
      std::vector<long> values;
      for (int n = 4; n <= 14; ++n) values.push_back(values_at(algorithm, task, n, member, rule));
      for (const long second : differences(differences(values))) EXPECT_EQ(second, 0) << name;
    }
}

TEST(Count, OfNewtonEulerIsExactlyLinear) { expect_linear("rnea", Task::inverse_dynamics); }
TEST(Count, OfArticulatedBodiesIsExactlyLinear) { expect_linear("aba", Task::forward_dynamics); }
TEST(Count, OfDenocIsExactlyLinear) { expect_linear("denoc", Task::forward_dynamics); }
TEST(Count, OfTheEngineIsExactlyLinear) {
  expect_linear("engine", Task::inverse_dynamics);
  expect_linear("engine", Task::forward_dynamics);
}

TEST(Count, OfCompositeBodiesIsExactlyQuadratic) {
  std::vector<long> values;
  for (int n = 4; n <= 14; ++n)
    values.push_back(values_at(find_algorithm("crba"), Task::inertia_matrix, n,
                               &OperationCount::multiplications));
  const auto second = differences(differences(values));
  EXPECT_GT(second.front(), 0);
  for (const long third : differences(second)) EXPECT_EQ(third, 0);
}

/// Multiplications of inverse dynamics on general chains, poses given.
std::string multiplications_of(const char* name) {
  std::vector<long> values;
  for (int n = 4; n <= 14; ++n)
    values.push_back(values_at(find_algorithm(name), Task::inverse_dynamics, n,
                               &OperationCount::multiplications));
  const auto polynomial = exact_polynomial(4, values);
  return polynomial ? polynomial->text() : "no polynomial";
}

// [KV20] calls mRNEA O(n): errata L23.
TEST(Count, OfMrneaIsQuadraticAndAsPublishedCubic) {
  EXPECT_EQ(multiplications_of("mrnea"), "35n^2/2 + 321n/2 - 63");
  EXPECT_EQ(multiplications_of("mrnea_expanded"), "7n^3 + 34n^2 + 92n - 18");
}

}  // namespace
}  // namespace erfd::test
