// Writing URDF: what is kept, what is lost, and that reading it back gives the same robot.
#include "robot/urdf_text.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;

RobotDescription one_joint_arm() {
  RobotDescription robot;
  robot.name = "arm";
  BodyDescription body;
  body.name = "a";
  body.parent = "world";
  body.joint.name = "j";
  body.joint.at = {7, 1};
  body.joint.origin = Entry<OriginDescription>{{{0, 0, 1}, {0, 0, 0.1}}, {}, {}};
  body.mass = Entry<double>{2, {}, {}};
  body.com = Entry<Triple>{{0.5, 0, 0}, {}, {}};
  body.inertia = Entry<std::array<double, 6>>{{0.1, 0.2, 0.3, 0, 0, 0}, {}, {}};
  robot.bodies.push_back(body);
  return robot;
}

std::string written(const RobotDescription& robot) {
  Diagnostics lost("arm.toml");
  return write_robot_urdf(robot, lost);
}

std::string lost_of(const RobotDescription& robot) {
  Diagnostics lost("arm.toml");
  write_robot_urdf(robot, lost);
  return lost.text();
}

std::string error_of(const RobotDescription& robot) {
  try {
    return written(robot);
  } catch (const Error& error) {
    return error.what();
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(UrdfWriter, WritesTheWholeArm) {
  EXPECT_EQ(written(one_joint_arm()),
            "<?xml version=\"1.0\"?>\n"
            "<robot name=\"arm\">\n"
            "  <link name=\"world\"/>\n"
            "  <link name=\"a\">\n"
            "    <inertial>\n"
            "      <origin xyz=\"0.5 0 0\" rpy=\"0 0 0\"/>\n"
            "      <mass value=\"2\"/>\n"
            "      <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" izz=\"0.3\"/>\n"
            "    </inertial>\n"
            "  </link>\n"
            "  <joint name=\"j\" type=\"continuous\">\n"
            "    <parent link=\"world\"/>\n"
            "    <child link=\"a\"/>\n"
            "    <origin xyz=\"0 0 1\" rpy=\"0 0 0.1\"/>\n"
            "    <axis xyz=\"0 0 1\"/>\n"
            "  </joint>\n"
            "</robot>\n");
  EXPECT_EQ(lost_of(one_joint_arm()), "");
}

TEST(UrdfWriter, WhatIsWrittenReadsBackAsTheSameText) {
  const std::string text = robot(
      world + "<link name=\"b\">" + inertial + "</link>\n" + link("a &lt;1&gt;") + link("c") +
      "<link name=\"tool0\"/>" +
      joint("f", "floating", "world", "b", "<origin xyz=\"0.1 0.2 0.30000000000000004\"/>") +
      joint("j", "revolute", "b", "a &lt;1&gt;",
            "<axis xyz=\"0 1 0\"/><dynamics damping=\"0.1\"/>" + limit) +
      joint("k", "prismatic", "a &lt;1&gt;", "c",
            "<limit upper=\"1\" effort=\"1e-7\" velocity=\"2\" acceleration=\"3\"/>") +
      joint("t", "fixed", "c", "tool0", "<origin rpy=\"0 0 3.141592653589793\"/>") +
      "<transmission name=\"t\"><joint name=\"k\"/><actuator name=\"m\"><mechanicalReduction>-0.3"
      "</mechanicalReduction></actuator></transmission>");
  const auto first = read(text);
  ASSERT_FALSE(first.findings.has_errors()) << first.findings.text();
  const std::string once = written(first.robot);
  const auto second = read(once);
  ASSERT_FALSE(second.findings.has_errors()) << second.findings.text() << once;
  EXPECT_EQ(written(second.robot), once);

  ASSERT_EQ(second.robot.bodies.size(), 3u);
  EXPECT_EQ(second.robot.base.type, BaseType::free);
  EXPECT_EQ(second.robot.base.origin->value.xyz, (Triple{0.1, 0.2, 0.30000000000000004}));
  EXPECT_EQ(second.robot.bodies[0].name, "a <1>");
  EXPECT_EQ(second.robot.bodies[0].inertia->value, first.robot.bodies[0].inertia->value);
  EXPECT_EQ(second.robot.bodies[0].mass_frame->value, first.robot.bodies[0].mass_frame->value);
  EXPECT_EQ(second.robot.bodies[1].joint.acceleration_max->value, 3);
  EXPECT_EQ(second.robot.drives.at(0).friction->viscous->value, 0.1);
  EXPECT_EQ(second.robot.drives.at(1).ratio->value, -0.3);
  EXPECT_EQ(second.robot.tools.at(0).body, "tool0");
}

TEST(UrdfWriter, AnOpenLimitIsWrittenAsTheGreatestNumberAndReadBackAsOpen) {
  RobotDescription robot = one_joint_arm();
  robot.bodies[0].joint.lower = Entry<double>{-1, {}, {}};
  robot.bodies[0].joint.upper = Entry<double>{1, {}, {}};
  robot.bodies[0].joint.speed_max = Entry<double>{3, {}, {}};
  EXPECT_TRUE(contains(written(robot),
                       "<limit lower=\"-1\" upper=\"1\" "
                       "effort=\"1.7976931348623157e+308\" velocity=\"3\"/>"));
  EXPECT_EQ(lost_of(robot),
            "arm.toml:7:1: note: joint 'j': no limit for effort, which URDF demands; written as "
            "1.7976931348623157e+308 [open-limit]");
  const auto back = read(written(robot));
  EXPECT_EQ(back.findings.text(), "");
  EXPECT_FALSE(back.robot.bodies.at(0).joint.effort_max);
  EXPECT_EQ(back.robot.bodies.at(0).joint.speed_max->value, 3);

  RobotDescription slide = one_joint_arm();
  slide.bodies[0].joint.type = JointKind::prismatic;
  const auto slide_back = read(written(slide));
  EXPECT_EQ(slide_back.findings.text(), "");
  EXPECT_EQ(slide_back.robot.bodies.at(0).joint.type, JointKind::prismatic);
  EXPECT_FALSE(slide_back.robot.bodies.at(0).joint.lower);
}

TEST(UrdfWriter, RefusesAJointThatUrdfDoesNotKnow) {
  RobotDescription robot = one_joint_arm();
  robot.bodies[0].joint.type = JointKind::helical;
  robot.bodies[0].joint.pitch = Entry<double>{0.005, {}, {}};
  EXPECT_EQ(error_of(robot),
            "joint 'j': is helical, which URDF does not know; write a robot file (.toml)");
}

TEST(UrdfWriter, InertiaAboutTheOriginIsMovedToTheCentreOfMass) {
  RobotDescription robot = one_joint_arm();
  robot.bodies[0].inertia_about_origin = true;
  robot.bodies[0].inertia->value = {0.1, 0.7, 0.8, 0, 0, 0};  // 0.2 and 0.3 plus 2 kg (0.5 m)²
  const auto back = read(written(robot));
  const auto& inertia = back.robot.bodies.at(0).inertia->value;
  EXPECT_NEAR(inertia[0], 0.1, 1e-15);
  EXPECT_NEAR(inertia[1], 0.2, 1e-15);
  EXPECT_NEAR(inertia[2], 0.3, 1e-15);
}

TEST(UrdfWriter, ATurnedMassFrameCarriesItsCentreOfMassAlong) {
  RobotDescription robot = one_joint_arm();
  constexpr double quarter = 1.5707963267948966;
  robot.bodies[0].mass_frame = Entry<OriginDescription>{{{1, 0, 0}, {0, 0, quarter}}, {}, {}};
  const auto frame = read(written(robot)).robot.bodies.at(0).mass_frame->value;
  EXPECT_NEAR(frame.xyz[0], 1, 1e-15);
  EXPECT_NEAR(frame.xyz[1], 0.5, 1e-15);  // x of the mass frame points along y of the link
  EXPECT_EQ(frame.rpy, (Triple{0, 0, quarter}));
}

TEST(UrdfWriter, AToolBecomesALinkWithoutMass) {
  RobotDescription robot = one_joint_arm();
  robot.tools.push_back(
      {"tcp", "a", Entry<OriginDescription>{{{0, 0, 0.2}, {}}, {}, {}}, std::nullopt, {}});
  const auto back = read(written(robot));
  ASSERT_EQ(back.findings.text(), "");
  EXPECT_EQ(back.robot.bodies.at(1).joint.origin->value.xyz, (Triple{0, 0, 0.2}));
  EXPECT_EQ(back.robot.tools.at(0).name, "tcp");
}

TEST(UrdfWriter, AToolWithTheNameOfALinkIsRenamedAndANoteSaysSo) {
  RobotDescription robot = one_joint_arm();
  robot.tools.push_back(
      {"a", "a", Entry<OriginDescription>{{{0, 0, 0.2}, {}}, {}, {}}, std::nullopt, {9, 1}});
  EXPECT_EQ(lost_of(robot),
            "arm.toml:9:1: note: tool 'a': a link has that name; written as 'a_' [renamed]");
  EXPECT_TRUE(contains(written(robot), "<link name=\"a_\"/>"));
}

TEST(UrdfWriter, AFixedBaseOffTheOriginGetsALinkOfItsOwn) {
  RobotDescription robot = one_joint_arm();
  robot.bodies[0].name = "base";
  robot.base.origin = Entry<OriginDescription>{{{0, 0, 2}, {}}, {}, {}};
  const auto back = read(written(robot));
  ASSERT_FALSE(back.findings.has_errors()) << back.findings.text();
  ASSERT_EQ(back.robot.bodies.size(), 2u);
  EXPECT_EQ(back.robot.bodies[0].name, "base_");
  EXPECT_EQ(back.robot.bodies[0].joint.origin->value.xyz, (Triple{0, 0, 2}));
  EXPECT_EQ(back.robot.bodies[1].parent, "base_");
}

TEST(UrdfWriter, WhatUrdfCannotSayIsNoted) {
  RobotDescription robot = one_joint_arm();
  robot.gravity = {{0, 0, -1.62}, {2, 1}, {}};
  robot.bodies[0].mass->from.source = "data sheet";
  DriveDescription drive;
  drive.name = "m";
  drive.joint = "j";
  drive.at = {20, 1};
  drive.ratio = Entry<double>{100, {}, {}};
  drive.rotor_inertia = Entry<double>{1e-4, {}, {}};
  drive.torque_peak = Entry<double>{1, {}, {}};
  drive.friction.emplace().viscous = Entry<double>{1, {}, {}};
  robot.drives.push_back(drive);
  robot.loops.push_back({"four-bar", CutKind::revolute, "a", "a", {}, {}, {}, {}, {30, 1}});
  robot.elastic_joints.push_back({"j", {}, {}, {31, 1}});
  const std::string end = " cannot be written as URDF; left out [not-in-urdf]";
  EXPECT_EQ(
      lost_of(robot),
      "arm.toml:2:1: note: gravity" + end + "\n" +
          "arm.toml:20:1: note: drive 'm': rotor_inertia, torque_peak, friction on the motor side" +
          end + "\n" + "arm.toml:30:1: note: loop 'four-bar'" + end + "\n" +
          "arm.toml:31:1: note: elastic joint 'j'" + end + "\n" +
          "arm.toml: note: sources and notes of numbers" + end);
}

TEST(UrdfWriter, OtherPlacementsAndShapesMustBeConvertedFirst) {
  RobotDescription by_dh = one_joint_arm();
  by_dh.bodies[0].joint.placed_by = PlacementKind::dh;
  EXPECT_EQ(error_of(by_dh),
            "body 'a': its joint is not placed by origin and axis, as URDF needs; convert the "
            "description through the model first");
  RobotDescription by_shape = one_joint_arm();
  by_shape.bodies[0].shape = Entry<ShapeDescription>{};
  EXPECT_EQ(error_of(by_shape),
            "body 'a': its mass is given by a shape, which URDF does not know; convert the "
            "description through the model first");
}

}  // namespace
}  // namespace erfd
