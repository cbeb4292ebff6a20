// Where a velocity jumps: found by the planner, whatever the period.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/robot/read.hpp"

#include "motion/random_program.hpp"
#include "motion/random_wrist_arm.hpp"
#include "motion/reference_program.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using Quantity = Jump::Quantity;

/// Lola 15 at a place where it works; two lines that go on at speed.
struct TwoLines {
  TwoLines() {
    work << 0.2, 0.35, -0.35, 0.1, -1, 0.2;
    settings.home = work;
    Workspace ws(model);
    X = frame_pose<double>(model, ws, work, model.tool());
  }
  Instruction line(const Vector3<double>& by, const Matrix3<double>& turn,
                   OrientationMode mode = OrientationMode::variable) const {
    CartesianTarget goal;
    goal.X_BaseT = {turn * X.R, X.p + by};
    Instruction result = instruction(MoveKind::lin, goal);
    Move& move = std::get<Move>(result.action);
    move.orientation = mode;
    move.orientation_given = true;
    move.fly_by = FlyBy::speed;
    return result;
  }
  Plan plan(Instruction first, Instruction second) const {
    first.at = {1, 1};
    second.at = {2, 1};
    std::get<Move>(second.action).fly_by = FlyBy::stop;
    Program program;
    program.instructions = {first, second};
    return erfd::plan(program, model, kinematics, settings);
  }

  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model = build(read.robot);
  InverseKinematics kinematics{model};
  PlannerSettings settings = planner_settings(read.robot, model);
  VectorX<double> work{6};
  Pose<double> X;
};

TEST(Jumps, AreToldFromBeforeToBehind) {
  const TwoLines cell;
  Jump jump;
  jump.quantity = Quantity::turning_speed;
  jump.from = std::numbers::pi / 180;
  jump.to = 4 * jump.from;
  jump.step = 3 * jump.from;
  EXPECT_EQ(jump_text(cell.model, jump),
            "the tool's turning speed jumps by 3.0 deg/s, from 1.0 to 4.0 deg/s");
}

TEST(Jumps, ATurningSpeedThatStopsAtOnceIsOneAtEveryPeriod) {
  TwoLines cell;
  for (const double period : {0.01, 0.003, 0.001}) {
    cell.settings.period = period;
    const Plan asked = cell.plan(cell.line({0, 0.15, 0}, rotation_y(0.5)),
                                 cell.line({0, 0.3, 0}, rotation_y(0.5)));
    ASSERT_EQ(asked.jumps.size(), 1U) << asked.findings.text();
    const Jump& jump = asked.jumps[0];
    EXPECT_EQ(jump.quantity, Quantity::turning_speed);
    EXPECT_EQ(jump.before, 0);
    EXPECT_EQ(jump.behind, 1);
    // 0.5 rad over 0.15 m at 0.25 m/s; the stretch to whole periods takes less than one of 145.
    EXPECT_NEAR(jump.from, 0.5 / 0.15 * 0.25, 0.01 * jump.from);
    EXPECT_LT(jump.to, 1e-12);
    EXPECT_NEAR(jump.step, jump.from, 1e-12);
    EXPECT_NEAR(jump.time, asked.moves[0].end_time, 1e-12);
    EXPECT_NE(asked.findings.text().find("W0504"), std::string::npos);
  }
  cell.settings.speed = 0.5;
  const Plan slow =
      cell.plan(cell.line({0, 0.15, 0}, rotation_y(0.5)), cell.line({0, 0.3, 0}, rotation_y(0.5)));
  EXPECT_NEAR(slow.jumps.at(0).step, 0.5 * 0.5 / 0.15 * 0.25, 1e-3);
}

TEST(Jumps, SmoothedTurnsAndTangentJointsHaveNone) {
  TwoLines cell;
  const Instruction first = cell.line({0, 0.15, 0}, rotation_y(0.5)),
                    second = cell.line({0, 0.3, 0}, rotation_y(0.5));
  cell.settings.smoothed = true;
  EXPECT_TRUE(cell.plan(first, second).jumps.empty());
  cell.settings.smoothed = false;
  EXPECT_TRUE(
      cell.plan(cell.line({0, 0.15, 0}, rotation_y(0.0)), cell.line({0, 0.3, 0}, rotation_y(0.0)))
          .jumps.empty());
  // Rounded to a hundredth of a millimetre: 1e-4 rad, which no axis notices.
  EXPECT_TRUE(cell.plan(cell.line({0.00001, 0.15, 0}, rotation_y(0.0)),
                        cell.line({0, 0.3, 0}, rotation_y(0.0)))
                  .jumps.empty());
}

TEST(Jumps, ACornerThatIsFlownThroughIsAJumpOfDirection) {
  TwoLines cell;
  cell.settings.fly_corners = true;
  const Plan asked = cell.plan(cell.line({0, 0.15, 0}, rotation_y(0.0)),
                               cell.line({0.1, 0.25, 0}, rotation_y(0.0)));
  ASSERT_EQ(asked.jumps.size(), 1U);
  const Jump& jump = asked.jumps[0];
  EXPECT_EQ(jump.quantity, Quantity::direction);
  EXPECT_NEAR(jump.angle, std::numbers::pi / 4, 1e-9);
  EXPECT_NEAR(jump.from, 0.25, 0.003);
  EXPECT_NEAR(jump.step, jump.from * std::sqrt(2 - std::sqrt(2)), 1e-9);
}

/// The joint speeds on both sides, from samples so dense that they are the derivative.
TEST(Jumps, AWristThatTurnsLinearlyJumpsInItsJoints) {
  TwoLines cell;
  using enum OrientationMode;
  cell.settings.period = 1e-4;
  const Plan asked = cell.plan(cell.line({0, 0.15, 0}, rotation_y(0.4), joint),
                               cell.line({0, 0.3, 0}, rotation_y(0.4)));
  ASSERT_EQ(asked.jumps.size(), 1U) << asked.findings.text();
  const Jump& jump = asked.jumps[0];
  EXPECT_EQ(jump.quantity, Quantity::joint_speed);
  const int k = static_cast<int>(jump.time / asked.period);
  const auto speed = [&](int at) { return (asked.q.col(at) - asked.q.col(at - 1)) / asked.period; };
  EXPECT_NEAR(jump.from, speed(k)[jump.axis], 1e-3);
  EXPECT_NEAR(jump.to, speed(k + 2)[jump.axis], 1e-3);
  const VectorX<double> step = speed(k + 2) - speed(k);
  for (int i = 0; i < 6; ++i) {
    const auto ratio = [&](int axis) {
      return std::abs(step[axis]) /
             cell.model.bodies()[static_cast<std::size_t>(axis)].limits.acceleration;
    };
    EXPECT_LE(ratio(i), ratio(jump.axis) + 1e-3) << i;
  }
}

/// Programs at random, their samples at 0.1 ms: a change of speed within two cycles that stands alone,
/// with less before and behind it, is a jump; and the same jumps are found at any period. Without
/// blends: one around a reversal may have a radius of 0.01 mm, which looks like a jump and is none.
TEST(Jumps, AreAllThatSamplesShow) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model model = build(read.robot);
  const InverseKinematics kinematics(model);
  std::mt19937 rng(31);
  int found = 0;
  for (int n = 0; n < 25; ++n) {
    SCOPED_TRACE(n);
    RandomProgram random = random_program(model, planner_settings(read.robot, model), false, rng);
    for (Instruction& next : random.program.instructions)
      if (auto* move = std::get_if<Move>(&next.action); move && move->fly_by == FlyBy::path)
        move->fly_by = FlyBy::speed;
    const Plan coarse = plan(random.program, model, kinematics, random.settings);
    random.settings.period = 1e-4;
    const Plan fine = plan(random.program, model, kinematics, random.settings);
    if (!coarse.complete || !fine.complete) continue;
    found += static_cast<int>(fine.jumps.size());
    ASSERT_EQ(coarse.jumps.size(), fine.jumps.size());
    for (std::size_t j = 0; j < fine.jumps.size(); ++j) {
      EXPECT_EQ(coarse.jumps[j].before, fine.jumps[j].before);
      EXPECT_EQ(coarse.jumps[j].quantity, fine.jumps[j].quantity);
    }
    const auto change = [&](int k) {
      return VectorX<double>(
          (fine.q.col(k + 1) - 2 * fine.q.col(k) + fine.q.col(k - 1)).cwiseAbs() / fine.period);
    };
    for (int k = 3; k + 3 < fine.samples(); ++k) {
      const VectorX<double> alone = change(k) - change(k - 2).cwiseMax(change(k + 2));
      const bool jumps = std::any_of(fine.jumps.begin(), fine.jumps.end(), [&](const Jump& jump) {
        return std::abs(jump.time - k * fine.period) <= 1.001 * fine.period;
      });
      for (int i = 0; i < 6 && !jumps; ++i)
        EXPECT_LT(alone[i],
                  1.01e-3 * model.bodies()[static_cast<std::size_t>(i)].limits.acceleration)
            << "axis " << i << " at " << k * fine.period << " s";
    }
  }
  EXPECT_GT(found, 5);
}

/// Skew arms with oblique wrists and no accelerations in their files.
TEST(Jumps, OfSkewArms) {
  std::mt19937 rng(32);
  int tried = 0;
  for (int n = 0; n < 20; ++n) {
    const Model model = random_wrist_arm({.kind = ArmKind::skew, .oblique_wrist = true}, rng);
    const InverseKinematics kinematics(model);
    PlannerSettings settings;
    settings.home = VectorX<double>::Constant(6, 0.4);
    Workspace ws(model);
    const Pose<double> X = frame_pose<double>(model, ws, settings.home, model.tool());
    Program program;
    for (int k = 1; k <= 2; ++k) {
      CartesianTarget goal;
      goal.X_BaseT = {rotation_x(0.2) * X.R, X.p + Vector3<double>{0.03 * k, 0, 0}};
      program.instructions.push_back(instruction(MoveKind::lin, goal));
      std::get<Move>(program.instructions.back().action).fly_by =
          k == 1 ? FlyBy::speed : FlyBy::stop;
    }
    const Plan asked = plan(program, model, kinematics, settings);
    if (!asked.complete) continue;
    ++tried;
    ASSERT_EQ(asked.jumps.size(), 1U) << asked.findings.text();
    EXPECT_LT(asked.jumps[0].to, 1e-12);
  }
  EXPECT_GT(tried, 5);
}

}  // namespace
}  // namespace erfd::test
