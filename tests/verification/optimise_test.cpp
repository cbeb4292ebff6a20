// Fastest motions as samples: what `erfd optimise` promises is what `erfd verify` says of them.
#include "erfd/verification/optimise.hpp"

#include "erfd/verification/fastest_runs.hpp"

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

const std::vector<double> puma_rows{0,  45, -90, 0,  45, 0,  30, 20, -60, 20, 55, 20,
                                    60, 10, -20, 40, 65, 40, 90, 0,  0,   60, 75, 60};

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

std::vector<FastestRun> runs_of(const std::string& program) {
  RobotChoice robot;
  robot.robot = "lola15";
  ProgramChoice choice;
  choice.program = program;
  const Case judged = read_case(robot, choice);
  return fastest_runs(judged, verify(judged));
}

TEST(FastestRuns, AnAchievableRunHasAReserve) {
  int compared = 0;
  for (const FastestRun& run : runs_of("pick_and_place")) {
    EXPECT_TRUE(run.achievable);
    EXPECT_EQ(run.speed_share, 1);
    if (!run.fastest) continue;
    ++compared;
    EXPECT_LT(run.fastest->duration, run.asked_time);
    EXPECT_GT(run.fastest->duration, 0.1 * run.asked_time);
    EXPECT_LE(run.fastest->largest_share, 1 + 1e-3);
  }
  EXPECT_GE(compared, 5);
}

TEST(FastestRuns, ARunThatJumpsIsPromisedNothing) {
  const std::vector<FastestRun> runs = runs_of("lola15_reference");
  ASSERT_FALSE(runs.empty());
  EXPECT_FALSE(runs.front().achievable);
  EXPECT_FALSE(runs.front().speed_share);
  EXPECT_FALSE(runs.front().fastest);
  EXPECT_NE(runs.front().why.find("jumps"), std::string::npos) << runs.front().why;
  double asked = 0;
  for (const FastestRun& run : runs) asked += run.asked_time;
  EXPECT_NEAR(share_without_fastest(runs), runs.front().asked_time / asked, 1e-12);
  EXPECT_GT(share_without_fastest(runs), 0.5);
}

}  // namespace
}  // namespace erfd::test
