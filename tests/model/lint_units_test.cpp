// Numbers that robots hardly have: slips of units are seen, and good robots are left in peace.

#include "model/lint_support.hpp"

#include <functional>
#include <iostream>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

std::vector<RobotDescription> good_robots() {
  return {arm6(0.25), arm6(0.6), arm6(1), arm6(2.2), scara(), humanoid()};
}

template <class T>
void scale(T& numbers, double factor) {
  for (double& x : numbers) x *= factor;
}

void scale_lengths(RobotDescription& robot, double factor) {
  for (BodyDescription& b : robot.bodies) {
    if (b.joint.dh) b.joint.dh->value.a *= factor, b.joint.dh->value.d *= factor;
    if (b.joint.origin) scale(b.joint.origin->value.xyz, factor);
    if (b.com) scale(b.com->value, factor);
    if (b.joint.type == JointKind::prismatic)
      b.joint.lower->value *= factor, b.joint.upper->value *= factor;
  }
  for (ToolDescription& t : robot.tools) scale(t.origin->value.xyz, factor);
}

void scale_angles(RobotDescription& robot, bool ranges, bool placements) {
  for (BodyDescription& b : robot.bodies) {
    if (ranges && b.joint.type == JointKind::revolute && b.joint.lower)
      b.joint.lower->value /= deg, b.joint.upper->value /= deg;
    if (placements && b.joint.dh) b.joint.dh->value.theta /= deg, b.joint.dh->value.alpha /= deg;
    if (placements && b.joint.origin) scale(b.joint.origin->value.rpy, 1 / deg);
  }
}

void scale_masses(RobotDescription& robot, double mass, double inertia) {
  for (BodyDescription& b : robot.bodies) {
    if (b.mass) b.mass->value *= mass;
    if (b.inertia) scale(b.inertia->value, inertia);
  }
}

struct Slip {
  std::string name;
  std::function<void(RobotDescription&)> make;
  std::vector<std::string> seen_by;  // one of these checks must fire
};

std::vector<Slip> slips() {
  using R = RobotDescription&;
  return {
      {"millimetres as metres", [](R r) { scale_lengths(r, 1e3); }, {"unit-length"}},
      {"metres as millimetres", [](R r) { scale_lengths(r, 1e-3); }, {"unit-length"}},
      {"kg mm2 as kg m2", [](R r) { scale_masses(r, 1, 1e6); }, {"density"}},
      {"kg m2 as kg mm2", [](R r) { scale_masses(r, 1, 1e-6); }, {"density"}},
      {"degrees in ranges", [](R r) { scale_angles(r, true, false); }, {"unit-angle"}},
      {"degrees everywhere", [](R r) { scale_angles(r, true, true); }, {"unit-angle"}},
      {"grams as kilograms", [](R r) { scale_masses(r, 1e3, 1); }, {"density", "unit-mass"}},
      {"grams as kilograms in the inertia, too",
       [](R r) { scale_masses(r, 1e3, 1e3); },
       {"density", "unit-mass"}},
      {"kilograms as grams", [](R r) { scale_masses(r, 1e-3, 1); }, {"density", "unit-mass"}},
      {"kilograms as grams in the inertia, too",
       [](R r) { scale_masses(r, 1e-3, 1e-3); },
       {"density", "unit-mass"}},
  };
}

bool is_seen(const Slip& slip, const Diagnostics& findings) {
  for (const Diagnostic& finding : findings.all())
    for (const std::string& check : slip.seen_by)
      if (finding.check == check && finding.severity == Severity::warning) return true;
  return false;
}

TEST(LintUnits, GoodRobotsHaveNoFindings) {
  for (const RobotDescription& robot : good_robots()) EXPECT_EQ(text_of(robot), "") << robot.name;
  EXPECT_EQ(text_of(planar2r()), "");
}

TEST(LintUnits, AtLeastNineteenOfTwentySlipsAreWarnedAbout) {
  int made = 0, seen = 0;
  for (const Slip& slip : slips()) {
    for (RobotDescription robot : good_robots()) {
      slip.make(robot);
      const bool found = is_seen(slip, findings_of(robot));
      ++made;
      seen += found;
      if (!found) std::cout << "not seen: " << slip.name << " in " << robot.name << "\n";
    }
  }
  std::cout << seen << " of " << made << " slips seen\n";
  EXPECT_GE(20 * seen, 19 * made);
}

// The share above must not be reached by warning about everything: each slip is told from the
// others.
TEST(LintUnits, MessagesNameTheLikelyUnit) {
  RobotDescription robot = arm6(1);
  scale_lengths(robot, 1e3);
  EXPECT_NE(text_of(robot).find(
                "body 'link2': offset from its parent is 600 m, expected below 20; looks like "
                "millimetres"),
            std::string::npos);
  robot = arm6(1);
  scale_angles(robot, false, true);
  EXPECT_NE(text_of(robot).find(
                "joint 'link1': dh: alpha is 90 rad, expected within one turn; looks like degrees "
                "given as radians"),
            std::string::npos);
  robot = arm6(1);
  scale_masses(robot, 1e3, 1e3);
  EXPECT_NE(text_of(robot).find("looks like grams given as kilograms"), std::string::npos);
}

TEST(LintPlausibility, CentresOfMassLieNearTheLink) {
  RobotDescription robot = planar2r();
  robot.bodies[1].com->value = {0, 6.447, 0};
  robot.bodies[1].com->at = {14, 9};
  expect_only(
      robot,
      "14:9: warning: body 'fore': centre of mass is 6.447 m away from the link (extent 0.5 m, "
      "gyration radius 0.146287 m); check its unit and the frame it is given in [com-outside]");
}

TEST(LintPlausibility, DensitiesLieBetweenFoamAndTungsten) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia->value = diagonal(10, 209, 209);
  expect_only(robot,
              "warning: body 'fore': mass 1 kg and inertia mean a density of 0.0003 kg/m^3, "
              "expected 50 to 25000; the inertia is too large for the mass; check units of both, "
              "and that it is about the centre of mass [density]");
}

// 1.2 kg is right for a wrist; its inertia stands for 1.2 kg at 0.43 m.
TEST(LintPlausibility, OfARightMassWithAWrongInertiaTheInertiaIsNamed) {
  RobotDescription robot = planar2r();
  place_dh(robot.bodies[1], {0, 0.09, 0, 0});
  robot.bodies[1].mass->value = 1.219;
  robot.bodies[1].com->value = {0, 0, 0};
  robot.bodies[1].inertia->value = diagonal(0.111172, 0.111172, 0.21942);
  expect_only(
      robot,
      "warning: body 'fore': mass 1.219 kg and inertia mean a density of 8.4 kg/m^3, expected "
      "50 to 25000; the inertia is too large for the mass; check units of both, and that it "
      "is about the centre of mass [density]");
}

TEST(LintPlausibility, HeavyAndFeatherLightRobotsAreSuspicious) {
  RobotDescription robot = planar2r();
  make_box(robot.bodies[1], 8000, {0, 0, 0}, {1, 1, 2});
  expect_only(
      robot,
      "warning: body 'fore': mass is 8000 kg, expected below 5000; looks like grams [unit-mass]");
  robot = planar2r();
  for (BodyDescription& b : robot.bodies) make_box(b, 0.002, {0, 0, 0}, {0.01, 0.01, 0.02});
  expect_only(robot,
              "warning: robot 'planar2r': all bodies together weigh 0.004 kg, expected above 0.01; "
              "looks like kilograms given as grams [unit-mass]");
}

TEST(LintPlausibility, ToolsAreNotKilometresAway) {
  RobotDescription robot = planar2r();
  robot.tools = {{"tip", "fore", given(OriginDescription{{0, 0, 120}, {0, 0, 0}}), {}, {}}};
  expect_only(robot,
              "warning: tool 'tip': offset from its body is 120 m, expected below 20; looks like "
              "millimetres [unit-length]");
  robot.bodies[1].accepted = {{"unit-length", "a crane", {}}};
  expect_only(robot,
              "note: tool 'tip': offset from its body is 120 m, expected below 20; looks like "
              "millimetres: accepted: a crane [unit-length]");
}

TEST(LintPlausibility, RangesInDegreesAreRecognised) {
  RobotDescription robot = planar2r();
  limit(robot.bodies[1], -170, 170, 6);
  expect_only(robot,
              "warning: joint 'fore': range [-170, 170] rad spans 54.1 turns, expected at most "
              "2.5; looks like degrees given as radians [unit-angle]");
}

TEST(LintPlausibility, GravityPointsDownWithTheSizeOfAPlanet) {
  RobotDescription robot = planar2r();
  robot.gravity.value = {0, 0, 9.81};
  expect_only(robot,
              "warning: gravity: [0, 0, 9.81] m/s^2 points up; z is up, so gravity on Earth is [0, "
              "0, -9.81] [gravity]");
  robot.gravity.value = {0, 0, -9810};
  expect_only(robot,
              "warning: gravity: [0, 0, -9810] m/s^2 has size 9810, expected at most 30; looks "
              "like another unit than m/s^2 [gravity]");
  robot.gravity.value = {0, 0, 0};
  expect_only(robot, "note: gravity: is 0, so the robot floats [gravity]");
  robot.gravity.value = {0, -9.81, 0};
  EXPECT_EQ(text_of(robot), "");
}

}  // namespace
}  // namespace erfd::test
