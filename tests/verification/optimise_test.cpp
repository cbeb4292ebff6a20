// Fastest motions as samples: what `erfd optimise` promises is what `erfd verify` says of them.
#include "erfd/verification/optimise.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

ChosenRobot robot_named(const std::string& name) {
  RobotChoice choice;
  choice.robot = name;
  return choose_robot(choice);
}

MatrixX<double> rows_of(int n, const std::vector<double>& degrees) {
  MatrixX<double> rows = Eigen::Map<const MatrixX<double>>(
      degrees.data(), n, static_cast<Eigen::Index>(degrees.size()) / n);
  return rows * (std::acos(-1.0) / 180);
}

const std::vector<double> puma_rows{0,  45, 180, 0,  45, 0,  30, 20, 150, 20, 55, 20,
                                    60, 10, 110, 40, 65, 40, 90, 0,  90,  60, 75, 60};

void expect_verified(const std::string& name, const MatrixX<double>& rows, double period) {
  const ChosenRobot robot = robot_named(name);
  OptimiseSettings settings;
  settings.period = period;
  settings.cells = 500;
  settings.gains = false;
  const Optimised result = optimise(robot, SplinePath(rows), "path", settings);
  ASSERT_TRUE(result.found()) << name << ": " << result.fastest.why;
  EXPECT_TRUE(result.verdict->achievable) << name << ": " << result.verdict->moves.front().reason;
  EXPECT_LE(result.fastest.largest_share, 1 + 1e-6) << name;
  EXPECT_GE(result.duration, result.fastest.duration * (1 - 1e-6)) << name;
  const MatrixX<double>& q = result.motion->plan.q;
  EXPECT_LT((q.col(0) - rows.col(0)).norm(), 1e-12);
  EXPECT_LT((q.rightCols(1) - rows.rightCols(1)).norm(), 1e-9);
  std::printf("  %-12s %6.4f s continuous, %6.4f s as samples every %g ms\n", name.c_str(),
              result.fastest.duration, result.duration, 1000 * period);
}

TEST(Optimise, SamplesOfThePumaPassTheirVerification) {
  expect_verified("puma560", rows_of(6, puma_rows), 0.004);
  expect_verified("puma560", rows_of(6, puma_rows), 0.01);
}

TEST(Optimise, SamplesOfTheCoupledLolaPassTheirVerification) {
  expect_verified(
      "lola15",
      rows_of(6, {0, 10, -10, 0, -40, 0, 20, 25, -25, 30, -60, 40, 45, 5, -5, -20, -50, -30}),
      0.004);
}

TEST(Optimise, AShorterCycleLosesLess) {
  OptimiseSettings settings;
  settings.gains = false;
  settings.cells = 500;
  const ChosenRobot robot = robot_named("puma560");
  const SplinePath path(rows_of(6, puma_rows));
  double before = 1e9;
  for (const double period : {0.02, 0.005, 0.001}) {
    settings.period = period;
    const Optimised result = optimise(robot, path, "path", settings);
    ASSERT_TRUE(result.found());
    EXPECT_LT(result.duration, before);
    before = result.duration;
  }
}

TEST(Optimise, MoreOfALimitThatBindsEndsTheMotionSooner) {
  const ChosenRobot robot = robot_named("puma560");
  const Optimised result = optimise(robot, SplinePath(rows_of(6, puma_rows)), "path");
  ASSERT_FALSE(result.gains.empty());
  for (const LimitGain& gain : result.gains) {
    EXPECT_GE(gain.gain, -1e-5);
    EXPECT_GT(gain.time, 0);
  }
  EXPECT_GT(result.gains.front().gain, 1e-4);
}

TEST(Optimise, ARobotThatNothingHoldsBackIsAnError) {
  ChosenRobot robot = robot_named("planar2r");
  for (auto& body : robot.description.bodies) body.joint.effort_max = {};
  robot.description.drives.clear();
  EXPECT_THROW(optimise(robot, SplinePath(rows_of(2, {0, 0, 30, 40})), "path"), Error);
}

}  // namespace
}  // namespace erfd::test
