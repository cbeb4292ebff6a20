// A damper that is computed once a period and held: beyond Kd T/J = 2 it drives instead of damping.
#include "erfd/simulation/sampled_damping.hpp"

#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/random_drives.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

/// Largest joint speed of the last tenth of a run over that of the first.
double growth(const Plant& plant, Controller& law, const VectorX<double>& q,
              const VectorX<double>& qd, double period) {
  SimulationSettings settings{.duration = 100 * period, .control_period = period};
  settings.output_period = period;
  const SimulationResult run = simulate(
      plant, [&](double t, In<double> at, In<double> v, Out<double> u) { law.torque(t, at, v, u); },
      q, qd, settings);
  if (!run.ok()) return HUGE_VAL;
  double first = 0, last = 0;
  for (std::size_t k = 0; k < 10; ++k) {
    first = std::max(first, run.samples[k].qd.cwiseAbs().maxCoeff());
    last = std::max(last, run.samples[run.samples.size() - 1 - k].qd.cwiseAbs().maxCoeff());
  }
  return last / first;
}

// One joint: Kd T/J by hand, and Jury's bound of 2 with and without stiffness.
TEST(SampledDamping, OfABlockIsKdTOverItsMass) {
  const Plant plant({.models = {block_model(0.5)}});
  const VectorX<double> zero = constant(1, 0);
  for (const double Kd : {100.0, 990.0, 1010.0, 4000.0}) {
    for (const double Kp : {0.0, 20.0}) {
      const auto law = make_controller("pd", plant.model(), set_point(zero),
                                       {.Kp = constant(1, Kp), .Kd = constant(1, Kd)});
      const SampledDamping found = sampled_damping(plant, *law, 0, zero, zero, 1e-3);
      EXPECT_NEAR(found.number, Kd * 1e-3 / 0.5, 1e-9);
      EXPECT_EQ(growth(plant, *law, zero, constant(1, 0.1), 1e-3) < 1, found.stable())
          << Kd << ", " << Kp;
    }
  }
}

// Arms whose inertias couple; gravity is compensated, so that nothing but the damper moves them.
TEST(SampledDamping, TellsWhichArmsDivergeWithCoupledDrives) {
  std::mt19937 rng(1211);
  int diverged = 0;
  for (int k = 0; k < 24; ++k) {
    const int n = 2 + k % 6;
    Model robot = random_robot({.joints = n, .prismatic = 0.3}, rng);
    const Drives drives = random_drives(n, rng, {.load_dependent = 0, .coulomb = 0, .viscous = 0});
    const Plant plant({.models = {robot}, .drives = drives, .motor_limits = false});
    const State s = random_state(robot, rng);
    const VectorX<double> zero = VectorX<double>::Zero(n);
    const auto damper = [&](double Kd) {
      return make_controller("pd_gravity", robot, set_point(s.q),
                             {.Kp = constant(1, 0), .Kd = constant(1, Kd)});
    };
    const double period = 1e-3;
    const double unit = sampled_damping(plant, *damper(1), 0, s.q, zero, period).number;
    for (const double number : {1.8, 2.2}) {
      const auto law = damper(number / unit);
      EXPECT_NEAR(sampled_damping(plant, *law, 0, s.q, zero, period).number, number, 1e-6);
      const double grown = growth(plant, *law, s.q, random_vector(n, rng, 1e-4), period);
      EXPECT_EQ(grown < 1, number < 2) << "robot " << k << ", Kd T/J " << number << ": " << grown;
      diverged += grown > 1;
    }
  }
  EXPECT_EQ(diverged, 24);
}

TEST(SampledDamping, NamesTheLightJoint) {
  std::mt19937 rng(1212);
  const Model robot = random_robot({.joints = 5, .branching = 0, .prismatic = 0}, rng);
  VectorX<double> Kd = constant(5, 1e-3);
  const VectorX<double> zero = VectorX<double>::Zero(5);
  Kd[4] = 1e3;
  const auto law = make_controller("pd", robot, set_point(zero), {.Kp = constant(1, 0), .Kd = Kd});
  const SampledDamping found =
      sampled_damping(Plant({.models = {robot}}), *law, 0, zero, zero, 1e-3);
  EXPECT_EQ(found.joint, 4);
  EXPECT_FALSE(found.stable());
}

}  // namespace
}  // namespace erfd::test
