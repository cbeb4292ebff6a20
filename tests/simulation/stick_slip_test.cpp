// Friction that sticks and slips: closed forms, many axes, and another law of friction.
#include "erfd/dynamics/engine.hpp"
#include "erfd/math/lu.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/compare.hpp"
#include "support/random_drives.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> one(double x) { return VectorX<double>::Constant(1, x); }

void no_input(double, In<double>, In<double>, Out<double> u) { u.setZero(); }

/// Coulomb friction of µ = 0.3 under the weight of m.
ShaftFriction dry(double m, double starting = 0.3) {
  const double F = 0.3 * m * 9.81, S = starting * m * 9.81;
  return {.viscous = 0,
          .moving_positive = F,
          .moving_negative = F,
          .starting_positive = S,
          .starting_negative = S};
}

TEST(StickSlip, BlockStopsWhenAndWhereNewtonSays) {
  const double m = 2.7, v0 = 1.9, a = 0.3 * 9.81;
  const Plant plant = block(m, dry(m));
  for (const IntegratorInfo& info : integrators()) {
    const SimulationResult run =
        simulate(plant, no_input, one(0.4), one(v0), {.duration = 2, .integrator = info.name});
    ASSERT_EQ(run.status, RunStatus::completed);
    ASSERT_EQ(run.events.size(), 1u) << info.name;
    EXPECT_NEAR(run.events[0].t, v0 / a, 1e-12) << info.name;
    EXPECT_EQ(run.events[0].mode, 0);
    EXPECT_EQ(run.qd[0], 0);
    if (info.name == "paper") continue;  // its positions are of first order
    EXPECT_NEAR(run.q[0], 0.4 + v0 * v0 / (2 * a), 1e-12) << info.name;
    // Exact polynomials but for rounding, and for the differences that `implicit` takes.
    EXPECT_LT(run.audit.relative_residual(), info.name == "implicit" ? 1e-12 : 1e-13) << info.name;
    EXPECT_NEAR(run.audit.flows.coulomb, m * v0 * v0 / 2, 1e-12);
  }
}

TEST(StickSlip, StuckBlockDoesNotMoveByABitIn100Seconds) {
  const double m = 2.7, F = 0.3 * m * 9.81;
  const Plant plant = block(m, dry(m));
  // A load that swings to 99.99 % of what friction holds.
  const auto shake = [&](double t, In<double>, In<double>, Out<double> u) {
    u[0] = 0.9999 * F * std::sin(3 * t);
  };
  for (const IntegratorInfo& info : integrators()) {
    const SimulationResult run = simulate(plant, shake, one(0.123456789), one(0),
                                          {.duration = info.name == "dopri5" ? 100.0 : 5.0,
                                           .output_period = 0.5,
                                           .integrator = info.name});
    ASSERT_EQ(run.status, RunStatus::completed);
    EXPECT_TRUE(run.events.empty());
    for (const Sample& s : run.samples) {
      ASSERT_EQ(s.q[0], 0.123456789) << info.name << " at " << s.t;
      ASSERT_EQ(s.qd[0], 0);
    }
    EXPECT_EQ(run.audit.flows.coulomb, 0);
  }
}

TEST(StickSlip, RampMovesTheBlockAtTheTimeAtWhichItExceedsTheStartingValue) {
  const double m = 2.7, rate = 5, F = 0.3 * m * 9.81, S = 0.35 * m * 9.81;
  for (const double starting : {0.3, 0.35}) {
    const Plant plant = block(m, dry(m, starting));
    const auto ramp = [&](double t, In<double>, In<double>, Out<double> u) { u[0] = rate * t; };
    const SimulationResult run = simulate(plant, ramp, one(0), one(0), {.duration = 3});
    ASSERT_EQ(run.status, RunStatus::completed);
    ASSERT_EQ(run.events.size(), 1u);
    const double t0 = (starting == 0.3 ? F : S) / rate;
    EXPECT_NEAR(run.events[0].t, t0, 1e-11);  // the margin of 4e-13 of the torques, in time
    EXPECT_EQ(run.events[0].mode, 1);
    // m x'' = rate t − F from rest at t0.
    const double d = 3 - t0, over = rate * t0 - F;
    EXPECT_NEAR(run.q[0], (over * d * d / 2 + rate * d * d * d / 6) / m, 1e-10);
  }
}

// The input holds the block back and forth: stop, rest, start the other way, each at its time.
TEST(StickSlip, BlockTurnsBackThroughRest) {
  const double m = 1, F = 0.3 * 9.81;
  const Plant plant = block(m, dry(m));
  const auto swing = [&](double t, In<double>, In<double>, Out<double> u) {
    u[0] = 2 * F * std::cos(t);
  };
  const SimulationResult run = simulate(plant, swing, one(0), one(0), {.duration = 20});
  ASSERT_EQ(run.status, RunStatus::completed);
  EXPECT_LT(run.audit.relative_residual(), 1e-9);
  // Slips while 2 F cos t − F works; the speed 2 sin t − t vanishes at 1.8954942670339809.
  ASSERT_GE(run.events.size(), 3u);
  EXPECT_EQ(run.events[0].t, 0);
  EXPECT_NEAR(run.events[1].t, 1.8954942670339809, 1e-9);
  int last = -1;
  for (const FrictionEvent& e : run.events) {
    if (e.mode != 0) {
      EXPECT_EQ(e.mode, -last) << "at " << e.t;
      last = e.mode;
    }
  }
}

/// The plant of one set-up, and torques that hold it, let it fall or shake it.
struct FrictionCase {
  FrictionCase(int k, std::mt19937& rng)
      : robot(random_robot({.joints = 1 + k % 6, .prismatic = 0.2}, rng)),
        drives(random_drives(robot.nv(), rng,
                             {.load_dependent = k % 3 == 0 ? 0.3 : 0,
                              .coulomb = 0.3,
                              .viscous = k % 2 == 0 ? 1e-3 : 0})),
        amplitude(random_vector(robot.nv(), rng, uniform(rng, 0, 2))),
        rate(random_vector(robot.nv(), rng, 8)) {
    if (k % 2 == 0) uncouple();
  }
  void uncouple() {
    Drives::Parts parts{"random", drives.K(), drives.motors(), {}, drives.load_dependent()};
    parts.K = drives.K().diagonal().asDiagonal();
    for (int j = 0; j < drives.count(); ++j) {
      parts.joint_friction.push_back(drives.joint_friction(j));
    }
    drives = Drives(std::move(parts));
  }
  Plant plant() const {
    return Plant({.models = {robot}, .drives = drives, .input = PlantInput::motor_torques});
  }
  InputFunction shake() const {
    return [this](double t, In<double>, In<double>, Out<double> u) {
      for (int i = 0; i < u.size(); ++i) u[i] = amplitude[i] * std::sin(rate[i] * t + i);
    };
  }
  Model robot;
  Drives drives;
  VectorX<double> amplitude, rate;
};

// 100 set-ups; 1000 when ERFD_LONG is set.
TEST(StickSlipLong, RandomSetUpsNeverHangAndBalanceTheirEnergy) {
  std::mt19937 rng(17);
  long events = 0, steps = 0;
  double worst = 0;
  const int count = std::getenv("ERFD_LONG") != nullptr ? 1000 : 100;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE("set-up " + std::to_string(k));
    const FrictionCase setup(k, rng);
    const Plant plant = setup.plant();
    const int n = plant.nv();
    const VectorX<double> q = random_vector(n, rng, 2);
    const VectorX<double> qd = k % 4 == 0 ? VectorX<double>::Zero(n) : random_vector(n, rng, 1);
    const SimulationResult run = simulate(plant, setup.shake(), q, qd, {.duration = 1});
    EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
    events += static_cast<long>(run.events.size());
    steps += run.steps;
    worst = std::max(worst, run.audit.relative_residual());
    EXPECT_LT(run.audit.relative_residual(), 1e-7);
    EXPECT_GE(run.audit.flows.coulomb, 0);
    EXPECT_GE(run.audit.flows.viscous, 0);
    EXPECT_GE(run.audit.flows.load_dependent, 0);
  }
  std::printf("%d set-ups: %ld events, %ld steps, worst relative residual %.1e\n", count, events,
              steps, worst);
  EXPECT_GT(events, 200);
}

// Stuck joints keep their positions, whatever the others do.
TEST(StickSlip, StuckJointsOfMovingRobotsKeepTheirPositionsBitForBit) {
  std::mt19937 rng(18);
  int held = 0;
  for (int k = 0; k < 10; ++k) {
    const FrictionCase setup(2 * k, rng);
    const Plant plant = setup.plant();
    const int n = plant.nv();
    const SimulationResult run =
        simulate(plant, setup.shake(), random_vector(n, rng, 2), VectorX<double>::Zero(n),
                 {.duration = 1, .output_period = 0.01});
    ASSERT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
    for (std::size_t i = 1; i < run.samples.size(); ++i) {
      const Sample &a = run.samples[i - 1], &b = run.samples[i];
      for (std::size_t e = 0; e < plant.friction().size(); ++e) {
        const int j = plant.friction()[e].joint;
        const bool changed = std::any_of(run.events.begin(), run.events.end(), [&](const auto& x) {
          return x.element == static_cast<int>(e) && x.t > a.t && x.t <= b.t;
        });
        if (changed || a.qd[j] != 0 || b.qd[j] != 0) continue;
        EXPECT_EQ(a.q[j], b.q[j]) << "joint " << j << " at " << b.t;
        ++held;
      }
    }
  }
  EXPECT_GT(held, 500);
}

/// Friction F tanh(v / v0) without modes or events, v0 1e-5 rad/s at joints and 1e-3 rad/s at motors of
/// ratios about 100; shares no formula of friction.
VectorX<double> smoothed_end(const FrictionCase& setup, const VectorX<double>& q, double duration) {
  const Engine engine(setup.robot);
  EngineWorkspace ws(engine);
  const Drives& d = setup.drives;
  const int n = d.count();
  VectorX<double> u(n), bias(n), zero = VectorX<double>::Zero(n);
  MatrixX<double> M(n, n);
  const InputFunction shake = setup.shake();
  const auto smooth = [](const ShaftFriction& f, double v, double v0) {
    const double s = std::tanh(v / v0);
    return f.viscous * v + (v > 0 ? f.moving_positive : f.moving_negative) * s;
  };
  const Ode ode{[&](double t, In<double> x, Out<double> f) {
                  const VectorX<double> qd = x.tail(n), speed = d.K() * qd;
                  shake(t, x.head(n), qd, u);
                  for (int i = 0; i < n; ++i) u[i] -= smooth(d.motor(i).friction, speed[i], 1e-3);
                  VectorX<double> right = d.K().transpose() * u;
                  inertia_matrix(engine, ws, x.head(n), M);
                  inverse_dynamics(engine, ws, x.head(n), qd, zero, bias);
                  for (int j = 0; j < n; ++j)
                    right[j] -= bias[j] + smooth(d.joint_friction(j), qd[j], 1e-5);
                  M += d.reflected_inertia();
                  if (!solve_lu(M, right)) return false;
                  f.head(n) = qd;
                  f.tail(n) = right;
                  return true;
                },
                2 * n, n, 0};
  const auto integrator = make_integrator("implicit", ode, {.relative = 1e-5, .absolute = 1e-7});
  VectorX<double> x = VectorX<double>::Zero(2 * n);
  x.head(n) = q;
  EXPECT_TRUE(integrator->start(0, x));
  while (integrator->t() < duration) {
    if (integrator->step(duration) != StepOutcome::ok) return VectorX<double>::Zero(n);
  }
  return integrator->x().head(n);
}

TEST(StickSlip, EqualsSteepSmoothFrictionWhereStartingAndMovingValuesAreEqual) {
  std::mt19937 rng(19);
  double moved = 0;
  std::size_t events = 0;
  for (int k = 0; k < 4; ++k) {
    SCOPED_TRACE("set-up " + std::to_string(k));
    FrictionCase setup(6 * k + (k % 2 == 0 ? 1 : 2),
                       rng);  // two or three joints, coupled or not; no µ
    Drives::Parts parts{"random", setup.drives.K(), setup.drives.motors(), {}, {}};
    for (int j = 0; j < setup.drives.count(); ++j) {
      ShaftFriction f = setup.drives.joint_friction(j);
      f.starting_positive = f.moving_positive, f.starting_negative = f.moving_negative;
      parts.joint_friction.push_back(f);
      ShaftFriction& m = parts.motors[static_cast<std::size_t>(j)].friction;
      m.starting_positive = m.moving_positive, m.starting_negative = m.moving_negative;
    }
    setup.drives = Drives(std::move(parts));
    const int n = setup.drives.count();
    const VectorX<double> q = random_vector(n, rng, 2);
    const Plant plant = setup.plant();
    const SimulationResult run =
        simulate(plant, setup.shake(), q, VectorX<double>::Zero(n), {.duration = 0.5});
    ASSERT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
    moved = std::max(moved, (run.q - q).cwiseAbs().maxCoeff());
    events += run.events.size();
    // Smooth friction creeps with up to 1e-5 rad/s at rest.
    EXPECT_TRUE(is_close(run.q, smoothed_end(setup, q, 0.5), 5e-5));
  }
  std::printf("moved up to %.2f rad or m, %zu events\n", moved, events);
  EXPECT_GT(moved, 0.1);
  EXPECT_GT(events, 10u);
}

// Pushed forward at rest and back as soon as it moves: no motion and no rest fits.
TEST(StickSlip, EndlessChangeIsReported) {
  const double F = 0.3 * 9.81;
  const Plant plant = block(1, dry(1));
  const auto bang = [&](double, In<double>, In<double> qd, Out<double> u) {
    u[0] = qd[0] <= 0 ? 2 * F : -2 * F;
  };
  const SimulationResult run =
      simulate(plant, bang, one(0), one(0.1), {.duration = 1, .max_steps = 100'000});
  EXPECT_EQ(run.status, RunStatus::chattering);
  EXPECT_NE(describe_fault(plant, run)
                .find("friction of joint 'slide' changes without end, expected rest or motion"),
            std::string::npos);
}

// A motor that moves two joints: held by its friction, the joints move together only.
TEST(StickSlip, CoupledMotorThatSticksBindsItsJoints) {
  std::mt19937 rng(20);
  const Model arm = random_robot({.joints = 2, .branching = 0, .prismatic = 0}, rng);
  Drives::Parts parts;
  parts.robot = "wrist";
  parts.K = (MatrixX<double>(2, 2) << 1, 1, 1, -1).finished();
  parts.motors.resize(2);
  parts.motors[0].friction = {.viscous = 0,
                              .moving_positive = 1e3,
                              .moving_negative = 1e3,
                              .starting_positive = 1e3,
                              .starting_negative = 1e3};
  const Plant plant({.models = {arm}, .drives = Drives(parts)});
  const SimulationResult run = simulate(plant, no_input, VectorX<double>::Zero(2),
                                        VectorX<double>::Zero(2), {.duration = 5});
  ASSERT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
  EXPECT_GT(std::abs(run.qd[0]), 1e-3);
  EXPECT_NEAR(run.q[0] + run.q[1], 0, 1e-12);
  EXPECT_LT(run.audit.relative_residual(), 1e-8);
}

constexpr ShaftFriction held{.viscous = 0,
                             .moving_positive = 1e5,
                             .moving_negative = 1e5,
                             .starting_positive = 1e5,
                             .starting_negative = 1e5};

// Two of four motors stick, each moves all joints: what is left of the robot moves so that neither turns.
TEST(StickSlip, SeveralCoupledMotorsThatStickStayWhereTheyAre) {
  std::mt19937 rng(21);
  const Model arm = random_robot({.joints = 4, .branching = 0, .prismatic = 0.5}, rng);
  Drives::Parts parts;
  parts.robot = "coupled";
  parts.K = MatrixX<double>(4, 4);
  for (double& entry : parts.K.reshaped()) entry = uniform(rng, -1, 1);
  parts.motors.resize(4);
  for (const std::size_t stuck : {1u, 2u}) parts.motors[stuck].friction = held;
  const MatrixX<double> K = parts.K;
  const Plant plant({.models = {arm}, .drives = Drives(parts)});
  const SimulationResult run = simulate(plant, no_input, VectorX<double>::Zero(4),
                                        VectorX<double>::Zero(4), {.duration = 1});
  ASSERT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
  const VectorX<double> turned = K * run.q;
  EXPECT_GT(std::abs(turned[0]) + std::abs(turned[3]), 0.1);
  EXPECT_NEAR(turned[1], 0, 1e-11);
  EXPECT_NEAR(turned[2], 0, 1e-11);
  EXPECT_LT(run.audit.relative_residual(), 1e-8);
}

// With joint 3 held, two motors that stick ask the same of joints 1 and 2: the robot still swings.
TEST(StickSlip, MotorsThatStickInTheSameWayBindItOnce) {
  std::mt19937 rng(22);
  const Model arm = random_robot({.joints = 3, .branching = 0, .prismatic = 0}, rng);
  Drives::Parts parts;
  parts.robot = "twice";
  parts.K = (MatrixX<double>(3, 3) << 1, 2, 1, 1, 2, 2, 1, -1, 0.3).finished();
  parts.motors.resize(3);
  parts.motors[0].friction = parts.motors[1].friction = held;
  parts.joint_friction = {{}, {}, held};
  const Plant plant({.models = {arm}, .drives = Drives(parts)});
  const SimulationResult run = simulate(plant, no_input, VectorX<double>::Zero(3),
                                        VectorX<double>::Zero(3), {.duration = 1});
  ASSERT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
  EXPECT_GT(std::abs(run.q[0]), 0.1);
  EXPECT_NEAR(run.q[0] + 2 * run.q[1], 0, 1e-11);
  EXPECT_EQ(run.q[2], 0);
  EXPECT_LT(run.audit.relative_residual(), 1e-8);
}

}  // namespace
}  // namespace erfd::test
