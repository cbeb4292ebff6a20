#include "erfd/report/torque_summary.hpp"

#include "report/models.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

// Over whole periods, a triangle of height A has the effective value A/√3 and an offset adds by
// Pythagoras.
TEST(TorqueSummary, FindsPeakItsInstantItsCausesAndTheEffectiveValue) {
  const LoadedRobot robot{elbow_and_lift(), {}, {}};
  TorqueSummary summary(robot);
  TorqueSplit split(robot);
  for (int i = 0; i <= 1000; ++i) {
    const double t = 5 + 0.001 * i;
    split.joint.setConstant(t);
    const double x = i / 250.0;  // up to 1, down to −1, up to 0
    split.joint_total[0] = 3 - 4 * (x < 1 ? x : x < 3 ? 2 - x : x - 4);
    split.joint_total[1] = -2;
    split.reactions[0] = {{3, 4, 7}, {-6, 8, 0}};
    split.reactions[1] = {{}, {0, 0, -t}};
    summary.add(t, split);
  }
  EXPECT_EQ(summary.sample_count(), 1001u);
  EXPECT_NEAR(summary.duration(), 1, 1e-12);
  EXPECT_NEAR(summary.joints()[0].peak, 7, 1e-12);
  EXPECT_NEAR(summary.joints()[0].time, 5.75, 1e-12);
  EXPECT_NEAR(summary.joints()[0].causes[4], 5.75, 1e-12);
  EXPECT_NEAR(summary.joints()[0].rms, std::sqrt(9 + 16 / 3.0), 1e-9);
  EXPECT_EQ(summary.joints()[1].peak, -2);
  EXPECT_EQ(summary.joints()[1].time, 5);
  EXPECT_NEAR(summary.joints()[1].rms, 2, 1e-12);
  EXPECT_EQ(summary.bearings()[0].radial.value, 10);
  EXPECT_EQ(summary.bearings()[0].tilting.value, 5);
  EXPECT_NEAR(summary.bearings()[1].axial.value, 6, 1e-12);
  EXPECT_TRUE(summary.motors().empty());
}

TEST(TorqueSummary, OfOneSampleIsThatSample) {
  const LoadedRobot robot{elbow_and_lift(), {}, {}};
  TorqueSummary summary(robot);
  TorqueSplit split(robot);
  split.joint.setZero();
  split.joint_total << -3, 0;
  summary.add(1, split);
  EXPECT_EQ(summary.joints()[0].rms, 3);
  EXPECT_EQ(summary.joints()[1].peak, 0);
}

TEST(TorqueColumns, HaveAUnitEachAndANumberEach) {
  for (const bool free_base : {false, true}) {
    LoadedRobot robot{elbow_and_lift(free_base), {}, {}};
    if (!free_base) {
      Drives::Parts parts;
      parts.K = MatrixX<double>::Identity(2, 2);
      parts.motors.resize(2);
      robot.drives.emplace(Drives(parts));
    }
    TorqueSplit split(robot);
    split.motor_total.setZero();
    std::vector<double> row;
    ReadStates motion;
    motion.has_move = motion.has_payload = true;
    std::optional<MotorSensors> sensors;
    if (robot.drives) sensors.emplace(*robot.drives);
    set_torque_row(robot, motion, rest_state(robot.links), split, sensors ? &*sensors : nullptr,
                   row);
    const ColumnTable table = torque_columns(robot, motion);
    EXPECT_EQ(row.size(), table.columns.size());
    if (free_base) continue;
    EXPECT_EQ(table.columns[7].head(), "tau1_N_m");
    EXPECT_EQ(table.columns[8].head(), "tau2_N");
    EXPECT_EQ(table.columns[10].head(), "motor2_N_m");
    EXPECT_EQ(table.columns[11].head(), "tau1_inertia_N_m");
    EXPECT_EQ(table.columns[table.columns.size() - 16].head(), "load2_nz_N_m");
    EXPECT_EQ(table.columns[table.columns.size() - 15].head(), "motor1_angle_rad");
    EXPECT_EQ(table.columns[table.columns.size() - 12].head(), "motor2_speed_rad_s");
    EXPECT_EQ(table.columns[table.columns.size() - 11].head(), "move");
    EXPECT_EQ(table.columns.back().head(), "payload_iyz_kg_m2");
  }
}

}  // namespace
}  // namespace erfd::test
