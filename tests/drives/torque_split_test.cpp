// Torques by cause. The totals come from inverse dynamics and from the actuator model, which share
// no formula with the terms.
#include "erfd/drives/torque_split.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/actuator_model.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"
#include "support/source_tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

const Payload load{7, {0.1, -0.05, 0.2}, Vector3<double>(0.02, 0.03, 0.04).asDiagonal()};

LoadedRobot random_loaded(int joints, std::mt19937& rng) {
  const Model links = random_robot({.joints = joints}, rng);
  return {links, links.with_payload(links.tool(), load), random_drives(joints, rng)};
}

/// The robot of a file, with a payload in its tool; links only where it has no drives.
LoadedRobot shipped(const std::string& path) {
  const RobotDescription robot = read_robot_file(path).robot;
  RobotDescription empty = robot;
  for (ToolDescription& tool : empty.tools) tool.payload.reset();
  const Model links = build(empty), full = build(robot);
  LoadedRobot loaded{links, full.with_payload(full.tool(), load), {}};
  if (robot.drives.empty()) return loaded;
  loaded.drives = make_drives(robot, links);
  return loaded;
}

std::vector<std::string> shipped_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(source_tree("robots")))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

ExternalWrench<double> random_wrench(const Model& model, std::mt19937& rng) {
  const VectorX<double> w = random_vector(9, rng, 100);
  return {model.tool(), {w.segment<3>(0), w.segment<3>(3)}, w.segment<3>(6) / 500};
}

/// Drives with the ratios that others have at a position.
Drives frozen(const Drives& drives, const DriveState& state) {
  Drives::Parts parts{drives.robot(), state.K(), drives.motors(), {}, {}};
  for (int j = 0; j < drives.count(); ++j) parts.joint_friction.push_back(drives.joint_friction(j));
  parts.load_dependent = drives.load_dependent();
  return Drives(std::move(parts));
}

/// By one call of inverse dynamics of the loaded robot, and by the actuator model.
struct Expected {
  VectorX<double> links, joints, motors;

  Expected(const LoadedRobot& robot, const State& s, Wrenches<double> wrenches) {
    const Model& model = robot.model();
    Workspace ws(model);
    links.resize(model.nv());
    rnea(model, ws, s.q, s.qd, s.qdd, links, wrenches);
    if (!robot.drives) return;
    const int n = model.nv();
    MatrixX<double> H(n, n), H_a(n, n);
    VectorX<double> bias(n), bias_a(n);
    crba(model, ws, s.q, H);
    bias_torques(model, ws, s.q, s.qd, bias, wrenches);
    DriveState state(*robot.drives);
    EXPECT_TRUE(set_position(*robot.drives, s.q, state));
    find_actuator_model("corrected")
        .evaluate(frozen(*robot.drives, state), {H, bias, links, s.qd, s.qd, 0}, H_a, bias_a);
    MatrixX<double> Kd(n, n);
    transmission_rate(*robot.drives, state, s.qd, Kd);
    motors = H_a * s.qdd + bias_a + robot.drives->rotor_inertias().cwiseProduct(Kd * s.qd);
    joints = state.K().transpose() * motors;
  }
};

/// Largest |a − b| over the largest term.
double relative(const VectorX<double>& a, const VectorX<double>& b, const MatrixX<double>& terms) {
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / terms.cwiseAbs().maxCoeff();
}

/// Worst relative difference between the added terms and the expected torques.
double worst_sum(const LoadedRobot& robot, int count, std::mt19937& rng) {
  TorqueSplit split(robot);
  TorqueSplitWorkspace ws(robot);
  double worst = 0;
  for (int k = 0; k < count; ++k) {
    State s = random_state(robot.links, rng);
    s.qd *= 3;
    s.qdd *= 10;
    const auto wrench = random_wrench(robot.links, rng);
    split_torques(robot, ws, s.q, s.qd, s.qdd, split, {&wrench, 1});
    const Expected expected(robot, s, {&wrench, 1});
    worst = std::max(worst, relative(split.link_total, expected.links, split.joint));
    if (robot.drives) {
      worst = std::max({worst, relative(split.joint.rowwise().sum(), expected.joints, split.joint),
                        relative(split.motor.rowwise().sum(), expected.motors, split.motor),
                        relative(split.motor_total, expected.motors, split.motor)});
    } else {
      worst = std::max(worst, relative(split.joint.rowwise().sum(), expected.links, split.joint));
    }
  }
  return worst;
}

// Two routes of some hundred operations each on terms of this size: 1e-12 is far above their
// rounding and far below any missing term.
TEST(TorqueSplitLong, AddsUpToTheTorquesOfEveryShippedRobot) {
  const int count = std::getenv("ERFD_LONG") != nullptr ? 100'000 : 200;
  std::mt19937 rng(11);
  for (const std::string& path : shipped_paths()) {
    const LoadedRobot robot = shipped(path);
    // Of loops and free bases, where some joints have no motor: closed_drives_test.cpp.
    if (robot.drives && !robot.drives->passive_joints().empty()) continue;
    const double worst = worst_sum(robot, count, rng);
    std::cout << robot.links.name() << ": " << worst << (robot.drives ? "" : " (links only)")
              << '\n';
    EXPECT_LT(worst, 1e-12 * tolerance_scale()) << path;
  }
}

TEST(TorqueSplit, AddsUpToTheTorquesOfUglyRobots) {
  std::mt19937 rng(12);
  for (int k = 0; k < 40; ++k)
    EXPECT_LT(worst_sum(random_loaded(1 + k % 9, rng), 10, rng), 1e-12) << "robot " << k;
}

TEST(TorqueSplit, OfAFreeBaseHasLinksOnly) {
  std::mt19937 rng(13);
  const LoadedRobot robot{random_robot({.joints = 5, .free_base = true}, rng), {}, {}};
  EXPECT_LT(worst_sum(robot, 20, rng), 1e-12);
}

TEST(TorqueSplit, EachTermVanishesWithItsCause) {
  std::mt19937 rng(14);
  LoadedRobot robot = random_loaded(6, rng);
  TorqueSplit split(robot);
  TorqueSplitWorkspace ws(robot);
  State s = random_state(robot.links, rng);
  s.qd.setZero();
  s.qdd.setZero();
  split_torques(robot, ws, s.q, s.qd, s.qdd, split);
  for (const TorqueCause cause : torque_causes()) {
    const bool stays = cause == TorqueCause::gravity || cause == TorqueCause::payload;
    const double size = split.motor.col(static_cast<int>(cause)).norm();
    EXPECT_EQ(size > 0, stays) << name_of(cause);
  }
  robot.loaded.reset();
  split_torques(robot, ws, s.q, s.qd, s.qdd, split);
  EXPECT_EQ(split.joint.col(static_cast<int>(TorqueCause::payload)).norm(), 0);
}

// At rest a payload is its weight, and a weight is a wrench of the environment.
TEST(TorqueSplit, ThePayloadAtRestEqualsItsWeightAsAWrench) {
  std::mt19937 rng(15);
  const LoadedRobot robot = random_loaded(6, rng), empty{robot.links, {}, {}};
  TorqueSplit with(robot), pulled(empty);
  TorqueSplitWorkspace ws(robot), empty_ws(empty);
  const VectorX<double> zero = VectorX<double>::Zero(6);
  const ExternalWrench<double> weight{
      robot.links.tool(), {Vector3<double>::Zero(), load.mass * robot.links.gravity()}, load.com};
  for (int k = 0; k < 20; ++k) {
    const VectorX<double> q = random_vector(6, rng, 3);
    split_torques(robot, ws, q, zero, zero, with);
    split_torques(empty, empty_ws, q, zero, zero, pulled, {&weight, 1});
    EXPECT_TRUE(is_close(with.joint.col(static_cast<int>(TorqueCause::payload)),
                         pulled.joint.col(static_cast<int>(TorqueCause::external)), 1e-12));
  }
}

TEST(TorqueSplit, FrictionAlwaysBrakesAndSpinningRotorsTakeTheirKineticEnergy) {
  std::mt19937 rng(16);
  for (int k = 0; k < 100; ++k) {
    const LoadedRobot robot = random_loaded(1 + k % 8, rng);
    TorqueSplit split(robot);
    TorqueSplitWorkspace ws(robot);
    const State s = random_state(robot.links, rng);
    split_torques(robot, ws, s.q, s.qd, s.qdd, split);
    for (const auto cause :
         {TorqueCause::viscous, TorqueCause::coulomb, TorqueCause::load_friction})
      EXPECT_GE(split.joint.col(static_cast<int>(cause)).dot(s.qd), 0) << name_of(cause);
    VectorX<double> speed(robot.motor_count()), rate(robot.motor_count());
    motor_velocities(*robot.drives, s.qd, speed);
    motor_velocities(*robot.drives, s.qdd, rate);
    const double power = robot.drives->rotor_inertias().cwiseProduct(speed).dot(rate);
    EXPECT_NEAR(split.joint.col(static_cast<int>(TorqueCause::rotors)).dot(s.qd), power,
                1e-12 * std::abs(speed.norm() * rate.norm()));
  }
}

TEST(TorqueSplit, ReactionsCarryTheTorqueOfTheLinksAboutTheJointAxis) {
  std::mt19937 rng(17);
  const LoadedRobot robot = random_loaded(7, rng);
  TorqueSplit split(robot);
  TorqueSplitWorkspace ws(robot);
  const State s = random_state(robot.links, rng);
  split_torques(robot, ws, s.q, s.qd, s.qdd, split);
  for (std::size_t i = 0; i < split.reactions.size(); ++i) {
    const Force<double>& f = split.reactions[i];
    const bool turns = robot.links.bodies()[i].kind == JointKind::revolute;
    EXPECT_EQ(turns ? f.moment.z() : f.force.z(), split.link_total[static_cast<Eigen::Index>(i)]);
  }
}

TEST(TorqueSplit, DoesNotAllocate) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(18);
  const LoadedRobot robot = random_loaded(12, rng);
  TorqueSplit split(robot);
  TorqueSplitWorkspace ws(robot);
  const State s = random_state(robot.links, rng);
  const auto wrench = random_wrench(robot.links, rng);
  const AllocationCounter counter;
  split_torques(robot, ws, s.q, s.qd, s.qdd, split, {&wrench, 1});
  EXPECT_EQ(counter.count(), 0);
}

TEST(TorqueSplit, NamesWrongSizesAndNumbersThatAreTooLarge) {
  std::mt19937 rng(19);
  const LoadedRobot robot = random_loaded(3, rng), other = random_loaded(4, rng);
  TorqueSplit split(robot), wrong(other);
  TorqueSplitWorkspace ws(robot);
  const VectorX<double> zero = VectorX<double>::Zero(3), huge = VectorX<double>::Constant(3, 1e200);
  EXPECT_EQ(message_of([&] { split_torques(robot, ws, zero, zero, zero, wrong); }),
            "split_torques: argument 'split.joint (rows)' has size 4, but the robot needs 3");
  EXPECT_EQ(message_of([&] { split_torques(robot, ws, zero, huge, zero, split); }),
            "inverse dynamics of random: the torques are not finite; the numbers of the state are "
            "too large");
  const LoadedRobot mixed{robot.links, {}, other.drives};
  EXPECT_EQ(message_of([&] { TorqueSplitWorkspace{mixed}; }),
            "torques of random: its drives know 4 joints, expected its own: 3");
}

}  // namespace
}  // namespace erfd::test
