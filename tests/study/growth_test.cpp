// Polynomials in n, fitted orders, chains, states, published figures.
#include "erfd/study/growth.hpp"

#include "erfd/base/error.hpp"
#include "erfd/study/comparison.hpp"
#include "erfd/study/sample_states.hpp"

#include "study/accuracy.hpp"

#include <cmath>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

std::vector<long> values_of(const Polynomial& p, int first, int last) {
  std::vector<long> values;
  for (int n = first; n <= last; ++n) values.push_back(p.at(n));
  return values;
}

TEST(Polynomial, IsFoundFromItsValues) {
  const Polynomial cubic{{-282, 230, 69, 1}, 6};
  for (const Polynomial& p :
       {Polynomial::constant(7), Polynomial{{-30, 90}, 1}, Polynomial{{0, 1, 1}, 2}, cubic}) {
    const auto found = exact_polynomial(3, values_of(p, 3, 12));
    ASSERT_TRUE(found.has_value()) << p.text();
    EXPECT_EQ(*found, p) << found->text();
  }
}

TEST(Polynomial, IsNotFoundFromTooFewValuesOrOthers) {
  EXPECT_FALSE(exact_polynomial(1, std::vector<long>{1, 4, 9, 16}));
  EXPECT_FALSE(exact_polynomial(1, std::vector<long>{1, 2, 4, 8, 16, 32, 64, 128, 256}));
  EXPECT_FALSE(exact_polynomial(1, {}));
}

TEST(Polynomial, IsWrittenAsPeopleWriteIt) {
  EXPECT_EQ((Polynomial{{-282, 230, 69, 1}, 6}).text(), "n^3/6 + 23n^2/2 + 115n/3 - 47");
  EXPECT_EQ((Polynomial{{-128, 173}, 1}).text(), "173n - 128");
  EXPECT_EQ((Polynomial{{0, -1}, 1}).text(), "-n");
  EXPECT_EQ(Polynomial::constant(0).text(), "0");
}

TEST(Polynomial, RefusesFractions) {
  EXPECT_EQ((Polynomial{{0, 1, 1}, 2}).at(3), 6);
  EXPECT_THROW((Polynomial{{0, 1}, 2}).at(3), Error);
}

TEST(Growth, FormulaSaysFromWhereItHolds) {
  std::vector<long> values = values_of({{-30, 90}, 1}, 2, 20);
  values[0] = 100;
  values[1] = 200;
  const auto formula = count_formula(2, values);
  ASSERT_TRUE(formula.has_value());
  EXPECT_EQ(formula->polynomial.text(), "90n - 30");
  EXPECT_EQ(formula->from, 4);
}

TEST(Growth, FitOfAPowerLawIsItsPower) {
  std::vector<std::pair<double, double>> points;
  for (int n = 2; n <= 20; ++n) points.emplace_back(n, 3.5 * std::pow(n, 2.25));
  EXPECT_NEAR(fitted_order(points).value(), 2.25, 1e-12);
  EXPECT_FALSE(fitted_order(std::span(points).first(1)));
}

TEST(Growth, WalksTheWholeRegistry) {
  for (const Task task : {Task::inverse_dynamics, Task::inertia_matrix, Task::forward_dynamics}) {
    const auto growths = measure_growth(task, {.up_to = 3, .timed = {}, .about_to_time = {}});
    std::size_t expected = 0;
    for (const AlgorithmInfo& algorithm : algorithms())
      expected += algorithm.does(task) && algorithm.obstacle(general_chain(2)).empty() ? 1 : 0;
    EXPECT_EQ(growths.size(), expected);
    for (const AlgorithmGrowth& growth : growths) {
      ASSERT_EQ(growth.points.size(), 2u);
      EXPECT_GT(arithmetic(growth.points[1].count.dynamics),
                arithmetic(growth.points[0].count.dynamics))
          << growth.algorithm->name;
    }
  }
}

TEST(Chain, IsMadeOfBodiesThatCanExist) {
  const Model chain = general_chain(40);
  EXPECT_EQ(chain.nv(), 40);
  for (const Body& body : chain.bodies()) {
    EXPECT_GT(body.I_B.mass, 0);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> moments(body.I_B.inertia_about_com());
    const Eigen::Vector3d I = moments.eigenvalues();
    EXPECT_GT(I[0], 0) << body.name;
    EXPECT_GT(I[0] + I[1], I[2]) << body.name;
    EXPECT_NEAR((body.X_PB0.R.transpose() * body.X_PB0.R - Eigen::Matrix3d::Identity()).norm(), 0,
                1e-14);
    // Nothing is special: no zero for a count to profit from.
    EXPECT_GT(body.X_PB0.R.cwiseAbs().minCoeff(), 1e-6) << body.name;
    EXPECT_GT(body.I_B.about_origin.cwiseAbs().minCoeff(), 1e-6) << body.name;
  }
}

TEST(Chain, BeginsAsEveryLongerOne) {
  const Model shorter = general_chain(5), longer = general_chain(9);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(shorter.body({i}).I_B.about_origin, longer.body({i}).I_B.about_origin);
  EXPECT_THROW(general_chain(0), Error);
}

TEST(SampleStates, AreTheSameForTheSameSeed) {
  const Model chain = general_chain(4);
  const auto a = sample_states(chain, 3, 5), b = sample_states(chain, 3, 5),
             c = sample_states(chain, 3, 6);
  EXPECT_EQ(a[2].q, b[2].q);
  EXPECT_EQ(a[2].tau, b[2].tau);
  EXPECT_NE(a[2].q, c[2].q);
  EXPECT_LE(a[2].q.cwiseAbs().maxCoeff(), 3.15);
}

TEST(Accuracy, OfEveryAlgorithmIsThatOfDouble) {
  const Model chain = general_chain(6);
  for (const Task task : {Task::inverse_dynamics, Task::inertia_matrix, Task::forward_dynamics})
    for (const AlgorithmStudy& study :
         compare_algorithms(chain, task, {.states = 20, .timing = false, .about_to_time = {}})) {
      if (!study.obstacle.empty()) continue;
      ASSERT_TRUE(study.error.has_value());
      EXPECT_GT(*study.error, 0) << study.algorithm->name;
      EXPECT_LT(*study.error, 1e-11) << study.algorithm->name;
      EXPECT_FALSE(study.time.has_value());
    }
}

TEST(Timing, IsPositiveAndItsMinimumIsNotAboveTheMedian) {
  const CallTime time =
      time_call(find_algorithm("engine"), general_chain(3), Task::inverse_dynamics,
                {.seconds = 0, .least_repetitions = 3, .states = 2});
  EXPECT_GT(time.minimum, 0);
  EXPECT_LE(time.minimum, time.median);
}

}  // namespace
}  // namespace erfd::test
