// Runs at random in which motors fall short: robot, drives, a cycloidal move, a controller that catches
// up.
#pragma once

#include "erfd/simulation/algorithm1.hpp"

#include "support/random_mechanisms.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace erfd::test {

enum class DryFriction { none, at_motors, at_joints, at_both };

struct SaturatedRun {
  Model robot;
  Drives drives;
  VectorX<double> q0, dq;
  double time = 0.5;  ///< of the move [s]

  VectorX<double> asked(double t) const {
    constexpr double pi = std::numbers::pi;
    return q0 + dq * (t >= time ? 1 : t / time - std::sin(2 * pi * t / time) / (2 * pi));
  }
};

/// Speed to catch up with an error: K_v e, as far as the joint can brake it with `acceleration`.
inline double catching_up(double error, double gain, double acceleration) {
  const double size = std::abs(error);
  if (gain * gain * size <= acceleration) return gain * error;
  return std::copysign(std::sqrt(acceleration * (2 * size - acceleration / (gain * gain))), error);
}

/// Runs the move and what comes after it; body(k, q, qd, cycle) for each cycle. @return the largest
/// distance of a joint from what is asked, infinite if the run fails.
/// @param brakes  accelerations with which the joints can brake; empty: any
template <class Body>
double run_cycles(const SaturatedRun& run, const Algorithm1& algorithm, double gain, int cycles,
                  Body&& body, const VectorX<double>& brakes = {}) {
  const double dt = algorithm.settings().period;
  Algorithm1Workspace ws(algorithm);
  Cycle cycle(algorithm);
  VectorX<double> q = run.asked(0), qd = VectorX<double>::Zero(q.size());
  double worst = 0;
  for (int k = 0; k < cycles; ++k) {
    const VectorX<double> now = run.asked(k * dt), next = run.asked((k + 1) * dt);
    VectorX<double> given = (next - now) / dt;
    for (int j = 0; j < given.size(); ++j)
      given[j] +=
          catching_up(now[j] - q[j], gain,
                      brakes.size() > 0 ? brakes[j] : std::numeric_limits<double>::infinity());
    step(algorithm, ws, k * dt, q, qd, given, cycle);
    if (cycle.status != CycleStatus::ok) return std::numeric_limits<double>::infinity();
    body(k, q, qd, std::as_const(cycle));
    q = cycle.q_next, qd = cycle.qd_next;
    worst = std::max(worst, (q - next).cwiseAbs().maxCoeff());
  }
  return worst;
}

inline Drives with_peaks(const Drives& drives, const VectorX<double>& peaks) {
  Drives::Parts parts = drives.parts();
  for (int i = 0; i < drives.count(); ++i)
    parts.motors[static_cast<std::size_t>(i)].limits.torque_peak = peaks[i];
  return Drives(std::move(parts));
}

/// Dry friction only where it is wanted, of a size that the motors notice.
inline Drives with_friction(const Drives& drives, DryFriction where, const VectorX<double>& peaks,
                            std::mt19937& rng) {
  Drives::Parts parts{drives.robot(), drives.K(), drives.motors(), {}, drives.load_dependent()};
  const bool motors = where == DryFriction::at_motors || where == DryFriction::at_both;
  const bool joints = where == DryFriction::at_joints || where == DryFriction::at_both;
  const auto dry = [&](ShaftFriction f, double size) {
    f.moving_positive = uniform(rng, 0, 0.3) * size,
    f.moving_negative = uniform(rng, 0, 0.3) * size;
    f.starting_positive = f.moving_positive * uniform(rng, 1, 1.5);
    f.starting_negative = f.moving_negative * uniform(rng, 1, 1.5);
    return f;
  };
  for (int i = 0; i < drives.count(); ++i) {
    Motor& motor = parts.motors[static_cast<std::size_t>(i)];
    motor.friction = dry(motor.friction, motors ? peaks[i] : 0);
    const double ratio = drives.K().col(i).cwiseAbs().maxCoeff();
    parts.joint_friction.push_back(dry(drives.joint_friction(i), joints ? ratio * peaks[i] : 0));
    if (!joints) parts.load_dependent[i] = 0;
  }
  return Drives(std::move(parts));
}

/// Every fourth run has mechanisms. Motors give 40 to 110 % of what the move needs.
inline SaturatedRun saturated_run(int k, std::mt19937& rng, DryFriction where) {
  const int n = 1 + k % 7;
  const DrivesRecipe recipe{.load_dependent = 0.3, .coulomb = 0, .viscous = 1e-4};
  const Model robot = random_robot({.joints = n}, rng);
  const bool mechanisms = k % 4 == 3 && where == DryFriction::none;
  DrivesAtPosition made = random_mechanism_drives(n, rng, recipe);
  Drives drives = mechanisms ? made.drives : random_drives(n, rng, recipe);
  const VectorX<double> q0 = mechanisms ? made.q : random_state(robot, rng).q;
  SaturatedRun run{robot, drives, q0, random_vector(n, rng, mechanisms ? 0.05 : 0.7),
                   uniform(rng, 0.2, 0.8)};
  VectorX<double> needed = VectorX<double>::Constant(n, 1e-6);
  const auto measure = [&] {
    const Algorithm1 strong(robot, run.drives);
    run_cycles(run, strong, 0, 90, [&](int, auto&, auto&, const Cycle& cycle) {
      needed = needed.cwiseMax(cycle.ua_required.cwiseAbs());
    });
  };
  measure();
  if (!mechanisms) {
    run.drives = with_friction(run.drives, where, needed, rng);
    measure();
  }
  for (int i = 0; i < n; ++i) needed[i] *= uniform(rng, 0.4, 1.1);
  run.drives = with_peaks(run.drives, needed);
  return run;
}

}  // namespace erfd::test
