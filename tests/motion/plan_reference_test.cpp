// The seed's program on Lola 15: the figures that are printed for it.
#include "erfd/base/units.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/robot/read.hpp"

#include "motion/path/orientation_law.hpp"
#include "motion/path/rotation_vector.hpp"
#include "motion/reference_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Lola {
  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model = build(read.robot);
  InverseKinematics kinematics{model};
  PlannerSettings settings = planner_settings(read.robot, model);
  Plan plan(const Program& program) const {
    return erfd::plan(program, model, kinematics, settings);
  }
};

const Plan& reference_plan() {
  static const Plan plan = Lola().plan(reference_program());
  return plan;
}

int count_of(const Plan& plan, std::string_view code) {
  return static_cast<int>(std::count_if(plan.findings.all().begin(), plan.findings.all().end(),
                                        [&](const Diagnostic& d) { return d.check == code; }));
}

TEST(ReferenceProgram, IsPlannedToItsEnd) {
  const Plan& plan = reference_plan();
  EXPECT_TRUE(plan.complete) << plan.findings.text();
  EXPECT_FALSE(plan.findings.has_errors()) << plan.findings.text();
  EXPECT_EQ(plan.moves.size(), 13u);
  EXPECT_TRUE(plan.q.allFinite());
}

TEST(ReferenceProgram, HasThePrintedLengthsAndTime) {
  const Plan& plan = reference_plan();
  // Line, parabola and line around the corner: 23.205 + 273.594/2 on either side.
  const double half = 23.205 + 273.594 / 2;
  const double lengths[] = {818.272, 353.429, 300, 314.159, half, half, 314.159, 300, 353.429};
  double total = 0;
  for (int k = 0; k < 9; ++k) {
    EXPECT_NEAR(plan.moves[k + 1].length * 1000, lengths[k], 1.1e-3) << "move " << k + 2;
    total += plan.moves[k + 1].length * 1000;
  }
  EXPECT_NEAR(total, 3073.453, 5e-4 + 1e-6);
  // Printed to the millisecond; asked in whole cycles, the next number of them.
  EXPECT_GE(plan.moves[9].end_time - plan.moves[1].start_time, 7.728 - 5e-4);
  EXPECT_LT(plan.moves[9].end_time - plan.moves[1].start_time, 7.728 + 5e-4 + plan.period);
}

TEST(ReferenceProgram, HasThePrintedArcs) {
  const Plan& plan = reference_plan();
  const double arcs[][3] = {
      {1, 1562.783, 30}, {2, 150, 135}, {4, 200, 90}, {7, 200, 90}, {9, 150, 135}};
  for (const auto& [k, radius, angle] : arcs) {
    EXPECT_NEAR(plan.moves[int(k)].arc_radius * 1000, radius, 2e-3) << "move " << k + 1;
    EXPECT_NEAR(plan.moves[int(k)].arc_angle / degree, angle, 1e-3) << "move " << k + 1;
  }
}

TEST(ReferenceProgram, IsTangentEverywhereButAtItsCorner) {
  const Plan& plan = reference_plan();
  for (int k = 1; k < 9; ++k)
    EXPECT_NEAR(plan.moves[k].corner / degree, k == 5 ? 60 : 0, 1e-3) << "move " << k + 1;
}

TEST(ReferenceProgram, ReachesEveryProgrammedSpeed) {
  const Plan& plan = reference_plan();
  const Program program = reference_program();
  for (int k = 1; k < 10; ++k)
    EXPECT_NEAR(plan.moves[k].peak_speed,
                *std::get<Move>(program.instructions[k].action).limits.speed, 1e-9);
  EXPECT_EQ(count_of(plan, "W0503"), 0) << plan.findings.text();
}

TEST(ReferenceProgram, StaysFarFromTheWristSingularity) {
  const Plan& plan = reference_plan();
  double least = 1e9;
  for (int i = 0; i < plan.samples(); ++i)
    if (plan.move[i] >= 1 && plan.move[i] <= 9) least = std::min(least, std::abs(plan.q(4, i)));
  std::printf("least |q5| on the path %.2f deg\n", least / degree);
  EXPECT_GE(least, 26 * degree);
}

/// Largest acceleration that the samples of the path ask of the wrist, as a share of its limit.
double wrist_effort(const Lola& lola15, const Plan& plan) {
  double worst = 0;
  for (int i = plan.moves[2].first_sample; i < plan.moves[9].end_sample; ++i)
    for (int j = 3; j < 6; ++j)
      worst = std::max(worst, std::abs(plan.q(j, i) - 2 * plan.q(j, i - 1) + plan.q(j, i - 2)) /
                                  (plan.period * plan.period) /
                                  lola15.model.bodies()[j].limits.acceleration);
  return worst;
}

TEST(ReferenceProgram, AsksLessOfTheWristWhenSmoothed) {
  Lola lola15;
  const double programmed = wrist_effort(lola15, lola15.plan(reference_program()));
  lola15.settings.smoothed = true;
  const Plan plan = lola15.plan(reference_program());
  const double smoothed = wrist_effort(lola15, plan);
  std::printf("wrist acceleration as programmed %.1f, smoothed %.1f times its limit\n", programmed,
              smoothed);
  EXPECT_LT(smoothed, programmed / 3);
  // Printed to the millisecond; asked in whole cycles, the next number of them.
  EXPECT_GE(plan.moves[9].end_time - plan.moves[1].start_time, 7.728 - 5e-4);
  EXPECT_LT(plan.moves[9].end_time - plan.moves[1].start_time, 7.728 + 5e-4 + plan.period);
}

TEST(ReferenceProgram, CarriesTheOrientationAlongTheFirstArcInTheOtherReading) {
  const Matrix3<double> R0 = reference_target("s0", lola).X_BaseT.R;
  const Matrix3<double> R2 = reference_target("s2", lola).X_BaseT.R;
  const planning::Arc arc =
      *planning::arc_through(reference_target("s0").X_BaseT.p, reference_target("s1").X_BaseT.p,
                             reference_target("s2").X_BaseT.p);
  const auto law = planning::orientation_law(OrientationMode::path_constant, R0, R2, arc);
  EXPECT_NEAR(planning::angle_between(law.end(), R2) / degree, 0.0007, 5e-5);
}

/// Turns of the orientation in space and against the path frame, as printed for the other reading.
TEST(ReferenceProgram, TurnsByThePrintedAngles) {
  const auto target = [](const char* name) { return reference_target(name, lola).X_BaseT; };
  const auto in_space = [&](const char* a, const char* b) {
    return planning::angle_between(target(a).R, target(b).R) / degree;
  };
  EXPECT_NEAR(in_space("s2", "s4"), 87.96, 5e-3);
  EXPECT_NEAR(in_space("s4", "s5"), 50.00, 5e-3);
  EXPECT_NEAR(in_space("s5", "s7"), 85.16, 5e-3);
  EXPECT_NEAR(in_space("s11", "s12"), 7.00, 5e-3);
  EXPECT_NEAR(in_space("s12", "s0"), 2.00, 5e-3);
  const planning::Curve arc =
      *planning::arc_through(target("s2").p, reference_target("s3").X_BaseT.p, target("s4").p);
  const auto law = planning::orientation_law(OrientationMode::path_variable, target("s2").R,
                                             target("s4").R, arc);
  EXPECT_NEAR(law.turn.norm() / degree, 165.293, 5e-4);
}

TEST(ReferenceProgram, ReportsTheOrientationThatOPcoIgnoresInTheDefaultReading) {
  EXPECT_EQ(count_of(reference_plan(), "W0505"), 1);
  EXPECT_EQ(count_of(Lola().plan(reference_program(lola)), "W0505"), 0);
}

TEST(ReferenceProgram, AsPrintedStopsAtItsUntangentJointsUnlessTold) {
  Lola lola15;
  const Program printed = reference_program(zyx, 890.2428 - 610);
  const Plan stopping = lola15.plan(printed);
  lola15.settings.fly_corners = true;
  const Plan flying = lola15.plan(printed);
  EXPECT_EQ(count_of(stopping, "W0501"), 2) << stopping.findings.text();
  EXPECT_EQ(count_of(flying, "W0501"), 2) << flying.findings.text();
  EXPECT_GT(stopping.duration(), flying.duration());
  EXPECT_NEAR(stopping.moves[5].corner / degree, 70, 1);
  EXPECT_NEAR(stopping.moves[6].corner / degree, 120, 1);
  EXPECT_NEAR(stopping.moves[7].corner / degree, 24, 1);
}

}  // namespace
}  // namespace erfd::test
