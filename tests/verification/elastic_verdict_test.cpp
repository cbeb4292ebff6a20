// Verdicts on motors in front of elastic gears: against a block on a spring in closed form, against a plant
// of links, springs and motors that is driven by the torques of the verdict, and in the limit of stiff gears.
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/compare.hpp"
#include "support/random_drives.hpp"
#include "verification/hand_made.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Drives with_gears(const Drives& drives, std::vector<ElasticGear> gears) {
  Drives::Parts parts = drives.parts();
  parts.elastic_gears = std::move(gears);
  return Drives(std::move(parts));
}

Verification judged(const Model& model, const Drives& drives, const Plan& plan,
                    bool causes = false) {
  VerificationSettings settings;
  settings.causes = causes;
  Verification result = verify(program_of(plan.moves.size()), plan, model, drives, settings);
  EXPECT_EQ(result.fault, "");
  return result;
}

// A block of 2 kg asked along 10 s³ − 15 s⁴ + 6 s⁵ behind a spring of 800 N/m: the motor's side is at
// q + 2 qdd / 800, and its 0.5 kg need 0.5 (qdd + 2 qdddd / 800) besides 2 qdd.
TEST(ElasticVerdict, MotorOfABlockMovesAsInClosedForm) {
  const double m = 2, J = 0.5, k = 800, way = 0.3, T = 1;
  Motor motor;
  motor.rotor_inertia = J;
  const Model model = block_model(m);
  const Drives drives = with_gears(block_drives({}, motor), {{0, k, 0}});
  double before = 0;
  for (const double dt : {0.01, 0.005}) {
    const Plan plan =
        plan_of(model, {VectorX<double>::Zero(1), VectorX<double>::Constant(1, way)}, T, dt);
    const Verification result = judged(model, drives, plan);
    const GearWinding& winding = result.motion.winding;
    double force = 0, stretch = 0;
    for (int i = 3; i + 4 < plan.samples(); ++i) {
      const double s = i * dt / T;
      const double qdd = way / (T * T) * (60 * s - 180 * s * s + 120 * s * s * s);
      const double qdddd = way / std::pow(T, 4) * (-360 + 720 * s);
      force = std::max(
          force, std::abs(result.motion.ua_asked(0, i) - m * qdd - J * (qdd + m * qdddd / k)));
      stretch = std::max(stretch, std::abs(winding.stretch(0, i) - m * qdd / k));
    }
    std::printf("dt %.3f s: force off by %.2e N of %.2f, stretch by %.2e m\n", dt, force,
                result.motion.ua_asked.cwiseAbs().maxCoeff(), stretch);
    EXPECT_LT(force, 60 * dt * dt);
    EXPECT_LT(stretch, 2 * dt * dt);
    if (before > 0) {
      EXPECT_NEAR(before / force, 4, 0.2);  // the differences are of order two
    }
    before = force;
    EXPECT_TRUE(winding.steps.empty());
    EXPECT_NEAR(result.elastic_gears->tool_off, result.elastic_gears->twist, 1e-12);
  }
}

/// An arm with couplings between all motors, every other gear elastic.
struct SpringArm {
  Model model;
  Drives drives;
};
SpringArm spring_arm(int n, double stiffness, std::mt19937& rng) {
  Model model = random_robot({.joints = n, .branching = 0}, rng);
  Drives::Parts parts =
      random_drives(n, rng, {.load_dependent = 0, .coulomb = 0, .viscous = 1e-4}).parts();
  for (int j = 0; j < n; j += 2)
    parts.elastic_gears.push_back({j, stiffness, j % 4 == 0 ? 0 : stiffness * 2e-3});
  for (Motor& motor : parts.motors) motor.rotor_inertia += 1e-4;
  return {std::move(model), Drives(std::move(parts))};
}

/// Postures of joints that turn by some tenths of a radian.
std::vector<VectorX<double>> there_and_back(int n, std::mt19937& rng) {
  const VectorX<double> from = random_vector(n, rng), way = 0.4 * random_vector(n, rng);
  return {from, from + way};
}

/// Rest to rest along x⁴ (35 − 84 x + 70 x² − 20 x³): without a step of acceleration or jerk, so that the motors
/// have none of speed.
Plan smooth_plan(const Model& model, const std::vector<VectorX<double>>& way, double seconds,
                 double period) {
  Plan plan = plan_of(model, way, seconds, period);
  for (int k = 0; k < plan.samples(); ++k) {
    const double x = k * period / seconds, x4 = x * x * x * x;
    plan.q.col(k) = way[0] + x4 * (35 - 84 * x + 70 * x * x - 20 * x * x * x) * (way[1] - way[0]);
  }
  return plan;
}

/// Torques of asked cycles as a function of time, straight between them.
InputFunction torques_of(const MotionRecord& record) {
  return [&record](double t, In<double>, In<double>, Out<double> u) {
    const double place = t / record.period;
    const auto last = static_cast<double>(record.ua_asked.cols() - 1);
    const double low = std::min(std::floor(place), last - 1);
    const auto k = static_cast<Eigen::Index>(std::max(low, 0.0));
    const double share = place - static_cast<double>(k);
    u = (1 - share) * record.ua_asked.col(k) + share * record.ua_asked.col(k + 1);
  };
}

/// How far links, springs and motors end off the asked end when the motors give the torques of the verdict.
double end_error(const SpringArm& arm, const Plan& plan, const MotionRecord& record) {
  const Plant plant(
      {.models = {arm.model}, .drives = arm.drives, .input = PlantInput::motor_torques});
  const VectorX<double> start = plan.q.col(0), rest = VectorX<double>::Zero(start.size());
  const SimulationResult run =
      simulate(plant, torques_of(record), start, rest,
               {.duration = (plan.samples() - 1) * plan.period, .keep_samples = false});
  EXPECT_TRUE(run.ok()) << describe_fault(plant, run);
  return (run.q.head(start.size()) - plan.q.rightCols(1)).cwiseAbs().maxCoeff();
}

TEST(ElasticVerdict, MotorsThatGiveItsTorquesMoveTheLinksAsAsked) {
  std::mt19937 rng(301);
  for (int r = 0; r < 6; ++r) {
    const SpringArm arm = spring_arm(2 + r % 3, 1000, rng);
    const std::vector<VectorX<double>> way = there_and_back(arm.model.nv(), rng);
    double coarse = 0, fine = 0, stiff = 0;
    for (const double dt : {0.004, 0.0005}) {
      const Plan plan = smooth_plan(arm.model, way, 0.4, dt);
      (dt > 0.001 ? coarse : fine) =
          end_error(arm, plan, judged(arm.model, arm.drives, plan).motion);
      if (dt > 0.001) continue;
      const Drives without = with_gears(arm.drives, {});
      stiff = end_error(arm, plan, judged(arm.model, without, plan).motion);
    }
    std::printf("arm %d: off by %.1e (4 ms), %.1e (0.5 ms); with the torques of stiff gears %.1e\n",
                r, coarse, fine, stiff);
    EXPECT_LT(fine, 0.2 * coarse) << "arm " << r;
    EXPECT_LT(fine, 0.2 * stiff) << "arm " << r;
  }
}

TEST(ElasticVerdict, StiffGearsTendToNoneWithOrderOne) {
  std::mt19937 rng(302);
  for (int r = 0; r < 5; ++r) {
    const SpringArm arm = spring_arm(3 + r % 3, 1, rng);
    const Plan plan = plan_of(arm.model, there_and_back(arm.model.nv(), rng), 0.5, 0.005);
    const MatrixX<double> none =
        judged(arm.model, with_gears(arm.drives, {}), plan).motion.ua_asked;
    double before = 0;
    for (const double k : {1e6, 1e7, 1e8}) {
      std::vector<ElasticGear> gears = arm.drives.elastic_gears();
      for (ElasticGear& gear : gears) gear.stiffness = k, gear.damping = 1e-4 * k;
      const Verification result = judged(arm.model, with_gears(arm.drives, gears), plan);
      const double error = (result.motion.ua_asked - none).cwiseAbs().maxCoeff();
      if (before > 0) {
        EXPECT_NEAR(before / error, 10, 0.5) << "k " << k;
      }
      before = error;
    }
  }
}

TEST(ElasticVerdict, CausesSumToTheTorquesOfTheMotors) {
  std::mt19937 rng(303);
  const SpringArm arm = spring_arm(5, 5e4, rng);
  const Plan plan = plan_of(arm.model, there_and_back(5, rng), 0.5);
  const MotionRecord record = judged(arm.model, arm.drives, plan, true).motion;
  for (Eigen::Index k = 0; k < record.ua_asked.cols(); ++k) {
    const Eigen::Map<const MatrixX<double>> causes(record.causes_asked.col(k).data(),
                                                   torque_cause_count, 5);
    const VectorX<double> sum = causes.colwise().sum().transpose();
    EXPECT_TRUE(is_close(sum, VectorX<double>(record.ua_asked.col(k)), 1e-11)) << "cycle " << k;
  }
}

/// Constant accelerations: forth, and back to rest.
Plan with_steps(const Model& model, double period) {
  Plan plan = plan_of(model, {VectorX<double>::Zero(1), VectorX<double>::Ones(1)}, 1, period);
  for (int i = 0; i < plan.samples(); ++i) {
    const double t = i * period;
    plan.q(0, i) = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
  }
  return plan;
}

TEST(ElasticVerdict, StepsOfTheLoadAreToldAndTheirTorquesAreThoseOfStiffGears) {
  Motor motor;
  motor.rotor_inertia = 0.5;
  const Model model = block_model(2);
  const Drives drives = with_gears(block_drives({}, motor), {{0, 800, 0}});
  for (const double period : {0.01, 0.002}) {
    const Verification result = judged(model, drives, with_steps(model, period));
    EXPECT_EQ(result.elastic_gears->steps, 3);  // at 0, in the middle, at the end
    EXPECT_NEAR(result.elastic_gears->step, 2 * 8 / 800.0, 1e-9);
    EXPECT_NEAR(result.elastic_gears->step_time, 0.5, period + 1e-9);
    // 2.5 kg at 4 m/s², whatever the period.
    EXPECT_NEAR(result.motion.ua_asked.cwiseAbs().maxCoeff(), 10, 1e-6);
    EXPECT_NEAR(result.elastic_gears->tool_off, 8 / 800.0, 1e-9);
  }
}

// A damped spring winds behind a step for as long as d/k; that is swinging, and not asked of the motor.
TEST(ElasticVerdict, WhatADampedSpringDoesBehindAStepIsNotAsked) {
  Motor motor;
  motor.rotor_inertia = 0.5;
  const Model model = block_model(2);
  for (const double damping : {0.8, 8.0})  // 1 and 10 ms
    for (const double period : {0.01, 0.002, 0.001}) {
      const Drives drives = with_gears(block_drives({}, motor), {{0, 800, damping}});
      const Verification result = judged(model, drives, with_steps(model, period));
      EXPECT_EQ(result.elastic_gears->steps, 3);
      EXPECT_NEAR(result.motion.ua_asked.cwiseAbs().maxCoeff(), 10, 1e-6)
          << damping << ' ' << period;
    }
}

// A step within a cycle shows in three differences; how it falls into the cycles makes no difference.
TEST(ElasticVerdict, StepsMayFallIntoCyclesAsTheyLike) {
  Motor motor;
  motor.rotor_inertia = 0.5;
  const Model model = block_model(2);
  constexpr double lasts = 0.9, period = 0.002;
  for (const double damping : {0.0, 0.8})
    for (const double late : {0.0, 0.01, 0.05, 0.3, 0.5, 0.9, 0.99}) {  // of a cycle
      Plan plan = with_steps(model, period);
      for (int i = 0; i < plan.samples(); ++i) {
        const double t = std::clamp((i - 10 - late) * period / lasts, 0.0, 1.0);
        plan.q(0, i) = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
      }
      const Drives drives = with_gears(block_drives({}, motor), {{0, 800, damping}});
      const Verification result = judged(model, drives, plan);
      EXPECT_NEAR(result.motion.ua_asked.cwiseAbs().maxCoeff(), 10 / (lasts * lasts), 1e-6)
          << damping << ' ' << late;
      EXPECT_EQ(result.elastic_gears->steps, 3) << damping << ' ' << late;
    }
}

// A spring that needs more than the stiff gear: the motor is short of torque in front of it alone.
TEST(ElasticVerdict, LimitsAreThoseOfTheMotorInFrontOfTheSpring) {
  const double m = 2, J = 0.5, k = 50, way = 0.3;
  Motor motor;
  motor.rotor_inertia = J;
  const Model model = block_model(m);
  const Plan plan =
      plan_of(model, {VectorX<double>::Zero(1), VectorX<double>::Constant(1, way)}, 0.5);
  const auto needed = [&](const Drives& drives) {
    return judged(model, drives, plan).motion.ua_asked.cwiseAbs().maxCoeff();
  };
  const double stiff = needed(block_drives({}, motor)),
               soft = needed(with_gears(block_drives({}, motor), {{0, k, 0}}));
  EXPECT_GT(soft, 1.2 * stiff);
  motor.limits.torque_peak = (stiff + soft) / 2;
  const Verification result = judged(model, with_gears(block_drives({}, motor), {{0, k, 0}}), plan);
  EXPECT_FALSE(result.achievable);
  EXPECT_EQ(result.moves.front().worst.limit, Limit::motor_torque);
  EXPECT_NEAR(result.moves.front().worst.needed, soft, 1e-12);
  EXPECT_TRUE(judged(model, block_drives({}, motor), plan).achievable);
}

}  // namespace
}  // namespace erfd::test
