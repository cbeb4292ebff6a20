// Runs with the dynamics of every algorithm, one moment with drives, and how a joint comes to rest.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"
#include "support/source_tree.hpp"

#include <cmath>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

InputFunction held(const VectorX<double>& u) {
  return [u](double, In<double>, In<double>, Out<double> out) { out = u; };
}

/// The end of a run, the same for all algorithms of a robot.
void expect_same_run(const Model& robot, const std::optional<Drives>& drives, const State& s,
                     std::string_view algorithm, double duration) {
  const auto run = [&](std::string_view name) {
    const Plant plant({.models = {robot}, .drives = drives, .algorithm = std::string(name)});
    SimulationResult result = simulate(plant, held(s.tau), s.q, s.qd, {.duration = duration});
    EXPECT_EQ(result.status, RunStatus::completed) << name << describe_fault(plant, result);
    return result;
  };
  const SimulationResult engine = run("engine"), other = run(algorithm);
  EXPECT_TRUE(is_close(other.q, engine.q, 1e-7)) << algorithm;
  EXPECT_LT(other.audit.relative_residual(), 1e-7) << algorithm;
  EXPECT_GT(other.calls, other.steps) << algorithm;
  ASSERT_EQ(other.events.size(), engine.events.size()) << algorithm;
  for (std::size_t k = 0; k < engine.events.size(); ++k) {
    EXPECT_NEAR(other.events[k].t, engine.events[k].t, 1e-7) << algorithm;
    EXPECT_EQ(other.events[k].element, engine.events[k].element) << algorithm;
  }
}

TEST(SimulateAlgorithms, AllMoveUglyRobotsAlikeWithAndWithoutDrivesAndFriction) {
  std::mt19937 rng(3101);
  std::size_t events = 0;
  for (int k = 0; k < 4; ++k) {
    const int n = 3 + k;
    const Model robot = random_robot({.joints = n, .branching = k % 2 == 0 ? 0 : 0.5}, rng);
    const Drives drives = random_drives(n, rng);
    State s = random_state(robot, rng);
    s.qd *= 0.2;
    for (const AlgorithmInfo& info : algorithms()) {
      if (!info.obstacle(robot).empty()) continue;
      expect_same_run(robot, std::nullopt, s, info.name, 0.05);
      expect_same_run(robot, drives, s, info.name, 0.05);
    }
    const Plant plant({.models = {robot}, .drives = drives});
    events += simulate(plant, held(s.tau), s.q, s.qd, {.duration = 0.05}).events.size();
  }
  EXPECT_GT(events, 3u) << "friction never changed: the comparison says little";
}

TEST(SimulateAlgorithms, RodsMoveTheForcedPumaAsTheEngineDoes) {
  const Model puma = load_robot(source_tree("robots/puma_rods.toml"));
  State s{VectorX<double>::LinSpaced(6, 0.1, 0.9), constant(6, 0.3), {}, constant(6, 1)};
  expect_same_run(puma, std::nullopt, s, "denoc_rods", 0.2);
}

TEST(SimulateAlgorithms, RefuseWhatTheyCannotMove) {
  std::mt19937 rng(3102);
  const Model arm = random_robot({.joints = 3, .branching = 0}, rng);
  EXPECT_NE(message_of([&] {
              Plant({.models = {arm}, .algorithm = "denoc_rods"});
            }).find("plant: the algorithm 'denoc_rods' cannot move"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              Plant({.models = {arm}, .algorithm = "loops_projection"});
            }).find("closes loops by itself"),
            std::string::npos);
  EXPECT_NE(message_of([&] { Plant({.models = {arm}, .algorithm = "rnae"}); }).find("rnea"),
            std::string::npos);
}

// Inverse dynamics of drives shares no line with the plant: u_a = K⁻ᵀ(...) + I_a K qdd + friction.
TEST(MomentOf, UndoesTheInverseDynamicsOfDrives) {
  std::mt19937 rng(3103);
  double worst = 0;
  for (int k = 0; k < 40; ++k) {
    const int n = 1 + k % 7;
    const Model robot = random_robot({.joints = n, .prismatic = 0.3}, rng);
    const Drives drives = random_drives(n, rng);
    const State s = random_state(robot, rng);
    Workspace ws(robot);
    VectorX<double> u(n), u_a(n), tau(n);
    rnea<double>(robot, ws, s.q, s.qd, s.qdd, u);
    drive_torques(drives, s.qd, s.qdd, u, u_a);
    joint_torques(drives, u_a, tau);
    const Plant plant({.models = {robot}, .drives = drives, .motor_limits = false});
    const Sample moment = moment_of(plant, tau, s.q, s.qd);
    worst = std::max(worst, (moment.qdd - s.qdd).cwiseAbs().maxCoeff() /
                                std::max(1.0, s.qdd.cwiseAbs().maxCoeff()));
    EXPECT_TRUE(is_close(moment.torque, u_a, 1e-9));
  }
  std::printf("worst difference of the accelerations: %.1e\n", worst);
  EXPECT_LT(worst, 1e-9);
}

TEST(MomentOf, HoldsWhatItsFrictionHoldsAndTellsWhatIsWrong) {
  ShaftFriction friction;
  friction.moving_positive = friction.moving_negative = 3;
  friction.starting_positive = friction.starting_negative = 5;
  const Plant plant = block(2, friction);
  EXPECT_EQ(moment_of(plant, constant(1, 4.9), constant(1, 0), constant(1, 0)).qdd[0], 0);
  EXPECT_NEAR(moment_of(plant, constant(1, 7), constant(1, 0), constant(1, 0)).qdd[0], 2, 1e-12);
  EXPECT_NE(message_of([&] {
              moment_of(plant, constant(1, NAN), constant(1, 0), constant(1, 0));
            }).find("input of motor 'push' is nan"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              moment_of(plant, constant(2, 0), constant(1, 0), constant(1, 0));
            }).find("the input has 2 numbers"),
            std::string::npos);
}

// x = w (1 − e^(−ζωt) (cos ω_d t + ζω/ω_d sin ω_d t)): settled by bisection of the formula itself.
TEST(Settling, OfABlockIsThatOfTheClosedForm) {
  const double mass = 2.5, omega = 7;
  for (const double zeta : {0.15, 0.4, 0.7}) {
    for (const double way : {1.3, -0.4}) {
      const Plant plant({.models = {block_model(mass)}});
      const auto law = make_controller(
          "pd", plant.model(), set_point(constant(1, way)),
          {.Kp = constant(1, mass * omega * omega), .Kd = constant(1, 2 * zeta * omega * mass)});
      const auto motion = set_point(constant(1, way));
      const SimulationResult run = simulate(
          plant,
          [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); },
          constant(1, 0), constant(1, 0), {.duration = 12, .reference = motion.get()});
      const double damped = omega * std::sqrt(1 - zeta * zeta);
      const auto error = [&](double t) {
        return std::exp(-zeta * omega * t) *
               (std::cos(damped * t) + zeta * omega / damped * std::sin(damped * t));
      };
      double expected = 0;
      for (int k = 120000; k > 0 && expected == 0; --k)
        if (std::abs(error(k * 1e-4)) > 0.02) {
          double out = k * 1e-4, in = out + 1e-4;
          for (int i = 0; i < 60; ++i)
            (std::abs(error((out + in) / 2)) > 0.02 ? out : in) = (out + in) / 2;
          expected = in;
        }
      ASSERT_EQ(run.motion.settling.size(), 1u);
      const SettlingRecord& record = run.motion.settling[0];
      EXPECT_EQ(record.outside, 0);
      EXPECT_NEAR(record.time, expected, 1e-6) << zeta;
      EXPECT_NEAR(record.way, way, 1e-15);
      const double overshoot = std::exp(-std::numbers::pi * zeta / std::sqrt(1 - zeta * zeta));
      EXPECT_NEAR(record.overshoot / std::abs(way), overshoot, 2e-3) << zeta;
      EXPECT_LE(record.overshoot / std::abs(way), overshoot + 1e-9) << "looked at between steps";
    }
  }
}

TEST(Settling, SaysWhatDoesNotSettleAndIsSilentOfMovingReferences) {
  const Plant plant({.models = {block_model(1)}});
  const auto far = set_point(constant(1, 1));
  const SimulationResult stands = simulate(plant, held(constant(1, 0)), constant(1, 0),
                                           constant(1, 0), {.duration = 1, .reference = far.get()});
  EXPECT_EQ(stands.motion.settling[0].outside, 1);
  const auto moves = polynomial_move(constant(1, 0), constant(1, 1), 0, 1);
  EXPECT_TRUE(simulate(plant, held(constant(1, 0)), constant(1, 0), constant(1, 0),
                       {.duration = 1, .reference = moves.get()})
                  .motion.settling.empty());
}

}  // namespace
}  // namespace erfd::test
