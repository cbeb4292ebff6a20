// Fewer motors than joints: passive joints carry no motor torque.
#include "erfd/drives/actuator_model.hpp"
#include "erfd/drives/survey.hpp"
#include "erfd/drives/torque_split.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_mechanisms.hpp"

#include <algorithm>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// Drives of n joints of which those at `passive` have no motor: the others keep theirs, with couplings
/// and mechanisms among them.
struct Underactuated {
  Drives all;     ///< of the joints that are driven, alone
  Drives drives;  ///< of all joints
  std::vector<int> driven;
  VectorX<double> q;

  Underactuated(int n, const std::vector<int>& passive, std::mt19937& rng)
      : Underactuated(random_mechanism_drives(n - static_cast<int>(passive.size()), rng), n,
                      passive, rng) {}

 private:
  Underactuated(const DrivesAtPosition& part, int n, const std::vector<int>& passive,
                std::mt19937& rng)
      : all(part.drives), drives(spread(part.drives, n, passive, rng)), q(random_vector(n, rng)) {
    for (int j = 0; j < n; ++j)
      if (!std::ranges::count(passive, j)) driven.push_back(j);
    q(driven) = part.q;
  }
  static Drives spread(const Drives& some, int n, const std::vector<int>& passive,
                       std::mt19937& rng) {
    Drives::Parts parts = some.parts();
    parts.K = MatrixX<double>::Zero(some.count(), n);
    parts.joint_friction.assign(static_cast<std::size_t>(n), {});
    parts.load_dependent = VectorX<double>::Zero(n);
    int from = 0;
    for (int j = 0; j < n; ++j) {
      parts.joint_friction[static_cast<std::size_t>(j)] = random_friction({}, rng);
      if (std::ranges::count(passive, j)) continue;
      parts.K.col(j) = some.coupling().col(from);
      parts.joint_friction[static_cast<std::size_t>(j)] = some.joint_friction(from);
      parts.load_dependent[j] = some.load_dependent()[from++];
    }
    return Drives(std::move(parts));
  }
};

TEST(PassiveJoints, LeaveTheMapsOfTheOthersAsTheyAre) {
  std::mt19937 rng(71);
  for (int k = 0; k < 40; ++k) {
    const int n = 2 + k % 5;
    const Underactuated robot(n, {k % n}, rng);
    const int m = n - 1;
    ASSERT_EQ(robot.drives.count(), m);
    ASSERT_EQ(robot.drives.joint_count(), n);
    EXPECT_EQ(robot.drives.passive_joints(), std::vector{k % n});
    DriveState state(robot.drives), alone(robot.all);
    const VectorX<double> qd = random_vector(n, rng), qdd = random_vector(n, rng),
                          u = random_vector(n, rng, 100), u_m = random_vector(m, rng);
    ASSERT_TRUE(set_position(robot.drives, robot.q, state));
    ASSERT_TRUE(set_position(robot.all, robot.q(robot.driven), alone));
    EXPECT_TRUE(is_close(state.q_a(), alone.q_a(), 1e-12));
    VectorX<double> a(m), b(m), joints(n), few(m);
    motor_velocities(robot.drives, state, qd, a);
    motor_velocities(robot.all, alone, qd(robot.driven), b);
    EXPECT_TRUE(is_close(a, b, 1e-13));
    motor_torques(robot.drives, state, u, a);
    motor_torques(robot.all, alone, u(robot.driven), b);
    EXPECT_TRUE(is_close(a, b, 1e-13));
    drive_torques(robot.drives, state, qd, qdd, u, a);
    drive_torques(robot.all, alone, qd(robot.driven), qdd(robot.driven), u(robot.driven), b);
    EXPECT_TRUE(is_close(a, b, 1e-12));
    joint_torques(robot.drives, state, u_m, joints);
    joint_torques(robot.all, alone, u_m, few);
    EXPECT_TRUE(is_close(joints(robot.driven), few, 1e-13));
    EXPECT_EQ(joints[k % n], 0);
    MatrixX<double> H(n, n);
    reflected_inertia(robot.drives, state, H);
    EXPECT_EQ(H.row(k % n).cwiseAbs().sum() + H.col(k % n).cwiseAbs().sum(), 0);
  }
}

TEST(PassiveJoints, SplitTheirTorquesAndGetThemFromElsewhere) {
  std::mt19937 rng(72);
  for (int k = 0; k < 20; ++k) {
    const int n = 2 + k % 4, p = k % n;
    const Underactuated made(n, {p}, rng);
    const LoadedRobot robot{random_robot({.joints = n}, rng), {}, made.drives};
    TorqueSplit split(robot);
    TorqueSplitWorkspace ws(robot);
    const VectorX<double> qd = random_vector(n, rng), qdd = random_vector(n, rng);
    split_torques(robot, ws, made.q, qd, qdd, split);  // its sums are checked by itself
    Workspace tree(robot.links);
    VectorX<double> u(n), u_a(n - 1);
    rnea(robot.links, tree, made.q, qd, qdd, u);
    const ShaftFriction& f = made.drives.joint_friction(p);
    const double friction =
        f.viscous * qd[p] + (qd[p] > 0 ? f.moving_positive : -f.moving_negative);
    EXPECT_NEAR(split.joint_total[p], u[p] + friction, 1e-12 * u.cwiseAbs().maxCoeff());
    DriveState state(made.drives);
    ASSERT_TRUE(set_position(made.drives, made.q, state));
    drive_torques(made.drives, state, qd, qdd, u, u_a);
    EXPECT_TRUE(is_close(split.motor_total, u_a, 1e-12));
  }
}

TEST(PassiveJoints, AreRefusedByWhatAsksAMotorForEveryJoint) {
  std::mt19937 rng(73);
  const Underactuated robot(3, {1}, rng);
  DriveState state(robot.drives);
  VectorX<double> q(3), q_a(2);
  const std::string why = "joint 1 of 'random' is passive, expected a motor for every joint";
  EXPECT_EQ(message_of([&] { joint_velocities(robot.drives, state, q_a, q); }),
            "joint_velocities: " + why);
  EXPECT_EQ(message_of([&] { (void)joint_positions(robot.drives, q_a, q); }),
            "joint_positions: " + why);
  for (const ActuatorModel& model : actuator_models())
    EXPECT_EQ(message_of([&] { model.reflection(robot.drives); }),
              "actuator model '" + std::string(model.name) + "': " + why);
}

TEST(PassiveJoints, AreTheColumnsOfZerosAndNoOthers) {
  const auto make = [](const MatrixX<double>& K) {
    return message_of([&] {
      Drives({"arm", K, std::vector<Motor>(static_cast<std::size_t>(K.rows())), {}, {}});
    });
  };
  MatrixX<double> K(1, 2);
  K << 50, 0;
  EXPECT_EQ(make(K), "no error");
  K << 50, 50;
  EXPECT_EQ(
      make(K),
      "drives of 'arm': K lets 1 motors move 2 joints, expected as many; a passive joint has a "
      "column of zeros");
  MatrixX<double> same(2, 3);
  same << 50, 0, 0, 50, 0, 0;
  EXPECT_EQ(make(same),
            "drives of 'arm': K is singular: the motor positions do not tell the joint positions");
}

// No other motor of Lola 15 turns axis 6: without motor 6 they move theirs as before.
TEST(PassiveJoints, AreThoseOfAFileWithoutDriveIfOneWants) {
  RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const MatrixX<double> all = make_drives(robot, model).K();
  robot.drives.pop_back();
  robot.coupling->value.pop_back();
  const Drives assumed = make_drives(robot, model);
  EXPECT_EQ(assumed.count(), 6);
  EXPECT_TRUE(assumed.motor(5).assumed);
  EXPECT_TRUE(assumed.passive_joints().empty());
  const Drives passive = make_drives(robot, model, WithoutDrive::passive);
  EXPECT_EQ(passive.count(), 5);
  EXPECT_EQ(passive.passive_joints(), std::vector{5});
  EXPECT_TRUE(is_close(passive.K(), all.topRows(5), 1e-15));
}

// What a motor sees while passive joints are held.
TEST(PassiveJoints, AreHeldWhereTheMotorsAreSurveyed) {
  std::mt19937 rng(74);
  const Underactuated robot(4, {2}, rng);
  const Model model = random_robot({.joints = 4}, rng);
  Workspace ws(model);
  MatrixX<double> H(4, 4);
  crba(model, ws, robot.q, H);
  DriveState state(robot.drives);
  ASSERT_TRUE(set_position(robot.drives, robot.q, state));
  VectorX<double> seen(3);
  effective_inertias(robot.drives, state, H, seen);
  const MatrixX<double> K = state.K()(Eigen::all, robot.driven);
  for (int i = 0; i < 3; ++i) {
    const VectorX<double> c = K.partialPivLu().solve(VectorX<double>::Unit(3, i));
    const double links = c.dot(H(robot.driven, robot.driven) * c);
    EXPECT_NEAR(seen[i], links + robot.drives.rotor_inertias()[i], 1e-12 * (1 + links));
  }
}

}  // namespace
}  // namespace erfd::test
