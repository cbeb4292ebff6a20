// Robots whose file has no drives, or some only: every joint still has a motor, an ideal one.
#include "erfd/drives/rotors.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

RobotDescription described(const char* name) { return read_robot_file(find_robot(name)).robot; }

/// Lola 15 without the drives of axes 2 and 5; the others stand in another order than the joints.
RobotDescription four_of_six() {
  RobotDescription robot = described("lola15");
  robot.coupling.reset();
  for (DriveDescription& drive : robot.drives)
    if (!drive.ratio) drive.ratio = Entry<double>{50, {}, {}};
  std::erase_if(robot.drives,
                [](const DriveDescription& d) { return d.joint == "axis2" || d.joint == "axis5"; });
  std::swap(robot.drives[0], robot.drives[3]);
  return robot;
}

TEST(MissingDrives, AreIdealOnesInTheOrderOfTheJoints) {
  RobotDescription robot = four_of_six();
  robot.bodies[1].joint.effort_max = Entry<double>{120, {}, {}};
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  ASSERT_EQ(drives.count(), 6);
  for (int i = 0; i < 6; ++i) {
    const Motor& motor = drives.motor(i);
    EXPECT_EQ(motor.joint, i);
    EXPECT_EQ(motor.assumed, i == 1 || i == 4);
    EXPECT_EQ(drives.coupling().row(i).cwiseAbs().maxCoeff(), std::abs(drives.coupling()(i, i)));
    if (!motor.assumed) continue;
    EXPECT_EQ(motor.name, model.bodies()[static_cast<std::size_t>(i)].joint);
    EXPECT_EQ(drives.coupling()(i, i), 1);
    EXPECT_EQ(motor.rotor_inertia, 0);
    EXPECT_EQ(motor.friction.moving_positive, 0);
  }
  EXPECT_EQ(drives.motor(1).limits.torque_peak, 120);
  EXPECT_TRUE(drives.motor(1).peak_of_joint);
  EXPECT_TRUE(std::isinf(drives.motor(4).limits.torque_peak));
  EXPECT_FALSE(drives.motor(4).peak_of_joint);
  EXPECT_FALSE(drives.motor(0).peak_of_joint);  // it has its own
}

TEST(MissingDrives, OfAllJointsMakeTorquesOfMotorsThoseOfJoints) {
  std::mt19937 rng(5);
  for (const char* const name : {"stanford", "irb140", "planar2r"}) {
    const RobotDescription robot = described(name);
    const Model model = build(robot);
    const Drives drives = make_drives(robot, model);
    DriveState state(drives);
    const int n = model.nv();
    const VectorX<double> qd = random_vector(n, rng), qdd = random_vector(n, rng),
                          u = random_vector(n, rng, 100);
    VectorX<double> u_a(n);
    ASSERT_TRUE(set_position(drives, random_vector(n, rng), state));
    drive_torques(drives, state, qd, qdd, u, u_a);
    EXPECT_EQ(u_a, u) << name;
  }
}

TEST(MissingDrives, LeaveTheRowsOfACouplingToTheDrivesTheyBelongTo) {
  RobotDescription robot = described("lola15");
  ASSERT_TRUE(robot.coupling);
  const Model model = build(robot);
  const MatrixX<double> all = make_drives(robot, model).K();
  robot.coupling->value.erase(robot.coupling->value.begin() + 1);
  robot.drives.erase(robot.drives.begin() + 1);
  const MatrixX<double> K = make_drives(robot, model).K();
  for (int i = 0; i < 6; ++i) {
    const VectorX<double> unit = VectorX<double>::Unit(6, 1);
    EXPECT_EQ(K.row(i).transpose(), i == 1 ? unit : VectorX<double>(all.row(i).transpose())) << i;
  }
}

TEST(MissingDrives, OfAMotorWithoutTorqueTakeTheEffortOfTheJointThroughTheGear) {
  RobotDescription robot = four_of_six();
  for (DriveDescription& drive : robot.drives) {
    drive.torque_peak.reset();
    drive.ratio = Entry<double>{-40, {}, {}};
  }
  for (BodyDescription& body : robot.bodies) body.joint.effort_max = Entry<double>{200, {}, {}};
  const Drives drives = make_drives(robot, build(robot));
  for (const Motor& motor : drives.motors()) {
    EXPECT_TRUE(motor.peak_of_joint);
    EXPECT_DOUBLE_EQ(motor.limits.torque_peak, motor.assumed ? 200 : 5);
  }
}

TEST(MissingDrives, DoNotConfuseTheRotors) {
  const RobotDescription robot = four_of_six();
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  if (std::none_of(robot.drives.begin(), robot.drives.end(),
                   [](const DriveDescription& d) { return d.rotor_inertia.has_value(); }))
    GTEST_SKIP();
  MatrixX<double> expected = MatrixX<double>::Zero(6, 6);
  for (const DriveDescription& drive : robot.drives) {
    const int j = model.body(model.body_index(drive.joint)).v_index;
    expected(j, j) += drives.K()(j, j) * drives.K()(j, j) * drive.rotor_inertia->value;
  }
  EXPECT_LT((drives.reflected_inertia() - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(MissingDrives, AreRefusedWhereNobodyCanTellWhichOrThereAreTooMany) {
  const Model model = build(four_of_six());
  RobotDescription nameless = four_of_six();
  nameless.drives[0].joint.clear();
  EXPECT_NE(message_of([&] {
              make_drives(nameless, model);
            }).find("names no joint, but some joint has no drive"),
            std::string::npos);
  RobotDescription twice = four_of_six();
  twice.drives[1].joint = twice.drives[0].joint;
  EXPECT_NE(message_of([&] { make_drives(twice, model); }).find("has a drive already"),
            std::string::npos);
  RobotDescription many = described("planar2r");
  const Model two_joints = build(many);
  many.drives.resize(3);
  EXPECT_NE(message_of([&] { make_drives(many, two_joints); }).find("at most one drive"),
            std::string::npos);
}

}  // namespace
}  // namespace erfd::test
