// Programs on Lola 15: how the planner runs its moves, and what it says about it.
#include "motion/path/rotation_vector.hpp"
#include "motion/planned_cell.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// A ptp move bends the way of the tool: its length is that of the way, not of a chord.
TEST(Planner, MeasuresTheWayOfTheToolInAPtpMove) {
  const Cell cell;
  const Plan plan = cell.plan(
      {cell.to_work(), instruction(MoveKind::ptp, joints(degrees({80, -10, 10, 60, 40, -90})))});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  for (const PlannedMove& move : plan.moves) {
    double way = 0;
    const int end = std::min(move.end_sample, plan.samples() - 1);
    for (int k = move.first_sample; k < end; ++k) {
      const VectorX<double> from = plan.q.col(k), to = plan.q.col(k + 1);
      way += (cell.tool(to).p - cell.tool(from).p).norm();
    }
    EXPECT_GT(way, 0.1);
    EXPECT_NEAR(move.length, way, 1e-12);
  }
}

TEST(Planner, RunsAFullCircleByItsAngle) {
  const Cell cell;
  Instruction circle = instruction(MoveKind::circle, cell.beside(0, -0.1, 0.1));
  move_of(circle).via = cell.beside(0, 0.1, 0.1);
  move_of(circle).arc_angle = 2 * pi;
  const Plan plan = cell.plan({cell.to_work(), circle});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  EXPECT_NEAR(plan.moves[1].length, 2 * pi * 0.1, 1e-12);
  EXPECT_LT((plan.X_WT.back().p - cell.beside(0, 0, 0).X_BaseT.p).norm(), 1e-12);
}

TEST(Planner, StopsAtACornerOfCSpeedUnlessToldToFly) {
  Cell cell;
  const std::vector<Instruction> list{cell.to_work(), lin(cell.beside(0.1, 0, 0), FlyBy::speed),
                                      lin(cell.beside(0.1, 0.1, 0))};
  const Plan stopping = cell.plan(list);
  EXPECT_TRUE(contains(message(stopping, "W0501"), "corner of 90.00 deg: the robot stops"));
  cell.settings.fly_corners = true;
  const Plan flying = cell.plan(list);
  EXPECT_TRUE(contains(message(flying, "W0501"), "flies through"));
  // Without the stop the ramps down and up are spared: v/a in all.
  EXPECT_NEAR(stopping.moves[2].end_time - flying.moves[2].end_time, 0.25 / 1.0, 1e-9);
  ASSERT_EQ(flying.jumps.size(), 1U);
  EXPECT_EQ(flying.jumps[0].quantity, Jump::Quantity::direction);
}

TEST(Planner, ShortensBlendsThatDoNotFit) {
  const Cell cell;
  const Plan plan =
      cell.plan({cell.to_work(), lin(cell.beside(0.2, 0, 0), FlyBy::path, 0.08),
                 lin(cell.beside(0.2, 0.1, 0), FlyBy::path, 0.04), lin(cell.beside(0.3, 0.1, 0))});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  EXPECT_TRUE(contains(message(plan, "W0502"), "from 80.000 mm to 66.667 mm"))
      << plan.findings.text();
}

TEST(Planner, SaysWhatWayASpeedWouldNeed) {
  const Cell cell;
  Instruction line = lin(cell.beside(0.1, 0, 0));
  move_of(line).limits.speed = 0.5;  // v²/a = 250 mm
  const Plan plan = cell.plan({cell.to_work(), line});
  EXPECT_TRUE(contains(message(plan, "W0503"), "needs 250.0 mm, has 100.0 mm")) << codes(plan);
}

TEST(Planner, CountsOnlyWhatBlendsLeaveOfAMoveAsWayToReachItsSpeed) {
  const Cell cell;
  Instruction fast = lin(cell.beside(0.2, 0.2, 0), FlyBy::path, 0.08);
  move_of(fast).limits.speed = 0.5;  // from and to 250 mm/s of its neighbours: 187.5 mm
  const Plan plan = cell.plan({cell.to_work(), lin(cell.beside(0.2, 0, 0), FlyBy::path, 0.08), fast,
                               lin(cell.beside(0, 0.2, 0))});
  EXPECT_TRUE(contains(message(plan, "W0503"), "needs 187.5 mm, has 40.0 mm"))
      << plan.findings.text();
}

TEST(Planner, SaysWhereAWordDoesNotFit) {
  const Cell cell;
  Instruction line = lin(cell.beside(0.1, 0, 0), FlyBy::speed);
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line, cell.to_work()})), "W0501");
  Instruction wait;
  wait.action = Wait{0.5};
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line, wait, cell.to_work()})), "W0520");
  Instruction other = lin(cell.beside(0.2, 0, 0));
  other.conditions.gripped.mass = 2;
  EXPECT_EQ(codes(cell.plan({cell.to_work(), line, other})), "W0520");
}

TEST(Planner, StandsStillDuringAWait) {
  const Cell cell;
  Instruction wait;
  wait.action = Wait{0.503};
  const Plan plan = cell.plan({cell.to_work(), wait});
  ASSERT_EQ(plan.moves.size(), 2u);
  EXPECT_EQ(plan.moves[1].end_sample - plan.moves[1].first_sample, 51 + 1);
  for (int i = plan.moves[1].first_sample; i < plan.samples(); ++i)
    EXPECT_EQ(plan.q.col(i), cell.work);
}

TEST(Planner, MovesTheToolOfTheConditionsFromTheBaseOfTheConditions) {
  const Cell cell;
  Conditions conditions;
  conditions.tool = "gripper";
  conditions.X_FlangeT = Pose<double>{rotation_x(0.3), {0.01, 0.02, 0.2}};
  conditions.base = "table";
  conditions.X_WBase = Pose<double>{rotation_z(0.4), {0.1, -0.2, 0.3}};
  Instruction start = cell.to_work();
  start.conditions = conditions;
  const Plan there = cell.plan({start});
  const Pose<double> X_WT = there.X_WT.back();
  CartesianTarget target;
  target.X_BaseT = conditions.X_WBase.inverse() * X_WT;
  target.X_BaseT.p.x() += 0.1;
  Instruction line = lin(target);
  line.conditions = conditions;
  const Plan plan = cell.plan({start, line});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  const Vector3<double> way = plan.X_WT.back().p - X_WT.p;
  EXPECT_LT((way - 0.1 * conditions.X_WBase.R.col(0)).norm(), 1e-12);
}

TEST(Planner, TurnsInPlaceWithTheToolCentreAtRest) {
  const Cell cell;
  CartesianTarget turned = cell.target(cell.work);
  turned.X_BaseT.R = rotation_z(0.4) * turned.X_BaseT.R;
  const Plan plan = cell.plan({cell.to_work(), lin(turned)});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  EXPECT_EQ(plan.moves[1].length, 0);
  for (int i = plan.moves[1].first_sample; i < plan.samples(); ++i)
    EXPECT_LT((plan.X_WT[i].p - turned.X_BaseT.p).norm(), 1e-9);
  EXPECT_LT(planning::angle_between(plan.X_WT.back().R, turned.X_BaseT.R), 1e-9);
  // Trapezoid of 0.4 rad at 180 deg/s and 1800 deg/s²: v/a + way/v, 0.2273 s, in cycles of 10 ms.
  EXPECT_NEAR(plan.moves[1].end_time - plan.moves[1].start_time, 0.23, 1e-9);
}

TEST(Planner, KeepsThePathWhileTheWristTurnsLinearly) {
  const Cell cell;
  VectorX<double> end = cell.work + degrees({10, 5, -8, 20, 15, 30});
  Instruction line = lin(cell.target(end));
  move_of(line).orientation = OrientationMode::joint;
  const Plan plan = cell.plan({cell.to_work(), line});
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  const Vector3<double> a = cell.tool(cell.work).p, way = cell.tool(end).p - a;
  for (int i = plan.moves[1].first_sample; i < plan.samples(); ++i) {
    const double t = (plan.X_WT[i].p - a).dot(way) / way.squaredNorm();
    EXPECT_LT((plan.X_WT[i].p - a - t * way).norm(), 1e-9);
    EXPECT_LT((plan.q.col(i) - cell.work - t * (end - cell.work)).tail(3).norm(), 1e-7);
  }
  EXPECT_LT((plan.q.col(plan.samples() - 1) - end).norm(), 1e-7);
}

TEST(Planner, GivesAMoveTheTimeThatItAsksFor) {
  const Cell cell;
  Instruction line = lin(cell.beside(0.1, 0, 0));
  move_of(line).limits.time = 2.0;
  const Plan plan = cell.plan({cell.to_work(), line});
  EXPECT_NEAR(plan.moves[1].end_time - plan.moves[1].start_time, 2, 1e-9);
  // 200 cycles, and the one that brings it to rest.
  EXPECT_EQ(plan.moves[1].end_sample - plan.moves[1].first_sample, 200 + 1);
}

TEST(Planner, StretchesAMoveSoThatItsStopFallsOnACycle) {
  const Cell cell;
  const Plan plan = cell.plan({cell.to_work(), lin(cell.beside(0.101, 0, 0))});
  // 101 mm at 250 mm/s and 1000 mm/s²: 0.654 s, that is 66 cycles of 10 ms.
  EXPECT_NEAR(plan.moves[1].end_time - plan.moves[1].start_time, 0.66, 1e-9);
  ASSERT_EQ(plan.moves[1].end_sample - plan.moves[1].first_sample, 66 + 1);
  const int middle = plan.moves[1].first_sample + 33;
  const double way = (plan.X_WT[middle].p - plan.X_WT[middle - 1].p).norm();
  EXPECT_NEAR(way / plan.period, 0.25 * 0.654 / 0.66, 1e-9);
}

/// In both senses: from joints to path and from path to joints.
TEST(Planner, LetsPtpAndPathRunIntoEachOther) {
  const Cell cell;
  Instruction first = cell.to_work();
  move_of(first).fly_by = FlyBy::ptp;
  Instruction line = lin(cell.beside(0.2, 0, 0), FlyBy::ptp);
  const Instruction back = instruction(MoveKind::ptp, joints(cell.work));
  const Plan flying = cell.plan({first, line, back});
  ASSERT_TRUE(flying.complete) << flying.findings.text();
  EXPECT_EQ(codes(flying), "");
  EXPECT_LT(flying.moves[1].start_time, flying.moves[0].end_time);
  EXPECT_LT(flying.moves[2].start_time, flying.moves[1].end_time);
  EXPECT_EQ(flying.q.col(flying.samples() - 1), cell.work);
  // No axis steps: its speed changes from cycle to cycle by no more than both motions ask.
  for (int i = 2; i < flying.samples(); ++i) {
    const VectorX<double> step = flying.q.col(i) - 2 * flying.q.col(i - 1) + flying.q.col(i - 2);
    EXPECT_LT(step.cwiseAbs().maxCoeff() / (0.01 * 0.01), 20) << i;
  }
}

TEST(Planner, SmoothsTheAngularVelocityOverTangentJoints) {
  Cell cell;
  CartesianTarget middle = cell.beside(0.15, 0, 0), end = cell.beside(0.3, 0, 0);
  middle.X_BaseT.R = rotation_y(0.5) * middle.X_BaseT.R;
  end.X_BaseT.R = middle.X_BaseT.R;
  const std::vector<Instruction> list{cell.to_work(), lin(middle, FlyBy::speed), lin(end)};
  const auto roughest = [](const Plan& plan) {
    double worst = 0;
    for (int i = plan.moves[1].first_sample + 2; i < plan.samples(); ++i)
      worst = std::max(worst, (plan.q.col(i) - 2 * plan.q.col(i - 1) + plan.q.col(i - 2))
                                  .tail(3)
                                  .cwiseAbs()
                                  .maxCoeff());
    return worst / 1e-4;
  };
  const Plan programmed = cell.plan(list);
  cell.settings.smoothed = true;
  const Plan smoothed = cell.plan(list);
  EXPECT_EQ(codes(programmed), "W0504");
  EXPECT_EQ(codes(smoothed), "");
  EXPECT_LT(roughest(smoothed), roughest(programmed) / 5);
  EXPECT_LT(planning::angle_between(smoothed.X_WT.back().R, end.X_BaseT.R), 1e-9);
}

TEST(Planner, SaysNothingMovesWhenTheRobotIsThere) {
  const Cell cell;
  const Plan plan = cell.plan({cell.to_work(), cell.to_work(), lin(cell.beside(0, 0, 0))});
  EXPECT_TRUE(plan.complete);
  EXPECT_EQ(codes(plan), "N0507 N0507");
  EXPECT_EQ(plan.moves[1].first_sample, plan.moves[1].end_sample);
}

TEST(Planner, AMoveOfNoWayHasNoCycleWhereverItStands) {
  Cell cell;
  cell.settings.home = cell.work;
  Instruction wait;
  wait.action = Wait{0};
  const Plan plan = cell.plan(
      {cell.to_work(), wait, lin(cell.beside(0.1, 0, 0)), cell.to_work(), wait, cell.to_work()});
  ASSERT_EQ(plan.moves.size(), 6U);
  for (const int m : {0, 1, 4, 5}) {
    EXPECT_EQ(plan.moves[m].first_sample, plan.moves[m].end_sample) << m;
    EXPECT_EQ(plan.moves[m].start_time, plan.moves[m].end_time) << m;
  }
  EXPECT_EQ(plan.moves[2].first_sample, 0);
  EXPECT_EQ(plan.moves[3].end_sample, plan.samples());
}

TEST(Planner, FollowsALineWithARobotThatHasNoClosedForm) {
  const ReadResult read = read_robot_file(find_robot("scara"));
  const Model model = build(read.robot);
  const InverseKinematics kinematics(model);
  ASSERT_FALSE(kinematics.is_closed_form());
  PlannerSettings settings = planner_settings(read.robot, model);
  VectorX<double> q(model.nq());
  q.setConstant(0.1);
  q[1] = 1.2;
  settings.home = q;
  Workspace ws(model);
  CartesianTarget target;
  target.X_BaseT = frame_pose<double>(model, ws, q, model.tool());
  const Vector3<double> start = target.X_BaseT.p, way{0.02, -0.05, 0};
  target.X_BaseT.p += way;
  Program program;
  program.instructions = {lin(target)};
  const Plan plan = erfd::plan(program, model, kinematics, settings);
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  for (const Pose<double>& X : plan.X_WT) {
    const double share = (X.p - start).dot(way) / way.squaredNorm();
    EXPECT_LT((X.p - start - share * way).norm(), 1e-8);
  }
  EXPECT_LT((plan.X_WT.back().p - target.X_BaseT.p).norm(), 1e-8);
}

TEST(Planner, PlansNothingForAnEmptyProgram) {
  const Plan plan = Cell().plan({});
  EXPECT_TRUE(plan.complete);
  EXPECT_EQ(plan.samples(), 0);
}

}  // namespace
}  // namespace erfd::test
