// Geometric values: constructors, lists in brackets, operators, components.
#include "program/lirl_text.hpp"

#include <numbers>

namespace erfd {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-12;  // lengths of a metre, a few operations

/// The point to which `target` moves.
CartesianTarget point(const std::string& target, const std::string& variables = "",
                      const ProgramContext& context = {}) {
  return point_of(program_of(program_with(variables, "move lin " + target + ";"), context), 0);
}

void expect_same(const Matrix3<double>& a, const Matrix3<double>& b) {
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), rounding) << a << "\n\n" << b;
}
void expect_same(const Vector3<double>& a, const Vector3<double>& b) {
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), rounding) << a.transpose() << "\n" << b.transpose();
}

/// Rotation about a coordinate axis by what it does to the two others, not by the library.
Matrix3<double> turn(int axis, double degrees) {
  Matrix3<double> R = Matrix3<double>::Identity();
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  R(next, next) = R(last, last) = std::cos(degrees * pi / 180);
  R(last, next) = std::sin(degrees * pi / 180);
  R(next, last) = -R(last, next);
  return R;
}

TEST(LirlGeometry, AngleTriplesMeanWhatTheirNamesSay) {
  const Matrix3<double> zyx = turn(2, 10) * turn(1, 20) * turn(0, 30);
  const Matrix3<double> lola = turn(1, -20) * turn(2, 30) * turn(0, 10);
  expect_same(point("((1,2,3), orizyx(10,20,30))").X_BaseT.R, zyx);
  expect_same(point("((1,2,3), orirpy(30,20,10))").X_BaseT.R, zyx);
  expect_same(point("((1,2,3), ori_lola(10,20,30))").X_BaseT.R, lola);
  expect_same(point("((1,2,3), orizyz(10,20,30))").X_BaseT.R,
              turn(2, 10) * turn(1, 20) * turn(2, 30));
  expect_same(point("((1,2,3), oriquat(0.5,0.5,0.5,0.5))").X_BaseT.R,
              (Matrix3<double>() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished());
  expect_same(point("((1,2,3), (10,20,30))").X_BaseT.R, zyx);
  expect_same(point("((1,2,3), orientation(10,20,30))").X_BaseT.R, zyx);
  ProgramContext context;
  context.angles = AngleTriple::yzx;
  expect_same(point("((1,2,3), (10,20,30))", "", context).X_BaseT.R, lola);
  expect_same(point("((1,2,3), orizyx(10,20,30))", "", context).X_BaseT.R, zyx);
}

TEST(LirlGeometry, ListsInBracketsTakeTheTypeOfTheirPlace) {
  for (const std::string target :
       {"((100,200,300),(0,0,90))", "pose((100,200,300),(0,0,90))",
        "robtarget(((100,200,300),(0,0,90)))", "robtarg(pose(position(100,200,300),(0,0,90)), 0)",
        "(((100,200,300),(0,0,90)), 0)", "frame((10cm,0.2m,300mm),(0,0,0.5*pi*1rad))"}) {
    const CartesianTarget found = point(target);
    expect_same(found.X_BaseT.p, Vector3<double>(0.1, 0.2, 0.3));
    expect_same(found.X_BaseT.R, turn(0, 90));
    EXPECT_FALSE(found.configuration.has_value()) << target;
  }
}

TEST(LirlGeometry, ConfigurationAndTurnsAreKept) {
  const CartesianTarget found = point("robtarget(((1,2,3),(4,5,6)), 4, 2)");
  EXPECT_EQ(found.configuration, 4);
  EXPECT_EQ(found.turns, 2);
}

TEST(LirlGeometry, TargetsAreShiftedInTheBaseAndMovedInTheTool) {
  const std::string t = "robtarget: t = (((100,0,0),(90,0,0)), 4); pose: p = ((10,0,0),(90,0,0));";
  EXPECT_EQ(point("t + position(0,0,5)", t).configuration, 4);
  expect_same(point("t + (1,2,3)", t).X_BaseT.p, Vector3<double>(0.101, 0.002, 0.003));
  expect_same(point("t - (1,2,3)", t).X_BaseT.p, Vector3<double>(0.099, -0.002, -0.003));
  expect_same(point("t * p", t).X_BaseT.p, Vector3<double>(0.1, 0.01, 0));
  expect_same(point("p * t", t).X_BaseT.p, Vector3<double>(0.01, 0.1, 0));
  expect_same(point("p * p", t).X_BaseT.R, turn(2, 180));
  expect_same(point("p * inv(p)", t).X_BaseT.p, Vector3<double>::Zero());
  expect_same(point("(p * position(5,0,0), inv(p.ori) * p.ori)", t).X_BaseT.p,
              Vector3<double>(0.01, 0.005, 0));
  expect_same(point("pose(2 * (1,2,3) - (1,1,1) / 2 * 2, p.ori * orizyx(-90,0,0))", t).X_BaseT.p,
              Vector3<double>(0.001, 0.003, 0.005));
  expect_same(point("(p.ori * -position(1,0,0), p.ori)", t).X_BaseT.p,
              Vector3<double>(0, -0.001, 0));
}

TEST(LirlGeometry, ComponentsAreReadAndSet) {
  const std::string variables =
      "robtarget: t = (((1,2,3),(0,0,0)), 4); position: p = (7,8,9); joint: j = (1,2,3,4,5,6); "
      "tool: g = (((0,0,1),(0,0,0)), (2, (0,0,1))); wrench: w = (1,2,3);";
  const Program program = program_of(program_with(
      variables,
      "t.x = p.z; t.pos.y = 0.02m; t.pose.pos.z = t.z * 2; t.ori = orizyx(90,0,0); t.conf = 8; "
      "t.turns = 1; move lin t; j[2] = 90; move ptp j; g.load.mass = 500g; g.pose.pos = p; "
      "w.mz = 4; ext_force w frame tool; grip g.load; move ptp j tool=g;"));
  expect_same(point_of(program, 0).X_BaseT.p, Vector3<double>(0.009, 0.02, 0.006));
  expect_same(point_of(program, 0).X_BaseT.R, turn(2, 90));
  EXPECT_EQ(point_of(program, 0).configuration, 8);
  EXPECT_EQ(point_of(program, 0).turns, 1);
  EXPECT_DOUBLE_EQ(*joint_of(program, 1).q[1], pi / 2);
  const Conditions& last = program.instructions.at(2).conditions;
  EXPECT_DOUBLE_EQ(last.tool_load.mass, 0.5);
  EXPECT_DOUBLE_EQ(last.gripped.mass, 0.5);
  expect_same(last.X_FlangeT->p, Vector3<double>(0.007, 0.008, 0.009));
  EXPECT_EQ(last.wrench->F.moment.z(), 4);
  EXPECT_EQ(last.wrench->axes, ToolWrench::Axes::tool);
}

TEST(LirlGeometry, JointsTakeDegreesOrMillimetresByAxis) {
  ProgramContext context;
  context.axes = {JointKind::revolute, JointKind::prismatic, JointKind::revolute};
  const Program program = program_of(
      program_with("mainjoint: m = (10, 20);",
                   "move ptp joint(mainjoint(90, 250, 0.5rad)); move ptp joint(m); move ptp "
                   "(joint(mainjoint(1), addjoint(5, 6))); move ptp m;"),
      context);
  EXPECT_DOUBLE_EQ(*joint_of(program, 0).q[0], pi / 2);
  EXPECT_DOUBLE_EQ(*joint_of(program, 0).q[1], 0.25);
  EXPECT_DOUBLE_EQ(*joint_of(program, 0).q[2], 0.5);
  EXPECT_DOUBLE_EQ(*joint_of(program, 1).q[1], 0.02);
  EXPECT_FALSE(joint_of(program, 1).q[2].has_value());
  EXPECT_DOUBLE_EQ(*joint_of(program, 2).q[1], 0.005);
  EXPECT_DOUBLE_EQ(*joint_of(program, 2).q[2], 6 * pi / 180);
  EXPECT_EQ(run(program_with("", "move ptp joint(mainjoint(90, 3deg));"), context).findings.text(),
            "6:16: note: 2 of 3 axes are given; the others hold their position [N0411]\n"
            "6:30: error: unit not allowed here: expected a length [mm], found 3 deg [L0103]");
}

}  // namespace
}  // namespace erfd
