#include "robot/robot_toml_text.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;

constexpr double pi = std::numbers::pi;

TEST(RobotToml, TheExampleOfTheManualIsRead) {
  const RobotDescription robot = read_clean(R"(
format = "erfd-robot/1"
name   = "planar2r"

[[body]]                                        # parents first
name          = "upper"
mass_kg       = 1.0
com_m         = [-0.25, 0, 0]                   # in the link frame
inertia_kg_m2 = [0.001, 0.0209, 0.0209]
joint = { type = "revolute", dh = { a_m = 0.5 }, range_deg = [-170, 170] }

[[body]]
name  = "fore"
mass_kg = 1.0
shape = { type = "rod", from_m = [-0.5, 0, 0], to_m = [0, 0, 0] }
joint = { type = "revolute", dh = { a_m = 0.5 } }

[[tool]]
name = "flange"
body = "fore"
)");
  EXPECT_EQ(robot.file, "r.toml");
  EXPECT_EQ(robot.name, "planar2r");
  EXPECT_EQ(robot.gravity.value, (Triple{0, 0, -9.81}));
  ASSERT_EQ(robot.bodies.size(), 2u);
  const BodyDescription& upper = robot.bodies[0];
  EXPECT_EQ(upper.at, (Location{5, 1}));
  EXPECT_EQ(upper.parent, "world");
  EXPECT_EQ(upper.mass->value, 1.0);
  EXPECT_EQ(upper.mass->at, (Location{7, 1}));
  EXPECT_EQ(upper.com->value, (Triple{-0.25, 0, 0}));
  EXPECT_EQ(upper.inertia->value, (std::array<double, 6>{0.001, 0.0209, 0.0209, 0, 0, 0}));
  EXPECT_EQ(upper.joint.name, "upper");
  EXPECT_EQ(upper.joint.placed_by, PlacementKind::dh);
  EXPECT_EQ(upper.joint.dh->value, (DhRow{0, 0, 0.5, 0}));
  EXPECT_DOUBLE_EQ(upper.joint.lower->value, -170 * pi / 180);
  EXPECT_DOUBLE_EQ(upper.joint.upper->value, 170 * pi / 180);
  const BodyDescription& fore = robot.bodies[1];
  EXPECT_EQ(fore.parent, "upper");
  EXPECT_EQ(fore.shape->value.kind, ShapeKind::rod);
  EXPECT_EQ(fore.shape->value.from, (Triple{-0.5, 0, 0}));
  EXPECT_FALSE(fore.joint.lower);
  ASSERT_EQ(robot.tools.size(), 1u);
  EXPECT_EQ(robot.tools[0].body, "fore");
}

TEST(RobotToml, UnitsOfTheKeysAreConvertedOnceToSi) {
  const RobotDescription robot = read_clean(
      body_with("mass_g = 37\ncom_mm = [1, 2, 37]\ninertia_g_mm2 = [1, 2, 3, 4, 5, 6]",
                "joint = { mdh = { gamma_deg = 180, b_mm = 5, alpha_rad = 2, d_m = 3, theta_deg = "
                "90, r_mm = 37 }, "
                "speed_max_rpm = 60, acceleration_max_deg_s2 = 180, torque_max_N_m = 4 }"));
  const BodyDescription& a = robot.bodies[0];
  EXPECT_EQ(a.mass->value, 0.037);
  EXPECT_EQ(a.com->value, (Triple{0.001, 0.002, 0.037}));
  EXPECT_EQ(a.inertia->value, (std::array<double, 6>{1e-9, 2e-9, 3e-9, 4e-9, 5e-9, 6e-9}));
  EXPECT_EQ(a.joint.mdh->value, (MdhRow{pi, 0.005, 2, 3, pi / 2, 0.037}));
  EXPECT_DOUBLE_EQ(a.joint.speed_max->value, 2 * pi);
  EXPECT_DOUBLE_EQ(a.joint.acceleration_max->value, pi);
  EXPECT_EQ(a.joint.effort_max->value, 4);
}

TEST(RobotToml, SlidingJointsTakeLengthsAndForces) {
  const JointDescription joint =
      read_clean(joint_with("type = 'prismatic', range_mm = [-5, 10], speed_max_mm_s = 2, "
                            "acceleration_max_m_s2 = 3, "
                            "force_max_N = 4, screw = { axis = [0, 1, 0], point_mm = [1, 0, 0] }, "
                            "origin = { xyz_m = [1, 2, 3] }"))
          .bodies[0]
          .joint;
  EXPECT_EQ(joint.lower->value, -0.005);
  EXPECT_EQ(joint.upper->value, 0.01);
  EXPECT_EQ(joint.speed_max->value, 0.002);
  EXPECT_EQ(joint.acceleration_max->value, 3);
  EXPECT_EQ(joint.effort_max->value, 4);
  EXPECT_EQ(joint.placed_by, PlacementKind::screw);
  EXPECT_EQ(joint.screw->value, (ScrewRow{{0, 1, 0}, {0.001, 0, 0}}));
  EXPECT_EQ(joint.origin->value.xyz, (Triple{1, 2, 3}));
}

TEST(RobotToml, HelicalJointsTakeAnglesTorquesAndAPitch) {
  const JointDescription joint =
      read_clean(joint_with("type = 'helical', pitch_mm = -5, range_deg = [-180, 3600], "
                            "speed_max_rpm = 60, torque_max_N_m = 4"))
          .bodies[0]
          .joint;
  EXPECT_EQ(joint.type, JointKind::helical);
  EXPECT_EQ(joint.pitch->value, -0.005);
  EXPECT_DOUBLE_EQ(joint.upper->value, 20 * pi);
  EXPECT_DOUBLE_EQ(joint.speed_max->value, 2 * pi);
  EXPECT_EQ(joint.effort_max->value, 4);
}

TEST(RobotToml, AJointWithoutPlacementStandsAtTheParent) {
  const JointDescription joint = read_clean(joint_with("name = 'j'")).bodies[0].joint;
  EXPECT_EQ(joint.name, "j");
  EXPECT_EQ(joint.type, JointKind::revolute);
  EXPECT_EQ(joint.placed_by, PlacementKind::placement);
  EXPECT_FALSE(joint.origin || joint.axis || joint.dh || joint.mdh || joint.screw);
}

TEST(RobotToml, NumbersInheritTheOriginOfTheirTableAndOfTheFile) {
  const RobotDescription robot = read_clean(
      "source = 'sheet'\nnote = 'of the file'\n" +
      body_with(
          "source = 'paper'\nestimated = true\nnote = 'scaled'\n"
          "mass_kg = { value = 252, source = 'App. B', estimated = false }\ncom_m = [0, 0, 0]\n"
          "inertia_kg_m2 = { value = [1, 1, 1], note = 'own' }\nmass_frame = { xyz_m = [1, 0, 0], "
          "source = 'drawing' }",
          "joint = { dh = { a_m = { value = 1, note = 'by hand' }, d_m = 2 }, note = 'joint', "
          "torque_max_N_m = 3 }\n"
          "[[tool]]\nname = 't'\nbody = 'a'\norigin = { xyz_m = [0, 0, 1] }"));
  const BodyDescription& a = robot.bodies[0];
  EXPECT_EQ(robot.from, (Provenance{"sheet", false, "of the file"}));
  EXPECT_EQ(a.mass->from, (Provenance{"App. B", false, "scaled"}));
  EXPECT_EQ(a.com->from, (Provenance{"paper", true, "scaled"}));
  EXPECT_EQ(a.inertia->from, (Provenance{"paper", true, "own"}));
  EXPECT_EQ(a.mass_frame->from, (Provenance{"drawing", true, "scaled"}));
  EXPECT_EQ(a.joint.effort_max->from, (Provenance{"paper", true, "joint"}));
  EXPECT_EQ(a.joint.dh->from, (Provenance{"paper", true, "joint; by hand"}))
      << "a row keeps all that its numbers say";
  EXPECT_EQ(robot.tools[0].origin->from, (Provenance{"sheet", false, ""}));
}

TEST(RobotToml, ARowIsEstimatedWhenOneOfItsNumbersIs) {
  const RobotDescription robot = read_clean(
      joint_with("dh = { d_m = 1, a_m = { value = 2, estimated = true, note = 'guess' } }"));
  EXPECT_EQ(robot.bodies[0].joint.dh->from, (Provenance{"", true, "guess"}));
}

TEST(RobotToml, AnEstimateWithoutNoteIsWarnedAboutOncePerWord) {
  expect_findings(body_with("estimated = true\n" + mass),
                  "5:1: warning: body 'a': mass_kg is estimated without a note; say how it was "
                  "found: note = \"...\" "
                  "[estimated-without-note]");
  expect_findings(body_with("mass_kg = { value = 1, estimated = true }\ncom_m = [0, 0, "
                            "0]\ninertia_kg_m2 = [1, 1, 1]"),
                  "5:24: warning: body 'a': mass_kg is estimated without a note; say how it was "
                  "found: note = \"...\" "
                  "[estimated-without-note]");
}

TEST(RobotToml, EveryPartOfTheFormatIsKept) {
  const RobotDescription robot = read_clean(robot_with(R"([base]
type = 'free'
origin = { xyz_m = [0, 0, 1], rpy_deg = [0, 0, 180] }
mass_kg = 10
com_m = [0, 0, 0.5]
inertia_kg_m2 = [1, 2, 3]
accept = [{ check = 'c', because = 'b' }]
[[tool]]
name = 'gripper'
body = 'slide'
payload = { mass_kg = 2, com_m = [0, 0, 0.1], inertia_kg_cm2 = [1, 2, 3] }
[[drive]]
name = 'm1'
rotor_on = 'turn'
rotor_axis = [0, 1, 0]
rotor_inertia_kg_cm2 = 5
torque_speed_curve = { speed_rpm = [0, 30], torque_N_m = [3, 2] }
inductance_mH = 2
friction = { viscous_N_m_s_rad = 1, load_dependent = 0.1 }
mechanism = { type = 'ball_screw', pitch_mm = 5, offset_deg = 180, zero_deg = 90, range_deg = [-180, 180], ratio = -2 }
element = [{ name = 'pulley', inertia_kg_cm2 = 7, ratio = 3 }, { name = 'nut', inertia_kg_m2 = 1 }]
[[drive]]
name = 'm2'
joint = 'slide'
friction = { side = 'joint', viscous_N_s_m = 7, coulomb_N = 8 }
[transmission]
coupling = [[1, 0], [1, 1]]
[[loop]]
name = 'l'
joint = 'universal'
body_a = 'turn'
body_b = 'slide'
frame_b = { xyz_m = [1, 0, 0] }
[[elastic]]
joint = 'slide'
stiffness_N_m_1 = 3
damping_N_s_m = 4
[program]
interpolation_period_ms = 8
orientation = 'yzx'
home_deg = [180, 0.5]
configurations = [{ code = '4/8', elbow = -1 }]
)"));
  EXPECT_EQ(robot.base.type, BaseType::free);
  EXPECT_EQ(robot.base.origin->value, (OriginDescription{{0, 0, 1}, {0, 0, pi}}));
  EXPECT_EQ(robot.base.accepted.at(0).because, "b");
  EXPECT_EQ(robot.tools[0].payload->inertia->value,
            (std::array<double, 6>{1e-4, 2e-4, 3e-4, 0, 0, 0}));
  const DriveDescription& m1 = robot.drives.at(0);
  EXPECT_EQ(m1.rotor_on->value, "turn");
  EXPECT_EQ(m1.rotor_axis->value, (Triple{0, 1, 0}));
  EXPECT_EQ(m1.rotor_inertia->value, 5e-4);
  EXPECT_DOUBLE_EQ(m1.torque_speed_curve->value.at(1).speed, pi);
  EXPECT_EQ(m1.torque_speed_curve->value.at(1).torque, 2);
  EXPECT_EQ(m1.inductance->value, 0.002);
  EXPECT_EQ(m1.friction->load_dependent->value, 0.1);
  EXPECT_EQ(m1.mechanism->kind, MechanismKind::ball_screw);
  EXPECT_EQ(m1.mechanism->pitch->value, 0.005);
  EXPECT_DOUBLE_EQ(m1.mechanism->offset->value, pi);
  EXPECT_DOUBLE_EQ(m1.mechanism->zero->value, pi / 2);
  EXPECT_DOUBLE_EQ(m1.mechanism->lower->value, -pi);
  EXPECT_DOUBLE_EQ(m1.mechanism->upper->value, pi);
  EXPECT_EQ(m1.mechanism->ratio->value, -2);
  EXPECT_EQ(m1.elements.at(0).name, "pulley");
  EXPECT_EQ(m1.elements.at(0).inertia->value, 7e-4);
  EXPECT_EQ(m1.elements.at(0).ratio->value, 3);
  EXPECT_FALSE(m1.elements.at(1).ratio);
  EXPECT_EQ(robot.drives.at(1).friction->side, FrictionSide::joint);
  EXPECT_EQ(robot.drives.at(1).friction->coulomb->value, 8);
  EXPECT_EQ(robot.coupling->value, (std::vector<std::vector<double>>{{1, 0}, {1, 1}}));
  EXPECT_EQ(robot.loops.at(0).joint, CutKind::universal);
  EXPECT_EQ(robot.loops.at(0).frame_b->value.xyz, (Triple{1, 0, 0}));
  EXPECT_EQ(robot.elastic_joints.at(0).damping->value, 4);
  EXPECT_EQ(robot.program->interpolation_period->value, 0.008);
  EXPECT_EQ(robot.program->orientation->value, "yzx");
  EXPECT_EQ(robot.program->home->value, (std::vector<double>{pi, 0.5}))
      << "positions of sliding joints are metres";
  EXPECT_EQ(robot.program->configurations.at(0).branch, (Triple{1, -1, 1}));
}

}  // namespace
}  // namespace erfd
