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
            "arm.urdf:5:1: warning: joint 'k': no <limit>, so that nothing holds it; write <limit "
            "lower=\"..\" upper=\"..\" "
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

TEST(UrdfErrors, WhatAMovingLinkSaysNothingOfStaysOpenForTheLinter) {
  const auto mere =
      read(robot(world + "<link name=\"a\"/>\n" + joint("j", "continuous", "world", "a")));
  EXPECT_EQ(mere.findings.text(), "");
  EXPECT_FALSE(mere.robot.bodies.at(0).mass || mere.robot.bodies.at(0).inertia);
  const auto point =
      read(robot(world + "<link name=\"a\"><inertial><mass value=\"1\"/></inertial></link>\n" +
                 joint("j", "continuous", "world", "a")));
  EXPECT_EQ(point.robot.bodies.at(0).mass->value, 1);
  EXPECT_FALSE(point.robot.bodies.at(0).inertia);
  const auto frame =
      read(robot(world + link("a") + "<link name=\"tool0\"/>\n" +
                 joint("j", "continuous", "world", "a") + joint("k", "fixed", "a", "tool0")));
  EXPECT_EQ(frame.robot.bodies.at(1).mass->value, 0) << "a frame weighs nothing";
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
}

TEST(UrdfMimic, IsReadWithMultiplierAndOffset) {
  const std::string head = world + link("a") + link("b") + joint("j", "continuous", "world", "a");
  const auto result =
      read(robot(head + joint("k", "continuous", "a", "b",
                              "<mimic joint=\"j\" multiplier=\"-2\" offset=\"0.5\"/>")));
  EXPECT_EQ(result.findings.text(), "");
  const auto& mimic = result.robot.bodies.at(1).joint.mimic;
  ASSERT_TRUE(mimic);
  EXPECT_EQ(mimic->joint, "j");
  EXPECT_EQ(mimic->multiplier->value, -2);
  EXPECT_EQ(mimic->offset->value, 0.5);
  const auto usual = read(robot(head + joint("k", "continuous", "a", "b", "<mimic joint=\"j\"/>")));
  EXPECT_FALSE(usual.robot.bodies.at(1).joint.mimic->multiplier) << "1 is the default";
}

// The links move without them: what is wrong with a limit is told, and the limit is not used.
TEST(UrdfErrors, LimitsArePositiveAndOrdered) {
  const auto with_limit = [](const std::string& attributes) {
    return findings(robot(world + link("a") +
                          joint("j", "revolute", "world", "a", "<limit " + attributes + "/>")));
  };
  EXPECT_EQ(with_limit("lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\""),
            "arm.urdf:5:15: warning: joint 'j': lower 1 is above upper -1; the range is taken as "
            "not given; swap them [limits]");
  EXPECT_EQ(with_limit("lower=\"0\" upper=\"0\" effort=\"1\" velocity=\"1\""),
            "arm.urdf:5:15: warning: joint 'j': lower and upper are both 0; the range is taken as "
            "not given; make a joint that cannot move type=\"fixed\" [limits]");
  EXPECT_EQ(with_limit("lower=\"-1\" upper=\"1\" effort=\"-5\" velocity=\"1\""),
            "arm.urdf:5:37: warning: joint 'j': effort of <limit> is -5 and is taken as not given; "
            "write the greatest magnitude in N m [limit-sign]");
  EXPECT_EQ(
      with_limit("lower=\"-1\" upper=\"1\" effort=\"2\" velocity=\"0\""),
      "arm.urdf:5:50: warning: joint 'j': velocity of <limit> is 0 and is taken as not given; "
      "write the greatest magnitude in rad/s [zero-limit]");
  EXPECT_EQ(with_limit("effort=\"2\" velocity=\"1\""),
            "arm.urdf:5:1: warning: joint 'j': <limit> gives no lower and upper, so that no end "
            "stops are known; write both [missing-limit]");
  EXPECT_EQ(with_limit("lower=\"-1\" upper=\"1\" velocity=\"1\""),
            "arm.urdf:5:1: warning: joint 'j': <limit> has no effort; write effort=\"...\" in N m "
            "(URDF demands it) [missing-limit]");
}

TEST(UrdfErrors, NegativeFrictionIsNotUsed) {
  EXPECT_EQ(findings(robot(world + link("a") +
                           joint("j", "continuous", "world", "a", "<dynamics damping=\"-1\"/>"))),
            "arm.urdf:5:20: warning: joint 'j': damping of <dynamics> is -1 and is not used, "
            "expected zero or more; friction takes energy away [friction]");
}

TEST(UrdfErrors, TransmissionsNameMovingJointsOnce) {
  const std::string t =
      "<transmission name=\"t\"><joint name=\"j\"/><actuator name=\"m\"><mechanicalReduction>2"
      "</mechanicalReduction></actuator></transmission>\n";
  const std::string head = world + link("a");
  EXPECT_EQ(findings(robot(head + joint("j", "continuous", "world", "a") + t + t)),
            "arm.urdf:6:37: warning: <transmission>: joint 'j' has one on line 5, this one is not "
            "used; keep one [duplicate-transmission]");
  EXPECT_EQ(findings(robot(head + joint("k", "continuous", "world", "a") + t)),
            "arm.urdf:5:37: warning: <transmission>: no moving joint 'j', it is not used; correct "
            "the name [unknown-joint]");
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

TEST(UrdfNames, OfWhatIsDrawnTheFirstCounts) {
  EXPECT_EQ(findings(robot(world + "<link name=\"a\">" + inertial +
                           "<visual><geometry><sphere radius=\"1\"/></geometry>\n<material "
                           "name=\"m\"/>\n<material name=\"n\"/></visual></link>\n" +
                           joint("j", "continuous", "world", "a"))),
            "arm.urdf:5:1: warning: <visual>: a second <material> is not used; keep one "
            "[duplicate-element]");
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
            "arm.urdf:2:1: error: <xacro:arm> stands for parts of the robot that are not in this "
            "file; expand it first (with ROS: `xacro FILE > robot.urdf`; without: `pip install "
            "xacro`), or leave them out with --accept xacro [xacro]");
}

TEST(UrdfNames, XacroDefinitionsThatAreLeftOverDoNothing) {
  const auto result = read(
      "<robot name=\"r\" xmlns:xacro=\"x\">\n<xacro:property name=\"m\" "
      "value=\"2\"/>" +
      world + link("a") + joint("j", "continuous", "world", "a") + "</robot>");
  EXPECT_EQ(result.findings.text(),
            "arm.urdf:2:1: note: <xacro:property> is not used (1 element) [unused]");
}

TEST(UrdfNumbers, ExpressionsOfXacroAreCalledSo) {
  EXPECT_EQ(findings(with_mass("${m}")),
            "arm.urdf:4:14: error: link 'a': value of <mass>: '${m}' is an expression of xacro; "
            "expand the file first (with ROS: `xacro FILE > robot.urdf`; without: `pip install "
            "xacro`) [bad-number]");
}

}  // namespace
}  // namespace erfd
