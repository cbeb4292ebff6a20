// Moves, settings and where the robot is between them.
#include "program/lirl_text.hpp"

#include <numbers>

namespace erfd {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-12;

const std::string points =
    "robtarget: a = (((100,0,0),(0,0,0)), 4); robtarget: b = (((0,100,0),(90,0,0)), 4); "
    "joint: home = (0,0,0,0,0,0); tool: grip1 = (((0,0,200),(0,0,0)), (2, (0,0,50))); "
    "pose: table = ((500,0,0),(90,0,0));";

Program moves(const std::string& statements, const ProgramContext& context = {}) {
  return program_of(program_with(points, statements), context);
}

void expect_at(const CartesianTarget& target, double x, double y, double z) {
  const Vector3<double> difference = target.X_BaseT.p - Vector3<double>(x, y, z);
  EXPECT_LT(difference.norm(), rounding) << target.X_BaseT.p.transpose();
}

TEST(LirlMoves, EveryOptionArrives) {
  const Program program = moves(
      "move ptp a speed_ptp=0.6 acc_ptp=100% dec_ptp=0.5 time=3 c_ptp act_rob=\"lola_15\";\n"
      "move lin b speed=100 acc=200 dec=300 speed_ori=90 acc_ori=180 c_ori=o_con c_cp=15;\n"
      "move circle a + (0,0,9), a angle=90 c_ori=o_pvo c_speed;\n"
      "move ptp a c_ptp=50; move lin b c_speed=80; move lin a c_cp=0;");
  const Move& ptp = move_of(program, 0);
  EXPECT_EQ(ptp.kind, MoveKind::ptp);
  EXPECT_DOUBLE_EQ(*ptp.limits.speed_share, 0.6);
  EXPECT_DOUBLE_EQ(*ptp.limits.acceleration_share, 1.0);
  EXPECT_DOUBLE_EQ(*ptp.limits.deceleration_share, 0.5);
  EXPECT_DOUBLE_EQ(*ptp.limits.time, 3.0);
  EXPECT_EQ(ptp.fly_by, FlyBy::ptp);
  EXPECT_DOUBLE_EQ(ptp.fly_by_size, 1.0);
  EXPECT_EQ(program.robot, "lola_15");
  const Move& lin = move_of(program, 1);
  EXPECT_EQ(lin.orientation, OrientationMode::constant);
  EXPECT_TRUE(lin.orientation_given);
  EXPECT_EQ(lin.fly_by, FlyBy::path);
  EXPECT_DOUBLE_EQ(lin.fly_by_size, 0.015);
  const Move& circle = move_of(program, 2);
  EXPECT_DOUBLE_EQ(*circle.arc_angle, pi / 2);
  EXPECT_EQ(circle.orientation, OrientationMode::path_variable);
  EXPECT_EQ(circle.fly_by, FlyBy::speed);
  EXPECT_EQ(circle.fly_by_size, 0.0);
  EXPECT_EQ(circle.target_name, "a");
  EXPECT_TRUE(circle.via.has_value());
  EXPECT_DOUBLE_EQ(move_of(program, 3).fly_by_size, 0.5);
  EXPECT_DOUBLE_EQ(move_of(program, 4).fly_by_size, 0.08);
  EXPECT_EQ(move_of(program, 5).fly_by, FlyBy::stop);
  EXPECT_EQ(program.instructions[1].at, (Location{7, 1}));
}

TEST(LirlMoves, EveryOrientationModeIsKnown) {
  constexpr OrientationMode modes[] = {OrientationMode::constant, OrientationMode::variable,
                                       OrientationMode::path_constant,
                                       OrientationMode::path_variable, OrientationMode::joint};
  for (const OrientationMode mode : modes) {
    EXPECT_EQ(move_of(moves("move lin a c_ori=" + std::string(lirl_dialect().word(mode)) + ";"), 0)
                  .orientation,
              mode);
  }
  EXPECT_FALSE(move_of(moves("move lin a;"), 0).orientation_given);
}

TEST(LirlMoves, IncrementsAreMadeInTheToolFrame) {
  const Program program = moves(
      "move lin b; move_inc lin position(10,0,0); move_inc lin "
      "((0,0,5),(90,0,0)); move_inc ptp position(10,0,0);");
  expect_at(point_of(program, 1), 0, 0.11, 0);  // b stands turned by 90 deg about z
  expect_at(point_of(program, 2), 0, 0.11, 0.005);
  expect_at(point_of(program, 3), -0.01, 0.11, 0.005);
  EXPECT_TRUE(point_of(program, 1).has_orientation);
}

TEST(LirlMoves, JointIncrementsAreAddedToTheJoints) {
  ProgramContext context;
  context.home = {0.1, 0, 0, 0, 0, 0};
  const Program program =
      moves("move_inc ptp joint(mainjoint(90, 45)); move_inc ptp joint(mainjoint(90));", context);
  EXPECT_DOUBLE_EQ(*joint_of(program, 0).q[0], 0.1 + pi / 2);
  EXPECT_DOUBLE_EQ(*joint_of(program, 1).q[0], 0.1 + pi);
  EXPECT_FALSE(joint_of(program, 1).q[1].has_value());
}

TEST(LirlMoves, HereIsWhereTheLastMoveEnded) {
  expect_at(point_of(moves("move lin a; move lin here() + (0,0,7);"), 1), 0.1, 0, 0.007);
  // An arc of a quarter circle about the origin of radius 100, given by its angle.
  const Program quarter = moves(
      "move lin a; move circle ((70.71067811865476,70.71067811865476,0),(0,0,0)), "
      "((0,100,0),(0,0,0)) angle=180 c_ori=o_pco; move lin here();");
  expect_at(point_of(quarter, 2), -0.1, 0, 0);
  EXPECT_NEAR(point_of(quarter, 2).X_BaseT.R(0, 0), -1, rounding);
  const Program constant = moves("move lin a; move lin b c_ori=o_con; move lin here();");
  EXPECT_NEAR(point_of(constant, 2).X_BaseT.R(0, 0), 1, rounding);
}

TEST(LirlMoves, AnOrientationThatIsKeptNeedNotBeWritten) {
  const Program program = moves("move lin b; move lin position(1,2,3) c_ori=o_con;");
  EXPECT_TRUE(point_of(program, 1).has_orientation);
  EXPECT_NEAR(point_of(program, 1).X_BaseT.R(1, 0), 1, rounding);
}

TEST(LirlMoves, HereFollowsToolAndBase) {
  const Program tool = moves("move lin a; use_tool grip1; move lin here();");
  expect_at(point_of(tool, 1), 0.1, 0, 0.2);
  const Program base = moves(
      "move lin a; use_base table; move lin here(); use_base \"world\"; "
      "move lin here();");
  expect_at(point_of(base, 1), 0, 0.4, 0);
  expect_at(point_of(base, 2), 0.1, 0, 0);
}

TEST(LirlMoves, KinematicsOfTheRobotMakeHereKnownBehindJointTargets) {
  ProgramContext context;
  context.X_FlangeT.p.z() = 0.1;
  context.flange_at = [](const VectorX<double>& q) {
    Pose<double> X_WF;
    X_WF.p.x() = q[0];
    return X_WF;
  };
  context.joints_at = [](const CartesianTarget& target, const Conditions&,
                         const VectorX<double>& near) -> std::optional<VectorX<double>> {
    VectorX<double> q = near;
    q[0] = target.X_BaseT.p.x();
    return q;
  };
  const Program program = moves(
      "move ptp joint(mainjoint(1rad,2rad)); move_inc lin (1,0,0); move ptp herej();", context);
  expect_at(point_of(program, 1), 1.001, 0, 0.1);
  EXPECT_DOUBLE_EQ(*joint_of(program, 2).q[0], 1.001);
  EXPECT_DOUBLE_EQ(*joint_of(program, 2).q[1], 2.0);
}

TEST(LirlMoves, ConditionsAreThoseOfTheirTime) {
  ProgramContext context;
  context.tools["cup"] = {{Matrix3<double>::Identity(), {0, 0, 0.05}}, {0.3, {0, 0, 0}, {}}};
  const Program program = moves(
      "move ptp a; use_tool grip1; use_base table; grip load(8kg); move ptp a; grip load(2kg, "
      "(0,0,100)); move ptp a; release; ext_force wrench(100,100,-150) frame world; wait 1; "
      "ext_force off; move ptp a tool=\"cup\" base=((1,2,3),(0,0,0)); move ptp a;",
      context);
  const auto at = [&](std::size_t i) { return program.instructions.at(i).conditions; };
  EXPECT_EQ(at(0).tool, "");
  EXPECT_FALSE(at(0).X_FlangeT.has_value());
  EXPECT_EQ(at(1).tool, "grip1");
  EXPECT_EQ(at(1).base, "table");
  EXPECT_DOUBLE_EQ(at(1).X_WBase.p.x(), 0.5);
  EXPECT_DOUBLE_EQ(at(1).tool_load.mass, 2.0);
  EXPECT_DOUBLE_EQ(at(1).gripped.mass, 8.0);
  EXPECT_DOUBLE_EQ(at(2).gripped.mass, 10.0);
  EXPECT_NEAR(at(2).gripped.com.z(), 0.02, rounding);
  // Two points of mass 8 and 2 at distance 0.1: reduced mass times the square.
  EXPECT_NEAR(at(2).gripped.I_com(0, 0), 1.6 * 0.01, rounding);
  EXPECT_EQ(at(3).gripped.mass, 0.0);
  EXPECT_EQ(at(3).wrench->axes, ToolWrench::Axes::world);
  EXPECT_FALSE(at(4).wrench.has_value());
  EXPECT_EQ(at(4).tool, "cup");
  EXPECT_DOUBLE_EQ(at(4).X_WBase.p.x(), 0.001);
  EXPECT_EQ(at(5).tool, "grip1");
}

TEST(LirlMoves, WhatNeedsAStopEndsAFlyBy) {
  for (const std::string next : {"grip load(1kg);", "release;", "ext_force (1,2,3);", "wait 1;",
                                 "wait for true;", "pause;"}) {
    const ReadProgram result = run(program_with(points, "move lin a c_cp=5;\n" + next));
    EXPECT_EQ(move_of(result.program, 0).fly_by, FlyBy::stop) << next;
    EXPECT_NE(result.findings.text().find("[W0520]"), std::string::npos) << next;
  }
  EXPECT_EQ(move_of(moves("move lin a c_cp=5; use_tool grip1; move lin b;"), 0).fly_by,
            FlyBy::path);
}

TEST(LirlMoves, ConfigurationsThatTheRobotDoesNotKnowAreRefused) {
  ProgramContext context;
  context.configurations = {5, 8};
  EXPECT_EQ(run(program_with(points, "move ptp a;"), context).findings.text(),
            "6:10: error: the robot has no configuration 4; its file names 5, 8, and 0 is the "
            "nearest [L0313]");
  EXPECT_FALSE(run(program_with(points, "move lin a;"), context).findings.has_errors());
}

}  // namespace
}  // namespace erfd
