// Algorithm 1 on drives whose ratios follow the position (the IRb-6: ball screws, coupled wrist).
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/algorithm1.hpp"

#include "support/allocation_counter.hpp"

#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

class Irb6Algorithm1 : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("irb6")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const Algorithm1 algorithm{model, drives};
  Algorithm1Workspace ws{algorithm};
  Cycle cycle{algorithm};
  std::mt19937 rng{23};

  VectorX<double> in_range() {
    VectorX<double> q(model.nv());
    for (const Body& body : model.bodies())
      q[body.q_index] = std::uniform_real_distribution<double>(
          0.8 * body.limits.lower + 0.2 * body.limits.upper,
          0.2 * body.limits.lower + 0.8 * body.limits.upper)(rng);
    return q;
  }
  VectorX<double> random(double size) {
    std::uniform_real_distribution<double> d(-size, size);
    return VectorX<double>::NullaryExpr(model.nv(), [&] { return d(rng); });
  }
};

/// drive_torques() writes the motor equations out; the step has them by matrices.
TEST_F(Irb6Algorithm1, AsksTheMotorsForWhatTheMechanismsNeed) {
  DriveState state(drives);
  Workspace tree(model);
  VectorX<double> u(model.nv()), ua(model.nv());
  for (int k = 0; k < 200; ++k) {
    const VectorX<double> q = in_range(), qd = random(0.3), given = random(0.3);
    ASSERT_TRUE(set_position(drives, q, state));
    step(algorithm, ws, 0, q, qd, given, cycle);
    ASSERT_EQ(cycle.status, CycleStatus::ok);
    rnea(model, tree, q, qd, cycle.qdd_cmd, u);
    drive_torques(drives, state, cycle.qd_cmd, cycle.qdd_cmd, u, ua);
    EXPECT_LT((cycle.ua_required - ua).cwiseAbs().maxCoeff(), 1e-11 * ua.cwiseAbs().maxCoeff());
  }
}

/// The torques achieved must cause the accelerations achieved: the motor equations again, at the
/// result of the step. (`mixed`, whose dry friction follows the speed asked for; the laws of
/// `consistent` are checked in algorithm1_consistent_test.cpp.)
TEST_F(Irb6Algorithm1, AchievesWhatTheTorquesAtTheLimitCause) {
  const Algorithm1 mixed(model, drives, {.shortfall = Shortfall::mixed});
  DriveState state(drives);
  Workspace tree(model);
  VectorX<double> u(model.nv()), ua(model.nv());
  int limited = 0;
  for (int k = 0; k < 400; ++k) {
    const VectorX<double> q = in_range(), qd = random(0.2), given = qd + random(0.6);
    ASSERT_TRUE(set_position(drives, q, state));
    step(mixed, ws, 0, q, qd, given, cycle);
    ASSERT_EQ(cycle.status, CycleStatus::ok);
    if (!cycle.any_limited || !cycle.friction_settled) continue;
    ++limited;
    rnea(model, tree, q, qd, cycle.qdd, u);
    // Dry friction and changing ratios follow the speed asked for, viscous friction the one achieved.
    drive_torques(drives, state, cycle.qd_cmd, cycle.qdd, u, ua);
    const VectorX<double> slower = state.K() * (cycle.qd_next - cycle.qd_cmd);
    ua += drives.motor_viscous().cwiseProduct(slower);
    EXPECT_LT((cycle.ua - ua).cwiseAbs().maxCoeff(), 1e-9 * (1 + ua.cwiseAbs().maxCoeff())) << k;
    for (int i = 0; i < drives.count(); ++i)
      EXPECT_LE(std::abs(cycle.ua[i]), drives.motor(i).limits.torque_peak * (1 + 1e-9));
  }
  EXPECT_GT(limited, 50);
}

TEST_F(Irb6Algorithm1, NeverAllocates) {
  const VectorX<double> q = in_range(), qd = random(0.2), given = qd + random(0.6);
  const test::AllocationCounter heap;
  for (int k = 0; k < 100; ++k) step(algorithm, ws, 0, q, qd, given, cycle);
  EXPECT_EQ(heap.count(), 0);
}

}  // namespace
}  // namespace erfd
