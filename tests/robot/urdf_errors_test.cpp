// What the URDF reader refuses and warns about, word by word.
#include "robot/urdf_text.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;

std::string with_mass(const std::string& text) {
  return robot(
      world + "<link name=\"a\"><inertial>\n<mass value=\"" + text +
      "\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"
      "</link>\n" +
      joint("j", "continuous", "world", "a"));
}

TEST(UrdfNumbers, AreReadWholeOrRefusedWithACure) {
  const std::string alone = "; write the number alone, in SI units";
  const std::pair<std::string, std::string> cases[] = {
      {"1.0kg", "'1.0kg' goes on with 'kg' behind the number" + alone},
      {"1.5.2", "'1.5.2' goes on with '.2' behind the number" + alone},
      {"1e", "'1e' goes on with 'e' behind the number" + alone},
      {"1,5", "'1,5' holds a comma; write a decimal point, and blanks between numbers"},
      {"nan", "'nan' is not a finite number; write its value"},
      {"-inf", "'-inf' is not a finite number; write its value"},
      {"1e999", "'1e999' is out of the range of numbers; check the exponent"},
      {"1e-999", "'1e-999' is out of the range of numbers; check the exponent"},
      {"0x10", "'0x10' is not decimal; write the number in decimal digits"},
      {"", "the number is missing; write a decimal number in SI units"},
      {" ", "the number is missing; write a decimal number in SI units"},
      {"eight", "'eight' is not a number; write a decimal number in SI units"},
      {"+-1", "'+-1' is not a number; write a decimal number in SI units"},
      {"1 2", "'1 2' is more than one number; write one"},
      {"١", "'١' is not a number; write a decimal number in SI units"},
  };
  for (const auto& [text, problem] : cases) {
    EXPECT_EQ(findings(with_mass(text)),
              "arm.urdf:4:14: error: link 'a': value of <mass>: " + problem + " [bad-number]");
  }
}

TEST(UrdfNumbers, MayHaveSignsExponentsAndBlanksAround) {
  for (const auto& [text, value] : {std::pair<std::string, double>{"+1.5", 1.5},
                                    {" 2\n", 2.0},
                                    {"1e-3", 1e-3},
                                    {".5", 0.5},
                                    {"5.", 5.0},
                                    {"-0", 0.0},
                                    {"4.9e-324", 4.9e-324}}) {
    const auto result = read(with_mass(text));
    EXPECT_EQ(result.findings.text(), "");
    EXPECT_EQ(result.robot.bodies.at(0).mass->value, value) << text;
  }
}

TEST(UrdfNumbers, VectorsHaveThreeNumbers) {
  const auto with_origin = [](const std::string& xyz) {
    return findings(robot(world + link("a") +
                          joint("j", "continuous", "world", "a", "<origin xyz=\"" + xyz + "\"/>")));
  };
  const std::string place = "arm.urdf:5:14: error: joint 'j': xyz of <origin>: ";
  EXPECT_EQ(with_origin("1 2"), place +
                                    "'1 2' has 2 numbers; write three, with blanks between them "
                                    "[bad-number]");
  EXPECT_EQ(with_origin("1 2 3 4"), place +
                                        "'1 2 3 4' has 4 numbers; write three, with blanks "
                                        "between them [bad-number]");
  EXPECT_EQ(with_origin("1, 2, 3"), place +
                                        "'1,' holds a comma; write a decimal point, and blanks "
                                        "between numbers [bad-number]");
}

TEST(UrdfErrors, AllProblemsOfAFileAreReportedInTheOrderOfTheirPlaces) {
  const auto result = read(robot("<link name=\"a\"/><link name=\"a\"/>\n" + link("b") +
                                 joint("j", "revolut", "a", "c") +
                                 joint("k", "revolute", "a", "b", "<axis xyz=\"0 0 0\"/>")));
  EXPECT_EQ(result.findings.text(),
            "arm.urdf:2:17: error: link 'a': the name is taken by line 2; rename one of them "
            "[duplicate-name]\n"
            "arm.urdf:4:23: error: joint 'j': unknown type 'revolut'; did you mean 'revolute'? "
            "[unknown-type]\n"
            "arm.urdf:4:63: error: joint 'j': child link 'c' does not exist; add the link or "
            "correct the name "
            "[unknown-link]\n"
            "arm.urdf:5:1: error: joint 'k': no <limit>; write <limit lower=\"..\" upper=\"..\" "
            "effort=\"..\" velocity=\"..\"/>, or type=\"continuous\" if it has no end stops "
            "[missing-limit]\n"
            "arm.urdf:6:12: error: joint 'k': axis has length 0, expected 1; write a unit vector "
            "[zero-axis]");
}

TEST(UrdfErrors, NamesAreGivenOnce) {
  EXPECT_EQ(
      count_of(read(robot(world + link("a") + link("b") + joint("j", "continuous", "world", "a") +
                          joint("j", "continuous", "a", "b"))),
               "duplicate-name"),
      1);
}

TEST(UrdfErrors, AMovingLinkNeedsInertia) {
  EXPECT_EQ(
      findings(robot(world + "<link name=\"a\"/>\n" + joint("j", "continuous", "world", "a"))),
      "arm.urdf:3:1: error: link 'a': it moves and has no <inertial>; write mass, centre of "
      "mass and inertia (they are never taken as zero) [missing-inertia]");
  EXPECT_EQ(
      findings(robot(world + "<link name=\"a\"><inertial><mass value=\"1\"/></inertial></link>\n" +
                     joint("j", "continuous", "world", "a"))),
      "arm.urdf:3:16: error: link 'a': <inertial> has no <inertia>; write ixx, iyy, izz, ixy, "
      "ixz, iyz about the centre of mass (it is never taken as zero) [missing-inertia]");
}

TEST(UrdfErrors, AMovingLinkWhoseMassIsFixedToItIsAWarning) {
  const auto result =
      read(robot(world + "<link name=\"a\"/>\n" + link("weight") +
                 joint("j", "continuous", "world", "a") + joint("k", "fixed", "a", "weight")));
  EXPECT_EQ(
      result.findings.text(),
      "arm.urdf:3:1: warning: link 'a': it moves and has no <inertial>; only links fixed to it "
      "give it mass [missing-inertia]");
}

TEST(UrdfErrors, ASecondRootIsNamed) {
  EXPECT_EQ(findings(robot(world + link("a") + link("b") + joint("j", "continuous", "world", "a"))),
            "arm.urdf:4:1: error: link 'b': no joint has it as child, as 'world' (line 2); a robot "
            "has one root, join them by a joint [two-roots]");
}

TEST(UrdfErrors, ACycleIsSpelledOut) {
  EXPECT_EQ(
      findings(robot(link("a") + link("b") + link("c") + joint("ab", "fixed", "a", "b") +
                     joint("bc", "fixed", "b", "c") + joint("ca", "fixed", "c", "a"))),
      "arm.urdf:7:1: error: joint 'ca': it closes a cycle of links: a -> b -> c -> a; a URDF is "
      "a tree [cycle]");
  EXPECT_EQ(count_of(read(robot(world + link("a") + joint("aa", "fixed", "a", "a"))), "cycle"), 1);
}

TEST(UrdfErrors, ALinkHasOneParent) {
  EXPECT_EQ(
      findings(robot(world + link("a") + link("b") + joint("j", "fixed", "world", "a") +
                     joint("k", "fixed", "world", "b") + joint("l", "fixed", "a", "b"))),
      "arm.urdf:7:61: error: link 'b': child of joint 'k' (line 6) and of joint 'l'; a link has "
      "one parent, closed loops belong into a robot file ([[loop]]) [two-parents]");
}

TEST(UrdfErrors, WhatTheModelCannotCarryIsRefusedWithACure) {
  const std::string head = world + link("a") + link("b") + joint("j", "continuous", "world", "a");
  EXPECT_EQ(
      findings(robot(head + joint("k", "floating", "a", "b"))),
      "arm.urdf:6:1: error: joint 'k': a floating joint must be the only joint on a root link "
      "without mass (a free base); elsewhere write prismatic and revolute joints "
      "[unsupported]");
  EXPECT_EQ(
      findings(robot(head + joint("k", "planar", "a", "b"))),
      "arm.urdf:6:23: error: joint 'k': type \"planar\" is not carried by the model; write two "
      "prismatic joints and a revolute one with links between them [unsupported]");
  EXPECT_EQ(findings(robot(head + joint("k", "continuous", "a", "b", "<mimic joint=\"j\"/>"))),
            "arm.urdf:7:1: error: joint 'k': <mimic> is not carried by the model, the joint would "
            "move freely; make it type=\"fixed\", or remove <mimic> and drive it as a joint of its "
            "own [unsupported]");
}

TEST(UrdfErrors, LimitsArePositiveAndOrdered) {
  const auto with_limit = [](const std::string& attributes) {
    return findings(robot(world + link("a") +
                          joint("j", "revolute", "world", "a", "<limit " + attributes + "/>")));
  };
  EXPECT_EQ(with_limit("lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\""),
            "arm.urdf:5:15: error: joint 'j': lower 1 is above upper -1; swap them [limits]");
  EXPECT_EQ(with_limit("lower=\"-1\" upper=\"1\" effort=\"-5\" velocity=\"1\""),
            "arm.urdf:5:37: error: joint 'j': effort of <limit> is -5, expected a positive number; "
            "write the magnitude in N m [limit-sign]");
  EXPECT_EQ(
      with_limit("lower=\"-1\" upper=\"1\" effort=\"2\" velocity=\"0\""),
      "arm.urdf:5:50: warning: joint 'j': velocity of <limit> is 0 and is taken as not given; "
      "write the greatest magnitude in rad/s [zero-limit]");
  EXPECT_EQ(with_limit("effort=\"2\" velocity=\"1\""),
            "arm.urdf:5:1: error: joint 'j': <limit> gives no lower and upper, which means 0 to 0; "
            "write both [missing-limit]");
  EXPECT_EQ(with_limit("lower=\"-1\" upper=\"1\" velocity=\"1\""),
            "arm.urdf:5:1: error: joint 'j': <limit> has no effort; write effort=\"...\" (URDF "
            "demands it) [missing-attribute]");
}

TEST(UrdfErrors, NegativeFrictionIsRefused) {
  EXPECT_EQ(findings(robot(world + link("a") +
                           joint("j", "continuous", "world", "a", "<dynamics damping=\"-1\"/>"))),
            "arm.urdf:5:20: error: joint 'j': damping of <dynamics> is -1, expected zero or more; "
            "friction takes energy away [friction]");
}

TEST(UrdfErrors, TransmissionsNameMovingJointsOnce) {
  const std::string t =
      "<transmission name=\"t\"><joint name=\"j\"/><actuator name=\"m\"><mechanicalReduction>2"
      "</mechanicalReduction></actuator></transmission>\n";
  const std::string head = world + link("a");
  EXPECT_EQ(findings(robot(head + joint("j", "continuous", "world", "a") + t + t)),
            "arm.urdf:6:37: error: <transmission>: joint 'j' has one on line 5; keep one "
            "[duplicate-transmission]");
  EXPECT_EQ(findings(robot(head + joint("k", "continuous", "world", "a") + t)),
            "arm.urdf:5:37: error: <transmission>: no moving joint 'j'; correct the name "
            "[unknown-joint]");
}

TEST(UrdfNames, UnknownOnesAreWarnedAboutWithTheNearestKnownOne) {
  EXPECT_EQ(findings(robot("<lnik/>\n<lnik/>\n" + world +
                           "<link name=\"a\" nmae=\"x\"><mass value=\"1\"/>" + inertial +
                           "</link>\n" + joint("j", "continuous", "world", "a", "<frobnicate/>"))),
            "arm.urdf:2:1: warning: <robot>: unknown element <lnik>; did you mean <link>? "
            "[unknown-element]\n"
            "arm.urdf:5:22: warning: <link>: unknown attribute 'nmae'; did you mean 'name'? "
            "[unknown-attribute]\n"
            "arm.urdf:5:25: warning: <link>: unknown element <mass>; it belongs into <inertial> "
            "[unknown-element]\n"
            "arm.urdf:7:1: warning: <joint>: unknown element <frobnicate>; it is not used "
            "[unknown-element]");
}

TEST(UrdfNames, AnElementThatStandsOnceIsRefusedTwice) {
  EXPECT_EQ(findings(robot(world + "<link name=\"a\">" + inertial + "\n" + inertial + "</link>\n" +
                           joint("j", "continuous", "world", "a"))),
            "arm.urdf:4:1: error: <link>: a second <inertial>; keep one [duplicate-element]");
}

TEST(UrdfNames, TheNameWorldIsKept) {
  EXPECT_EQ(count_of(read(robot("<link name=\"map\"/>" + link("world") +
                                joint("j", "continuous", "map", "world"))),
                     "name"),
            1);
}

TEST(UrdfNames, ARobotNameWithBlanksIsAWarningOnly) {
  const auto result = read("<robot name=\"my arm\">" + world + link("a") +
                           joint("j", "continuous", "world", "a") + "</robot>");
  EXPECT_EQ(result.findings.text(),
            "arm.urdf:1:14: warning: robot 'my arm': a name has letters, digits, '_' and '-' only; "
            "rename the robot [name]");
  EXPECT_EQ(result.robot.name, "my arm");
}

TEST(UrdfNames, ControlCharactersAreRefused) {
  EXPECT_EQ(count_of(read(robot("<link name=\"a&#10;b\"/>")), "name"), 1);
}

TEST(UrdfNames, XacroIsSentToItsExpander) {
  EXPECT_EQ(findings("<robot name=\"r\" xmlns:xacro=\"x\">\n<xacro:arm/>" + world + link("a") +
                     joint("j", "continuous", "world", "a") + "</robot>"),
            "arm.urdf:2:1: error: <xacro:arm> is a xacro macro; expand it first: xacro FILE > "
            "robot.urdf [xacro]");
}

}  // namespace
}  // namespace erfd
