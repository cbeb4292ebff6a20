// Algorithm 1 with a consistent set of limited motors and friction that holds (errata L27, L28).
#include "erfd/drives/transmission.hpp"
#include "erfd/model/build.hpp"
#include "erfd/simulation/servos.hpp"

#include "simulation/complementarity.hpp"
#include "simulation/saturated_run.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

int run_count() { return std::getenv("ERFD_LONG") != nullptr ? 10'000 : 200; }

/// Coordinates of random systems, several servos on each, often more than the system has freedoms.
TEST(Servos, EachReachesItsAimOrGivesAllItHas) {
  std::mt19937 rng(1);
  int most_steps = 0;
  for (int k = 0; k < 4000; ++k) {
    const int freedoms = 1 + k % 6, coordinates = freedoms + k % 7;
    MatrixX<double> L(coordinates, freedoms);
    for (double& x : L.reshaped()) x = uniform(rng, -1, 1) * std::pow(10, uniform(rng, -1, 1));
    Servos servos(coordinates, 2 * coordinates);
    servos.G = L * L.transpose();
    const VectorX<double> pushed = random_vector(freedoms, rng, 3);
    servos.x_0 = L * pushed;
    // Aims of one motion, some missed by all: friction at rest and motors at speed.
    const VectorX<double> motion = L * random_vector(freedoms, rng);
    for (int e = 0; e < 2 * coordinates; ++e) {
      const double size = uniform(rng, 0, 1) / (1 + L.row(e / 2).squaredNorm());
      const double aim = e % 2 == 0 ? motion[e / 2] : 0;
      servos.list.push_back({e / 2, aim, -uniform(rng, 0, size), uniform(rng, 0, size), 0});
    }
    ASSERT_TRUE(servos.solve()) << "sample " << k;
    most_steps = std::max(most_steps, servos.steps());
    VectorX<double> x = servos.x_0, size = servos.x_0.cwiseAbs();
    for (const Servo& s : servos.list) {
      EXPECT_GE(s.force, s.low);
      EXPECT_LE(s.force, s.high);
      x += s.force * servos.G.col(s.coordinate);
      size += std::abs(s.force) * servos.G.col(s.coordinate).cwiseAbs();
    }
    for (const Servo& s : servos.list) {
      const double miss = s.aim - x[s.coordinate], small = 1e-11 * (size[s.coordinate] + 1);
      EXPECT_TRUE(miss <= small || s.force == s.high) << "sample " << k << ", misses " << miss;
      EXPECT_TRUE(miss >= -small || s.force == s.low) << "sample " << k << ", misses " << miss;
    }
  }
  std::printf("at most %d steps\n", most_steps);
}

struct Tally {
  Departures worst;
  long cycles = 0, limited = 0, unsettled = 0;
};

/// Every cycle of a run whose controller adds 20 times the error to the asked speed.
void judge(const SaturatedRun& run, Tally& tally) {
  const Algorithm1 algorithm(run.robot, run.drives);
  DriveState state(run.drives);
  run_cycles(run, algorithm, 20, 60,
             [&](int cycle_index, const VectorX<double>& q, const VectorX<double>& qd,
                 const Cycle& cycle) {
               ++tally.cycles;
               tally.limited += cycle.any_limited;
               tally.unsettled += !cycle.friction_settled;
               if (!cycle.friction_settled) return;
               ASSERT_TRUE(set_position(run.drives, q, state));
               VectorX<double> bends(run.robot.nv());
               for (int i = 0; i < bends.size(); ++i) {
                 const double rate = run.drives.coupling().row(i).dot(cycle.qd_cmd);
                 bends[i] = state.bends()[i] * rate * rate;
               }
               const Departures d = departures(algorithm, q, qd, state.K(), bends, cycle);
               tally.worst.take(d);
               EXPECT_LT(d.worst(), 1e-9) << "cycle " << cycle_index << ": balance " << d.balance
                                          << ", beyond " << d.beyond << ", needless " << d.needless
                                          << ", friction " << d.friction << ", power " << d.power;
             });
}

TEST(Algorithm1ConsistentLong, KeepsTheLawsOfMotorsAndFrictionInEveryCycle) {
  std::mt19937 rng(2);
  Tally tallies[4];
  for (int k = 0; k < run_count(); ++k) {
    SCOPED_TRACE("run " + std::to_string(k));
    const auto where = static_cast<DryFriction>(k / 7 % 4);
    judge(saturated_run(k, rng, where), tallies[static_cast<int>(where)]);
    if (HasFailure()) return;
  }
  const char* const names[] = {"none", "at motors", "at joints", "both"};
  long cycles = 0, limited = 0, unsettled = 0;
  for (int w = 0; w < 4; ++w) {
    const auto& [worst, counted, at_limits, open] = tallies[w];
    std::printf(
        "friction %-9s  balance %.1e  beyond %.1e  needless %.1e  friction %.1e  power %.1e\n",
        names[w], worst.balance, worst.beyond, worst.needless, worst.friction, worst.power);
    cycles += counted, limited += at_limits, unsettled += open;
  }
  std::printf("%ld cycles, %ld limited, %ld unsettled\n", cycles, limited, unsettled);
  EXPECT_GT(limited, cycles / 10);
  EXPECT_LT(unsettled, cycles / 1000);
}

// The engine gives no columns of H of these.
TEST(Algorithm1Consistent, KeepsTheLawsOfHelicalJoints) {
  std::mt19937 rng(3);
  Tally tally;
  for (int k = 0; k < 42; ++k) {
    SCOPED_TRACE("run " + std::to_string(k));
    judge(saturated_run(k, rng, static_cast<DryFriction>(k / 7 % 4), 0.5), tally);
  }
  EXPECT_GT(tally.limited, tally.cycles / 10);
  EXPECT_LE(tally.unsettled, tally.cycles / 500);
}

/// The arm of planar2r with a motor of ratio 1 on each joint, and a cycloidal move.
SaturatedRun planar_arm(double time, double peak_1, double peak_2) {
  Motor motor;
  motor.rotor_inertia = 0.05;
  Drives::Parts parts{"planar2r", MatrixX<double>::Identity(2, 2), {motor, motor}, {}, {}};
  parts.motors[0].limits.torque_peak = peak_1;
  parts.motors[1].limits.torque_peak = peak_2;
  return {load_robot("planar2r"), Drives(std::move(parts)), Eigen::Vector2d(-1.2, 0.4),
          Eigen::Vector2d(1.5, 1.2), time};
}

struct PlanarOutcome {
  double off = 0;     ///< largest distance of a joint from what is asked [rad]
  double beyond = 0;  ///< largest torque over its limit [-]
  int reversals = 0;  ///< of motor 2's torque, when it is above a tenth of its limit
};

PlanarOutcome move_planar_arm(const SaturatedRun& run, Shortfall variant) {
  const Algorithm1 algorithm(run.robot, run.drives, {.shortfall = variant});
  PlanarOutcome out;
  double last = 0;
  const int cycles = static_cast<int>(run.time / 0.01) + 50;
  out.off = run_cycles(run, algorithm, 20, cycles, [&](int, auto&, auto&, const Cycle& cycle) {
    for (int i = 0; i < 2; ++i)
      out.beyond =
          std::max(out.beyond, std::abs(cycle.ua[i]) / run.drives.motor(i).limits.torque_peak);
    if (std::abs(cycle.ua[1]) < 0.1 * run.drives.motor(1).limits.torque_peak) return;
    out.reversals += last != 0 && sign(cycle.ua[1]) != last;
    last = sign(cycle.ua[1]);
  });
  return out;
}

// Errata L27: both motors short. A set that only grows throws axis 2 to and fro.
TEST(Algorithm1Consistent, TwoLinksWithShortMotorsAreNotThrownToAndFro) {
  std::printf("   T [s]  peaks [N m]   mixed: off [rad], reversals   consistent: off, reversals\n");
  for (const auto& [time, peak_1, peak_2] :
       {std::array{0.4, 90., 37.}, std::array{0.4, 144., 43.}, std::array{0.6, 60., 21.}}) {
    const SaturatedRun run = planar_arm(time, peak_1, peak_2);
    const PlanarOutcome mixed = move_planar_arm(run, Shortfall::mixed);
    const PlanarOutcome consistent = move_planar_arm(run, Shortfall::consistent);
    std::printf("%8.2f %6.0f %4.0f %12.2f %9d %22.2f %7d\n", time, peak_1, peak_2, mixed.off,
                mixed.reversals, consistent.off, consistent.reversals);
    EXPECT_GT(mixed.off, 0.76);
    EXPECT_GT(mixed.reversals, 3);
    EXPECT_LT(consistent.off, 0.59);
    EXPECT_LE(consistent.reversals, 2);
    EXPECT_LE(consistent.beyond, 1 + 1e-12);
  }
}

/// Motors of 7.1 N m, one of them behind a friction of 12 N m.
SaturatedRun run_with_a_stuck_motor(int n, int stuck, std::mt19937& rng) {
  const Model robot = random_robot({.joints = n}, rng);
  const VectorX<double> q0 = random_state(robot, rng).q;
  Drives::Parts parts{"stuck", MatrixX<double>::Zero(n, n), {}, {}, VectorX<double>::Zero(n)};
  for (int i = 0; i < n; ++i) {
    Motor motor;
    motor.name = "m" + std::to_string(i);
    motor.rotor_inertia = 1e-3;
    motor.limits.torque_peak = 7.1;
    parts.K(i, i) = 150;
    parts.motors.push_back(motor);
  }
  ShaftFriction& friction = parts.motors[static_cast<std::size_t>(stuck)].friction;
  friction.moving_positive = friction.moving_negative = 12;
  friction.starting_positive = friction.starting_negative = 12;
  return {robot, Drives(parts), q0, random_vector(n, rng, 0.3), 1.5};
}

// Errata L28: a motor of 7.1 N m behind a friction of 12 N m does not start, and nothing else suffers.
TEST(Algorithm1Consistent, FrictionBeyondTheMotorLeavesTheJointAtRest) {
  std::mt19937 rng(4);
  for (int k = 0; k < 50; ++k) {
    const int n = 1 + k % 6, stuck = k % n;
    const SaturatedRun run = run_with_a_stuck_motor(n, stuck, rng);
    const Algorithm1 algorithm(run.robot, run.drives);
    double worst = 0;
    const double off =
        run_cycles(run, algorithm, 20, 250,
                   [&](int, const VectorX<double>& q, const VectorX<double>&, const Cycle& cycle) {
                     EXPECT_LE(cycle.ua.cwiseAbs().maxCoeff(), 7.1 * (1 + 1e-12));
                     worst = std::max(worst, std::abs(q[stuck] - run.q0[stuck]));
                   });
    ASSERT_TRUE(std::isfinite(off)) << "run " << k;
    EXPECT_EQ(worst, 0) << "run " << k << " with " << n << " joints";
  }
}

// The published forms know friction as a torque of sign(qd) alone: it would drive the shaft, and they
// say so before it does.
TEST(Algorithm1Consistent, OtherFormsRefuseFrictionThatWouldDriveAMotor) {
  std::mt19937 rng(6);
  for (const Shortfall variant : {Shortfall::mixed, Shortfall::full, Shortfall::as_printed}) {
    int refused = 0;
    for (int k = 0; k < 40; ++k) {
      const int n = 1 + k % 6, stuck = k % n;
      const SaturatedRun run = run_with_a_stuck_motor(n, stuck, rng);
      const Algorithm1 algorithm(run.robot, run.drives, {.shortfall = variant});
      Algorithm1Workspace ws(algorithm);
      Cycle cycle(algorithm);
      VectorX<double> q = run.q0, qd = VectorX<double>::Zero(n);
      double farthest = 0;
      for (int c = 0; c < 250; ++c) {
        const VectorX<double> next = run.asked((c + 1) * 0.01), now = run.asked(c * 0.01);
        step(algorithm, ws, c * 0.01, q, qd, (next - now) / 0.01 + 20 * (now - q), cycle);
        if (cycle.status != CycleStatus::ok) break;
        q = cycle.q_next, qd = cycle.qd_next;
        farthest = std::max(farthest, (q - run.q0).cwiseAbs().maxCoeff());
      }
      EXPECT_LT(farthest, 100) << "run " << k;
      if (cycle.status != CycleStatus::friction_drives) continue;
      ++refused;
      EXPECT_EQ(cycle.fault.joint, stuck) << "run " << k;
      EXPECT_NEAR(std::abs(cycle.fault.value), 12, 1e-9);
      EXPECT_TRUE(cycle.q_next.array().isNaN().all());
      EXPECT_NE(describe_fault(algorithm, cycle)
                    .find("12 N m at its shaft, is more than the motor gives"),
                std::string::npos)
          << describe_fault(algorithm, cycle);
    }
    EXPECT_GT(refused, 30);
  }
}

// The inverse kinematics of a straight move leaves 1e-13 rad a cycle to an axis that rests.
TEST(Algorithm1Consistent, RoundingOfAnAxisThatRestsIsNoMotion) {
  std::mt19937 rng(5);
  for (int k = 0; k < 100; ++k) {
    const int n = 2 + k % 6;
    const Model robot = random_robot({.joints = n}, rng);
    const Algorithm1 algorithm(
        robot, random_drives(n, rng, {.load_dependent = 0.3, .coulomb = 0.1, .viscous = 1e-4}),
        {.shortfall = k % 2 == 0 ? Shortfall::consistent : Shortfall::mixed});
    const State s = random_state(robot, rng);
    Algorithm1Workspace ws(algorithm);
    Cycle exact(algorithm), noisy(algorithm);
    VectorX<double> qd = s.qd;
    qd[0] = 0;
    step(algorithm, ws, 0, s.q, qd, qd, exact);
    for (const double noise : {1e-13, -1e-13, 3e-12, -3e-12}) {
      VectorX<double> given = qd;
      given[0] = noise / algorithm.settings().period;
      step(algorithm, ws, 0, s.q, qd, given, noisy);
      const double size = exact.ua_required.cwiseAbs().maxCoeff();
      EXPECT_LT((noisy.ua_required - exact.ua_required).cwiseAbs().maxCoeff(), 1e-6 * size);
    }
  }
}

}  // namespace
}  // namespace erfd::test
