// What is said to work works, a little more does not, and what is achievable keeps its numbers.
#include "erfd/verification/advice.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// A program of the folder examples/ on a Lola 15 with weaker drives.
Case weak_case(const std::string& program, const std::vector<std::string>& settings,
               bool smoothed = false) {
  RobotChoice robot;
  robot.robot = "lola15";
  robot.settings = settings;
  ProgramChoice choice;
  choice.program = program;
  choice.smoothed = smoothed;
  return read_case(robot, choice);
}

void set_limits(const MoveAdvice& advice, std::optional<double> speed,
                std::optional<double> acceleration, MoveLimits& limits) {
  const bool share = advice.measure == WayMeasure::share;
  ASSERT_NE(advice.measure, WayMeasure::turn);
  if (speed) (share ? limits.speed_share : limits.speed) = speed;
  if (acceleration) (share ? limits.acceleration_share : limits.acceleration) = acceleration;
}

/// The verdict with the numbers of all that works, but for one move, which gets others.
Verification with_numbers(const Case& c, const Advice& advice, int other = -1, double factor = 1) {
  Program program = c.program;
  for (const MoveAdvice& a : advice.moves) {
    if (!a.works) continue;
    auto& move = std::get<Move>(program
                                    .instructions[static_cast<std::size_t>(
                                        c.plan.moves[static_cast<std::size_t>(a.move)].instruction)]
                                    .action);
    const double more = a.move == other ? factor : 1;
    set_limits(a, more * a.works->speed, more * more * a.works->acceleration, move.limits);
  }
  const Plan again = plan(program, c.model, *c.kinematics, c.settings);
  return verify(program, again, c.model, c.drives);
}

bool beyond(const Verification& v, int move) {
  return !v.moves[static_cast<std::size_t>(move)].achievable;
}

struct Weak {
  const char* program;
  std::vector<std::string> settings;
  bool smoothed;
};
const Weak weak_robots[] = {
    {"pick_and_place", {"drive.motor3.torque_peak_N_m=7"}, false},
    {"pick_and_place", {"drive.motor1.torque_peak_N_m=5"}, false},
    {"pick_and_place", {"drive.motor5.speed_max_rad_s=150"}, false},
    {"lola15_reference", {}, true},
    {"blends", {"drive.motor1.torque_peak_N_m=4", "drive.motor3.torque_peak_N_m=6"}, true},
};

TEST(Advice, WhatIsSaidToWorkPassesVerification) {
  int told = 0;
  for (const Weak& weak : weak_robots) {
    const Case c = weak_case(weak.program, weak.settings, weak.smoothed);
    const Verification asked = verify(c);
    EXPECT_FALSE(asked.achievable) << weak.program;
    const Advice advice = advise(c, asked, {.least_times = false});
    ASSERT_TRUE(advice.time) << weak.program;
    const Verification again = with_numbers(c, advice);
    EXPECT_TRUE(again.achievable) << weak.program;
    EXPECT_NEAR(again.asked_time, *advice.time, 1e-9);
    for (const MoveAdvice& a : advice.moves) told += a.works.has_value();
  }
  EXPECT_GE(told, 7);
}

TEST(Advice, ALittleMoreThanThatDoesNot) {
  int tight = 0, all = 0;
  for (const Weak& weak : weak_robots) {
    const Case c = weak_case(weak.program, weak.settings, weak.smoothed);
    const Advice advice = advise(c, verify(c), {.least_times = false});
    for (const MoveAdvice& a : advice.moves) {
      if (!a.works) continue;
      ++all;
      if (!with_numbers(c, advice, a.move, 1.05).achievable) ++tight;
    }
  }
  EXPECT_GE(tight, all - 1) << "of " << all;
}

TEST(Advice, TheLargestSpeedAloneIsEnough) {
  const Case c = weak_case("pick_and_place", {"drive.motor5.speed_max_rad_s=150"});
  const Advice advice = advise(c, verify(c), {.least_times = false});
  int compared = 0;
  for (const MoveAdvice& a : advice.moves) {
    if (!a.speed) continue;
    ++compared;
    Program program = c.program;
    for (const MoveAdvice& each : advice.moves)
      if (each.speed)
        set_limits(
            each, each.speed, {},
            std::get<Move>(program
                               .instructions[static_cast<std::size_t>(
                                   c.plan.moves[static_cast<std::size_t>(each.move)].instruction)]
                               .action)
                .limits);
    const Plan again = plan(program, c.model, *c.kinematics, c.settings);
    EXPECT_FALSE(beyond(verify(program, again, c.model, c.drives), a.move));
  }
  EXPECT_GE(compared, 1);
}

TEST(Advice, AnAchievableProgramHasReservesAndKeepsItsNumbers) {
  const Case c = weak_case("pick_and_place", {});
  const Advice advice = advise(c, verify(c));
  ASSERT_EQ(advice.moves.size(), c.plan.moves.size());
  int reserves = 0;
  for (const MoveAdvice& a : advice.moves) {
    EXPECT_FALSE(a.works || a.speed || a.acceleration);
    if (!a.least_time) continue;
    const PlannedMove& planned = c.plan.moves[static_cast<std::size_t>(a.move)];
    EXPECT_LT(*a.least_time, planned.end_time - planned.start_time);
    ++reserves;
  }
  EXPECT_GE(reserves, 5);
}

TEST(Advice, WhereAMotorCannotHoldTheArmNothingIsPromised) {
  const Case c = weak_case("pick_and_place", {"drive.motor3.torque_peak_N_m=4"});
  const Advice advice = advise(c, verify(c), {.least_times = false});
  EXPECT_FALSE(advice.time);
  const Verification again = with_numbers(c, advice);
  for (const MoveAdvice& a : advice.moves) EXPECT_TRUE(!a.works || !beyond(again, a.move));
}

}  // namespace
}  // namespace erfd::test
