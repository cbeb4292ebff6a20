// The robot that keeps the path: what is found must pass, must not be slower than needed, and must say
// where nothing helps.
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/verification/verification.hpp"

#include "motion/reference_program.hpp"
#include "support/random_drives.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Drives changed(const Drives& drives, const std::function<void(int, Motor&)>& change) {
  Drives::Parts parts{"changed", drives.K(), drives.motors(), {}, drives.load_dependent()};
  for (int j = 0; j < drives.count(); ++j) parts.joint_friction.push_back(drives.joint_friction(j));
  for (int i = 0; i < drives.count(); ++i) change(i, parts.motors[static_cast<std::size_t>(i)]);
  return Drives(std::move(parts));
}

/// A robot with a program and all that judges it.
struct Bench {
  Model model;
  Program program;
  PlannerSettings settings = {};
  InverseKinematics kinematics{model};

  Plan plan(double speed = 1) const {
    PlannerSettings used = settings;
    used.speed = speed;
    return erfd::plan(program, model, kinematics, used);
  }
  Plan plan(const std::vector<double>& speeds) const {
    return replan_with(program, model, kinematics, settings)(speeds, false);
  }
  Verification judge(const Plan& plan, const Drives& drives) const {
    return verify(program, plan, model, drives);
  }
  Verification judge(const Drives& drives) const {
    VerificationSettings used;
    used.replan = replan_with(program, model, kinematics, settings);
    return verify(program, plan(), model, drives, used);
  }
  /// Largest asked torque of each motor.
  VectorX<double> most(const Drives& drives, double speed) const {
    return judge(plan(speed), drives).motion.ua_asked.cwiseAbs().rowwise().maxCoeff();
  }
};

/// From posture to posture, some rounded off, one of them twice: a move of no way.
Program wandering(int axes, std::mt19937& rng) {
  Program program;
  VectorX<double> q = VectorX<double>::Zero(axes);
  for (int k = 0; k < 6; ++k) {
    if (k != 3) q += random_vector(axes, rng, 0.5);
    Instruction next = instruction(MoveKind::ptp, JointTarget{{q.begin(), q.end()}});
    std::get<Move>(next.action).fly_by = k % 2 == 0 ? FlyBy::ptp : FlyBy::stop;
    next.conditions.gripped.mass = k < 2 ? 0 : 3;
    next.conditions.gripped.com = {0.05, 0.1, -0.02};
    next.at = {k + 1, 1};
    program.instructions.push_back(next);
  }
  Instruction wait;
  wait.action = Wait{0.033};
  wait.at = {7, 1};
  program.instructions.insert(program.instructions.begin() + 2, wait);
  return program;
}

Bench random_bench(int axes, std::mt19937& rng) {
  return {random_robot({.joints = axes, .branching = 0, .prismatic = 0.3}, rng),
          wandering(axes, rng)};
}

void expect_only_jumps(const Verification& result) {
  for (const MoveVerdict& move : result.moves)
    for (const Binding& b : move.exceeded)
      EXPECT_EQ(b.limit, Limit::jump) << "move " << move.move + 1 << ": " << move.reason;
}

/// Motors with half of what the full speed needs beyond creeping.
Drives halfway(const Bench& bench, const Drives& strong) {
  const VectorX<double> full = bench.most(strong, 1), slow = bench.most(strong, 0.02);
  return changed(strong, [&](int i, Motor& motor) {
    motor.limits.torque_peak = slow[i] + 0.5 * std::max(0.0, full[i] - slow[i]) + 1e-3;
  });
}

TEST(KeepPath, PassesVerificationOnUglyRobots) {
  std::mt19937 rng(41);
  int failed = 0;
  for (int n = 0; n < 12; ++n) {
    SCOPED_TRACE(n);
    const int axes = 2 + n % 6;
    const Bench bench = random_bench(axes, rng);
    const Drives strong = random_drives(axes, rng, {.load_dependent = 0.1, .coulomb = 0.01});
    const Drives weak = halfway(bench, strong);
    const Verification asked = bench.judge(weak);
    ASSERT_EQ(asked.fault, "");
    if (asked.achievable) continue;
    ++failed;
    ASSERT_TRUE(asked.kept_path);
    ASSERT_TRUE(asked.kept_path->possible()) << asked.kept_path->obstacles[0].reason;
    const Plan slowed = bench.plan(asked.kept_path->speeds);
    EXPECT_EQ(slowed.duration(), asked.kept_path->time);
    EXPECT_GT(slowed.duration(), asked.asked_time);
    const Verification passes = bench.judge(slowed, weak);
    EXPECT_TRUE(passes.achievable);
    EXPECT_LT(passes.motion.path_error.maxCoeff(), 1e-9);
    // Not slower than needed: any slowed run fails a twentieth faster.
    std::vector<double> faster = asked.kept_path->speeds;
    for (double& speed : faster) speed = std::min(1.0, speed * 1.05);
    EXPECT_FALSE(bench.judge(bench.plan(faster), weak).achievable);
  }
  EXPECT_GT(failed, 6);
}

/// A cycle that ends one run and starts the next needs both to be slow; no more than that is taken.
TEST(KeepPath, IsNoSlowerThanTheWholeProgramSlowedAlike) {
  std::mt19937 rng(44);
  int failed = 0;
  for (int n = 0; n < 24; ++n) {
    SCOPED_TRACE(n);
    const int axes = 3 + n % 5;
    Bench bench = random_bench(axes, rng);
    for (Instruction& next : bench.program.instructions)
      if (auto* const move = std::get_if<Move>(&next.action)) move->fly_by = FlyBy::stop;
    const Drives strong = random_drives(axes, rng, {.load_dependent = 0.1, .coulomb = 0.01});
    const VectorX<double> full = bench.most(strong, 1), slow = bench.most(strong, 0.02);
    const Drives weak = changed(strong, [&](int i, Motor& motor) {
      motor.limits.torque_peak = slow[i] + 0.2 * std::max(0.0, full[i] - slow[i]) + 1e-3;
    });
    const Verification asked = bench.judge(weak);
    if (asked.achievable) continue;
    ++failed;
    ASSERT_TRUE(asked.kept_path && asked.kept_path->possible());
    int slow_enough = 1, too_fast = 100;
    while (too_fast - slow_enough > 1) {
      const int percent = (slow_enough + too_fast) / 2;
      const bool passes = bench.judge(bench.plan(0.01 * percent), weak).achievable;
      (passes ? slow_enough : too_fast) = percent;
    }
    EXPECT_LE(asked.kept_path->time, 1.1 * bench.plan(0.01 * slow_enough).duration());
  }
  EXPECT_GT(failed, 12);
}

TEST(KeepPath, SlowsOnlyTheRunsThatFail) {
  std::mt19937 rng(42);
  const Bench bench = random_bench(4, rng);
  const Drives strong = random_drives(4, rng, {.load_dependent = 0, .coulomb = 0.01});
  const Verification asked = bench.judge(halfway(bench, strong));
  ASSERT_TRUE(asked.kept_path && asked.kept_path->possible());
  const Plan plan = bench.plan();
  for (const PlannedMove& move : plan.moves) {
    const bool bad = std::any_of(asked.moves.begin(), asked.moves.end(), [&](const MoveVerdict& m) {
      return plan.moves[static_cast<std::size_t>(m.move)].run == move.run && !m.achievable;
    });
    const double speed = asked.kept_path->speeds[static_cast<std::size_t>(move.instruction)];
    EXPECT_EQ(bad, speed < (bad ? 1 : 0.9)) << move.instruction;  // a neighbour may share its stop
  }
}

TEST(KeepPath, CuresSpeedsAndTorqueSpeedCurves) {
  std::mt19937 rng(43);
  for (const int kind : {0, 1, 2}) {
    SCOPED_TRACE(kind);
    Bench bench = random_bench(5, rng);
    const Drives strong = random_drives(5, rng, {.load_dependent = 0, .coulomb = 0.01});
    const Verification full = bench.judge(bench.plan(), strong);
    const VectorX<double> speed = full.motion.qda_asked.cwiseAbs().rowwise().maxCoeff(),
                          torque = bench.most(strong, 1);
    Drives weak = strong;
    if (kind == 0)
      weak = changed(strong, [&](int i, Motor& m) { m.limits.speed = 0.7 * speed[i]; });
    if (kind == 1)
      weak = changed(strong, [&](int i, Motor& m) {
        m.limits.curve = {
            {0, 3 * torque[i]}, {0.3 * speed[i], 3 * torque[i]}, {0.9 * speed[i], 0.01}};
      });
    if (kind == 2) {
      Model::Parts parts = bench.model.parts();
      const VectorX<double> most = full.motion.qd_asked.cwiseAbs().rowwise().maxCoeff();
      for (Body& body : parts.bodies) body.limits.speed = 0.6 * most[body.v_index];
      // The planner keeps joint speeds by itself: judged by a model that it does not know.
      const Model slow{Model::Parts(parts)};
      VerificationSettings used;
      used.replan = replan_with(bench.program, bench.model, bench.kinematics, bench.settings);
      const Verification asked = verify(bench.program, bench.plan(), slow, strong, used);
      ASSERT_FALSE(asked.achievable);
      ASSERT_TRUE(asked.kept_path->possible());
      EXPECT_TRUE(
          verify(bench.program, bench.plan(asked.kept_path->speeds), slow, strong).achievable);
      continue;
    }
    const Verification asked = bench.judge(weak);
    ASSERT_FALSE(asked.achievable);
    ASSERT_TRUE(asked.kept_path->possible()) << asked.kept_path->obstacles[0].reason;
    EXPECT_TRUE(bench.judge(bench.plan(asked.kept_path->speeds), weak).achievable);
  }
}

class KeepPathOfLola : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Bench bench{build(robot), reference_program(), planner_settings(robot, build(robot))};
  const Drives drives = make_drives(robot, bench.model);
};

TEST_F(KeepPathOfLola, SaysThatGravityAloneIsTooMuch) {
  const VectorX<double> creeping = bench.most(drives, 0.02);
  const Drives weak = changed(drives, [&](int i, Motor& motor) {
    if (i == 1) motor.limits.torque_peak = 0.8 * creeping[1];
  });
  const Verification asked = bench.judge(weak);
  ASSERT_TRUE(asked.kept_path);
  ASSERT_FALSE(asked.kept_path->possible());
  EXPECT_TRUE(std::isnan(asked.kept_path->time));
  EXPECT_NE(asked.kept_path->obstacles[0].reason.find("motor2 needs"), std::string::npos)
      << asked.kept_path->obstacles[0].reason;
}

TEST_F(KeepPathOfLola, SlowsEverythingForARatedTorque) {
  const Verification free = bench.judge(bench.plan(), drives);
  const Verification slow = bench.judge(bench.plan(0.05), drives);
  for (int i = 0; i < 6; ++i) {
    if (free.torque_rms[i] < 1.2 * slow.torque_rms[i]) continue;
    const double rated = (free.torque_rms[i] + slow.torque_rms[i]) / 2;
    const Drives weak = changed(drives, [&](int m, Motor& motor) {
      if (m == i) motor.limits.torque_rated = rated;
    });
    const Verification asked = bench.judge(weak);
    ASSERT_TRUE(asked.kept_path && asked.kept_path->keeps_limits()) << i;
    const Verification passes = bench.judge(bench.plan(asked.kept_path->speeds), weak);
    EXPECT_LE(passes.torque_rms[i], rated) << i;
    expect_only_jumps(passes);
  }
  const Drives hopeless = changed(drives, [&](int i, Motor& motor) {
    if (i == 0) motor.limits.torque_rated = (free.torque_rms[0] + slow.torque_rms[0]) / 2;
    if (i == 1) motor.limits.torque_rated = 0.5 * slow.torque_rms[1];
  });
  const Verification never = bench.judge(hopeless);
  ASSERT_FALSE(never.kept_path->keeps_limits());
  // Slowing cures the first motor, which turns about the vertical.
  ASSERT_EQ(never.kept_path->obstacles.size(), 1U);
  EXPECT_NE(never.kept_path->obstacles[0].reason.find("motor2 needs more than its rated"),
            std::string::npos);
}

TEST_F(KeepPathOfLola, LeavesJumpsAndTellsWhatSmoothingGives) {
  const Verification asked = bench.judge(drives);
  EXPECT_FALSE(asked.achievable);
  expect_only_jumps(asked);
  ASSERT_TRUE(asked.kept_path && asked.kept_path->keeps_limits());
  EXPECT_EQ(asked.kept_path->jumps, static_cast<int>(bench.plan().jumps.size()));
  EXPECT_FALSE(asked.kept_path->possible()) << "jumps are left";
  EXPECT_EQ(asked.kept_path->time, asked.asked_time);
  ASSERT_TRUE(asked.smoothed);
  ASSERT_TRUE(asked.smoothed->kept_path.possible());
  const Plan smooth = replan_with(bench.program, bench.model, bench.kinematics, bench.settings)(
      asked.smoothed->kept_path.speeds, true);
  EXPECT_EQ(smooth.duration(), asked.smoothed->kept_path.time);
  EXPECT_TRUE(bench.judge(smooth, drives).achievable);
}

TEST_F(KeepPathOfLola, PassesWithWeakMotorsAtSeveralPeriods) {
  const Drives weak = changed(drives, [](int, Motor& motor) { motor.limits.torque_peak *= 0.45; });
  for (const double period : {0.01, 0.003}) {
    Bench other{bench.model, bench.program, bench.settings};
    other.settings.period = period;
    const Verification asked = other.judge(weak);
    ASSERT_TRUE(asked.kept_path);
    ASSERT_TRUE(asked.kept_path->keeps_limits()) << asked.kept_path->obstacles[0].reason;
    EXPECT_GT(asked.kept_path->time, asked.asked_time);
    expect_only_jumps(other.judge(other.plan(asked.kept_path->speeds), weak));
  }
}

}  // namespace
}  // namespace erfd::test
