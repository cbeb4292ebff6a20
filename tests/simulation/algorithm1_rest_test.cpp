// Algorithm 1 and a robot at rest: it stops exactly, and friction holds it.
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/algorithm1.hpp"

#include "simulation/saturated_run.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Lola {
  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model = build(read.robot);
  Drives drives = make_drives(read.robot, model);
  VectorX<double> q = (VectorX<double>(6) << 0.1, -0.9, 0.2, 0.1, 0.4, 0).finished();
};

// 0.1 is no binary fraction, nor are most speeds: (0 − qd)/Δt·Δt is not always −qd.
TEST(Algorithm1AtRest, StopsExactlyAndStays) {
  const Lola lola;
  const Algorithm1 algorithm(lola.model, lola.drives);
  Algorithm1Workspace ws(algorithm);
  Cycle cycle(algorithm);
  std::mt19937 rng(1);
  const VectorX<double> stop = VectorX<double>::Zero(6);
  for (int k = 0; k < 100; ++k) {
    VectorX<double> q = lola.q, qd = 1e-3 * random_vector(6, rng);
    step(algorithm, ws, 0, q, qd, stop, cycle);
    ASSERT_FALSE(cycle.any_limited);
    ASSERT_EQ(cycle.qd_next, stop);
    q = cycle.q_next, qd = cycle.qd_next;
    step(algorithm, ws, 0, q, qd, stop, cycle);
    const VectorX<double> rest = q, ua = cycle.ua;
    for (int i = 0; i < 100; ++i) {  // neither creeps nor chatters
      step(algorithm, ws, 0.01 * i, q, qd, stop, cycle);
      q = cycle.q_next, qd = cycle.qd_next;
      ASSERT_EQ(q, rest);
      ASSERT_EQ(cycle.ua, ua);
    }
  }
}

// One joint: a load u that the motor k P, friction at its shaft, at the joint, and µ|u| share.
TEST(Algorithm1AtRest, FrictionBearsUpToItsStartingValues) {
  std::mt19937 rng(2);
  int held = 0;
  for (int k = 0; k < 400; ++k) {
    const Model robot = random_robot({.joints = 1}, rng);
    const VectorX<double> q = random_state(robot, rng).q, zero = VectorX<double>::Zero(1);
    const Engine engine(robot);
    EngineWorkspace engine_ws(engine);
    VectorX<double> u(1);
    inverse_dynamics(engine, engine_ws, q, zero, zero, u);
    if (std::abs(u[0]) < 1e-3) continue;
    const double ratio = uniform(rng, 20, 150) * (k % 2 == 0 ? 1 : -1), mu = uniform(rng, 0, 0.4);
    const double share = std::abs(u[0]);
    Motor motor;
    const auto friction = [&](double scale) {
      ShaftFriction f;
      f.starting_positive = uniform(rng, 0, 0.2) * scale;
      f.starting_negative = uniform(rng, 0, 0.2) * scale;
      return f;
    };
    motor.friction = friction(share / std::abs(ratio));
    const ShaftFriction joint = friction(share);
    // The load moves the joint against u, and the motor with it or, behind a negative ratio, not.
    const double at_joint = u[0] > 0 ? joint.starting_negative : joint.starting_positive;
    const double at_motor =
        u[0] * ratio > 0 ? motor.friction.starting_negative : motor.friction.starting_positive;
    const double needed = ((1 - mu) * share - at_joint) / std::abs(ratio) - at_motor;
    const double alone = share / std::abs(ratio);  // what the motor would give without friction
    for (const double peak :
         {needed / 2, needed * (1 - 1e-9), needed * (1 + 1e-9), (needed + alone) / 2}) {
      motor.limits.torque_peak = peak;
      const MatrixX<double> K = MatrixX<double>::Constant(1, 1, ratio);
      const Drives drives({"one", K, {motor}, {joint}, VectorX<double>::Constant(1, mu)});
      for (const Shortfall variant :
           {Shortfall::consistent, Shortfall::mixed, Shortfall::full, Shortfall::as_printed}) {
        const Algorithm1 algorithm(robot, drives, {.shortfall = variant});
        Algorithm1Workspace ws(algorithm);
        Cycle cycle(algorithm);
        step(algorithm, ws, 0, q, zero, zero, cycle);
        ASSERT_EQ(cycle.status, CycleStatus::ok);
        EXPECT_TRUE(cycle.limited[0].has(Limit::motor_torque)) << "sample " << k;
        EXPECT_NEAR(std::abs(cycle.ua[0]), peak, 1e-12 * share);
        EXPECT_EQ(cycle.q_next == q, peak > needed) << "sample " << k << ", " << peak / needed;
        if (peak < needed) {
          EXPECT_LT(cycle.qdd[0] * u[0], 0) << "falls with the load";
        }
        held += cycle.q_next == q;
      }
    }
  }
  EXPECT_GT(held, 1000);
}

// Coupled drives: the joints bear Kᵀ (torques asked − torques given), each within its µ|u|.
TEST(Algorithm1AtRest, LolaHoldsWithWeakMotorsAndFallsWithWeakerOnes) {
  const Lola lola;
  const VectorX<double> zero = VectorX<double>::Zero(6);
  const Algorithm1 strong(lola.model, lola.drives);
  Algorithm1Workspace strong_ws(strong);
  Cycle asked(strong);
  step(strong, strong_ws, 0, lola.q, zero, zero, asked);
  const VectorX<double> needed = asked.ua_required.cwiseAbs();
  for (const double factor : {0.9, 0.7}) {
    const Algorithm1 algorithm(lola.model, with_peaks(lola.drives, factor * needed));
    Algorithm1Workspace ws(algorithm);
    Cycle cycle(algorithm);
    VectorX<double> q = lola.q, qd = zero;
    for (int i = 0; i < 100; ++i) {
      step(algorithm, ws, 0.01 * i, q, qd, zero, cycle);
      ASSERT_EQ(cycle.status, CycleStatus::ok);
      EXPECT_TRUE(cycle.limited[1].torque());
      q = cycle.q_next, qd = cycle.qd_next;
    }
    EXPECT_EQ(q == lola.q, factor > 0.8) << factor;
    if (factor < 0.8) continue;
    const VectorX<double> borne = lola.drives.K().transpose() * (cycle.ua_required - cycle.ua);
    for (int j = 0; j < 6; ++j)
      EXPECT_LE(std::abs(borne[j]), lola.drives.load_dependent()[j] * std::abs(cycle.u[j]));
  }
}

}  // namespace
}  // namespace erfd::test
