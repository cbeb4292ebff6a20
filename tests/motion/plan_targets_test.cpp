// Programs on Lola 15: which targets the planner reaches, how, and what it says of the others.
#include "motion/planned_cell.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(Planner, SaysByHowMuchATargetIsOutOfReach) {
  const Cell cell;
  CartesianTarget far = cell.target(cell.work);
  far.X_BaseT.p *= 3;
  const Plan plan = cell.plan({cell.to_work(), instruction(MoveKind::ptp, far)});
  EXPECT_FALSE(plan.complete);
  EXPECT_EQ(codes(plan), "P0401");
  EXPECT_TRUE(contains(message(plan, "P0401"), "mm (elbow)")) << message(plan, "P0401");
  const Fault fault = fault_of(plan);
  EXPECT_EQ(fault.limit, Limit::reach);
  EXPECT_EQ(fault.instruction, 1);
  // Three times as far, from the base: what lacks cannot be more than what was added.
  EXPECT_GT(fault.amount, 0.5);
  EXPECT_LT(fault.amount, 2 * cell.target(cell.work).X_BaseT.p.norm());
  EXPECT_GT(plan.samples(), 1);  // the way to the last good stop is kept
  EXPECT_EQ(plan.q.col(plan.samples() - 1), cell.work);
}

TEST(Planner, StopsAPathWhereItLeavesTheReach) {
  const Cell cell;
  const Plan plan = cell.plan({cell.to_work(), lin(cell.beside(2, 0, 0))});
  EXPECT_FALSE(plan.complete);
  EXPECT_TRUE(contains(message(plan, "P0401"), "of 2000.0 mm")) << plan.findings.text();
  EXPECT_GT(plan.moves[1].end_sample, plan.moves[1].first_sample + 10);
}

TEST(Planner, RefusesConfigurationsThatTheRobotDoesNotKnow) {
  const Cell cell;
  CartesianTarget target = cell.target(cell.work);
  target.configuration = 7;
  const Plan plan = cell.plan({instruction(MoveKind::ptp, target)});
  EXPECT_FALSE(plan.complete);
  EXPECT_TRUE(contains(message(plan, "P0402"), "known: 4, 8")) << plan.findings.text();
  EXPECT_EQ(fault_of(plan).limit, Limit::configuration);
}

TEST(Planner, TakesTheConfigurationOfThePtpTarget) {
  const Cell cell;
  for (int code : {4, 8}) {
    CartesianTarget target = cell.target(cell.work);
    target.configuration = code;
    const Plan plan = cell.plan({instruction(MoveKind::ptp, target)});
    ASSERT_TRUE(plan.complete) << plan.findings.text();
    const VectorX<double> q = plan.q.col(plan.samples() - 1);
    EXPECT_EQ(q[4] < 0, code == 4);
    EXPECT_LT((cell.tool(q).p - target.X_BaseT.p).norm(), 1e-12);
  }
}

TEST(Planner, TakesTheNearestPostureWithoutAConfiguration) {
  Cell cell;
  cell.settings.home = cell.work + degrees({1, -1, 1, 2, 1, -2});
  const Plan plan = cell.plan({instruction(MoveKind::ptp, cell.target(cell.work))});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  EXPECT_LT((plan.q.col(plan.samples() - 1) - cell.work).norm(), 1e-9);
}

TEST(Planner, TurnsAnAxisByAWholeTurnWhereTheTargetAsksForIt) {
  const Cell cell;
  CartesianTarget target = cell.target(cell.work);
  target.configuration = 4;
  target.turns = 0b110100;  // axes 3 and 5 stand below zero anyhow, axis 6 shall
  const Plan plan = cell.plan({cell.to_work(), instruction(MoveKind::ptp, target)});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  VectorX<double> goal = cell.work;
  goal[5] -= 2 * pi;
  EXPECT_LT((plan.q.col(plan.samples() - 1) - goal).norm(), 1e-9);
}

TEST(Planner, NamesTheAxisThatWouldLeaveItsRange) {
  const Cell cell(100 * degree);
  VectorX<double> q = cell.work;
  q[2] = 103 * degree;
  const Plan plan = cell.plan({instruction(MoveKind::ptp, joints(q))});
  EXPECT_EQ(codes(plan), "P0403");
  EXPECT_TRUE(contains(message(plan, "P0403"), "axis3 would leave its range by 3.00 deg"))
      << plan.findings.text();
  const Fault fault = fault_of(plan);
  EXPECT_EQ(fault.limit, Limit::joint_range);
  EXPECT_EQ(fault.axis, 2);
  EXPECT_NEAR(fault.amount, 3 * degree, 1e-12);
}

TEST(Planner, StopsAPathAtTheEndOfAJointsRange) {
  const Cell cell(65 * degree);
  CartesianTarget turned = cell.target(cell.work);
  turned.X_BaseT.R = turned.X_BaseT.R * rotation_z(pi / 2);
  turned.X_BaseT.p.z() += 0.05;
  const Plan plan = cell.plan({cell.to_work(), lin(turned)});
  EXPECT_FALSE(plan.complete);
  EXPECT_TRUE(contains(message(plan, "P0403"), "axis")) << plan.findings.text();
}

/// Where a range is wider than a turn, a posture a whole turn away lies within it: the way there counts as none.
TEST(Planner, StopsAPathWhereAnAxisWouldHaveToTurnBackByAWholeTurn) {
  Cell cell(200 * degree);
  cell.work = degrees({10, 20, -20, 5, -60, 195});
  int stopped = 0;
  for (const double turn : {-30 * degree, 30 * degree}) {
    CartesianTarget turned = cell.target(cell.work);
    turned.X_BaseT.R = turned.X_BaseT.R * rotation_z(turn);
    const Plan plan = cell.plan({cell.to_work(), lin(turned)});
    if (plan.complete) continue;
    ++stopped;
    const Fault fault = fault_of(plan);
    EXPECT_EQ(fault.limit, Limit::joint_range) << fault.message;
    EXPECT_EQ(fault.axis, 5);
    EXPECT_GE(fault.amount, 0);
    EXPECT_LT(fault.amount, 5 * degree);  // of one cycle
  }
  EXPECT_EQ(stopped, 1);
}

TEST(Planner, ReportsTheWristSingularityWithItsPlace) {
  const Cell cell;
  VectorX<double> before = cell.work, behind = cell.work;
  before[4] = -25 * degree;
  behind[4] = 25 * degree;  // the other side of the singularity
  behind[3] += 4 * degree;  // passed at a distance
  const Plan plan =
      cell.plan({instruction(MoveKind::ptp, joints(before)), lin(cell.target(behind))});
  EXPECT_FALSE(plan.complete);
  EXPECT_TRUE(contains(message(plan, "P0404"), "wrist singularity after")) << plan.findings.text();
  const Fault fault = fault_of(plan);
  EXPECT_EQ(fault.limit, Limit::singularity);
  EXPECT_EQ(fault.instruction, 1);
  EXPECT_GE(fault.axis, 3);  // one of the wrist
  EXPECT_GT(fault.amount, 0);
}

TEST(Planner, RefusesCirclesThroughPointsOnALine) {
  const Cell cell;
  Instruction circle = instruction(MoveKind::circle, cell.beside(0.2, 0, 0));
  move_of(circle).via = cell.beside(0.1, 0, 0);
  EXPECT_EQ(codes(cell.plan({cell.to_work(), circle})), "L0310");
  EXPECT_EQ(fault_of(cell.plan({cell.to_work(), circle})).limit, Limit::path);
  move_of(circle).via = cell.beside(0, 0, 0);
  EXPECT_EQ(codes(cell.plan({cell.to_work(), circle})), "L0310");
}

TEST(Planner, NeedsAnOrientationUnlessTheModeHasItsOwn) {
  const Cell cell;
  Instruction line = lin(cell.beside(0.1, 0, 0));
  std::get<CartesianTarget>(move_of(line).target).has_orientation = false;
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line})), "");
  move_of(line).orientation_given = true;
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line})), "L0311");
  move_of(line).orientation = OrientationMode::constant;
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line})), "");
}

TEST(Planner, SaysThatAPathIgnoresAConfiguration) {
  const Cell cell;
  Instruction line = lin(cell.beside(0.1, 0, 0));
  std::get<CartesianTarget>(move_of(line).target).configuration = 8;
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line})), "W0410");
  std::get<CartesianTarget>(move_of(line).target).configuration = 4;
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line})), "");
}

/// The other sense leaves the range of axis 6 half-way.
TEST(Planner, TakesTheSenseOfAHalfTurnThatTheJointsCanFollow) {
  for (const double start : {-100.0, 100.0}) {
    Cell cell(120 * degree);
    cell.work = degrees({10, 20, -20, 5, -60, start});
    VectorX<double> behind = cell.work;
    behind[5] -= std::copysign(pi, start);
    CartesianTarget turned = cell.target(behind);
    turned.X_BaseT.p = cell.target(cell.work).X_BaseT.p;
    const Plan plan = cell.plan({cell.to_work(), lin(turned)});
    EXPECT_NE(message(plan, "W0506"), "");
    EXPECT_TRUE(plan.complete) << start << '\n' << plan.findings.text();
  }
}

TEST(Planner, WarnsOfHalfTurns) {
  const Cell cell;
  CartesianTarget turned = cell.beside(0.1, 0, 0);
  turned.X_BaseT.R = turned.X_BaseT.R * rotation_z(pi);
  const Plan plan = cell.plan({cell.to_work(), lin(turned)});
  EXPECT_TRUE(contains(codes(plan), "W0506")) << plan.findings.text();
}

TEST(Planner, RobotsWithoutATableUseTheCodesOneToEight) {
  const RobotDescription lola = read_robot_file(find_robot("lola15")).robot;
  RobotDescription without = lola;
  without.program->configurations.clear();
  const Model model = build(lola);
  const PlannerSettings usual = planner_settings(without, model);
  ASSERT_EQ(usual.configurations.size(), 8u);
  for (const ProgramDescription::Configuration& entry : lola.program->configurations) {
    const std::size_t code = std::stoul(entry.code);
    EXPECT_EQ(usual.configurations[code - 1].code, entry.code);
    EXPECT_EQ(usual.configurations[code - 1].branch, entry.branch);
  }
}

}  // namespace
}  // namespace erfd::test
