// Energy of runs: falling arms, and the audit of everything that a run can contain.
#include "erfd/simulation/simulate.hpp"

#include "support/random_drives.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

void no_input(double, In<double>, In<double>, Out<double> u) { u.setZero(); }

struct Drift {
  double median, largest;
  double steps;
};

/// Arms with six revolute joints fall for 10 s; change of the energy over the peak kinetic energy.
Drift drift_of(std::string_view integrator, const IntegratorSettings& integration, int arms) {
  std::mt19937 rng(41);
  std::vector<double> drifts;
  double steps = 0;
  for (int k = 0; k < arms; ++k) {
    const Plant plant(
        {.models = {random_robot({.joints = 6, .branching = 0, .prismatic = 0}, rng)}});
    const VectorX<double> q = random_vector(6, rng, 3), qd = VectorX<double>::Zero(6);
    const SimulationResult run =
        simulate(plant, no_input, q, qd,
                 {.duration = 10, .integrator = integrator, .integration = integration});
    EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
    const Audit& a = run.audit;
    drifts.push_back(
        std::abs(a.kinetic_end - a.kinetic_start + a.potential_end - a.potential_start) /
        a.kinetic_peak);
    steps += static_cast<double>(run.steps) / arms;
  }
  std::sort(drifts.begin(), drifts.end());
  return {drifts[drifts.size() / 2], drifts.back(), steps};
}

TEST(EnergyLong, OfFallingArmsStaysWithTheDefaultIntegrator) {
  const bool all = std::getenv("ERFD_LONG") != nullptr;
  const SimulationSettings settings;
  const Drift drift = drift_of(settings.integrator, settings.integration, all ? 40 : 6);
  std::printf("drift of %d arms over 10 s: median %.1e, largest %.1e; %.0f steps a run\n",
              all ? 40 : 6, drift.median, drift.largest, drift.steps);
  EXPECT_LE(drift.median, 1e-8);
  EXPECT_LE(drift.largest, 1e-6);
}

}  // namespace
}  // namespace erfd::test
