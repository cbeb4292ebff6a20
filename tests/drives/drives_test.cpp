// Motor space and joint space.
#include "erfd/drives/transmission.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "golden/golden.hpp"
#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"
#include "support/source_tree.hpp"

#include <fstream>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Drives shipped_drives(const std::string& name) {
  const ReadResult read = read_robot_file(find_robot(name));
  return make_drives(read.robot, build(read.robot));
}

TEST(Drives, MotorsAndJointsHaveTheSamePower) {
  std::mt19937 rng(1);
  for (int k = 0; k < 200; ++k) {
    const int n = 1 + k % 12;
    const Drives drives = random_drives(n, rng);
    const VectorX<double> u = random_vector(n, rng, 500), qd = random_vector(n, rng, 5);
    VectorX<double> u_a(n), qd_a(n);
    motor_torques(drives, u, u_a);
    motor_velocities(drives, qd, qd_a);
    EXPECT_NEAR(u_a.dot(qd_a), u.dot(qd), 1e-13 * u.norm() * qd.norm()) << "sample " << k;
  }
}

TEST(Drives, EveryMapHasItsInverse) {
  std::mt19937 rng(2);
  const Drives drives = random_drives(7, rng);
  const VectorX<double> x = random_vector(7, rng, 3);
  VectorX<double> there(7), back(7);
  motor_positions(drives, x, there);
  ASSERT_TRUE(joint_positions(drives, there, back));
  EXPECT_TRUE(is_close(back, x, 1e-14));
  motor_velocities(drives, x, there);
  joint_velocities(drives, there, back);
  EXPECT_TRUE(is_close(back, x, 1e-14));
  motor_torques(drives, x, there);
  joint_torques(drives, there, back);
  EXPECT_TRUE(is_close(back, x, 1e-14));
}

// Errata L18, motor by motor from the tip, as a person would write K⁻ᵀ of (D.1), (D.2).
TEST(Lola15Drives, ReflectTorquesFromTheTipToTheBase) {
  const Drives drives = shipped_drives("lola15");
  const MatrixX<double>& K = drives.K();
  std::mt19937 rng(3);
  const VectorX<double> u = random_vector(6, rng, 300);
  VectorX<double> u_a(6), expected(6);
  expected[5] = u[5] / K(5, 5);
  expected[4] = (u[4] - K(5, 4) * expected[5]) / K(4, 4);
  expected[3] = (u[3] - K(4, 3) * expected[4] - K(5, 3) * expected[5]) / K(3, 3);
  expected[2] = u[2] / K(2, 2);
  expected[1] = (u[1] - K(2, 1) * expected[2]) / K(1, 1);
  expected[0] = u[0] / K(0, 0);
  motor_torques(drives, u, u_a);
  EXPECT_TRUE(is_close(u_a, expected, 1e-15));
}

TEST(Lola15Drives, AreThoseOfTheGoldenSet) {
  std::ifstream in(source_tree("tests/goldens/algorithm1_A.json"));
  const Drives golden = golden::lola15_drives(golden::Json::parse(in));
  const Drives drives = shipped_drives("lola15");
  EXPECT_TRUE(is_close(drives.K(), golden.K(), 1e-15));
  EXPECT_EQ(drives.rotor_inertias(), golden.rotor_inertias());
  EXPECT_EQ(drives.load_dependent(), golden.load_dependent());
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(drives.motor(i).friction.viscous, golden.motor(i).friction.viscous);
    EXPECT_EQ(drives.motor(i).limits.torque_peak, golden.motor(i).limits.torque_peak);
  }
}

TEST(Drives, OfEveryShippedRobotAreMadeOrRefusedByName) {
  int made = 0;
  for (const std::string& name : known_robots()) {
    const ReadResult read = read_robot_file(find_robot(name));
    const Model model = build(read.robot);
    const std::string message = message_of([&] { make_drives(read.robot, model); });
    made += message == "no error";
    if (message == "no error") continue;
    EXPECT_TRUE(message.find("expected") != std::string::npos) << message;
    EXPECT_EQ(message.find(read.robot.file), 0U) << message;
  }
  EXPECT_GE(made, 3);
}

TEST(Drives, RefuseWhatTheyCannotDo) {
  Motor motor;
  motor.name = "m";
  const auto make = [](Drives::Parts parts) { return message_of([&] { Drives drives(parts); }); };
  const MatrixX<double> one = MatrixX<double>::Identity(2, 2);
  EXPECT_EQ(make({"arm", one, {}, {}, {}}),
            "drives of 'arm': no motor is given, expected one a joint");
  EXPECT_EQ(
      make({"arm", one, {motor}, {}, {}}),
      "drives of 'arm': K has size 2 x 2, expected one row for each of 1 motors and one column "
      "a joint, at least as many");
  EXPECT_EQ(make({"arm", MatrixX<double>::Ones(2, 2), {motor, motor}, {}, {}}),
            "drives of 'arm': K is singular: the motor positions do not tell the joint positions");
  EXPECT_EQ(make({"arm", one, {motor, motor}, {}, VectorX<double>::Constant(2, 1)}),
            "drives of 'arm': load-dependent friction of joint 0 is 1.000000, expected 0 or more "
            "and below 1");
  std::mt19937 rng(4);
  const Drives drives = random_drives(3, rng);
  const VectorX<double> two = VectorX<double>::Zero(2);
  VectorX<double> three(3);
  EXPECT_EQ(message_of([&] { motor_torques(drives, two, three); }),
            "motor_torques: argument 'u' has size 2, but the drives of 'random' need 3");
}

TEST(Drives, NeverAllocateAfterSetUp) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(5);
  for (const int n : {1, 6, 30}) {
    const Drives drives = random_drives(n, rng);
    const VectorX<double> x = random_vector(n, rng), y = random_vector(n, rng);
    VectorX<double> out(n);
    const AllocationCounter counter;
    motor_positions(drives, x, out);
    EXPECT_TRUE(joint_positions(drives, x, out));
    motor_velocities(drives, x, out);
    joint_velocities(drives, x, out);
    motor_torques(drives, x, out);
    joint_torques(drives, x, out);
    friction_torques(drives, x, y, out);
    EXPECT_EQ(counter.count(), 0) << n << " joints";
  }
}

}  // namespace
}  // namespace erfd::test
