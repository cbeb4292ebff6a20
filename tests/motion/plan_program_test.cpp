// Programs on Lola 15: what the planner decides, and what it says about it.
#include "erfd/base/units.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/robot/read.hpp"

#include "motion/path/rotation_vector.hpp"
#include "motion/reference_program.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double degree = std::numbers::pi / 180, pi = std::numbers::pi;

VectorX<double> degrees(std::initializer_list<double> values) {
  VectorX<double> q(static_cast<Eigen::Index>(values.size()));
  std::transform(values.begin(), values.end(), q.begin(), [](double x) { return x * degree; });
  return q;
}

JointTarget joints(const VectorX<double>& q) { return {{q.begin(), q.end()}}; }

/// Lola 15 with a place to work at; ranges of its joints where a test wants them.
struct Cell {
  explicit Cell(double range = 0)
      : model(with_range(build(read.robot), range)),
        settings(planner_settings(read.robot, model)) {}

  static Model with_range(const Model& robot, double range) {
    Model::Parts parts = robot.parts();
    if (range > 0)
      for (Body& body : parts.bodies) body.limits.lower = -(body.limits.upper = range);
    return Model(parts);
  }
  Pose<double> tool(const VectorX<double>& q) const {
    Workspace ws(model);
    return frame_pose<double>(model, ws, q, model.tool());
  }
  CartesianTarget target(const VectorX<double>& q) const {
    CartesianTarget t;
    t.X_BaseT = tool(q);
    return t;
  }
  /// Start + (x, y, z) [m] with the orientation of the start.
  CartesianTarget beside(double x, double y, double z) const {
    CartesianTarget t = target(work);
    t.X_BaseT.p += Vector3<double>{x, y, z};
    return t;
  }
  Instruction to_work() const { return instruction(MoveKind::ptp, joints(work)); }
  Plan plan(std::vector<Instruction> list) const {
    Program program;
    program.instructions = std::move(list);
    return erfd::plan(program, model, kinematics, settings);
  }

  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model;
  InverseKinematics kinematics{model};
  PlannerSettings settings;
  VectorX<double> work = degrees({10, 20, -20, 5, -60, 10});
};

Instruction lin(const CartesianTarget& target, FlyBy fly_by = FlyBy::stop, double size = 0) {
  Instruction result = instruction(MoveKind::lin, target);
  Move& move = std::get<Move>(result.action);
  move.fly_by = fly_by;
  move.fly_by_size = size;
  return result;
}

Move& move_of(Instruction& instruction) { return std::get<Move>(instruction.action); }

std::string codes(const Plan& plan) {
  std::string text;
  for (const Diagnostic& d : plan.findings.all()) text += (text.empty() ? "" : " ") + d.check;
  return text;
}

std::string message(const Plan& plan, std::string_view code) {
  for (const Diagnostic& d : plan.findings.all())
    if (d.check == code) return d.message;
  return "";
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The only fault of a plan, at the last of its instructions.
Fault fault_of(const Plan& plan) {
  EXPECT_EQ(plan.faults.size(), 1U) << plan.findings.text();
  if (plan.faults.empty()) return {};
  EXPECT_EQ(plan.findings.all().back().message, plan.faults[0].message);
  EXPECT_EQ(plan.findings.all().back().at, plan.faults[0].at);
  return plan.faults[0];
}

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

TEST(Planner, WarnsOfHalfTurns) {
  const Cell cell;
  CartesianTarget turned = cell.beside(0.1, 0, 0);
  turned.X_BaseT.R = turned.X_BaseT.R * rotation_z(pi);
  const Plan plan = cell.plan({cell.to_work(), lin(turned)});
  EXPECT_TRUE(contains(codes(plan), "W0506")) << plan.findings.text();
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
