// Joints, drives, couplings, springs, loops and program settings.
#include "model/lint_support.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(LintJoints, AxesHaveADirection) {
  RobotDescription robot = planar2r();
  place_at(robot.bodies[1], {0.5, 0, 0}, {0, 1e-300, 0});
  expect_only(robot,
              "error: joint 'fore': axis is [0, 1e-300, 0] and has no direction, expected a vector "
              "of length 1 [zero-axis]");
  place_at(robot.bodies[1], {0.5, 0, 0}, {0, 2, 0});
  expect_only(robot,
              "note: joint 'fore': axis is [0, 2, 0] of length 2; only its direction is used "
              "[axis-not-unit]");
  robot.bodies[1].joint.placed_by = PlacementKind::screw;
  robot.bodies[1].joint.screw = given(ScrewRow{{0, 0, 0}, {0, 0, 0}});
  expect_only(robot,
              "error: joint 'fore': axis is [0, 0, 0] and has no direction, expected a vector of "
              "length 1 [zero-axis]");
}

TEST(LintJoints, LimitsAreARange) {
  RobotDescription robot = planar2r();
  limit(robot.bodies[1], 1.5, -1.5, 6);
  expect_only(robot,
              "error: joint 'fore': range is [1.5, -1.5] rad, expected lower below upper; "
              "swap them [limits]");
  robot.bodies[1].joint.upper.reset();
  expect_only(robot,
              "error: joint 'fore': only the lower limit is given, expected both or none [limits]");
}

TEST(LintJoints, LimitsAreNotNegative) {
  RobotDescription robot = planar2r();
  robot.bodies[1].joint.effort_max = given(-80.0);
  expect_only(robot,
              "error: joint 'fore': effort_max is -80 N m, expected none below 0; limits hold in "
              "both directions [limit-sign]");
}

TEST(LintJoints, SpeedsAreThoseOfMachines) {
  RobotDescription robot = planar2r();
  robot.bodies[1].joint.speed_max = given(180.0);
  expect_only(robot,
              "warning: joint 'fore': speed_max is 180 rad/s, expected below 100; looks like "
              "degrees a second [speed]");
  robot.bodies[1].joint.type = JointKind::prismatic;
  robot.bodies[1].joint.lower.reset();
  robot.bodies[1].joint.upper.reset();
  expect_only(
      robot,
      "warning: joint 'fore': speed_max is 180 m/s, expected below 50; looks like mm/s [speed]");
}

TEST(LintDrives, MechanismsHaveTheirLengthsAndElementsTheirInertia) {
  const auto mechanism = [](auto change) {
    return with_drive([&](DriveDescription& d) {
      d.ratio.reset();
      d.mechanism.emplace();
      d.mechanism->kind = MechanismKind::ball_screw;
      d.mechanism->a = d.mechanism->b = given(0.2);
      d.mechanism->pitch = given(0.005);
      change(*d.mechanism);
    });
  };
  expect_only(mechanism([](MechanismDescription& m) { m.b.reset(); }),
              "error: drive 'motor': mechanism: b is missing, expected a length [mechanism]");
  expect_only(
      mechanism([](MechanismDescription& m) { m.pitch = given(-0.005); }),
      "error: drive 'motor': mechanism: pitch is -0.005 m, expected more than 0; a negative "
      "ratio turns the motor the other way [mechanism]");
  expect_only(mechanism([](MechanismDescription& m) { m.ratio = given(0.0); }),
              "error: drive 'motor': mechanism: ratio is 0, expected motor turns a turn of it "
              "[mechanism]");
  expect_only(mechanism([](MechanismDescription& m) { m.branch = given(2.0); }),
              "error: drive 'motor': mechanism: branch is 2, expected 1 or -1 [mechanism]");
  expect_only(mechanism([](MechanismDescription& m) {
                m.lower = given(1.0);
                m.upper = given(1.0);
              }),
              "error: drive 'motor': mechanism: range goes from 1 to 1 rad, expected rising angles "
              "[mechanism]");
  RobotDescription both = mechanism([](MechanismDescription&) {});
  both.drives[0].ratio = given(100.0);
  expect_only(both,
              "error: drive 'motor': both a ratio and a mechanism are given; the gear before the "
              "mechanism is its own ratio: mechanism = { ratio = ... } [mechanism]");
  expect_only(with_drive([](DriveDescription& d) {
                d.elements.emplace_back();
                d.elements[0].name = "belt";
                d.elements[0].inertia = given(-1.0);
              }),
              "error: drive 'motor': element 'belt': inertia is -1 kg m^2, expected 0 or more "
              "[rotor]");
}

TEST(LintDrives, RatiosAreGivenOnceAndPlausible) {
  expect_only(with_drive([](DriveDescription& d) { d.ratio.reset(); }),
              "error: drive 'motor': neither ratio nor mechanism nor coupling matrix is given; 1 "
              "is a direct drive [drive-missing-ratio]");
  expect_only(with_drive([](DriveDescription& d) { d.ratio = given(0.0); }),
              "error: drive 'motor': ratio is 0, expected motor turns a joint turn; 1 is a direct "
              "drive [gear-ratio]");
  expect_only(with_drive([](DriveDescription& d) { d.ratio = given(0.01); }),
              "warning: drive 'motor': ratio is 0.01, expected a size from 0.1 to 1000; it is "
              "motor turns a joint turn [gear-ratio]");
  RobotDescription both = with_drive([](DriveDescription&) {});
  both.drives[1].ratio.reset();
  both.coupling = given(std::vector<std::vector<double>>{{50, 0}, {0, 50}});
  expect_only(both,
              "error: drive 'motor': both a ratio and the coupling matrix are given; keep one of "
              "them [ratio-and-coupling]");
}

TEST(LintDrives, MotorsReachTheSpeedOfTheirJoints) {
  const std::string text =
      "drive 'motor': joint 'upper' at its speed_max of 6 rad/s needs 300 rad/s (2865 rpm) of the "
      "motor, which has 200 rad/s (1910 rpm); one of the two limits cannot be reached";
  RobotDescription robot = with_drive([](DriveDescription& d) { d.speed_max = given(200.0); });
  expect_only(robot, "warning: " + text + " [motor-speed]");
  robot.bodies[0].accepted = {{"motor-speed", "printed so", {}}};
  expect_only(robot, "note: " + text + ": accepted: printed so [motor-speed]");
}

TEST(LintDrives, MotorsReachTheSpeedOfTheirJointsThroughTheCoupling) {
  RobotDescription robot = planar2r();
  for (const std::string name : {"one", "two"}) {
    DriveDescription drive;
    drive.name = name;
    drive.speed_max = given(600.0);
    robot.drives.push_back(drive);
  }
  robot.coupling = given(std::vector<std::vector<double>>{{100, 0}, {-1, 120}});
  expect_only(robot,
              "warning: drive 'two': joint 'fore' at its speed_max of 6 rad/s needs 720 rad/s "
              "(6875 rpm) of the motor through the coupling, which has 600 rad/s (5730 rpm); one "
              "of the two limits cannot be reached [motor-speed]");
}

TEST(LintDrives, RotorsAreThoseOfMotors) {
  expect_only(with_drive([](DriveDescription& d) { d.rotor_inertia = given(0.0); }),
              "error: drive 'motor': rotor_inertia is 0 kg m^2, expected more than 0; leave it out "
              "if unknown [rotor]");
  expect_only(with_drive([](DriveDescription& d) { d.rotor_inertia = given(0.1); }),
              "warning: drive 'motor': rotor_inertia 0.1 kg m^2 with ratio 50 counts 250 kg m^2 at "
              "the joint, but no joint of the robot moves more than 0.6668 kg m^2; check unit (kg "
              "cm^2?) and side of the rotor inertia [rotor]");
  expect_only(with_drive([](DriveDescription& d) {
                d.rotor_inertia = given(1e-9), d.torque_peak = given(2.0);
              }),
              "warning: drive 'motor': torque_peak 2 N m would accelerate the rotor of 1e-09 kg "
              "m^2 with 2e+09 rad/s^2, expected 10 to 1e+07; check their units [rotor]");
}

TEST(LintDrives, TorqueCurvesRiseInSpeedAndAgreeWithThePeak) {
  const auto with_curve = [](std::vector<TorqueSpeedPoint> curve) {
    return with_drive([&](DriveDescription& d) {
      d.torque_speed_curve = given(curve), d.torque_peak = given(2.0);
    });
  };
  EXPECT_EQ(text_of(with_curve({{0, 2}, {300, 2}, {400, 0}})), "");
  expect_only(with_curve({{0, 2}, {300, 2}, {300, 0}}),
              "error: drive 'motor': speed 300 rad/s follows 300 rad/s, expected rising speeds "
              "[torque-curve]");
  expect_only(
      with_curve({{0, 2}, {300, -2}}),
      "error: drive 'motor': torque is -2 N m at 300 rad/s, expected none below 0 [torque-curve]");
  expect_only(
      with_curve({{10, 2}, {300, 2}}),
      "error: drive 'motor': torque_speed_curve starts at 10 rad/s, expected 0 [torque-curve]");
  expect_only(with_curve({{0, 1}, {300, 1}}),
              "warning: drive 'motor': the largest torque of the curve is 1 N m, but torque_peak "
              "is 2 N m; they should agree [torque-curve]");
  expect_only(with_curve({}),
              "error: drive 'motor': torque_speed_curve has no points [torque-curve]");
}

TEST(LintDrives, MotorLimitsArePositive) {
  expect_only(with_drive([](DriveDescription& d) { d.torque_peak = given(-2.0); }),
              "error: drive 'motor': torque_peak is -2 N m, expected more than 0 [limit-sign]");
}

TEST(LintDrives, RatedIsNotAbovePeak) {
  expect_only(with_drive([](DriveDescription& d) {
                d.torque_peak = given(2.0), d.torque_rated = given(3.0);
              }),
              "warning: drive 'motor': torque_rated 3 N m is above torque_peak 2 N m, expected at "
              "most as much; have they changed places? [rated-above-peak]");
  expect_only(with_drive([](DriveDescription& d) {
                d.current_peak = given(9.0), d.current_rated = given(10.0);
              }),
              "warning: drive 'motor': current_rated 10 A is above current_peak 9 A, expected at "
              "most as much; have they changed places? [rated-above-peak]");
  EXPECT_EQ(text_of(with_drive([](DriveDescription& d) {
              d.torque_peak = given(2.0), d.torque_rated = given(2.0);
            })),
            "");
}

TEST(LintDrives, EveryJointHasOneMotorOrNoneHas) {
  RobotDescription robot = with_drive([](DriveDescription& d) { d.joint = "fore"; });
  expect_only(robot,
              "warning: drive 'other': joint 'fore' has the drive 'motor' already, expected one a "
              "joint; motors that share a joint are given as one, with the torque and inertia of "
              "both [driven-twice]\n"
              "warning: joint 'upper': has no drive, while others have; it moves freely unless a "
              "[[drive]] names it [not-driven]");
  robot.drives.pop_back();
  robot.bodies[0].accepted = {{"not-driven", "hangs free", {}}};
  expect_only(robot,
              "note: joint 'upper': has no drive, while others have; it moves freely unless a "
              "[[drive]] names it: accepted: hangs free [not-driven]");
}

// Torques of the joint side are larger by the ratio.
TEST(LintDrives, TorquesAreThoseOfTheMotor) {
  // Two rods of 1 kg, to 1.25 m at most, and a tenth of both: 29.7 N m of weight.
  expect_only(with_drive([](DriveDescription& d) { d.torque_peak = given(60.0); }),
              "warning: drive 'motor': torque_peak 60 N m with ratio 50 bears 101 times what joint "
              "'upper' carries stretched out; looks like a torque of the joint, expected that of "
              "the motor: 1.2 N m [torque-side]");
  EXPECT_EQ(text_of(with_drive([](DriveDescription& d) { d.torque_peak = given(1.2); })), "");
  EXPECT_EQ(text_of(with_drive([](DriveDescription& d) {  // a direct drive has one side
              d.torque_peak = given(600.0), d.ratio = given(1.0);
            })),
            "");
  RobotDescription said = with_drive([](DriveDescription& d) { d.torque_peak = given(3.0); });
  said.bodies[0].joint.effort_max = given(3.0);
  expect_only(said,
              "warning: drive 'motor': torque_peak 3 N m is the effort_max of joint 'upper'; looks "
              "like a torque of the joint, expected that of the motor: 0.06 N m [torque-side]");
}

TEST(LintDrives, TorquesOfTheJointSideAreFoundOnEveryArm) {
  for (const double size : {0.5, 1.0, 3.0}) {
    RobotDescription robot = arm6(size);
    EXPECT_EQ(text_of(robot), "") << size;
    for (DriveDescription& drive : robot.drives)
      drive.torque_peak->value *= std::abs(drive.ratio->value);
    int found = 0;
    const Diagnostics findings = findings_of(robot);
    for (const Diagnostic& finding : findings.all()) found += finding.check == "torque-side";
    EXPECT_EQ(found, 6) << size << "\n" << text_of(robot);
  }
}

TEST(LintDrives, FrictionBrakes) {
  const auto with_friction = [](const std::function<void(FrictionDescription&)>& change) {
    FrictionDescription friction;
    change(friction);
    return with_drive([&](DriveDescription& d) { d.friction = friction; });
  };
  expect_only(with_friction([](FrictionDescription& f) { f.viscous = given(-0.1); }),
              "error: drive 'motor': friction: viscous is -0.1 N m s/rad, expected none below 0; "
              "friction always brakes [friction]");
  expect_only(with_friction([](FrictionDescription& f) { f.load_dependent = given(1.2); }),
              "error: drive 'motor': friction: load_dependent is 1.2, expected below 1; it is the "
              "share of the torque that is lost [friction]");
  expect_only(with_friction(
                  [](FrictionDescription& f) { f.coulomb = given(2.0), f.breakaway = given(1.0); }),
              "warning: drive 'motor': friction: breakaway 1 N m is below coulomb 2 N m, expected "
              "at least as much [friction]");
}

TEST(LintDrives, FrictionStaysBelowWhatTheMotorCanMove) {
  const auto with_friction = [](FrictionSide side, double breakaway) {
    FrictionDescription friction;
    friction.side = side;
    friction.coulomb = given(0.1);
    friction.breakaway = given(breakaway);
    return with_drive([&](DriveDescription& d) {
      d.friction = friction;
      d.ratio = given(100.0);
      d.torque_peak = given(2.0);
    });
  };
  EXPECT_EQ(text_of(with_friction(FrictionSide::motor, 1.9)), "");
  EXPECT_EQ(text_of(with_friction(FrictionSide::joint, 199)), "");
  expect_only(with_friction(FrictionSide::motor, 12),
              "warning: drive 'motor': friction of 12 at the motor exceeds what torque_peak of 2 N "
              "m can move, 2: the joint never starts; check units, and side = \"joint\" "
              "[friction-peak]");
  expect_only(
      with_friction(FrictionSide::joint, 240),
      "warning: drive 'motor': friction of 240 at the joint exceeds what torque_peak of 2 N "
      "m can move, 200: the joint never starts; check units, and side = \"motor\" "
      "[friction-peak]");
}

TEST(LintDrives, CouplingHasARowADriveAndAColumnAJoint) {
  RobotDescription robot = planar2r();
  DriveDescription one, two;
  one.name = "one";
  two.name = "two";
  robot.drives = {one, two};
  robot.coupling = given(std::vector<std::vector<double>>{{100, 0}});
  expect_only(robot,
              "error: transmission: coupling has 1 rows, expected one a drive: 2 [coupling-shape]");
  robot.coupling = given(std::vector<std::vector<double>>{{100, 0}, {100}});
  expect_only(robot,
              "error: transmission: coupling row 2 (drive 'two') has 1 columns, expected one a "
              "moving joint: 2 [coupling-shape]");
  robot.coupling = given(std::vector<std::vector<double>>{{100, 0}, {50, 0}});
  expect_only(robot,
              "error: transmission: coupling is singular (singular values of its scaled rows 0 to "
              "1.41421): the motor positions do not tell the joint positions; check for zero or "
              "repeated rows [coupling-singular]");
  robot.coupling = given(std::vector<std::vector<double>>{{100, 0}, {50, 1}});
  EXPECT_EQ(text_of(robot), "");
}

TEST(LintSettings, SpringsHaveStiffness) {
  RobotDescription robot = planar2r();
  robot.elastic_joints = {{"upper", given(-1e4), given(-1.0), {}}, {"elbow", {}, {}, {}}};
  EXPECT_EQ(text_of(robot),
            "error: elastic joint: joint 'elbow' is not a joint of the robot; moving joints: "
            "upper, fore [unknown-joint]\nerror: elastic joint 'upper': stiffness is -10000 N "
            "m/rad, expected more than 0 [elastic]\nerror: elastic joint 'upper': damping is -1 N "
            "m s/rad, expected none below 0 [elastic]\nerror: elastic joint 'elbow': stiffness is "
            "not given, expected it in N m/rad [elastic]\n");
}

TEST(LintSettings, SpringsInJointsHaveStiffnessAndTellWhereTheySwingForEver) {
  RobotDescription robot = planar2r();
  robot.springs = {{"upper", given(0.0), given(1.0), {}, {}},
                   {"upper", given(10.0), {}, given(0.2), {}},
                   {"elbow", given(1.0), given(1.0), {}, {}}};
  EXPECT_EQ(
      text_of(robot),
      "error: spring: joint 'elbow' is not a joint of the robot; moving joints: upper, fore "
      "[unknown-joint]\nerror: spring 'upper': stiffness is 0 N m/rad, expected more than 0 "
      "[spring]\nerror: spring 'upper': has a second spring; give one for each joint "
      "[spring]\nnote: spring 'upper': has no damping; what it carries swings for ever, and a "
      "simulation must follow every swing [spring]\n");
}

TEST(LintSettings, LoopsJoinTwoBodies) {
  RobotDescription robot = planar2r();
  LoopDescription loop;
  loop.name = "rope";
  loop.body_a = loop.body_b = "fore";
  robot.loops = {loop};
  expect_only(robot,
              "error: loop 'rope': body_a and body_b are both 'fore', expected two bodies [loop]");
  robot.loops[0].body_b = "for";
  expect_only(robot,
              "error: loop 'rope': body_b 'for' is not a body of the robot; bodies: world, upper, "
              "fore; did you mean 'fore'? [unknown-body]");
}

TEST(LintSettings, AFixedBaseHasNoMass) {
  RobotDescription robot = planar2r();
  robot.base.mass = given(30.0);
  expect_only(robot,
              "warning: base: mass properties of a fixed base have no effect; remove them or set "
              "type = \"free\" [base]");
  robot.base.accepted = {{"base", "kept for the data sheet", {}}};
  expect_only(robot,
              "note: base: mass properties of a fixed base have no effect; remove them or set type "
              "= \"free\": accepted: kept for the data sheet [base]");
}

TEST(LintSettings, ProgramsFitTheRobot) {
  RobotDescription robot = planar2r();
  robot.program.emplace();
  robot.program->interpolation_period = given(0.0);
  expect_only(robot, "error: program: interpolation_period is 0 s, expected more than 0 [program]");
  robot.program = ProgramDescription{};
  robot.program->home = given(std::vector<double>{0, 0, 0});
  expect_only(robot,
              "error: program: home has 3 numbers, expected one a moving joint: 2 [program]");
  robot.program->home = given(std::vector<double>{0, 3.5});
  expect_only(robot,
              "warning: program: home of joint 'fore' is 3.5 rad, outside of its range [program]");
  robot.program = ProgramDescription{};
  robot.program->orientation = given(std::string("xyz"));
  expect_only(robot, "error: program: orientation is 'xyz', expected 'zyx' or 'yzx' [program]");
  robot.program = ProgramDescription{};
  robot.program->configurations = {{"4/8", {1, 0, 1}, {}}};
  expect_only(robot,
              "error: program: configuration '4/8': shoulder, elbow and wrist are 1, 0, 1, "
              "expected 1 or -1 [program]");
}

}  // namespace
}  // namespace erfd::test
