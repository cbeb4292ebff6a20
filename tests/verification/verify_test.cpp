// What a verification must say of motions whose answer is known.
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "verification/hand_made.hpp"

#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using test::plan_of;
using test::program_of;

class Lola15 : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const VectorX<double> home = VectorX<double>::Zero(6);

  VectorX<double> posture(std::initializer_list<double> angles) const {
    VectorX<double> q(6);
    int i = 0;
    for (const double angle : angles) q[i++] = angle;
    return q;
  }

  Drives with(const std::function<void(Drives::Parts&)>& change) const {
    Drives::Parts parts{"lola15", drives.K(), drives.motors(), {}, drives.load_dependent()};
    for (int j = 0; j < 6; ++j) parts.joint_friction.push_back(drives.joint_friction(j));
    change(parts);
    return Drives(std::move(parts));
  }

  Drives without_limits() const {
    return with([](Drives::Parts& parts) {
      for (Motor& motor : parts.motors) motor.limits = {};
    });
  }

  Model without_speed_limits() const {
    Model::Parts parts = model.parts();
    for (Body& body : parts.bodies) body.limits.speed = std::numeric_limits<double>::infinity();
    return Model(std::move(parts));
  }
};

TEST_F(Lola15, WithLimitsLiftedAchievedEqualsAsked) {
  const Model free = without_speed_limits();
  std::mt19937 rng(3);
  std::uniform_real_distribution<double> angle(-2, 2);
  std::vector<VectorX<double>> postures{home};
  for (int i = 0; i < 5; ++i)
    postures.push_back(VectorX<double>::NullaryExpr(6, [&] { return angle(rng); }));
  const Plan plan = plan_of(free, postures, 0.3);
  const Verification result = verify(program_of(5), plan, free, without_limits());
  ASSERT_EQ(result.fault, "");
  EXPECT_TRUE(result.achievable);
  ASSERT_EQ(result.motion.q.cols(), result.motion.q_asked.cols());
  EXPECT_LT((result.motion.q - result.motion.q_asked).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT(result.motion.path_error.maxCoeff(), 1e-9);
  EXPECT_NEAR(result.achieved_time, result.asked_time, 1e-9);
  for (const MoveVerdict& move : result.moves) EXPECT_NEAR(move.achieved_time, 0.3, 1e-9);
}

// The inverse kinematics of a straight move leaves rounding to axes that rest. It is no motion: the
// torques asked for are those of axes that stand still, without friction that comes and goes.
TEST_F(Lola15, AnAxisThatRestsDuringAMoveHasNoFrictionOfItsRounding) {
  const Drives rough = with([](Drives::Parts& parts) {
    for (Motor& motor : parts.motors) {
      motor.friction.moving_positive = motor.friction.moving_negative = 0.5;
      motor.friction.starting_positive = motor.friction.starting_negative = 0.7;
    }
  });
  Plan plan = plan_of(model, {home, posture({0, 0.3, -0.2, 0, 0.3, 0})}, 2);
  const Verification exact = verify(program_of(1), plan, model, rough);
  std::mt19937 rng(4);
  std::uniform_real_distribution<double> rounding(-1e-13, 1e-13);
  for (int k = 0; k < plan.q.cols(); ++k)
    for (const int j : {0, 3}) plan.q(j, k) += rounding(rng);
  VerificationSettings settings;
  settings.causes = true;
  const Verification rounded = verify(program_of(1), plan, model, rough, settings);
  ASSERT_EQ(rounded.fault, "");
  EXPECT_LT((rounded.motion.ua_asked - exact.motion.ua_asked).cwiseAbs().maxCoeff(), 1e-4);
  const MatrixX<double>& causes = rounded.motion.causes_asked;
  for (int k = 0; k < causes.cols(); ++k) {
    for (const int motor : {0, 3})  // 0.5 N m if it moved; the way through the coupling rounds
      EXPECT_NEAR(causes(motor * torque_cause_count + static_cast<int>(TorqueCause::coulomb), k), 0,
                  1e-15);
    for (int i = 0; i < 6; ++i)  // the causes are those of the torques asked for
      EXPECT_NEAR(causes.col(k).segment(i * torque_cause_count, torque_cause_count).sum(),
                  rounded.motion.ua_asked(i, k), 1e-9);
  }
}

TEST_F(Lola15, WithoutAnyLimitNoneIsNearest) {
  Model::Parts parts = model.parts();
  for (Body& body : parts.bodies) body.limits = {};
  const Model free(std::move(parts));
  const Plan plan = plan_of(free, {home, posture({0.5, 0.3, -0.2, 0.4, 0.3, 1})}, 0.3);
  const MoveVerdict move = verify(program_of(1), plan, free, without_limits()).moves.at(0);
  EXPECT_TRUE(move.achievable);
  EXPECT_EQ(move.worst.limit, Limit::none);
}

TEST_F(Lola15, ASlowMotionIsAchievedAndNamesItsReserve) {
  const Plan plan = plan_of(model, {home, posture({0.5, 0.3, -0.2, 0.4, 0.3, 1})}, 4);
  const Verification result = verify(program_of(1), plan, model, drives);
  EXPECT_TRUE(result.achievable);
  ASSERT_EQ(result.moves.size(), 1u);
  EXPECT_TRUE(result.moves[0].exceeded.empty());
  EXPECT_GT(result.moves[0].worst.ratio, 0);
  EXPECT_LT(result.moves[0].worst.ratio, 1);
  EXPECT_NE(result.moves[0].reason.find("nearest limit"), std::string::npos)
      << result.moves[0].reason;
}

/// Lifting the stretched arm quickly overloads the motor of axis 2; so says the paper's own data.
TEST_F(Lola15, AFastLiftIsNotAchievedByMotor2) {
  const Plan plan =
      plan_of(model, {posture({0, -1.2, 0, 0, 0, 0}), posture({0, 0, 0, 0, 0, 0})}, 0.64);
  const Model free = without_speed_limits();
  const Drives slow = with([](Drives::Parts& parts) {
    for (Motor& motor : parts.motors) motor.limits.speed = 1e6;
  });
  const Verification result = verify(program_of(1), plan, free, slow);
  EXPECT_FALSE(result.achievable);
  const MoveVerdict& move = result.moves.at(0);
  EXPECT_EQ(move.worst.axis, 1);
  EXPECT_EQ(move.worst.limit, Limit::motor_torque);
  EXPECT_GT(move.worst.cycles, 3);
  EXPECT_GT(move.achieved_time, move.asked_time);
  EXPECT_GT(move.path_error, 1e-4);
  EXPECT_NE(move.reason.find("motor2 needs"), std::string::npos) << move.reason;
  EXPECT_NE(move.reason.find("acceleration takes"), std::string::npos) << move.reason;
}

TEST_F(Lola15, TheCausesOfAVerdictSumToTheMotorTorque) {
  Conditions conditions;
  conditions.gripped.mass = 9;
  conditions.gripped.com = {0.05, -0.02, 0.3};
  conditions.wrench = ToolWrench{{{3, -2, 1}, {40, 20, -60}}, ToolWrench::Axes::tool};
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> angle(-1.5, 1.5);
  for (int k = 0; k < 50; ++k) {
    const auto random = [&] { return VectorX<double>::NullaryExpr(6, [&] { return angle(rng); }); };
    const Plan plan = plan_of(model, {random(), random()}, 0.5);
    const Verification result = verify(program_of(1, conditions), plan, model, drives);
    ASSERT_EQ(result.fault, "");
    const MoveVerdict& move = result.moves.at(0);
    if (!move.shares) continue;
    double sum = 0, scale = 0;
    for (const double share : *move.shares) {
      sum += share;
      scale = std::max(scale, std::abs(share));
    }
    const auto cycle = static_cast<Eigen::Index>(std::lround(move.worst.time / plan.period));
    EXPECT_NEAR(sum, result.motion.ua_asked(move.worst.motor, cycle), 1e-11 * scale) << k;
  }
}

TEST_F(Lola15, ARatedTorqueIsJudgedOverTheWholeProgram) {
  const Plan plan = plan_of(model, {home, posture({0.4, -0.4, 0.3, 0, 0, 0}), home}, 3);
  const Verification free = verify(program_of(2), plan, model, drives);
  ASSERT_TRUE(free.achievable) << free.moves.at(0).reason;
  const double rms = free.torque_rms[1];
  for (const double share : {1.01, 0.97}) {
    const Drives rated =
        with([&](Drives::Parts& parts) { parts.motors[1].limits.torque_rated = share * rms; });
    const Verification result = verify(program_of(2), plan, model, rated);
    EXPECT_EQ(result.achievable, share > 1);
    if (share > 1) continue;
    const auto bad = std::find_if(result.moves.begin(), result.moves.end(),
                                  [](const MoveVerdict& m) { return !m.achievable; });
    ASSERT_NE(bad, result.moves.end());
    EXPECT_EQ(bad->worst.limit, Limit::rated_torque);
    EXPECT_EQ(bad->worst.axis, 1);
    EXPECT_NEAR(bad->worst.ratio, 1 / 0.97, 1e-12);
  }
}

TEST_F(Lola15, ARatedTorqueIsToldToTheAxisAndWithinTheMoveThatStrainItMost) {
  const VectorX<double> stretched = posture({0, 0.2, 0.1, 0, 0, 0});
  const Plan plan = plan_of(
      model, {stretched, posture({0, 0.2, 0.1, 0, 0.1, 0}), posture({0, -0.6, 0.3, 0, 2, 2})}, 3);
  for (const int motor : {1, 4}) {
    const Drives rated = with([&](Drives::Parts& parts) {
      parts.motors[static_cast<std::size_t>(motor)].limits.torque_rated = 1e-3;
      parts.motors[4].joint = -1;  // coupled
    });
    const Verification result = verify(program_of(2), plan, model, rated);
    ASSERT_FALSE(result.achievable);
    const auto bad = std::find_if(result.moves.begin(), result.moves.end(),
                                  [](const MoveVerdict& m) { return !m.achievable; });
    ASSERT_EQ(bad->worst.limit, Limit::rated_torque);
    EXPECT_EQ(bad->worst.axis, motor);
    EXPECT_EQ(bad->reason.find(model.bodies()[static_cast<std::size_t>(motor)].joint + ": "), 0U)
        << bad->reason;
    const PlannedMove& move = plan.moves[static_cast<std::size_t>(bad->move)];
    EXPECT_GE(bad->worst.time, move.start_time);
    EXPECT_LT(bad->worst.time, move.end_time);
    EXPECT_TRUE(motor == 1 || bad->move == 1);  // the first move hardly moves the wrist
  }
}

TEST_F(Lola15, OfSeveralRatedTorquesTheWorstComesFirst) {
  const Plan plan = plan_of(model, {home, posture({0, 0.2, 0.1, 0, 0.1, 0})}, 3);
  const Drives rated = with([](Drives::Parts& parts) {
    for (Motor& motor : parts.motors) motor.limits.torque_rated = 1e-3;
  });
  const Verification result = verify(program_of(1), plan, model, rated);
  const MoveVerdict& move = result.moves.at(0);
  ASSERT_GE(move.exceeded.size(), 3U);
  for (std::size_t i = 1; i < move.exceeded.size(); ++i)
    EXPECT_GE(move.exceeded[i - 1].ratio, move.exceeded[i].ratio);
  EXPECT_EQ(move.worst.motor, move.exceeded.front().motor);
}

TEST_F(Lola15, AnAchievedMotionStartsItsCyclesWithTheAskedSpeeds) {
  const Plan plan = plan_of(model, {home, posture({0.5, 0.3, -0.2, 0.4, 0.3, 1}), home}, 3);
  const Verification result = verify(program_of(2), plan, model, drives);
  ASSERT_TRUE(result.achievable);
  const MatrixX<double> asked = starting_speeds(result.motion);
  ASSERT_EQ(asked.cols(), result.motion.qd.cols());
  EXPECT_LT((asked - result.motion.qd).cwiseAbs().maxCoeff(), 1e-9);
}

TEST_F(Lola15, ASpeedIsWorstAtTheInstantAtWhichTheMotionHasIt) {
  const Plan plan = plan_of(model, {home, posture({0, 0, 0, 0, 0, 1}), home}, 1);
  Model::Parts parts = model.parts();
  parts.bodies[5].limits.speed = 1;
  const Model slow_joint{Model::Parts(parts)};
  const Drives slow_motor = with([](Drives::Parts& p) { p.motors[5].limits.speed = 1; });
  const struct {
    const Verification result;
    Limit limit;
  } cases[] = {
      {verify(program_of(2), plan, slow_joint, drives), Limit::joint_speed},
      {verify(program_of(2), plan, without_speed_limits(), slow_motor), Limit::motor_speed}};
  for (const auto& [result, limit] : cases) {
    const Binding& worst = result.moves.at(1).worst;
    ASSERT_EQ(worst.limit, limit);
    const auto at = static_cast<Eigen::Index>(std::lround(worst.time / plan.period));
    const VectorX<double> qd = starting_speeds(result.motion).col(at);
    const double speed = limit == Limit::joint_speed ? qd[5] : drives.K().row(5).dot(qd);
    EXPECT_NEAR(std::abs(speed), worst.needed, 1e-9 * worst.needed);
  }
}

TEST_F(Lola15, AJointBeyondItsRangeIsNamed) {
  Model::Parts parts = model.parts();
  parts.bodies[2].limits.lower = -0.5;
  parts.bodies[2].limits.upper = 0.5;
  const Model narrow{Model::Parts(parts)};
  const Plan plan = plan_of(narrow, {home, posture({0, 0, 0.6, 0, 0, 0})}, 4);
  const MoveVerdict move = verify(program_of(1), plan, narrow, drives).moves.at(0);
  EXPECT_FALSE(move.achievable);
  EXPECT_EQ(move.worst.limit, Limit::joint_range);
  EXPECT_EQ(move.worst.axis, 2);
  EXPECT_NEAR(move.worst.needed - move.worst.available, 0.1, 1e-12);
}

TEST_F(Lola15, WhatCannotBePlannedIsNotAchievable) {
  Plan plan;
  plan.period = 0.01;
  plan.complete = false;
  plan.faults = {{Limit::reach, 0, {1, 1}, -1, 0.0123, "p1 is out of reach by 12.3 mm"}};
  const Verification result = verify(program_of(1), plan, model, drives);
  EXPECT_FALSE(result.achievable);
  EXPECT_EQ(result.moves.at(0).worst.limit, Limit::reach);
  EXPECT_EQ(result.moves.at(0).reason, "p1 is out of reach by 12.3 mm");
}

TEST_F(Lola15, APlanThatStopsBeforeItsFirstMoveIsNotAchievable) {
  Plan plan;
  plan.period = 0.01;
  plan.complete = false;
  plan.q = MatrixX<double>::Zero(6, 1);
  plan.move = {0};
  plan.X_WT.resize(1);
  plan.faults = {{Limit::joint_range, 0, {1, 1}, 1, 0.26, "axis2 would leave its range by 15 deg"}};
  const Verification result = verify(program_of(1), plan, model, drives);
  EXPECT_FALSE(result.achievable);
  ASSERT_EQ(result.moves.size(), 1u);
  EXPECT_EQ(result.moves[0].worst.limit, Limit::joint_range);
}

TEST_F(Lola15, AMoveThatWasNotPlannedStandsAtTheEndOfWhatWas) {
  Plan plan = plan_of(model, {home, posture({0.5, 0.3, -0.2, 0.4, 0.3, 1})}, 4);
  plan.complete = false;
  plan.faults = {{Limit::singularity, 1, {2, 1}, -1, 0, "wrist singularity after 285 of 600 mm"}};
  const Verification result = verify(program_of(2), plan, model, drives);
  ASSERT_EQ(result.moves.size(), 2u);
  EXPECT_DOUBLE_EQ(result.moves[1].worst.time, plan.duration());
  EXPECT_TRUE(std::isnan(result.moves[1].path_error));
}

TEST_F(Lola15, EveryMoveThatCannotBePlannedHasItsRow) {
  Plan plan = plan_of(model, {home, posture({0.5, 0.3, -0.2, 0.4, 0.3, 1})}, 4);
  plan.complete = false;
  plan.faults = {{Limit::singularity, 1, {2, 1}, -1, 0, "wrist singularity after 285 of 600 mm"},
                 {Limit::reach, 3, {4, 1}, -1, 0.02, "out of reach by 20 mm"}};
  const Verification result = verify(program_of(5), plan, model, drives);
  ASSERT_EQ(result.moves.size(), 3u);
  EXPECT_EQ(result.moves[1].instruction, 1);
  EXPECT_EQ(result.moves[1].worst.limit, Limit::singularity);
  EXPECT_EQ(result.moves[2].instruction, 3);
  EXPECT_EQ(result.moves[2].worst.limit, Limit::reach);
  EXPECT_TRUE(std::isnan(result.moves[2].path_error));
}

TEST_F(Lola15, APositionThatIsNotFiniteIsAFaultNotAVerdict) {
  Plan plan = plan_of(model, {home, posture({0.5, 0, 0, 0, 0, 0})}, 1);
  plan.q(3, 40) = std::nan("");
  const Verification result = verify(program_of(1), plan, model, drives);
  EXPECT_FALSE(result.achievable);
  EXPECT_NE(result.fault.find("axis4"), std::string::npos) << result.fault;
  EXPECT_NE(result.fault.find("0.39"), std::string::npos) << result.fault;
}

}  // namespace
}  // namespace erfd
