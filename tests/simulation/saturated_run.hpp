// Runs at random in which motors fall short: robot, drives, a cycloidal move, a controller that catches
// up.
#pragma once

#include "erfd/drives/transmission.hpp"
#include "erfd/simulation/algorithm1.hpp"

#include "simulation/algorithm1/catching_up.hpp"
#include "support/random_mechanisms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

/// The move and its rest as the controller knows them, of `cycles` cycles.
class AskedRun {
 public:
  AskedRun(const SaturatedRun& run, const Algorithm1& algorithm, int cycles)
      : jumps_(static_cast<std::size_t>(cycles)) {
    const double dt = algorithm.settings().period;
    const int n = algorithm.joint_count();
    for (MatrixX<double>* const m : {&q_, &qd_, &ua_, &low_, &high_}) m->setZero(n, cycles);
    Algorithm1Workspace ws(algorithm);
    Cycle cycle(algorithm);
    DriveState state(run.drives);
    VectorX<double> before = VectorX<double>::Zero(n), speed(n);
    for (int k = 0; k < cycles; ++k) {
      q_.col(k) = run.asked(k * dt);
      qd_.col(k) = (run.asked((k + 1) * dt) - q_.col(k)) / dt;
      step(algorithm, ws, k * dt, q_.col(k), before, qd_.col(k), cycle);
      ua_.col(k) = cycle.ua_required;
      if (!set_position(run.drives, q_.col(k), state)) break;
      motor_velocities(run.drives, state, qd_.col(k), speed);
      for (int i = 0; i < n; ++i) {
        const TorqueRange range = torque_range(run.drives.motor(i), speed[i]);
        low_(i, k) = range.low, high_(i, k) = range.high;
      }
      before = qd_.col(k);
    }
  }

  AskedMotion motion() const { return {q_, qd_, ua_, low_, high_, jumps_}; }

 private:
  MatrixX<double> q_, qd_, ua_, low_, high_;
  std::vector<bool> jumps_;
};

/// Runs the move and what comes after it with the speeds of give(k, q, qd, given); body(k, q, qd, cycle)
/// for each cycle. @return the largest distance of a joint from what is asked, infinite if the run fails.
template <class Give, class Body>
double run_given(const SaturatedRun& run, const Algorithm1& algorithm, int cycles, Give&& give,
                 Body&& body) {
  const double dt = algorithm.settings().period;
  Algorithm1Workspace ws(algorithm);
  Cycle cycle(algorithm);
  VectorX<double> q = run.asked(0), qd = VectorX<double>::Zero(q.size()), given(q.size());
  double worst = 0;
  for (int k = 0; k < cycles; ++k) {
    give(k, q, qd, given);
    step(algorithm, ws, k * dt, q, qd, given, cycle);
    if (cycle.status != CycleStatus::ok) return std::numeric_limits<double>::infinity();
    body(k, q, qd, std::as_const(cycle));
    q = cycle.q_next, qd = cycle.qd_next;
    worst = std::max(worst, (q - run.asked((k + 1) * dt)).cwiseAbs().maxCoeff());
  }
  return worst;
}

/// With K_v e alone beside the asked speed: what comes of it is up to Algorithm 1.
template <class Body>
double run_cycles(const SaturatedRun& run, const Algorithm1& algorithm, double gain, int cycles,
                  Body&& body) {
  const double dt = algorithm.settings().period;
  const auto give = [&](int k, const VectorX<double>& q, auto&, VectorX<double>& given) {
    const VectorX<double> now = run.asked(k * dt);
    given = (run.asked((k + 1) * dt) - now) / dt + gain * (now - q);
  };
  return run_given(run, algorithm, cycles, give, body);
}

/// With the controller of `erfd verify`.
template <class Body>
double run_catching_up(const SaturatedRun& run, const Algorithm1& algorithm, const AskedRun& asked,
                       double gain, int cycles, Body&& body) {
  CatchingUp controller(algorithm, asked.motion(), gain);
  const auto give = [&](int k, const VectorX<double>& q, const VectorX<double>& qd,
                        VectorX<double>& given) { controller.give(algorithm, k, q, qd, given); };
  return run_given(run, algorithm, cycles, give, body);
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

/// Every fourth run has mechanisms, and a joint is helical by that chance. Motors give 40 to 110 % of what the move needs.
inline SaturatedRun saturated_run(int k, std::mt19937& rng, DryFriction where, double helical = 0) {
  const int n = 1 + k % 7;
  const DrivesRecipe recipe{.load_dependent = 0.3, .coulomb = 0, .viscous = 1e-4};
  const Model robot = random_robot({.joints = n, .helical = helical}, rng);
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
