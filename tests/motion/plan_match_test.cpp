// A robot held against its plan: deviations that are known because they were put there.
#include "erfd/motion/plan_match.hpp"

#include "erfd/model/build.hpp"
#include "erfd/motion/recorded_motion.hpp"

#include "support/source_tree.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// planar2r on a smooth way that comes by the same place twice.
struct Course {
  Model robot = load_robot(source_tree("robots/planar2r.toml"));
  RecordedMotion motion = [&] {
    ReadStates read;
    read.has_time = true;
    for (int k = 0; k <= 600; ++k) {
      State state = rest_state(robot);
      state.time = 0.01 * k;
      state.q = at(state.time);
      read.states.push_back(state);
    }
    return recorded_motion(read, "course.csv", robot, {}, std::nullopt, 0.01);
  }();

  static VectorX<double> at(double t) {
    const double s = 0.5 - 0.5 * std::cos(std::acos(-1.0) * t / 6);  // at rest at both ends
    return VectorX<double>{{std::sin(7 * s), 0.8 * std::sin(14 * s)}};
  }
};

TEST(PlanMatch, AtItsOwnTimesAndBetweenThemARobotOnThePlanIsNotOff) {
  Course course;
  PlanMatch match(course.motion.program, course.motion.plan, course.robot);
  for (int k = 0; k < 600; k += 13) {
    const double t = 0.01 * k;
    EXPECT_NEAR(match.off(course.motion.plan.q.col(k), t, t).q.norm(), 0, 1e-14);
    // Between samples: a cubic of fourth order but for the speeds, of third.
    EXPECT_NEAR(match.off(Course::at(t + 0.004), t + 0.004, t + 0.004).q.norm(), 0, 2e-6);
  }
}

TEST(PlanMatch, ByItsTimeARobotIsOffByWhatItIsLate) {
  Course course;
  PlanMatch match(course.motion.program, course.motion.plan, course.robot);
  const double t = 2.5, late = 0.05;
  const PlanDeviation off = match.off(Course::at(t - late), t, t);
  EXPECT_EQ(off.time, t);
  EXPECT_NEAR((off.q - (Course::at(t - late) - Course::at(t))).norm(), 0, 2e-6);
  EXPECT_GT(off.tool, 0.01);
}

TEST(PlanMatch, WithoutATimeItIsOffItsWayAlone) {
  Course course;
  PlanMatch match(course.motion.program, course.motion.plan, course.robot);
  const double lag = 0.3, aside = 0.01;
  double worst_time = 0;
  for (double t = 0; t < 5.5; t += 0.016) {
    VectorX<double> q = Course::at(std::max(0.0, t - lag));
    const PlanDeviation on = match.off(q, t, std::nullopt);
    EXPECT_NEAR(on.q.norm(), 0, 1e-3) << t;  // lines between samples
    if (t > 1) worst_time = std::max(worst_time, std::abs(t - lag - on.time));
    const VectorX<double> way = Course::at(t - lag + 1e-4) - Course::at(t - lag - 1e-4);
    if (t < 1) continue;
    q += aside * VectorX<double>{{-way[1], way[0]}} / way.norm();
    EXPECT_NEAR(match.off(q, t, std::nullopt).q.norm(), aside, 1e-3) << t;
  }
  EXPECT_LT(worst_time, 0.02);  // also where the way crosses itself
}

TEST(PlanMatch, ARobotThatBeginsInTheMiddleIsFound) {
  Course course;
  PlanMatch match(course.motion.program, course.motion.plan, course.robot);
  EXPECT_NEAR(match.off(Course::at(4.4), 0, std::nullopt).time, 4.4, 0.02);
  match.forget();
  EXPECT_NEAR(match.off(Course::at(0.0), 1, std::nullopt).time, 0, 0.02);
}

}  // namespace
}  // namespace erfd::test
