// The causes of an asked motion's torques against the torques that Algorithm 1 asks for.
#include "erfd/verification/torque_causes.hpp"

#include "erfd/description/read.hpp"
#include "erfd/model/build.hpp"
#include "erfd/verification/joint_torques.hpp"

#include "verification/hand_made.hpp"

#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

/// Lola 15 between random postures, under a load that changes twice on the way.
class LoadedMotion : public ::testing::Test {
 protected:
  explicit LoadedMotion(double seconds = 0.8) {
    std::mt19937 rng(11);
    std::uniform_real_distribution<double> angle(-1.5, 1.5);
    std::vector<VectorX<double>> postures;
    for (int i = 0; i < 4; ++i)
      postures.push_back(VectorX<double>::NullaryExpr(6, [&] { return angle(rng); }));
    Conditions loaded;
    loaded.gripped.mass = 7;
    loaded.gripped.com = {0.02, -0.05, 0.11};
    program = test::program_of(3, loaded);
    program.instructions[1].conditions = {};
    plan = test::plan_of(model, postures, seconds);
    result = verify(program, plan, model, drives);
  }

  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  Program program;
  Plan plan;
  Verification result;
};

class SlowLoadedMotion : public LoadedMotion {
 protected:
  SlowLoadedMotion() : LoadedMotion(6) {}
};

TEST_F(LoadedMotion, CausesSumToTheMotorTorquesInEveryCycle) {
  ASSERT_EQ(result.fault, "");
  const MatrixX<double> causes = asked_torque_causes(program, plan, model, drives, result.motion);
  ASSERT_EQ(causes.cols(), result.motion.ua_asked.cols());
  int moving = 0;
  for (Eigen::Index k = 0; k < causes.cols(); ++k) {
    if (!(result.motion.qd_asked.col(k).cwiseAbs().minCoeff() > 1e-6)) continue;
    ++moving;
    for (int i = 0; i < drives.count(); ++i) {
      const double sum = causes.col(k).segment<torque_cause_count>(i * torque_cause_count).sum();
      // Both routes add terms of some 100 N m: 1e-10 is 1e4 roundings.
      EXPECT_NEAR(sum, result.motion.ua_asked(i, k), 1e-10) << "motor " << i << ", cycle " << k;
    }
  }
  EXPECT_GT(moving, 200);
}

/// The causes come from H, C and g, the joint torques from Newton and Euler.
TEST_F(LoadedMotion, JointTorquesAreTheMotorTorquesForLinksAndPayloadBehindTheGears) {
  const MatrixX<double> causes = asked_torque_causes(program, plan, model, drives, result.motion);
  const JointTorques torques = joint_torques(program, plan, model, drives, result.motion);
  ASSERT_EQ(torques.asked.cols(), causes.cols());
  ASSERT_EQ(torques.achieved.cols(), result.motion.q.cols());
  constexpr int links = static_cast<int>(TorqueCause::rotors);  // causes before it are of the links
  for (Eigen::Index k = 0; k < causes.cols(); ++k) {
    VectorX<double> motor(drives.count());
    for (int i = 0; i < drives.count(); ++i)
      motor[i] = causes.col(k).segment<links>(i * torque_cause_count).sum();
    EXPECT_LT((drives.K().transpose() * motor - torques.asked.col(k)).cwiseAbs().maxCoeff(), 1e-9)
        << "cycle " << k;
  }
}

TEST_F(SlowLoadedMotion, AchievedJointTorquesAreTheAskedOnesWhereNothingLimits) {
  ASSERT_TRUE(result.achievable);
  const JointTorques torques = joint_torques(program, plan, model, drives, result.motion);
  const Eigen::Index cycles = torques.asked.cols();
  EXPECT_LT((torques.achieved.leftCols(cycles) - torques.asked).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_GT(torques.asked.cwiseAbs().maxCoeff(), 100);
}

}  // namespace
}  // namespace erfd
