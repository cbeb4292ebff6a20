// What a reader says about a robot file that is not in order. The wording is part of the product.
#include "robot/robot_toml_text.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;

TEST(RobotTomlErrors, UnknownKeyIsNamedWithItsNearestNeighbour) {
  expect_findings(
      body_with(mass + "mas_kg = 1"),
      "8:1: error: body 'a': unknown key 'mas_kg'; did you mean 'mass_kg'? [unknown-key]");
  expect_findings(
      joint_with("range = [0, 1]"),
      "8:11: error: body 'a': joint: unknown key 'range'; did you mean 'range_rad'? [unknown-key]");
  expect_findings(head + "[[drives]]\n",
                  "3:3: error: unknown key 'drives'; did you mean 'drive'? [unknown-key]");
  expect_findings(joint_with("dh = { q = 1 }"),
                  "8:18: error: body 'a': joint: dh: unknown key 'q' (known: source, note, "
                  "estimated, measured, spread, theta_rad, theta_deg, d_m, "
                  "d_mm, a_m, a_mm, alpha_rad, alpha_deg) [unknown-key]");
}

TEST(RobotTomlErrors, WrongTypesSayWhatWasFoundAndWhatIsExpected) {
  const std::string rest = "\ncom_m = [0, 0, 0]\ninertia_kg_m2 = [1, 1, 1]";
  expect_findings(body_with("mass_kg = '1.0kg'" + rest),
                  "5:1: error: body 'a': mass_kg is a string \"1.0kg\", expected a number; units "
                  "are in the key: mass_kg = 1.0 [wrong-type]");
  expect_findings(body_with("mass_kg = '2.5'" + rest),
                  "5:1: error: body 'a': mass_kg is a string \"2.5\", expected a number; leave the "
                  "quotes out: mass_kg = 2.5 [wrong-type]");
  expect_findings(body_with("mass_kg = true" + rest),
                  "5:1: error: body 'a': mass_kg is true, expected a number [wrong-type]");
  expect_findings(body_with("mass_kg = [1]" + rest),
                  "5:1: error: body 'a': mass_kg is a list, expected a number [wrong-type]");
  expect_findings(
      body_with(mass + "mesh = 3"),
      "8:1: error: body 'a': mesh is a number 3, expected a text in quotes [wrong-type]");
  expect_findings(
      body_with(mass, "joint = 'revolute'"),
      "8:1: error: body 'a': joint is a string \"revolute\", expected a table [wrong-type]");
  expect_findings(
      joint_with("axis = [0, 'x', 1]"),
      "8:22: error: body 'a': joint: axis[1] is a string \"x\", expected a number [wrong-type]");
  expect_findings(
      head + "body = 3\n",
      "3:1: error: body is a number 3, expected a list of tables: [[body]] [wrong-type]");
  expect_findings(head + "[body]\n",
                  "3:2: error: body is a table, expected a list of tables: [[body]] [wrong-type]");
  expect_findings(
      head + "open_questions = [1]\n",
      "3:19: error: open_questions[0] is a number 1, expected a text in quotes [wrong-type]");
  expect_findings(
      body_with("estimated = 'yes'\n" + mass),
      "5:1: error: body 'a': estimated is a string \"yes\", expected true or false [wrong-type]");
}

TEST(RobotTomlErrors, ListsHaveTheirLength) {
  expect_findings(
      body_with("mass_kg = 1\ncom_m = [0]\ninertia_kg_m2 = [1, 1, 1, 0]"),
      "6:1: error: body 'a': com_m has 1 number, expected 3 [list-length]\n"
      "7:1: error: body 'a': inertia_kg_m2 has 4 numbers, expected 3 or 6 [list-length]");
  expect_findings(robot_with("[program]\nhome_rad = [1]\n"),
                  "15:1: error: program: home_rad has 1 number, but the robot has 2 moving joints "
                  "[list-length]");
  expect_findings(robot_with("[transmission]\ncoupling = [[1, 0], [1]]\n"),
                  "15:21: error: transmission: coupling[1] has 1 number, expected 2 [list-length]");
}

TEST(RobotTomlErrors, AQuantityIsGivenInOneUnit) {
  expect_findings(body_with(mass + "mass_g = 1000"),
                  "8:1: error: body 'a': mass_kg and mass_g say the same; keep one [unit-twice]");
}

TEST(RobotTomlErrors, TheUnitFitsTheKindOfJoint) {
  expect_findings(joint_with("type = 'prismatic', range_deg = [0, 1]"),
                  "8:31: error: body 'a': joint: range_deg is an angle, but the joint is "
                  "prismatic; write range_m [wrong-unit]");
  expect_findings(joint_with("range_mm = [0, 1], speed_max_m_s = 1, force_max_N = 2"),
                  "8:11: error: body 'a': joint: range_mm is a length, but the joint is revolute; "
                  "write range_rad [wrong-unit]\n"
                  "8:30: error: body 'a': joint: speed_max_m_s is a speed of translation, but the "
                  "joint is revolute; write speed_max_rad_s [wrong-unit]\n"
                  "8:49: error: body 'a': joint: force_max_N is a force, but the joint is "
                  "revolute; write torque_max_N_m [wrong-unit]");
  expect_findings(joint_with("type = 'prismatic', torque_max_N_m = 1"),
                  "8:31: error: body 'a': joint: torque_max_N_m is a torque, but the joint is "
                  "prismatic; write force_max_N [wrong-unit]");
  expect_findings(robot_with("[[elastic]]\njoint = 'slide'\nstiffness_N_m_rad = 1\n"),
                  "16:1: error: elastic 1: stiffness_N_m_rad is of a rotating joint, but the joint "
                  "is prismatic; write stiffness_N_m_1 [wrong-unit]");
}

TEST(RobotTomlErrors, AScrewHasAPitchAndNoOtherJointHasOne) {
  expect_findings(joint_with("type = 'helical'"),
                  "8:9: error: body 'a': joint: missing key 'pitch_m' [missing-key]");
  expect_findings(joint_with("type = 'prismatic', pitch_mm = 5"),
                  "8:31: error: body 'a': joint: pitch_mm is given, but the joint is prismatic; "
                  "leave it out, or write type = \"helical\" [pitch]");
  expect_findings(joint_with("type = 'helical', pitch_mm = 5, force_max_N = 1, range_m = [0, 1]"),
                  "8:43: error: body 'a': joint: force_max_N is a force, but the joint is helical; "
                  "write torque_max_N_m [wrong-unit]\n"
                  "8:60: error: body 'a': joint: range_m is a length, but the joint is helical; "
                  "write range_rad [wrong-unit]");
}

TEST(RobotTomlErrors, AFixedJointHasNoMotion) {
  expect_findings(
      joint_with("type = 'fixed', axis = [0, 0, 1], range_deg = [0, 1], torque_max_N_m = 1"),
      "8:27: error: body 'a': joint: axis is given, but the joint is fixed; leave it out "
      "[fixed-joint]\n"
      "8:45: error: body 'a': joint: range_deg is given, but the joint is fixed; leave it out "
      "[fixed-joint]\n"
      "8:65: error: body 'a': joint: torque_max_N_m is given, but the joint is fixed; leave it out "
      "[fixed-joint]");
  expect_findings(joint_with("type = 'fixed', screw = { axis = [0, 0, 1] }"),
                  "8:27: error: body 'a': joint: screw is given, but the joint is fixed; write "
                  "origin, dh or mdh [fixed-joint]");
}

TEST(RobotTomlErrors, ALinkIsPlacedInOneWay) {
  expect_findings(
      joint_with("dh = {}, origin = {}"),
      "8:20: error: body 'a': joint: placed by dh and by origin; keep one [placement-twice]");
  expect_findings(
      joint_with("mdh = {}, screw = { axis = [0, 0, 1] }"),
      "8:21: error: body 'a': joint: placed by mdh and by screw; keep one [placement-twice]");
  expect_findings(joint_with("dh = {}, axis = [0, 0, 1]"),
                  "8:20: error: body 'a': joint: axis belongs to origin, but the joint is placed "
                  "by dh; leave it out [axis-unused]");
}

TEST(RobotTomlErrors, ABodyOnAFixedJointWithoutMassIsAMereFrame) {
  const RobotDescription robot = read_clean(body_with("", "joint = { type = 'fixed' }"));
  EXPECT_FALSE(robot.bodies[0].mass || robot.bodies[0].com || robot.bodies[0].inertia);
  expect_findings(body_with("mass_kg = 1\ncom_m = [0, 0, 0]", "joint = { type = 'fixed' }"),
                  "3:1: error: body 'a': missing key 'inertia_kg_m2'; it is never taken as zero: "
                  "give inertia_kg_m2 = [Ixx, Iyy, Izz] or a shape [missing-inertia]");
}

// A body that says nothing of its mass is left to the linter: poses do not need it.
TEST(RobotTomlErrors, MissingKeysAreNamed) {
  expect_findings(
      "title = 'x'\n",
      "1:1: error: missing key 'format'; write format = \"erfd-robot/1\" at the top [format]\n"
      "1:1: error: missing key 'name' [missing-key]");
  expect_findings(
      head + "[[body]]\n[[body]]\nname = 'b'\nmass_kg = 1\ncom_m = [0, 0, 0]\njoint = {}\n",
      "3:1: error: body 1: missing key 'name' [missing-key]\n"
      "3:1: error: body 1: missing key 'joint' [missing-key]\n"
      "4:1: error: body 'b': missing key 'inertia_kg_m2'; it is never taken as zero: give "
      "inertia_kg_m2 = [Ixx, Iyy, Izz] or a shape [missing-inertia]");
  expect_findings(robot_with("[[drive]]\nname = 'm'\n"),
                  "14:1: error: drive 'm': missing key 'joint'; only [transmission] makes it "
                  "unnecessary [missing-key]");
  expect_findings(robot_with("[[elastic]]\njoint = 'slide'\n"),
                  "14:1: error: elastic 1: missing key 'stiffness_N_m_1' [missing-key]");
  expect_findings(joint_with("screw = {}"),
                  "8:19: error: body 'a': joint: screw: missing key 'axis' [missing-key]");
}

TEST(RobotTomlErrors, AShapeStandsInsteadOfCentreAndInertia) {
  expect_findings(
      body_with(mass + "shape = { type = 'rod', from_m = [0, 0, 0], to_m = [1, 0, 0] }"),
      "6:1: error: body 'a': com_m is given beside shape, which gives it, too; keep one "
      "[shape-and-inertia]\n"
      "7:1: error: body 'a': inertia_kg_m2 is given beside shape, which gives it, too; keep one "
      "[shape-and-inertia]");
  expect_findings(body_with("shape = { type = 'cylinder', from_m = [0, 0, 0], to_m = [1, 0, 0] }"),
                  "3:1: error: body 'a': missing key 'mass_kg' [missing-key]\n"
                  "5:9: error: body 'a': shape: missing key 'radius_m' [missing-key]");
}

TEST(RobotTomlErrors, WordsAreOfTheirList) {
  expect_findings(
      joint_with("type = 'revolut'"),
      "8:11: error: body 'a': joint: type is \"revolut\", expected one of \"revolute\", "
      "\"prismatic\", \"helical\", \"fixed\"; did you mean \"revolute\"? [unknown-word]");
  expect_findings(body_with(mass + "inertia_about = 'tip'"),
                  "8:1: error: body 'a': inertia_about is \"tip\", expected one of \"com\", "
                  "\"origin\" [unknown-word]");
}

TEST(RobotTomlErrors, TheFormatAndTheNameAreChecked) {
  expect_findings(
      "format = 'erfd-robot/2'\nname = 'my arm'\n",
      "1:1: error: format is \"erfd-robot/2\", expected \"erfd-robot/1\" [format]\n"
      "2:1: error: name is \"my arm\", expected letters, digits, '_' and '-' only [name]");
  expect_findings("format = 'erfd-robot/1'\nname = ''\n",
                  "2:1: error: name is empty; give it a text [empty-text]");
}

TEST(RobotTomlErrors, NumbersAreFinite) {
  const std::string rest = "\ncom_m = [0, 0, 0]\ninertia_kg_m2 = [1, 1, 1]";
  expect_findings(body_with("mass_kg = inf" + rest),
                  "5:11: error: body 'a': mass_kg = inf is not a finite number; write its value "
                  "[non-finite]");
  expect_findings(body_with("mass_kg = nan" + rest),
                  "5:11: error: body 'a': mass_kg = nan is not a finite number; write its value "
                  "[non-finite]");
  expect_findings(body_with("mass_kg = 1e999" + rest),
                  "5:11: error: number '1e999' is out of the range of a double; check its digits "
                  "[number-range]");
}

TEST(RobotTomlErrors, TheCurveOfAMotorIsWellFormed) {
  const auto curve = [](const std::string& lists) {
    return robot_with("[[drive]]\nname = 'm'\njoint = 'turn'\ntorque_speed_curve = { " + lists +
                      " }\n");
  };
  expect_findings(curve("speed_rpm = [0, 1], torque_N_m = [1]"),
                  "17:22: error: drive 'm': torque_speed_curve: 2 speeds and 1 torque; a point "
                  "has one of each [torque-curve]");
  expect_findings(curve("speed_rpm = [0], torque_N_m = [1]"),
                  "17:22: error: drive 'm': torque_speed_curve: 1 point; a curve has at least 2 "
                  "[torque-curve]");
}

TEST(RobotTomlErrors, ContradictionsBetweenTablesAreNamed) {
  expect_findings(
      robot_with("[[drive]]\nname = 'm'\nratio = 3\n[transmission]\ncoupling = [[1, 0]]\n"),
      "16:1: error: drive 'm': ratio is given, but [transmission] coupling says it, too; leave it "
      "out [ratio-and-coupling]");
}

TEST(RobotTomlErrors, WhatCouldNotBeReadDoesNotCountAsMissing) {
  expect_findings(head +
                      "[[body]]\nname = 'a'\nmass_kg = 1.0kg\ncom m = 3\ninertia_kg_m2 = [1, 1, "
                      "1]\njoint = { type = }\n",
                  "5:11: error: '1.0kg' is not a number; the unit stands in the key: mass_kg = 1.0 "
                  "[toml-syntax]\n"
                  "6:5: error: found 'm', expected '=' behind the key 'com' [toml-syntax]\n"
                  "8:18: error: found '}', expected a value [toml-syntax]");
}

TEST(RobotTomlErrors, ControlCharactersOfAFileDoNotReachTheMessage) {
  expect_findings(joint_with("type = \"\\u001B[2J\\n\""),
                  "8:11: error: body 'a': joint: type is \"?[2J?\", expected one of \"revolute\", "
                  "\"prismatic\", \"helical\", \"fixed\" [unknown-word]");
}

TEST(RobotTomlErrors, LongNamesAndKeysAreShortenedInMessages) {
  const std::string name(100000, 'n'), key(100000, 'k');
  const ReadResult result =
      read_robot_toml(head + "[[tool]]\nname = '" + name + "'\nbody = 'b'\n" + key + " = 1\n", "");
  ASSERT_EQ(result.findings.all().size(), 1u);
  const std::string& message = result.findings.all()[0].message;
  EXPECT_TRUE(message.starts_with("tool '" + std::string(40, 'n') + "...': unknown key 'kkk"))
      << message;
  EXPECT_LE(message.size(), 2003u);
}

TEST(RobotTomlErrors, AHostileNumberOfProblemsIsCutOff) {
  std::string text = head;
  for (int i = 0; i < 20000; ++i) text += "[[body]]\n";
  const ReadResult result = read_robot_toml(text, "r.toml");
  EXPECT_EQ(result.findings.count(Severity::error), 1001);
}

}  // namespace
}  // namespace erfd
