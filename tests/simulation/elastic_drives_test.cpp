// Motors behind elastic gears: against two masses and a spring in closed form, against the dense equations
// of links and motors, and in the limit of stiff gears.
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <cmath>
#include <cstdio>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

void no_input(double, In<double>, In<double>, Out<double> u) { u.setZero(); }

Motor rotor(double inertia) {
  Motor motor;
  motor.rotor_inertia = inertia;
  return motor;
}

Drives with_gears(const Drives& drives, std::vector<ElasticGear> gears) {
  Drives::Parts parts = drives.parts();
  parts.elastic_gears = std::move(gears);
  return Drives(std::move(parts));
}

// A block of 2 kg and a rotor of 0.5 kg m² (ratio 1, so 0.5 kg) on a spring of 800 N/m with 0.4 N s/m.
// They swing against each other with the reduced mass: 0.4 kg, ω = √(2000 − 0.25).
TEST(ElasticDrives, TwoMassesSwingAsInClosedForm) {
  const double m = 2, J = 0.5, k = 800, d = 0.4, push = 6;
  const Plant plant({.models = {block_model(m)},
                     .drives = with_gears(block_drives({}, rotor(J)), {{0, k, d}}),
                     .input = PlantInput::motor_torques});
  const double mu = m * J / (m + J), decay = d / (2 * mu),
               omega = std::sqrt(k / mu - decay * decay);
  const auto pushed = [&](double, In<double>, In<double>, Out<double> u) { u[0] = push; };
  const VectorX<double> zero = VectorX<double>::Zero(1);
  const SimulationResult run =
      simulate(plant, pushed, zero, zero, {.duration = 1, .output_period = 0.01});
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  ASSERT_GT(run.samples.size(), 90u);
  for (const Sample& s : run.samples) {
    // stretch'' = push/J − (k stretch + d stretch')/µ
    const double still = push / J * mu / k, t = s.t;
    const double stretch =
        still *
        (1 - std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t)));
    EXPECT_NEAR(s.motor_side[0] - s.q[0], stretch, 1e-9) << "at " << t;
    EXPECT_NEAR((m * s.q[0] + J * s.motor_side[0]) / (m + J), push / (m + J) * t * t / 2, 1e-9);
  }
  EXPECT_LT(run.audit.relative_residual(), 1e-9);
  EXPECT_LT(run.audit.relative_power_residual(), 1e-12);
}

/// Random arms with random couplings and gears: the accelerations of a sample solve the equations of
/// links and motors, written out.
TEST(ElasticDrives, AccelerationsSolveTheEquationsOfLinksAndMotors) {
  std::mt19937 rng(101);
  for (int r = 0; r < 40; ++r) {
    const int n = 2 + r % 5;
    const Model arm = random_robot({.joints = n}, rng);
    const MatrixX<double> K = random_drives(n, rng).K();
    Drives::Parts parts{"random", K, {}, {}, {}};
    for (int i = 0; i < n; ++i) {
      Motor motor = rotor(uniform(rng, 1e-4, 1e-2));
      motor.name = "m" + std::to_string(i);
      motor.joint = i;
      motor.friction.viscous = uniform(rng, 0, 1e-3);
      parts.motors.push_back(motor);
    }
    for (int j = 0; j < n; ++j)
      if (j == r % n || uniform(rng, 0, 1) < 0.5)
        parts.elastic_gears.push_back({j, uniform(rng, 100, 1000), uniform(rng, 0, 3)});
    const Drives drives(parts);
    const Plant plant({.models = {arm}, .drives = drives});
    const auto gears = static_cast<Eigen::Index>(parts.elastic_gears.size());
    EXPECT_EQ(plant.coordinates(), n + gears);
    const VectorX<double> q = random_vector(n, rng), qd = random_vector(n, rng),
                          asked = random_vector(n, rng, 20);
    VectorX<double> told;
    const auto input = [&](double, In<double> at, In<double>, Out<double> u) {
      told = at;
      u = asked;
    };
    // The state after a while: gears stretched, motors and links at different speeds.
    const SimulationResult run = simulate(plant, input, q, qd, {.duration = 0.05});
    ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
    const Sample& s = run.samples.back();
    Workspace ws(arm);
    MatrixX<double> H(n, n);
    VectorX<double> bias(n);
    crba(arm, ws, s.q, H);
    bias_torques(arm, ws, s.q, s.qd, bias);
    // z = (q, all motor sides): stiff joints have their motor side at the joint.
    VectorX<double> theta_d = s.qd, carried = VectorX<double>::Zero(n), measured = s.q;
    for (Eigen::Index e = 0; e < gears; ++e) {
      const ElasticGear& gear = parts.elastic_gears[static_cast<std::size_t>(e)];
      theta_d[gear.joint] = s.motor_side_d[e];
      measured[gear.joint] = s.motor_side[e];
      carried[gear.joint] = gear.stiffness * (s.motor_side[e] - s.q[gear.joint]) +
                            gear.damping * (s.motor_side_d[e] - s.qd[gear.joint]);
    }
    EXPECT_TRUE(is_close(told, measured, 1e-12));  // encoders sit on the motors
    const MatrixX<double> rotors = K.transpose() * drives.rotor_inertias().asDiagonal() * K;
    const VectorX<double> motors =
        asked - K.transpose() * drives.motor_viscous().asDiagonal() * K * theta_d;
    // Elastic rows of the links carry the spring; the unknown accelerations of the motors follow from
    // rotors θdd = motors − carried, in which stiff joints move as their links do.
    const Eigen::Index size = n + gears;
    MatrixX<double> A = MatrixX<double>::Zero(size, size);
    VectorX<double> b(size);
    std::vector<Eigen::Index> side(static_cast<std::size_t>(n));
    for (int j = 0; j < n; ++j) side[static_cast<std::size_t>(j)] = j;
    for (Eigen::Index e = 0; e < gears; ++e)
      side[static_cast<std::size_t>(parts.elastic_gears[static_cast<std::size_t>(e)].joint)] =
          n + e;
    A.topLeftCorner(n, n) = H;
    b.head(n) = carried - bias;
    b.tail(gears).setZero();
    for (int j = 0; j < n; ++j) {
      const Eigen::Index row = side[static_cast<std::size_t>(j)];
      b[row] += motors[j] - (row >= n ? carried[j] : 0);
      for (int i = 0; i < n; ++i) A(row, side[static_cast<std::size_t>(i)]) += rotors(j, i);
    }
    const VectorX<double> expected = A.ldlt().solve(b);
    EXPECT_TRUE(is_close(s.qdd, expected.head(n), 1e-8)) << "robot " << r;
    EXPECT_LT(run.audit.relative_residual(), 1e-7) << "robot " << r;
    EXPECT_LT(run.audit.relative_power_residual(), 1e-9) << "robot " << r;
  }
}

Plant arm_with_gears(double stiffness, double damping, std::mt19937& rng) {
  const Model arm = random_robot({.joints = 3, .branching = 0, .prismatic = 0}, rng);
  Drives::Parts parts{"arm", MatrixX<double>::Identity(3, 3) * 100, {}, {}, {}};
  for (int i = 0; i < 3; ++i) {
    Motor motor = rotor(2e-4);
    motor.name = "m" + std::to_string(i);
    motor.joint = i;
    motor.friction = {.viscous = 1e-4, .moving_positive = 0.02, .moving_negative = 0.02};
    parts.motors.push_back(motor);
    if (stiffness > 0) parts.elastic_gears.push_back({i, stiffness, damping});
  }
  return Plant({.models = {arm}, .drives = Drives(parts)});
}

void swing(double t, In<double>, In<double>, Out<double> u) {
  for (int j = 0; j < 3; ++j) u[j] = 40 * std::sin(5 * t + j);
}

TEST(ElasticDrives, StiffGearsTendToNoneWithOrderOne) {
  const VectorX<double> q = VectorX<double>::Constant(3, 0.4), rest = VectorX<double>::Zero(3);
  const auto end_of = [&](double k) {
    std::mt19937 rng(102);
    const Plant plant = arm_with_gears(k, 1e-2 * k, rng);
    const SimulationResult run =
        simulate(plant, swing, q, rest,
                 {.duration = 0.2, .integrator = integrator_for(plant, q), .keep_samples = false});
    EXPECT_TRUE(run.ok()) << describe_fault(plant, run);
    return run.q;
  };
  const VectorX<double> stiff = end_of(0);
  double before = 0;
  for (const double k : {1e5, 1e6, 1e7}) {
    const double error = (end_of(k) - stiff).norm();
    if (before > 0) {
      EXPECT_NEAR(before / error, 10, 3) << "k " << k;
    }
    before = error;
  }
}

TEST(ElasticDrives, DefaultIntegratorIsTheOneThatNeedsLess) {
  const VectorX<double> q = VectorX<double>::Constant(3, 0.4), rest = VectorX<double>::Zero(3);
  for (const double k : {1e4, 1e8}) {
    std::mt19937 rng(102);
    const Plant plant = arm_with_gears(k, 1e-3 * k, rng);
    const auto cost = [&](std::string_view name) {
      return simulate(plant, swing, q, rest,
                      {.duration = 0.01, .integrator = name, .keep_samples = false})
          .evaluations;
    };
    const long explicit_one = cost("dopri5"), implicit_one = cost("implicit");
    std::printf("k = %.0e: %ld evaluations by dopri5, %ld by implicit\n", k, explicit_one,
                implicit_one);
    EXPECT_EQ(integrator_for(plant, q) == "implicit", implicit_one < explicit_one);
  }
}

TEST(ElasticDrives, GearsStartWithTheLoadOfTheirLinks) {
  std::mt19937 rng(103);
  const Plant plant = arm_with_gears(5e3, 1, rng);
  const VectorX<double> q = VectorX<double>::Constant(3, 0.4), rest = VectorX<double>::Zero(3);
  Workspace ws(plant.model());
  VectorX<double> weight(3);
  bias_torques(plant.model(), ws, q, rest, weight);
  const auto hold = [&](double, In<double>, In<double>, Out<double> u) { u = weight; };
  const SimulationResult run = simulate(plant, hold, q, rest, {.duration = 1});
  EXPECT_TRUE(is_close(run.q, q, 1e-9));
  EXPECT_TRUE(is_close(run.samples.front().motor_side - q, weight / 5e3, 1e-14));
}

TEST(ElasticDrives, MotorWithoutRotorIsRefused) {
  const std::string said = message_of([] {
    Plant({.models = {block_model(1)}, .drives = with_gears(block_drives({}), {{0, 100, 0}})});
  });
  EXPECT_EQ(said,
            "plant: the gear of joint 'slide' of 'block' is elastic, but its motor has no rotor "
            "inertia, expected one above 0; or leave out the elastic gears");
}

// A spring in a passive joint: a pendulum's frequency, and its energy.
TEST(ElasticJoints, SpringInAJointSwingsAndLosesWhatItsDampingTakes) {
  Model::Parts parts = block_model(2).parts();
  parts.springs = {{{0}, 800, 4, 0.1}};
  const Plant plant({.models = {Model(std::move(parts))}});
  const VectorX<double> zero = VectorX<double>::Zero(1);
  const SimulationResult run = simulate(plant, no_input, zero, zero, {.duration = 2});
  const double omega = std::sqrt(400 - 1.0), t = 2;
  EXPECT_NEAR(run.q[0],
              0.1 - 0.1 * std::exp(-t) * (std::cos(omega * t) + std::sin(omega * t) / omega), 1e-9);
  EXPECT_LT(run.audit.relative_residual(), 1e-9);
  EXPECT_GT(run.audit.flows.viscous, 1);
}

}  // namespace
}  // namespace erfd::test
