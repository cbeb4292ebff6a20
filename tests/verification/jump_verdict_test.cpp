// Jumps in verdicts: named as such, the same at every period, and no torque.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/verification/verification.hpp"

#include "motion/reference_program.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

class JumpVerdict : public testing::Test {
 protected:
  JumpVerdict() {
    work << 0.2, 0.35, -0.35, 0.1, -1, 0.2;
    settings.home = work;
    Workspace ws(model);
    X = frame_pose<double>(model, ws, work, model.tool());
  }
  /// Two lines of which the first turns the tool and the second does not.
  Program lines(double gripped = 0) const {
    Program program;
    for (int k = 1; k <= 2; ++k) {
      CartesianTarget goal;
      goal.X_BaseT = {rotation_y(0.5) * X.R, X.p + Vector3<double>{0, 0.15 * k, 0}};
      Instruction next = instruction(MoveKind::lin, goal);
      std::get<Move>(next.action).fly_by = k == 1 ? FlyBy::speed : FlyBy::stop;
      next.conditions.gripped.mass = gripped;
      next.at = {18 + k, 1};
      program.instructions.push_back(next);
    }
    return program;
  }
  Verification judge(const Program& program, double period, const Drives& used) {
    settings.period = period;
    plan_ = plan(program, model, kinematics, settings);
    return verify(program, plan_, model, used);
  }
  static std::set<int> bad(const Verification& result) {
    std::set<int> moves;
    for (const MoveVerdict& m : result.moves)
      if (!m.achievable) moves.insert(m.move);
    return moves;
  }

  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const InverseKinematics kinematics{model};
  PlannerSettings settings = planner_settings(robot, model);
  VectorX<double> work{6};
  Pose<double> X;
  Plan plan_;
};

TEST_F(JumpVerdict, IsTheSameAtEveryPeriod) {
  for (const double period : {0.01, 0.003, 0.001}) {
    const Verification result = judge(lines(), period, drives);
    ASSERT_EQ(bad(result), std::set<int>{0}) << period;
    const MoveVerdict& move = result.moves[0];
    EXPECT_EQ(move.worst.limit, Limit::jump);
    EXPECT_EQ(move.exceeded.size(), 1U) << move.reason;
    EXPECT_FALSE(move.shares);
    EXPECT_NE(move.reason.find("jumps by 47."), std::string::npos) << move.reason;
    EXPECT_NE(move.reason.find("between lines 19 and 20"), std::string::npos) << move.reason;
    EXPECT_NE(move.reason.find("no motor follows a jump"), std::string::npos) << move.reason;
    EXPECT_NE(move.reason.find("--smoothed"), std::string::npos) << move.reason;
  }
}

TEST_F(JumpVerdict, FailsTheSameMovesOfTheReferenceProgramAtTenAndThreeMilliseconds) {
  const Program program = reference_program();
  settings.home = VectorX<double>::Zero(6);
  const std::set<int> coarse = bad(judge(program, 0.01, drives)),
                      fine = bad(judge(program, 0.003, drives));
  EXPECT_EQ(coarse, fine);
  EXPECT_GE(coarse.size(), 4U);
}

TEST_F(JumpVerdict, IsToldOfMovesThatAreShorterThanACycle) {
  settings.home = VectorX<double>::Zero(6);
  const Verification result = judge(reference_program(), 3, drives);
  std::set<int> jumping, without_cycle;
  for (const Jump& jump : plan_.jumps) {
    const PlannedMove& move = plan_.moves[static_cast<std::size_t>(jump.before)];
    jumping.insert(jump.before);
    if (move.end_sample <= move.first_sample) without_cycle.insert(jump.before);
  }
  ASSERT_FALSE(without_cycle.empty());
  EXPECT_FALSE(result.achievable);
  EXPECT_EQ(bad(result), jumping);
}

TEST_F(JumpVerdict, DoesNotHideATorqueElsewhereInTheMove) {
  const Verification free = judge(lines(15), 0.01, drives);
  VectorX<double> peak = VectorX<double>::Zero(6);
  for (int k = 0; k < plan_.samples(); ++k)
    if (!free.motion.jumps[static_cast<std::size_t>(k)])
      peak = peak.cwiseMax(free.motion.ua_asked.col(k).cwiseAbs());
  Drives::Parts parts{"weak", drives.K(), drives.motors(), {}, drives.load_dependent()};
  for (int j = 0; j < 6; ++j) parts.joint_friction.push_back(drives.joint_friction(j));
  parts.motors[1].limits.torque_peak = 0.9 * peak[1];
  const Verification result = judge(lines(15), 0.01, Drives(std::move(parts)));
  const auto told = [&](const MoveVerdict& m) {
    return std::any_of(m.exceeded.begin(), m.exceeded.end(), [](const Binding& b) {
      return b.limit == Limit::motor_torque && b.motor == 1;
    });
  };
  EXPECT_TRUE(std::any_of(result.moves.begin(), result.moves.end(), told));
  EXPECT_EQ(result.moves[0].worst.limit, Limit::jump);
}

/// The square of a step over a period grows as the period falls; the heat of the motors does not.
TEST_F(JumpVerdict, HeatsNoMotor) {
  const VectorX<double> coarse = judge(lines(), 0.01, drives).torque_rms,
                        fine = judge(lines(), 0.001, drives).torque_rms;
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(coarse[i], fine[i], 0.05 * fine[i] + 1e-3) << i;
}

TEST_F(JumpVerdict, TellsTheNextMoveThatItArrivesLate) {
  const Verification result = judge(lines(), 0.01, drives);
  const MoveVerdict& next = result.moves[1];
  ASSERT_TRUE(next.achievable);
  ASSERT_GT(next.path_error, 1e-5);
  EXPECT_EQ(next.late_from, 0);
  EXPECT_NE(next.reason.find("arrives from line 19 with"), std::string::npos) << next.reason;
}

TEST_F(JumpVerdict, AMoveWithoutCyclesHasNothingOfItsNeighbours) {
  Program program = lines();
  Instruction standing = instruction(MoveKind::ptp, JointTarget{{work.begin(), work.end()}});
  standing.at = {1, 1};
  program.instructions.insert(program.instructions.begin(), standing);
  Instruction wait;
  wait.action = Wait{0};
  wait.at = {30, 1};
  program.instructions.push_back(wait);
  const Verification result = judge(program, 0.01, drives);
  ASSERT_EQ(result.moves.size(), 4U);
  for (const std::size_t m : {std::size_t{0}, std::size_t{3}}) {
    EXPECT_TRUE(result.moves[m].achievable);
    EXPECT_EQ(result.moves[m].worst.limit, Limit::none);
    EXPECT_EQ(result.moves[m].path_error, 0);
    EXPECT_EQ(result.moves[m].joint_error.norm(), 0);
    EXPECT_FALSE(result.moves[m].shares);
    EXPECT_EQ(result.moves[m].asked_time, 0);
  }
}

}  // namespace
}  // namespace erfd::test
