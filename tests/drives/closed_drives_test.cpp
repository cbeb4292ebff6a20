// Drives of robots with closed loops and of robots on a free base: torques by cause, bearing loads, what the
// motors see.
#include "erfd/drives/survey.hpp"
#include "erfd/drives/torque_split.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/allocation_counter.hpp"
#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr const char* with_loops[] = {"fourbar", "fivebar", "palletiser", "delta", "gough_stewart"};

struct Closed {
  explicit Closed(const std::string& name)
      : file(read_robot_file(find_robot(name)).robot), model(build(file)), ws(model) {}

  /// A closed motion near where the robot is put together.
  State state(std::mt19937& rng) {
    State s = random_state(model, rng);
    VectorX<double> target = model.start();
    s.q = target;
    for (const int a : ws.active()) target[a] += uniform(rng, -0.03, 0.03);
    EXPECT_TRUE(close_position(model, ws, s.q).closed);
    EXPECT_TRUE(move_active<double>(model, ws, target, s.q).closed);
    close_velocity(model, ws, s.q, s.qd);
    close_acceleration(model, ws, s.q, s.qd, s.qdd);
    return s;
  }
  /// The same motion a little later, closed by Newton.
  State later(const State& s, double t) {
    State next = s;
    for (const int a : ws.active()) {
      next.q[a] += t * s.qd[a] + t * t / 2 * s.qdd[a];
      next.qd[a] += t * s.qdd[a];
    }
    close_position(model, ws, next.q);
    close_velocity(model, ws, next.q, next.qd);
    return next;
  }

  RobotDescription file;
  Model model;
  LoopWorkspace ws;
};

// What the active joints give is the rate of the energy of links; what the motors give is that of rotors and
// friction besides.
TEST(ClosedDrives, PowerOfTheMotorsIsTheRateOfTheEnergyAndTheLosses) {
  std::mt19937 rng(41);
  for (const char* name : with_loops) {
    Closed robot(name);
    const LoadedRobot loaded{robot.model, {}, make_drives(robot.file, robot.model)};
    const Drives& drives = *loaded.drives;
    TorqueSplit split(loaded);
    TorqueSplitWorkspace ws(loaded);
    Workspace tree(robot.model);
    for (int k = 0; k < 5; ++k) {
      const State s = robot.state(rng);
      split_torques(loaded, ws, s.q, s.qd, s.qdd, split);
      const auto energy = [&](double t) {
        const State at = robot.later(s, t);
        return kinetic_energy(robot.model, tree, at.q, at.qd) +
               potential_energy(robot.model, tree, at.q);
      };
      const auto rotors = [&](double t) {
        const VectorX<double> speed = drives.K() * robot.later(s, t).qd;
        return 0.5 * drives.rotor_inertias().dot(speed.cwiseAbs2());
      };
      const double h = 1e-5, rate = (energy(h) - energy(-h)) / (2 * h);
      EXPECT_NEAR(split.link_total.dot(s.qd), rate, 1e-6 * std::max(1.0, std::abs(rate))) << name;
      VectorX<double> lost(drives.joint_count());
      friction_torques(drives, drives.constant(), s.qd, split.link_total, lost);
      const double all = rate + (rotors(h) - rotors(-h)) / (2 * h) + lost.dot(s.qd);
      EXPECT_NEAR(split.motor_total.dot(drives.K() * s.qd), all,
                  1e-6 * std::max(1.0, std::abs(all)))
          << name;
      for (const int p : robot.ws.passive()) EXPECT_EQ(split.joint_total[p], 0) << name;
    }
  }
}

// Newton and Euler of the whole robot, and of every joint about its own axis: bearings carry it, and no joint
// transmits along its freedom what no motor gives.
TEST(ClosedDrives, BearingsCarryTheRobotWithTheForcesOfItsCutJoints) {
  std::mt19937 rng(42);
  for (const char* name : with_loops) {
    Closed robot(name);
    const LoadedRobot loaded{robot.model, {}, {}};
    TorqueSplit split(loaded);
    TorqueSplitWorkspace ws(loaded);
    Workspace tree(robot.model);
    const VectorX<double> rest = VectorX<double>::Zero(robot.model.nv());
    for (int k = 0; k < 5; ++k) {
      const State s = robot.state(rng);
      split_torques(loaded, ws, s.q, s.qd, s.qdd, split);
      double scale = 1;
      for (const Force<double>& F : split.reactions)
        scale = std::max({scale, F.force.norm(), F.moment.norm()});
      for (int i = 0; i < robot.model.body_count(); ++i) {
        const Body& body = robot.model.body({i});
        const Force<double>& F = split.reactions[static_cast<std::size_t>(i)];
        const double along = is_angle(body.kind) ? F.moment.z() : F.force.z();
        EXPECT_NEAR(along, split.link_total[body.v_index], 1e-9 * scale) << name << body.joint;
      }
      split_torques(loaded, ws, s.q, rest, rest, split);
      std::vector<Pose<double>> X_WB(static_cast<std::size_t>(robot.model.body_count()));
      body_poses<double>(robot.model, tree, s.q, X_WB);
      Vector3<double> held = Vector3<double>::Zero();
      for (int i = 0; i < robot.model.body_count(); ++i)
        if (robot.model.body({i}).parent.is_world())
          held += X_WB[static_cast<std::size_t>(i)].R *
                  split.reactions[static_cast<std::size_t>(i)].force;
      const double weight = robot.model.moving_mass() * 9.81;
      EXPECT_LE((held - Vector3<double>(0, 0, weight)).norm(), 1e-9 * weight) << name;
    }
  }
}

// ½ c H c of the closed motion, by energies of states that Newton closed.
TEST(ClosedDrives, MotorsSeeAllThatTheLoopsMove) {
  std::mt19937 rng(43);
  for (const char* name : with_loops) {
    Closed robot(name);
    const Drives drives = make_drives(robot.file, robot.model);
    LinksAtJoints links(robot.model);
    Workspace tree(robot.model);
    VectorX<double> seen(drives.count());
    for (int k = 0; k < 3; ++k) {
      const State s = robot.state(rng);
      ASSERT_TRUE(links.move_to(s.q));
      effective_inertias(drives, drives.constant(), links.H(), seen);
      const double h = 1e-5;
      for (int i = 0; i < drives.count(); ++i) {
        State turning = s;
        turning.qd.setZero();
        turning.qdd.setZero();
        turning.qd[drives.motor(i).joint] = 1 / drives.K()(i, drives.motor(i).joint);
        const VectorX<double> ahead = robot.later(turning, h).q,
                              behind = robot.later(turning, -h).q;
        const VectorX<double> rate = (ahead - behind) / (2 * h);
        const double twice = 2 * kinetic_energy(robot.model, tree, links.q(), rate);
        EXPECT_NEAR(seen[i] - drives.rotor_inertias()[i], twice, 1e-6 * seen[i]) << name;
        const double fall = (potential_energy(robot.model, tree, ahead) -
                             potential_energy(robot.model, tree, behind)) /
                            (2 * h);
        const int joint = drives.motor(i).joint;
        EXPECT_NEAR(links.gravity()[joint] / drives.K()(i, joint), fall,
                    1e-6 * std::max(1.0, std::abs(fall)))
            << name;
      }
    }
    const auto surveys = survey_motors(robot.model, drives, robot.model.start(), {.samples = 20});
    for (const MotorSurvey& survey : surveys) {
      VectorX<double> gap(robot.model.constraint_rows());
      constraint_gap(robot.model, robot.ws, survey.most_inertia.q, gap);
      EXPECT_LE(gap.cwiseAbs().maxCoeff(), 1e-10) << name;
    }
  }
}

TEST(ClosedDrives, SplittingDoesNotTouchTheHeap) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(44);
  Closed robot("delta");
  const LoadedRobot loaded{robot.model, {}, make_drives(robot.file, robot.model)};
  TorqueSplit split(loaded);
  TorqueSplitWorkspace ws(loaded);
  const State s = robot.state(rng);
  split_torques(loaded, ws, s.q, s.qd, s.qdd, split);
  const AllocationCounter counter;
  split_torques(loaded, ws, s.q, s.qd, s.qdd, split);
  EXPECT_EQ(counter.count(), 0);
}

TEST(ClosedDrives, ADriveOfAPassiveJointIsRefused) {
  Closed robot("fourbar");
  robot.file.drives[0].joint = "rocker";
  const std::string text = message_of([&] { make_drives(robot.file, robot.model); });
  EXPECT_NE(text.find("joint 'rocker' is passive, expected an active one"), text.npos) << text;
}

// The columns of a free base are zero: its six velocities feel no motor, and the torques of the joints are those
// of the same drives on the ground.
TEST(FreeBaseDrives, MoveTheJointsAlone) {
  std::mt19937 rng(45);
  RobotDescription file = read_robot_file(find_robot("torso")).robot;
  const Model model = build(file);
  file.drives.clear();
  for (const Body& body : model.joints()) {
    DriveDescription drive;
    drive.name = "of_" + body.joint;
    drive.joint = body.joint;
    drive.ratio = Entry<double>{.value = 50};
    drive.rotor_inertia = Entry<double>{.value = 1e-4};
    file.drives.push_back(drive);
  }
  const LoadedRobot loaded{model, {}, make_drives(file, model)};
  const Drives& drives = *loaded.drives;
  EXPECT_EQ(drives.count(), static_cast<int>(model.joints().size()));
  EXPECT_TRUE((drives.K().leftCols(6).array() == 0).all());
  TorqueSplit split(loaded);
  TorqueSplitWorkspace ws(loaded);
  const State s = random_state(model, rng);
  split_torques(loaded, ws, s.q, s.qd, s.qdd, split);
  for (const Body& body : model.joints()) {
    const int motor = body.v_index - 6;
    EXPECT_NEAR(split.motor_total[motor],
                split.link_total[body.v_index] / 50 + 1e-4 * 50 * s.qdd[body.v_index],
                1e-10 * std::max(1.0, std::abs(split.motor_total[motor])));
  }
}

}  // namespace
}  // namespace erfd::test
