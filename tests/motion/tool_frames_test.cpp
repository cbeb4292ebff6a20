// Flange and tool mean the same to the language, the planner and inverse kinematics: a robot that is
// told to stay with another tool in use does not move.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/robot/read.hpp"

#include "program/lirl_text.hpp"
#include "support/ugly_arms.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double picometre = 1e-12;  // 1e-9 mm

struct Cell {
  explicit Cell(RobotDescription description)
      : robot(std::move(description)), model(build_unloaded(robot)) {}

  Program read(const std::string& statements) const {
    return program_of(program_with("real: unused = 0;", statements), program_context(robot, model));
  }
  Plan plan(const Program& program) const {
    return erfd::plan(program, model, kinematics, planner_settings(robot, model));
  }
  Pose<double> pose(const VectorX<double>& q, FrameIndex frame) const {
    Workspace ws(model);
    return frame_pose<double>(model, ws, q, frame);
  }

  /// Between the middle and the upper end of every range.
  VectorX<double> posture() const {
    VectorX<double> q(model.nq());
    for (const Body& b : model.bodies()) {
      const double way = b.kind == JointKind::revolute ? std::numbers::pi : 0.2;
      const double low = std::max(b.limits.lower, -way), high = std::min(b.limits.upper, way);
      q[b.q_index] = (low + high) / 2 + (high - low) * (0.05 + 0.01 * b.q_index);
    }
    return q;
  }
  /// "move ptp joint(mainjoint(10, …));"
  std::string go_to(const VectorX<double>& q) const {
    std::string numbers;
    for (const Body& b : model.bodies())
      numbers += fmt::format(
          "{}{:.17g}", numbers.empty() ? "" : ", ",
          q[b.q_index] * (b.kind == JointKind::revolute ? 180 / std::numbers::pi : 1000));
    return "move ptp joint(mainjoint(" + numbers + "));\n";
  }

  RobotDescription robot;
  Model model;
  InverseKinematics kinematics{model};
};

RobotDescription ugly(const UglyArm& arm) {
  ReadResult read = read_robot_toml(toml_of(arm), arm.name + ".toml");
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  return std::move(read.robot);
}

std::vector<RobotDescription> all_robots() {
  std::vector<RobotDescription> list;
  for (const std::string& name : known_robots()) {
    ReadResult read = read_robot_file(find_robot(name));
    if (read.robot.base.type == BaseType::fixed && read.robot.loops.empty())
      list.push_back(std::move(read.robot));
  }
  for (const UglyArm& arm : {skew_arm(), sliding_arm(), redundant_arm()}) list.push_back(ugly(arm));
  return list;
}

/// The way of the joints and of the tool in the last move of a program that must be planned.
double way_of_last_move(const Cell& cell, const std::string& statements) {
  const Plan plan = cell.plan(cell.read(statements));
  EXPECT_TRUE(plan.complete) << cell.robot.name << '\n' << plan.findings.text() << statements;
  if (!plan.complete || plan.moves.empty()) return HUGE_VAL;
  const PlannedMove& last = plan.moves.back();
  const int from = std::max(0, last.first_sample - 1), to = std::max(from, last.end_sample - 1);
  const double turned = (plan.q.col(to) - plan.q.col(from)).cwiseAbs().maxCoeff();
  return last.length + turned;
}

TEST(ToolFrames, HereWithAProgramToolIsWhereTheRobotStands) {
  for (const RobotDescription& robot : all_robots()) {
    const Cell cell(robot);
    const std::string go = cell.go_to(cell.posture());
    for (const std::string tool :
         {"position(0,0,100), orizyx(0,0,0)", "position(13,-27,81), orizyx(20,-35,50)"})
      EXPECT_LE(way_of_last_move(cell, go + "use_tool tool(pose(" + tool + "));\nmove lin here();"),
                picometre)
          << robot.name << ", " << tool;
  }
}

TEST(ToolFrames, HereWithANamedToolIsWhereTheRobotStands) {
  int tools = 0;
  for (const RobotDescription& robot : all_robots()) {
    const Cell cell(robot);
    const std::string go = cell.go_to(cell.posture());
    for (const ToolDescription& tool : robot.tools) {
      ++tools;
      EXPECT_LE(way_of_last_move(cell, go + "use_tool \"" + tool.name + "\";\nmove lin here();"),
                picometre)
          << robot.name << ", " << tool.name;
    }
  }
  EXPECT_GE(tools, 15);
}

TEST(ToolFrames, ThePlannedToolCentreIsTheFrameOfTheNamedTool) {
  for (const RobotDescription& robot : all_robots()) {
    const Cell cell(robot);
    for (const ToolDescription& tool : robot.tools) {
      const Plan plan =
          cell.plan(cell.read("use_tool \"" + tool.name + "\";\n" + cell.go_to(cell.posture())));
      ASSERT_TRUE(plan.complete) << plan.findings.text();
      const VectorX<double> q = plan.q.rightCols(1);
      const Pose<double> X = cell.pose(q, cell.model.frame_index(tool.name));
      EXPECT_LE((plan.X_WT.back().p - X.p).norm(), picometre) << robot.name << ", " << tool.name;
      EXPECT_LE((plan.X_WT.back().R - X.R).norm(), 1e-12) << robot.name << ", " << tool.name;
    }
  }
}

/// The KUKA KR 6 R900 by its data sheet; d6 = 80 mm.
RobotDescription kr6() {
  const double rows[6][4] = {{0, 0.4, 0.025, -90}, {0, 0, 0.455, 0}, {-90, 0, 0.035, -90},
                             {0, 0.42, 0, 90},     {0, 0, 0, -90},   {0, 0.08, 0, 0}};
  UglyArm arm;
  arm.name = "kr6";
  arm.gravity = {0, 0, -9.81};
  arm.base = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 6; ++i) {
    UglyBody b;
    b.name = "link" + std::to_string(i + 1);
    b.parent = i == 0 ? "world" : "link" + std::to_string(i);
    b.joint = "revolute";
    b.placing = "dh";
    b.row.assign(rows[i], rows[i] + 4);
    b.from_or_com = {0, 0, 0};
    b.to_or_size = {0.01, 0.01, 0.01, 0, 0, 0};
    arm.bodies.push_back(b);
  }
  arm.tools = {{"plate", "link6", {0, 0, 0, 0, 0, 0}, 0, {}, {}},
               {"vacuum",
                "link6",
                {0, 0, 0.12, 0, 0, 0},
                1.2,
                {0, 0, -0.04},
                {0.001, 0.001, 0.001, 0, 0, 0}}};
  return ugly(arm);
}

TEST(ToolFrames, ANamedToolStandsAtTheProgrammedTarget) {
  const Cell cell(kr6());
  ASSERT_TRUE(cell.kinematics.is_closed_form()) << cell.kinematics.obstacle();
  const Plan plan =
      cell.plan(cell.read("use_tool \"vacuum\";\nmove ptp robtarget(pose(position(600, 100, 500), "
                          "orizyx(10, 120, 20)));"));
  ASSERT_TRUE(plan.complete) << plan.findings.text();
  const VectorX<double> q = plan.q.rightCols(1);
  const Vector3<double> at = cell.pose(q, cell.model.frame_index("vacuum")).p;
  EXPECT_LE((at - Vector3<double>(0.6, 0.1, 0.5)).norm(), picometre) << at.transpose();
}

TEST(ToolFrames, AToolOnAnotherBodyIsRefusedByItsName) {
  UglyArm arm = skew_arm();
  arm.tools.push_back({"camera", "link3", {0, 0, 0, 0, 0, 0}, 0, {}, {}});
  const Cell cell(ugly(arm));
  const ReadProgram read = run(program_with("real: unused = 0;", "use_tool \"camera\";"),
                               program_context(cell.robot, cell.model));
  EXPECT_NE(read.findings.text().find("tool 'camera' does not sit on the flange of the robot"),
            std::string::npos)
      << read.findings.text();
}

TEST(ToolFrames, AModelThatCarriesItsToolAlreadyIsRefused) {
  const RobotDescription robot = ugly(skew_arm());
  const Model loaded = build(robot);
  EXPECT_THROW(program_context(robot, loaded), Error);
}

}  // namespace
}  // namespace erfd::test
