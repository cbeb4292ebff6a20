// The forced run of the PUMA of slender rods, [MS07] section 4.2, and its power balance, Fig. 8.
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/simulate.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using std::numbers::pi;

struct Puma {
  Model model = build(read_robot_file(find_robot("puma_rods")).robot);
  Engine engine{model};
  EngineWorkspace ws{engine};

  /// (38): all joints turn by π in 10 s.
  static double angle(double t) { return pi / 10 * t - std::sin(2 * pi * t / 10) / 2; }
  static double speed(double t) { return pi / 10 * (1 - std::cos(2 * pi * t / 10)); }
  static double acceleration(double t) { return 2 * pi * pi / 100 * std::sin(2 * pi * t / 10); }

  void torque(double t, Out<double> tau) {
    const auto all = [](double x) -> VectorX<double> { return VectorX<double>::Constant(6, x); };
    inverse_dynamics(engine, ws, all(angle(t)), all(speed(t)), all(acceleration(t)), tau);
  }
};

struct ForcedRun {
  std::array<double, 6> leaves{};  ///< first time of |error| > 0.01 rad [s]; 0: not before the end
  double power_leaves = 0;         ///< first time at which the power is off by 1 % of its peak [s]
  long evaluations = 0;
};

/// Runs until a joint is 3 rad off, as the table of errata §4 does; looks every 0.01 s.
ForcedRun forced(std::string_view algorithm_name, const IntegratorSettings& settings) {
  Puma puma;
  const auto algorithm = make_algorithm<double>(algorithm_name, puma.model);
  VectorX<double> tau(6);
  const Ode ode{[&](double t, In<double> x, Out<double> f) {
                  puma.torque(t, tau);
                  f.head(6) = x.tail(6);
                  algorithm->forward_dynamics(x.head(6), x.tail(6), tau, f.tail(6), {});
                  return true;
                },
                12, 6, 0};
  const auto integrator = make_integrator("dopri5", ode, settings);
  EXPECT_TRUE(integrator->start(0, VectorX<double>::Zero(12)));
  ForcedRun run;
  double peak = 0;
  for (int k = 1; k <= 1000; ++k) {
    const double t = 0.01 * k;
    puma.torque(t, tau);
    peak = std::max(peak, std::abs(tau.sum() * Puma::speed(t)));
  }
  VectorX<double> x(12);
  for (int k = 1; k <= 1000; ++k) {
    const double t = 0.01 * k;
    while (integrator->t() < t) {
      if (integrator->step(10) != StepOutcome::ok) return run;
    }
    integrator->state_at(t, x);
    puma.torque(t, tau);
    double worst = 0;
    for (int j = 0; j < 6; ++j) {
      const double error = std::abs(x[j] - Puma::angle(t));
      worst = std::max(worst, error);
      double& first = run.leaves[static_cast<std::size_t>(j)];
      if (error > 0.01 && first == 0) first = t;
    }
    const double power = tau.dot(x.tail(6)) - tau.sum() * Puma::speed(t);
    if (std::abs(power) > 0.01 * peak && run.power_leaves == 0) run.power_leaves = t;
    if (worst > 3) break;
  }
  run.evaluations = integrator->evaluations();
  return run;
}

void print(const char* name, const ForcedRun& run) {
  std::printf("%-34s", name);
  for (const double t : run.leaves) t > 0 ? std::printf(" %5.2f", t) : std::printf("     -");
  std::printf("   power %5.2f   %ld evaluations\n", run.power_leaves, run.evaluations);
}

/// Joints 3, 5, 6 leave before 1, 2, 4.
void expect_order(const ForcedRun& run) {
  const auto& t = run.leaves;
  for (const std::size_t early : {2u, 4u, 5u}) {
    EXPECT_GT(t[early], 0);
    for (const std::size_t late : {0u, 1u, 3u}) {
      if (t[late] > 0) {
        EXPECT_LT(t[early], t[late]);
      }
    }
  }
}

// Errata §4: -, 6.09, 5.90, -, 5.92, 5.91 s.
TEST(MohanSaha, ForcedPumaLeavesItsPathWhenTheErrataSay) {
  const double expected[6] = {0, 6.09, 5.90, 0, 5.92, 5.91};
  for (const char* const name : {"engine", "aba", "denoc", "crba"}) {
    const ForcedRun run = forced(name, {.relative = 1e-8, .absolute = 1e-8});
    print((std::string("1e-8 ") + name).c_str(), run);
    expect_order(run);
    for (const std::size_t j : {1u, 2u, 4u, 5u})
      EXPECT_NEAR(run.leaves[j], expected[j], 0.05) << name << ", joint " << j + 1;
  }
}

// The time is the integrator's, not the robot's: an exact run never leaves.
TEST(MohanSaha, TimeOfLeavingFollowsTheErrorAllowed) {
  const ForcedRun coarse = forced("engine", {.relative = 1e-3, .absolute = 1e-8});
  const ForcedRun matlab = forced("engine", {.relative = 1e-8, .absolute = 1e-6});
  const ForcedRun fine = forced("engine", {.relative = 1e-10, .absolute = 1e-10});
  const ForcedRun finest = forced("engine", {.relative = 1e-13, .absolute = 1e-13});
  const ForcedRun small = forced("engine", {.relative = 1e-8, .absolute = 1e-8, .max_step = 1e-3});
  print("relative 1e-3, absolute 1e-8", coarse);
  print("relative 1e-8, absolute 1e-6", matlab);
  print("1e-10", fine);
  print("1e-13", finest);
  print("1e-8, steps of 1e-3 s at most", small);
  EXPECT_NEAR(coarse.leaves[2], 5.19, 0.05);
  EXPECT_NEAR(fine.leaves[2], 6.02, 0.05);
  EXPECT_LT(coarse.leaves[2], fine.leaves[2]);
  expect_order(fine);
}

// Fig. 8 compares the power of the path asked for with that of the run. The power of the run itself
// balances its own energy all the time, before and after it has left the path.
TEST(MohanSaha, PowerOfTheRunBalancesItsEnergyAfterItHasLeftThePath) {
  Puma puma;
  const Plant plant({.models = {puma.model}});
  const auto input = [&](double t, In<double>, In<double>, Out<double> u) { puma.torque(t, u); };
  const VectorX<double> zero = VectorX<double>::Zero(6);
  for (const double duration : {5.0, 7.0}) {
    const SimulationResult run = simulate(plant, input, zero, zero, {.duration = duration});
    ASSERT_EQ(run.status, RunStatus::completed);
    double off = 0;
    for (int j = 0; j < 6; ++j) off = std::max(off, std::abs(run.q[j] - Puma::angle(duration)));
    std::printf("%4.0f s: %.1e rad off, energy residual %.1e of %.1f J\n", duration, off,
                run.audit.relative_residual(), run.audit.kinetic_peak);
    EXPECT_LT(run.audit.relative_residual(), 1e-8);
    EXPECT_EQ(off > 0.1, duration > 6);
  }
}

}  // namespace
}  // namespace erfd::test
