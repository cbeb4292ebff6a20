// The causes of an asked motion's torques against the torques that Algorithm 1 asks for.
#include "erfd/verification/torque_causes.hpp"

#include "erfd/description/read.hpp"
#include "erfd/model/build.hpp"

#include "verification/hand_made.hpp"

#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

TEST(TorqueCauses, OfAMovingRobotSumToItsMotorTorquesInEveryCycle) {
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  std::mt19937 rng(11);
  std::uniform_real_distribution<double> angle(-1.5, 1.5);
  std::vector<VectorX<double>> postures;
  for (int i = 0; i < 4; ++i)
    postures.push_back(VectorX<double>::NullaryExpr(6, [&] { return angle(rng); }));
  Conditions loaded;
  loaded.gripped.mass = 7;
  loaded.gripped.com = {0.02, -0.05, 0.11};
  Program program = test::program_of(3, loaded);
  program.instructions[1].conditions = {};  // the load changes twice on the way
  const Plan plan = test::plan_of(model, postures, 0.8);
  const Verification result = verify(program, plan, model, drives);
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

}  // namespace
}  // namespace erfd
