// The linter as a whole: structure, acceptance, hostile numbers.
#include "model/lint_support.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(LintStructure, ARobotWithoutBodiesIsRefused) {
  RobotDescription robot;
  robot.name = "nothing";
  expect_only(robot, "error: robot 'nothing': has no body; add at least one [no-bodies]");
}

TEST(LintStructure, NamesMustBeReadable) {
  RobotDescription robot = planar2r();
  robot.bodies[1].name = "fo\tre";
  expect_only(robot,
              "error: body 'fo\\x09re': the name has control characters; remove them [name]");
  robot.bodies[1].name = "f\xd0\xbere";  // a Cyrillic o
  expect_only(robot,
              "warning: body 'f\\xd0\\xbere': the name has characters beyond ASCII, which can look "
              "like others; use letters, digits, '_' and '-' [name]");
  robot.bodies[1].name = "fore arm";
  expect_only(robot,
              "warning: body 'fore arm': the name has spaces, which are easily lost; use '_' or "
              "'-' [name]");
  robot.bodies[1].name = "";
  expect_only(robot, "error: body: the name is empty; give it one [name]");
  robot.bodies[1].name = "world";
  expect_only(
      robot,
      "error: body 'world': the name is taken by the frame the robot stands on; rename it [name]");
}

TEST(LintStructure, NamesAreUniqueInTheirKind) {
  RobotDescription robot = planar2r();
  robot.bodies[0].at = {4, 1};
  robot.bodies[1].at = {9, 1};
  robot.bodies[1].name = "upper";
  expect_only(robot,
              "9:1: error: body 'upper': the name is taken by the body in line 4; give each body "
              "its own name [duplicate-name]");
  robot = planar2r();
  robot.bodies[1].joint.name = "upper";
  expect_only(
      robot,
      "error: joint 'upper': the name is taken; give each joint its own name [duplicate-name]");
  robot = planar2r();
  robot.tools = {{"tip", "fore", {}, {}, {}}, {"tip", "fore", {}, {}, {}}};
  expect_only(robot,
              "error: tool 'tip': the name is taken; give each tool its own name [duplicate-name]");
  robot = with_drive([](DriveDescription&) {});
  robot.drives[1].name = "motor";
  expect_only(
      robot,
      "error: drive 'motor': the name is taken; give each drive its own name [duplicate-name]");
  robot = planar2r();
  LoopDescription loop;
  loop.name = "rope";
  loop.body_a = "world";
  loop.body_b = "fore";
  robot.loops = {loop, loop};
  expect_only(
      robot, "error: loop 'rope': the name is taken; give each loop its own name [duplicate-name]");
}

TEST(LintStructure, ParentsStandAbove) {
  RobotDescription robot = planar2r();
  robot.bodies[1].parent = "uper";
  robot.bodies[1].parent_at = {27, 1};
  expect_only(robot,
              "27:1: error: body 'fore': parent 'uper' is not defined above it; bodies so far: "
              "world, upper; did you mean 'upper'? [unknown-parent]");
  robot = planar2r();
  std::swap(robot.bodies[0], robot.bodies[1]);
  expect_only(robot,
              "error: body 'fore': parent 'upper' is not defined above it; bodies so far: world; "
              "move 'upper' up [unknown-parent]");
}

TEST(LintStructure, ParentsDoNotLeadBack) {
  RobotDescription robot = planar2r();
  robot.bodies[0].parent = "fore";
  expect_only(robot,
              "error: body 'upper': its parents lead back to it: upper -> fore -> upper; one of "
              "them must hang on 'world' [cycle]");
  robot = planar2r();
  robot.bodies[1].parent = "fore";
  expect_only(robot,
              "error: body 'fore': its parents lead back to it: fore -> fore; one of them must "
              "hang on 'world' [cycle]");
}

TEST(LintStructure, BodiesAndJointsThatOthersNameExist) {
  RobotDescription robot = planar2r();
  robot.tools = {{"tip", "for", {}, {}, {}}};
  expect_only(robot,
              "error: tool 'tip': body 'for' is not a body of the robot; bodies: world, upper, "
              "fore; did you mean 'fore'? [unknown-body]");
  expect_only(with_drive([](DriveDescription& d) { d.rotor_on = given(std::string("uper")); }),
              "error: drive 'motor': rotor_on 'uper' is not a body of the robot; bodies: world, "
              "upper, fore; did you mean 'upper'? [unknown-body]");
  expect_only(with_drive([](DriveDescription& d) { d.joint = "uper"; }),
              "error: drive 'motor': joint 'uper' is not a joint of the robot; moving joints: "
              "upper, fore; did you mean 'upper'? [unknown-joint]");
  expect_only(with_drive([](DriveDescription& d) { d.joint = ""; }),
              "error: drive 'motor': drives no joint; name the joint or give a coupling matrix for "
              "all drives [unknown-joint]");
}

TEST(LintStructure, FixedJointsAreNotDriven) {
  RobotDescription robot = with_drive([](DriveDescription&) {});
  robot.bodies[1].joint.type = JointKind::fixed;
  expect_only(robot,
              "error: drive 'other': joint 'fore' is fixed and cannot be moved; choose a moving "
              "joint [fixed-joint-driven]");
}

TEST(LintStructure, ARobotThatCannotMoveIsSuspicious) {
  RobotDescription robot = planar2r();
  for (BodyDescription& b : robot.bodies) b.joint.type = JointKind::fixed;
  expect_only(robot,
              "warning: robot 'planar2r': no joint moves; every joint is fixed [no-moving-joint]");
}

TEST(LintAcceptance, AcceptedFindingsBecomeNotesWithTheirReason) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia->value = diagonal(0.001, 0.02, 0.022);
  robot.bodies[1].accepted = {{"triangle-inequality", "as printed in table 2", {}}};
  expect_only(robot,
              "note: body 'fore': principal moments about the centre of mass are 0.001, 0.02, "
              "0.022 kg m^2: the largest exceeds the sum of the other two by 0.001 kg m^2, which "
              "no body can have; check the values, their order and the point they refer to: "
              "accepted: as printed in table 2 [triangle-inequality]");
}

TEST(LintAcceptance, EntriesThatAcceptNothingAreWarnedAbout) {
  RobotDescription robot = planar2r();
  robot.bodies[0].accepted = {{"density", "light", {7, 5}}};
  expect_only(robot,
              "7:5: warning: body 'upper': accept: 'density' is not found here, so nothing is "
              "accepted; remove the entry [accept-unused]");
  robot.bodies[0].accepted = {{"triangle-inequalty", "light", {}}};
  expect_only(robot,
              "warning: body 'upper': accept: 'triangle-inequalty' is not a check that can be "
              "accepted; did you mean 'triangle-inequality'? [accept-unused]");
}

TEST(LintAcceptance, AnErrorThatIsNotOfPhysicsStaysAnError) {
  RobotDescription robot = planar2r();
  limit(robot.bodies[1], 1, -1, 6);
  robot.bodies[1].accepted = {{"limits", "mirrored", {}}};
  EXPECT_TRUE(findings_of(robot).has_errors());
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Lint, NeverThrowsWhateverTheNumbersAre) {
  const double hostile[] = {
      0, -1, 1e-300, 1e300, 1.7e308, -1e308, 5e-324, nan, std::numeric_limits<double>::infinity()};
  for (const double x : hostile) {
    for (int where = 0; where < 9; ++where) {
      RobotDescription robot = where < 5 ? arm6(1) : humanoid();
      BodyDescription& b = robot.bodies[3];
      if (where == 0 || where == 5) b.mass->value = x;
      if (where == 1 || where == 6) b.inertia->value = {x, x, x, x, x, x};
      if (where == 2 || where == 7) b.com->value = {x, x, x};
      if (where == 3) b.joint.dh->value = {x, x, x, x};
      if (where == 4) robot.drives[2].ratio->value = x;
      if (where == 8) b.joint.origin->value = {{x, x, x}, {x, x, x}};
      EXPECT_NO_THROW(findings_of(robot)) << "number " << x << " in place " << where;
      EXPECT_TRUE(std::isfinite(x) || findings_of(robot).has_errors())
          << "number " << x << " in place " << where;
    }
  }
}

}  // namespace
}  // namespace erfd::test
