// Reading URDF: what becomes of links, joints and drives.
#include "robot/urdf_text.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;

TEST(RobotUrdf, AJointKeepsOriginAxisAndLimitsWithTheirPlaces) {
  const auto result = read(
      robot(world + link("a") +
            joint("j", "revolute", "world", "a",
                  "<origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/><axis xyz=\"0 1 0\"/>" + limit)));
  ASSERT_EQ(result.findings.text(), "");
  ASSERT_EQ(result.robot.bodies.size(), 1u);
  const BodyDescription& body = result.robot.bodies[0];
  EXPECT_EQ(body.name, "a");
  EXPECT_EQ(body.parent, "world");
  EXPECT_EQ(body.at, (Location{3, 1}));
  EXPECT_EQ(body.parent_at, (Location{4, 47}));
  EXPECT_EQ(body.joint.name, "j");
  EXPECT_EQ(body.joint.at, (Location{4, 1}));
  EXPECT_EQ(body.joint.type, JointKind::revolute);
  EXPECT_EQ(body.joint.placed_by, PlacementKind::placement);
  EXPECT_EQ(body.joint.origin->value, (OriginDescription{{1, 2, 3}, {0.1, 0.2, 0.3}}));
  EXPECT_EQ(body.joint.axis->value, (Triple{0, 1, 0}));
  EXPECT_EQ(body.joint.lower->value, -1);
  EXPECT_EQ(body.joint.upper->value, 2);
  EXPECT_EQ(body.joint.effort_max->value, 30);
  EXPECT_EQ(body.joint.speed_max->value, 4);
  EXPECT_FALSE(body.joint.acceleration_max);
}

TEST(RobotUrdf, TheInertialOriginIsTheMassFrameWithTheCentreOfMassInIt) {
  const auto result = read(robot(world + link("a") + joint("j", "continuous", "world", "a")));
  const BodyDescription& body = result.robot.bodies.at(0);
  EXPECT_EQ(body.mass->value, 1.5);
  EXPECT_EQ(body.com->value, (Triple{0, 0, 0}));
  EXPECT_EQ(body.mass_frame->value, (OriginDescription{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}}));
  EXPECT_EQ(body.inertia->value, (std::array<double, 6>{0.01, 0.02, 0.025, 0.001, 0.002, 0.003}));
  EXPECT_FALSE(body.inertia_about_origin);
}

TEST(RobotUrdf, AJointWithoutAxisTurnsAboutX) {
  const auto result = read(robot(world + link("a") + joint("j", "continuous", "world", "a")));
  EXPECT_EQ(result.robot.bodies.at(0).joint.axis->value, (Triple{1, 0, 0}));
}

std::string loop_joint(const std::string& type, const std::string& inside) {
  return "<loop_joint name=\"pin\" type=\"" + type + "\">" + inside + "</loop_joint>\n";
}

TEST(RobotUrdf, ALoopJointIsALoopWhoseFramesHaveItsAxisAlongZ) {
  const std::string ends =
      "<link1 link=\"a\" xyz=\"0.1 0.2 0.3\" rpy=\"0.4 0.5 0.6\"/><link2 link=\"world\" xyz=\"1 0 "
      "0\"/>";
  const auto result = read(robot(world + link("a") + joint("j", "continuous", "world", "a") +
                                 loop_joint("revolute", ends + "<axis xyz=\"0 2 0\"/>")));
  EXPECT_EQ(result.findings.text(), "");
  ASSERT_EQ(result.robot.loops.size(), 1u);
  const LoopDescription& loop = result.robot.loops[0];
  EXPECT_EQ(loop.name, "pin");
  EXPECT_EQ(loop.joint, CutKind::revolute);
  EXPECT_EQ(loop.body_a, "a");
  EXPECT_EQ(loop.body_b, "world");
  EXPECT_EQ(loop.frame_a->value.xyz, (Triple{0.1, 0.2, 0.3}));
  const auto z_of = [](const Triple& rpy) {  // third column of Rz Ry Rx, written out
    const double cr = std::cos(rpy[0]), sr = std::sin(rpy[0]), cp = std::cos(rpy[1]),
                 sp = std::sin(rpy[1]), cy = std::cos(rpy[2]), sy = std::sin(rpy[2]);
    return Triple{cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr};
  };
  const auto y_of = [](const Triple& rpy) {
    const double cr = std::cos(rpy[0]), sr = std::sin(rpy[0]), cp = std::cos(rpy[1]),
                 sp = std::sin(rpy[1]), cy = std::cos(rpy[2]), sy = std::sin(rpy[2]);
    return Triple{cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr};
  };
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(z_of(loop.frame_a->value.rpy)[k], y_of({0.4, 0.5, 0.6})[k], 1e-14);
    EXPECT_NEAR(z_of(loop.frame_b->value.rpy)[k], k == 1 ? 1 : 0, 1e-14);
  }
}

TEST(RobotUrdf, OfARobotWithLoopsTheJointsWithoutTransmissionArePassive) {
  const std::string parts =
      world + link("a") + link("b") + joint("j", "continuous", "world", "a") +
      joint("k", "continuous", "a", "b") +
      loop_joint("spherical", "<link1 link=\"b\"/><link2 link=\"world\" xyz=\"1 0 0\"/>");
  EXPECT_FALSE(read(robot(parts)).robot.bodies.at(1).joint.passive);
  const auto driven = read(robot(
      parts + "<transmission name=\"t\"><joint name=\"j\"/><actuator name=\"m\"/></transmission>"));
  EXPECT_FALSE(driven.robot.bodies.at(0).joint.passive);
  EXPECT_TRUE(driven.robot.bodies.at(1).joint.passive);
  EXPECT_EQ(driven.robot.loops.at(0).joint, CutKind::spherical);
}

TEST(RobotUrdf, WhatIsNoLoopJointIsRefusedWithTheCure) {
  const std::string arm = world + link("a") + joint("j", "continuous", "world", "a");
  EXPECT_EQ(findings(robot(arm + loop_joint("screw", ""))),
            "arm.urdf:5:1: error: loop_joint 'pin': type 'screw' is not known, expected "
            "spherical, revolute, continuous, prismatic or fixed [loop]");
  EXPECT_EQ(findings(robot(arm + loop_joint("fixed", "<link1 link=\"a\"/>"))),
            "arm.urdf:5:1: error: loop_joint 'pin': expected two ends, <link1 link=.. xyz=.. "
            "rpy=../> and <link2 .../> [loop]");
}

TEST(RobotUrdf, AContinuousJointIsRevoluteWithoutRange) {
  const auto result =
      read(robot(world + link("a") +
                 joint("j", "continuous", "world", "a", "<limit effort=\"5\" velocity=\"6\"/>")));
  const JointDescription& j = result.robot.bodies.at(0).joint;
  EXPECT_EQ(j.type, JointKind::revolute);
  EXPECT_FALSE(j.lower || j.upper);
  EXPECT_EQ(j.effort_max->value, 5);
}

TEST(RobotUrdf, ABoundThatIsLeftOutIsZero) {
  const auto result = read(robot(
      world + link("a") +
      joint("j", "prismatic", "world", "a", "<limit upper=\"0.5\" effort=\"5\" velocity=\"6\"/>")));
  ASSERT_EQ(result.findings.text(), "");
  EXPECT_EQ(result.robot.bodies.at(0).joint.type, JointKind::prismatic);
  EXPECT_EQ(result.robot.bodies.at(0).joint.lower->value, 0);
  EXPECT_EQ(result.robot.bodies.at(0).joint.upper->value, 0.5);
}

TEST(RobotUrdf, BodiesComeParentsFirstAndOtherwiseInFileOrder) {
  const auto result = read(
      robot(joint("j3", "continuous", "b", "c") + joint("j1", "continuous", "world", "a") +
            joint("j2", "continuous", "world", "b") + world + link("c") + link("b") + link("a")));
  ASSERT_FALSE(result.findings.has_errors()) << result.findings.text();
  std::string order;
  for (const BodyDescription& body : result.robot.bodies)
    order += body.name + "(" + body.parent + ")";
  EXPECT_EQ(order, "a(world)b(world)c(b)");
}

TEST(RobotUrdf, ARootWithMassIsABodyFixedToTheWorld) {
  const auto result = read(robot(link("a") + link("b") + joint("a", "continuous", "a", "b")));
  ASSERT_EQ(result.findings.text(), "");
  ASSERT_EQ(result.robot.bodies.size(), 2u);
  EXPECT_EQ(result.robot.bodies[0].name, "a");
  EXPECT_EQ(result.robot.bodies[0].parent, "world");
  EXPECT_EQ(result.robot.bodies[0].joint.type, JointKind::fixed);
  EXPECT_EQ(result.robot.bodies[0].joint.name, "a_fixed");  // "a" is taken
  EXPECT_EQ(result.robot.bodies[0].mass->value, 1.5);
  EXPECT_EQ(result.robot.bodies[1].parent, "a");
}

TEST(RobotUrdf, ARootWithoutMassIsTheWorldAndANoteSaysSo) {
  const auto result =
      read(robot("<link name=\"stand\"/>\n" + link("a") + joint("j", "continuous", "stand", "a")));
  EXPECT_EQ(
      result.findings.text(),
      "arm.urdf:2:1: note: link 'stand': root without mass; it is called 'world' from here on "
      "[root-is-world]");
  EXPECT_EQ(result.robot.bodies.at(0).parent, "world");
}

TEST(RobotUrdf, AFloatingJointOnTheRootMakesAFreeBase) {
  const std::string turned_base =
      "<link name=\"b\"><inertial><origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/>"
      "<mass value=\"4\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"2\" iyz=\"0\" izz=\"3\"/>"
      "</inertial></link>\n";
  const auto result = read(robot(world + turned_base + link("a") +
                                 joint("f", "floating", "world", "b", "<origin xyz=\"0 0 7\"/>") +
                                 joint("j", "continuous", "b", "a")));
  ASSERT_FALSE(result.findings.has_errors()) << result.findings.text();
  const BaseDescription& base = result.robot.base;
  EXPECT_EQ(base.type, BaseType::free);
  EXPECT_EQ(base.origin->value.xyz, (Triple{0, 0, 7}));
  EXPECT_EQ(base.mass->value, 4);
  EXPECT_EQ(base.com->value, (Triple{1, 2, 3}));
  // A quarter turn about z swaps x and y; the rest is the rounding of cos(π/2).
  EXPECT_NEAR(base.inertia->value[0], 2, 1e-15);
  EXPECT_NEAR(base.inertia->value[1], 1, 1e-15);
  EXPECT_EQ(base.inertia->value[2], 3);
  EXPECT_NEAR(base.inertia->value[3], 0, 1e-15);
  ASSERT_EQ(result.robot.bodies.size(), 1u);
  EXPECT_EQ(result.robot.bodies[0].parent, "world");
}

TEST(RobotUrdf, AFixedLinkWithoutInertialIsAFrameOfMassZero) {
  const auto result =
      read(robot(world + link("a") + "<link name=\"flange\"/>" +
                 joint("j", "continuous", "world", "a") + joint("t", "fixed", "a", "flange")));
  ASSERT_EQ(result.findings.text(), "");
  const BodyDescription& frame = result.robot.bodies.at(1);
  EXPECT_EQ(frame.joint.type, JointKind::fixed);
  EXPECT_EQ(frame.mass->value, 0);
  EXPECT_EQ(frame.com->value, (Triple{0, 0, 0}));
  EXPECT_EQ(frame.inertia->value, (std::array<double, 6>{}));
}

struct ToolCase {
  std::string frames;  // fixed links without mass, by name and parent
  std::string tool;
};

TEST(RobotUrdf, TheToolIsTheFrameAtTheEndOfTheArm) {
  const auto frame = [](const std::string& name, const std::string& parent) {
    return "<link name=\"" + name + "\"/>\n" + joint("to_" + name, "fixed", parent, name);
  };
  const ToolCase cases[] = {
      {"", "a"},
      {frame("gripper", "a"), "gripper"},
      {frame("flange", "a") + frame("tool0", "flange"), "tool0"},
      {frame("base", "world") + frame("gripper", "a"), "gripper"},
      {frame("camera", "a") + frame("tcp", "a"), "tcp"},
      {frame("left", "a") + frame("right", "a"), "none"},
  };
  for (const ToolCase& c : cases) {
    const auto result =
        read(robot(world + link("a") + joint("j", "continuous", "world", "a") + c.frames));
    ASSERT_FALSE(result.findings.has_errors()) << result.findings.text();
    const auto& tools = result.robot.tools;
    EXPECT_EQ(tools.empty() ? "none" : tools[0].name, c.tool) << c.frames;
    EXPECT_EQ(tools.empty() ? "none" : tools[0].body, c.tool) << c.frames;
    EXPECT_LE(tools.size(), 1u);
  }
}

TEST(RobotUrdf, DynamicsAndTransmissionMakeADrive) {
  const auto result = read(
      robot(world + link("a") + link("b") + link("c") +
            joint("j1", "continuous", "world", "a", "<dynamics damping=\"0.5\" friction=\"2\"/>") +
            joint("j2", "continuous", "a", "b", "<dynamics damping=\"0\" friction=\"0\"/>") +
            joint("j3", "continuous", "b", "c", "<dynamics friction=\"3\"/>") +
            "<transmission name=\"t\"><joint name=\"j3\"/><actuator name=\"m3\">"
            "<mechanicalReduction>-120.5</mechanicalReduction></actuator></transmission>"));
  ASSERT_EQ(result.findings.text(), "");
  ASSERT_EQ(result.robot.drives.size(), 2u);
  const DriveDescription& first = result.robot.drives[0];
  EXPECT_EQ(first.joint, "j1");
  EXPECT_EQ(first.ratio->value, 1);
  EXPECT_EQ(first.friction->side, FrictionSide::joint);
  EXPECT_EQ(first.friction->viscous->value, 0.5);
  EXPECT_EQ(first.friction->coulomb->value, 2);
  const DriveDescription& last = result.robot.drives[1];
  EXPECT_EQ(last.name, "m3");
  EXPECT_EQ(last.joint, "j3");
  EXPECT_EQ(last.ratio->value, -120.5);
  EXPECT_FALSE(last.friction->viscous);
  EXPECT_EQ(last.friction->coulomb->value, 3);
}

TEST(RobotUrdf, AReductionOutsideOfTheActuatorIsReadAsWell) {
  const auto result =
      read(robot(world + link("a") + joint("j", "continuous", "world", "a") +
                 "<transmission name=\"t\"><actuator name=\"m\"/><joint name=\"j\"/>"
                 "<mechanicalReduction>79</mechanicalReduction></transmission>"));
  ASSERT_EQ(result.findings.text(), "");
  EXPECT_EQ(result.robot.drives.at(0).ratio->value, 79);
  EXPECT_FALSE(result.robot.drives.at(0).friction);
}

TEST(RobotUrdf, UnusedPartsGiveOneNoteAKind) {
  const std::string parts = "<gazebo/><gazebo/>\n" + world + "<link name=\"a\">" + inertial +
                            "\n<collision/><collision/><collision/></link>\n" +
                            joint("j", "continuous", "world", "a", "<calibration rising=\"0\"/>");
  EXPECT_EQ(findings(robot(parts)),
            "arm.urdf:2:1: note: <gazebo> is not used (2 elements) [unused]\n"
            "arm.urdf:5:1: note: collision geometry is not used (3 elements) [unused]\n"
            "arm.urdf:7:1: note: <calibration> is not used (1 element) [unused]");
}

}  // namespace
}  // namespace erfd
