// Masses and inertias that no body has.
#include "model/lint_support.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(LintMass, NumbersMustBeFinite) {
  RobotDescription robot = planar2r();
  robot.bodies[1].mass->value = nan;
  robot.bodies[1].mass->at = {12, 3};
  expect_only(robot,
              "12:3: error: body 'fore': mass has a number that is not finite, expected ordinary "
              "numbers [non-finite]");
  robot = planar2r();
  robot.bodies[1].joint.dh->value.alpha = std::numeric_limits<double>::infinity();
  expect_only(robot,
              "error: body 'fore': joint: dh has a number that is not finite, expected ordinary "
              "numbers [non-finite]");
  robot = with_drive([](DriveDescription& d) {
    d.torque_speed_curve = given(std::vector<TorqueSpeedPoint>{{0, nan}});
  });
  expect_one_of(robot,
                "error: drive 'motor': torque_speed_curve has a number that is not finite, "
                "expected ordinary numbers [non-finite]");
  robot = planar2r();
  robot.gravity.value = {0, 0, nan};
  expect_only(robot,
              "error: robot 'planar2r': gravity has a number that is not finite, expected ordinary "
              "numbers [non-finite]");
}

TEST(LintMass, NumbersMayNotOverflowTogether) {
  RobotDescription robot = planar2r();
  robot.bodies[1].mass->value = 1e300;
  robot.bodies[1].com->value = {1e300, 0, 0};
  robot.bodies[1].inertia_about_origin = true;
  expect_one_of(robot,
                "error: body 'fore': mass times lengths squared is too large to compute with; "
                "check the units [non-finite]");
}

TEST(LintMass, NegativeMassIsRefusedAndCannotBeAccepted) {
  RobotDescription robot = planar2r();
  robot.bodies[1].mass->value = -1;
  robot.bodies[1].accepted = {{"mass-not-positive", "regrouped parameters", {}}};
  expect_one_of(robot,
                "error: body 'fore': mass is -1 kg, expected more than 0 [mass-not-positive]");
  expect_one_of(robot,
                "warning: body 'fore': accept: 'mass-not-positive' is not a check that can be "
                "accepted [accept-unused]");
}

TEST(LintMass, MasslessInnerLinksAreNamed) {
  RobotDescription robot = planar2r();
  robot.bodies[0].mass->value = 0;
  robot.bodies[0].inertia->value = diagonal(0, 0, 0);
  expect_only(robot,
              "warning: body 'upper': mass is 0 kg, expected more than 0 for a body that moves; "
              "accept it if its neighbours carry its mass [massless]");
  robot.bodies[0].accepted = {{"massless", "lumped into the forearm", {}}};
  expect_only(
      robot,
      "note: body 'upper': mass is 0 kg, expected more than 0 for a body that moves; accept it if "
      "its neighbours carry its mass: accepted: lumped into the forearm [massless]");
}

TEST(LintMass, ABodyThatOnlyCarriesFixedOnesMayBeMassless) {
  RobotDescription robot = planar2r();
  BodyDescription shell = robot.bodies[1];
  shell.name = "shell";
  shell.parent = "fore";
  shell.joint = {};
  shell.joint.type = JointKind::fixed;
  robot.bodies[1].mass->value = 0;
  robot.bodies[1].inertia->value = diagonal(0, 0, 0);
  robot.bodies.push_back(shell);
  EXPECT_EQ(text_of(robot), "");
  BodyDescription frame = body("camera", "fore");
  frame.joint.type = JointKind::fixed;
  robot.bodies.push_back(frame);
  EXPECT_EQ(text_of(robot), "") << "a mere frame needs no mass";
}

TEST(LintMass, InertiaWithoutMassIsTold) {
  RobotDescription robot = planar2r();
  BodyDescription cover = robot.bodies[1];
  cover.name = "cover";
  cover.parent = "fore";
  cover.joint.type = JointKind::fixed;
  cover.mass->value = 0;
  robot.bodies.push_back(cover);
  expect_only(
      robot,
      "warning: body 'cover': mass is 0 kg but the inertia is not, expected more than 0; it "
      "is part of 'fore', which as a whole is possible [massless]");
  robot.bodies[1].mass->value = 0;
  robot.bodies[1].inertia->value = diagonal(0, 0, 0);
  expect_one_of(
      robot,
      "error: body 'cover': mass is 0 kg but the inertia is not, expected more than 0 [massless]");
}

/// A plate of 2 g whose inertia no plate can have, fixed to `parent`.
BodyDescription bad_plate(const std::string& parent) {
  BodyDescription plate = body("plate", parent);
  plate.joint.type = JointKind::fixed;
  plate.mass = given(0.002);
  plate.com = given(Triple{0, 0, 0});
  plate.inertia = given(diagonal(1e-7, 1e-7, 5e-7));
  return plate;
}

TEST(LintMass, ThePartOfABodyCountsWithTheWhole) {
  RobotDescription robot = planar2r();
  robot.bodies.push_back(bad_plate("fore"));
  const std::string slip =
      "body 'plate': principal moments about the centre of mass are 1e-07, 1e-07, 5e-07 kg m^2: "
      "the largest exceeds the sum of the other two by 3e-07 kg m^2, which no body can have; check "
      "the values, their order and the point they refer to";
  expect_only(robot, "warning: " + slip +
                         "; it is part of 'fore', which as a whole is possible "
                         "[triangle-inequality]");
  robot.bodies.back().parent = "world";
  expect_only(robot, "warning: " + slip +
                         "; it does not move, so that nothing depends on it "
                         "[triangle-inequality]");
}

TEST(LintMass, AWholeBodyThatIsImpossibleStaysAnError) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia->value = diagonal(0.001, 0.0209, 0.0834);
  robot.bodies.push_back(bad_plate("fore"));
  const std::string all = text_of(robot);
  EXPECT_NE(all.find("error: body 'fore'"), std::string::npos) << all;
  EXPECT_NE(all.find("error: body 'plate'"), std::string::npos) << all;
}

TEST(LintMass, WhatIsWantedDecidesWhatStops) {
  RobotDescription robot = planar2r();
  robot.bodies[1].mass.reset();
  robot.bodies[1].com.reset();
  robot.bodies[1].inertia.reset();
  const auto errors = [&](Purpose purpose) {
    Diagnostics findings;
    lint(robot, findings, purpose);
    return findings.count(Severity::error);
  };
  EXPECT_EQ(errors(Purpose::kinematics), 0);
  EXPECT_EQ(errors(Purpose::torques), 1);
  robot.accepted = {{"missing-inertia", "weighs next to nothing", {}}};
  EXPECT_EQ(errors(Purpose::torques), 0) << "torques of a given motion are defined";
  EXPECT_EQ(errors(Purpose::dynamics), 1) << "accelerations are not";
}

TEST(LintMass, TheWholeRobotMayAcceptACheck) {
  RobotDescription robot = planar2r();
  for (BodyDescription& b : robot.bodies) b.inertia->value = diagonal(0.001, 0.0209, 0.0834);
  robot.accepted = {{"triangle-inequality", "as published", {}}};
  const Diagnostics findings = findings_of(robot);
  EXPECT_EQ(findings.count(Severity::error), 0) << findings.text();
  EXPECT_EQ(findings.count(Severity::note), 2);
}

TEST(LintMass, AJointThatMovesNothingIsNamedAndCannotBeAccepted) {
  RobotDescription robot = planar2r();
  robot.bodies[1].mass->value = 0;
  robot.bodies[1].inertia->value = diagonal(0, 0, 0);
  robot.bodies[1].accepted = {{"massless", "light", {}}, {"leaf-massless", "light", {}}};
  robot.bodies[1].joint.name = "elbow";
  expect_one_of(
      robot,
      "error: joint 'elbow': moves no inertia of its own, so its acceleration is not defined; give "
      "body 'fore' or what hangs on it inertia about the joint axis [leaf-massless]");
}

TEST(LintMass, ARodTurningAboutItsOwnLineMovesNothing) {
  RobotDescription robot = planar2r();
  robot.bodies[1].com.reset();
  robot.bodies[1].inertia.reset();
  ShapeDescription rod;
  rod.to = {0.3, 0.4, 0.5};
  robot.bodies[1].shape = given(rod);
  place_at(robot.bodies[1], {0.1, 0.2, 0}, {0.3, 0.4, 0.5});
  expect_one_of(
      robot,
      "error: joint 'fore': moves no inertia of its own, so its acceleration is not defined; give "
      "body 'fore' or what hangs on it inertia about the joint axis [leaf-massless]");
  place_at(robot.bodies[1], {0.1, 0.2, 0}, {0, 0, 1});
  EXPECT_EQ(text_of(robot), "");
}

TEST(LintMass, TwoJointsOnOneLineWithNothingBetweenMoveOneInertia) {
  RobotDescription robot = planar2r();
  robot.bodies[0].mass->value = 0;
  robot.bodies[0].inertia->value = diagonal(0, 0, 0);
  robot.bodies[0].accepted = {{"massless", "coupling shaft", {}}};
  place_dh(robot.bodies[0], {0, 0.2, 0, 0});
  expect_one_of(
      robot,
      "error: joint 'upper': moves no inertia of its own, so its acceleration is not defined; give "
      "body 'upper' or what hangs on it inertia about the joint axis [leaf-massless]");
}

TEST(LintMass, MissingInertiaIsNeverTakenAsZero) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia.reset();
  expect_only(robot,
              "error: body 'fore': inertia is not given, expected mass, com and inertia; what is "
              "missing is never taken as zero unless it is accepted [missing-inertia]");
  robot = planar2r();
  robot.base.type = BaseType::free;
  expect_only(robot,
              "error: base: mass, com, inertia are not given, expected mass, com and inertia; what "
              "is missing is never taken as zero unless it is accepted [missing-inertia]");
}

TEST(LintMass, FindingsOfTheReaderAreNotRepeated) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia.reset();
  robot.bodies[1].at = {9, 1};
  Diagnostics findings("arm.toml");
  findings.error("missing-inertia", {9, 1}, "body 'fore': inertia_kg_m2 is missing");
  lint(robot, findings);
  ASSERT_EQ(findings.all().size(), 1u);
  EXPECT_EQ(findings.all()[0].message, "body 'fore': inertia_kg_m2 is missing");
}

TEST(LintMass, PrincipalMomentsArePositive) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia->value = {0.02, 0.02, 0.02, 0.03, 0, 0};
  expect_only(robot,
              "error: body 'fore': principal moments about the centre of mass are -0.01, 0.02, "
              "0.05 kg m^2, expected all above 0; check the values and the products of inertia "
              "[inertia-not-positive]");
}

TEST(LintMass, NoPrincipalMomentExceedsTheSumOfTheOthers) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia->value = diagonal(0.001, 0.0209, 0.0834);
  expect_only(
      robot,
      "error: body 'fore': principal moments about the centre of mass are 0.001, 0.0209, 0.0834 kg "
      "m^2: the largest exceeds the sum of the other two by 0.0615 kg m^2, which no body can have; "
      "check the values, their order and the point they refer to [triangle-inequality]");
}

TEST(LintMass, TheTriangleInequalityKnowsNoAbsoluteTolerance) {
  RobotDescription robot = planar2r();
  robot.bodies[1].mass->value = 1e-15;
  robot.bodies[1].inertia->value = diagonal(1e-18, 1e-18, 2.001e-18);
  expect_one_of(
      robot,
      "error: body 'fore': principal moments about the centre of mass are 1e-18, 1e-18, 2.001e-18 "
      "kg m^2: the largest exceeds the sum of the other two by 1e-21 kg m^2, which no body can "
      "have; check the values, their order and the point they refer to [triangle-inequality]");
  robot = planar2r();
  robot.bodies[1].inertia->value =
      diagonal(0.01, 0.02, 0.03);  // a plate; 0.01 + 0.02 is not 0.03 in binary
  EXPECT_EQ(text_of(robot), "");
}

TEST(LintMass, InertiaAboutTheOriginCountsAboutTheCentreOfMass) {
  RobotDescription robot = planar2r();
  robot.bodies[1].inertia_about_origin = true;
  expect_only(robot,
              "error: body 'fore': principal moments about the centre of mass (moved there from "
              "the origin) are -0.0416, -0.0416, 0.001 kg m^2, expected all above 0; is the "
              "inertia really about the origin? [inertia-not-positive]");
  robot.bodies[1].inertia->value = diagonal(0.001, 0.0209 + 0.0625, 0.0209 + 0.0625);
  EXPECT_EQ(text_of(robot), "");
}

TEST(LintMass, ShapesHaveSize) {
  RobotDescription robot = planar2r();
  robot.bodies[1].com.reset();
  robot.bodies[1].inertia.reset();
  ShapeDescription shape;
  shape.kind = ShapeKind::cylinder;
  shape.from = {-0.5, 0, 0};
  shape.radius = 0.03;
  robot.bodies[1].shape = given(shape);
  EXPECT_EQ(text_of(robot), "");
  robot.bodies[1].shape->value.radius = -0.03;
  expect_one_of(robot,
                "error: body 'fore': shape: radius is -0.03 m, expected more than 0 [shape]");
  robot.bodies[1].shape->value = {};
  expect_one_of(robot, "error: body 'fore': shape: its ends 'from' and 'to' are one point [shape]");
  robot.bodies[1].shape->value.kind = ShapeKind::box;
  robot.bodies[1].shape->value.size = {0.5, 0, 0.1};
  expect_one_of(robot,
                "error: body 'fore': shape: size is [0.5, 0, 0.1] m, expected all above 0 [shape]");
  robot.bodies[1].shape->value.kind = ShapeKind::bent_rod;
  robot.bodies[1].shape->value.a = -0.4;
  expect_one_of(robot,
                "error: body 'fore': shape: a is -0.4 m, b is 0 m, hub inertia is 0 kg m^2, "
                "expected none below 0 [shape]");
}

TEST(LintMass, BentRodsWithHubsNeedOnlyTheirMassesExplained) {
  RobotDescription robot = planar2r();
  ShapeDescription hub;
  hub.kind = ShapeKind::bent_rod;
  hub.hub_inertia = 0.0141;
  for (BodyDescription& b : robot.bodies) {
    b.com.reset();
    b.inertia.reset();
    b.shape = given(hub);
  }
  robot.bodies[0].shape->value.a = 0.432;
  robot.bodies[0].shape->value.b = 0.149;
  robot.bodies[1].mass->value = 0;
  expect_only(robot,
              "error: body 'fore': mass is 0 kg but the inertia is not, expected more than 0 for a "
              "body that moves; accept it if its neighbours carry its mass [massless]");
}

TEST(LintMass, PayloadsFollowTheSameRules) {
  RobotDescription robot = planar2r();
  PayloadDescription payload;
  payload.mass = given(2.0);
  payload.com = given(Triple{0, 0, 0.1});
  payload.inertia = given(diagonal(0, 0, 0));
  robot.tools = {{"grip", "fore", {}, payload, {}}};
  EXPECT_EQ(text_of(robot), "") << "a payload may be a point";
  robot.tools[0].payload->inertia->value = diagonal(0.001, 0.001, 0.01);
  expect_only(
      robot,
      "error: tool 'grip': payload: principal moments about the centre of mass are 0.001, 0.001, "
      "0.01 kg m^2: the largest exceeds the sum of the other two by 0.008 kg m^2, which no body "
      "can have; check the values, their order and the point they refer to [triangle-inequality]");
  robot.tools[0].payload->mass->value = -2;
  expect_only(
      robot,
      "error: tool 'grip': payload: mass is -2 kg, expected more than 0 [mass-not-positive]");
}

}  // namespace
}  // namespace erfd::test
