// simulate(): inputs, limits, payloads, wrenches, samples, faults, audit.
#include "erfd/simulation/simulate.hpp"

#include "erfd/drives/transmission.hpp"
#include "erfd/simulation/controller.hpp"

#include "support/block.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

VectorX<double> one(double x) { return VectorX<double>::Constant(1, x); }

InputFunction constant(double u) {
  return [u](double, In<double>, In<double>, Out<double> out) { out.setConstant(u); };
}

// Force on links and rotor: x'' = k u / (m + k² I).
TEST(Simulate, MotorAcceleratesLinkAndRotor) {
  Motor motor;
  motor.name = "push";
  motor.joint = 0;
  motor.rotor_inertia = 0.01;
  Drives::Parts parts;
  parts.robot = "block";
  parts.K = MatrixX<double>::Constant(1, 1, -20);
  parts.motors = {motor};
  const Plant plant(
      {.models = {block_model(3)}, .drives = Drives(parts), .input = PlantInput::motor_torques});
  const SimulationResult run = simulate(plant, constant(0.5), one(0), one(0), {.duration = 2});
  const double a = -20 * 0.5 / (3 + 400 * 0.01);
  EXPECT_NEAR(run.q[0], a * 2, 1e-13);
  EXPECT_NEAR(run.qd[0], a * 2, 1e-13);
  EXPECT_NEAR(run.audit.flows.input, 7 * run.qd[0] * run.qd[0] / 2, 1e-12);
}

TEST(Simulate, CurrentsJointTorquesAndMotorTorquesAreThreeWaysToTheSameMotion) {
  std::mt19937 rng(31);
  const Model arm = random_robot({.joints = 4}, rng);
  const Drives drives = random_drives(4, rng);
  Drives::Parts parts{"random", drives.K(), drives.motors(), {}, {}};
  for (Motor& m : parts.motors) m.constants.torque_constant = uniform(rng, 0.1, 1);
  const Drives with_constants(parts);
  const VectorX<double> u_a = random_vector(4, rng), q = random_vector(4, rng);
  VectorX<double> current(4), u(4);
  for (int i = 0; i < 4; ++i) current[i] = motor_current(with_constants.motor(i), u_a[i]);
  joint_torques(with_constants, u_a, u);
  const auto end = [&](PlantInput input, const VectorX<double>& value) {
    const Plant plant({.models = {arm}, .drives = with_constants, .input = input});
    const SimulationResult run =
        simulate(plant, [&](double, In<double>, In<double>, Out<double> out) { out = value; }, q,
                 VectorX<double>::Zero(4), {.duration = 0.3});
    EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
    return run.q;
  };
  const VectorX<double> expected = end(PlantInput::motor_torques, u_a);
  EXPECT_TRUE(is_close(end(PlantInput::motor_currents, current), expected, 1e-8));
  EXPECT_TRUE(is_close(end(PlantInput::joint_torques, u), expected, 1e-8));
}

TEST(Simulate, MotorsGiveWhatTheyCanAndTheRecordSaysHowLong) {
  Motor motor;
  motor.limits.torque_peak = 2;
  const Plant plant({.models = {block_model(1)},
                     .drives = block_drives({}, motor),
                     .input = PlantInput::motor_torques});
  const auto pulse = [](double t, In<double>, In<double>, Out<double> u) {
    u[0] = t < 0.5 ? 1 : 5;
  };
  const SimulationResult run =
      simulate(plant, pulse, one(0), one(0), {.duration = 2, .control_period = 0.01});
  EXPECT_NEAR(run.qd[0], 0.5 * 1 + 1.5 * 2, 1e-12);
  ASSERT_EQ(run.limits.size(), 1u);
  EXPECT_TRUE(run.limits[0].limits.has(Limit::motor_torque));
  EXPECT_NEAR(run.limits[0].first, 0.5, 0.011);
  EXPECT_NEAR(run.limits[0].duration, 1.5, 0.011);
}

TEST(Simulate, HoldsTheInputBetweenTheCyclesOfTheController) {
  const Plant plant({.models = {block_model(1)}});
  std::vector<double> times;
  const auto count = [&](double t, In<double>, In<double>, Out<double> u) {
    times.push_back(t);
    u[0] = t;
  };
  const SimulationResult run = simulate(
      plant, count, one(0), one(0), {.duration = 1, .output_period = 0.25, .control_period = 0.1});
  ASSERT_EQ(times.size(), 10u);
  EXPECT_DOUBLE_EQ(times[7], 0.7);
  EXPECT_NEAR(run.qd[0], 0.45, 1e-14);  // 0.1 s of 0, 0.1, … 0.9 N each
  ASSERT_EQ(run.samples.size(), 5u);
  EXPECT_DOUBLE_EQ(run.samples[3].t, 0.75);
  EXPECT_NEAR(run.samples[3].qd[0], 0.21 + 0.05 * 0.7, 1e-14);
  EXPECT_EQ(run.samples[3].torque[0], times[7]);
}

TEST(Simulate, ObserverSeesEverySampleAndStopsTheRun) {
  const Plant plant({.models = {block_model(1)}});
  int seen = 0;
  SimulationSettings settings{.duration = 10, .output_period = 0.5};
  settings.observer = [&](const Sample& s) { return ++seen, s.t < 2; };
  settings.keep_samples = false;
  const SimulationResult run = simulate(plant, constant(1), one(0), one(0), settings);
  EXPECT_EQ(run.status, RunStatus::stopped);
  EXPECT_EQ(seen, 5);
  EXPECT_TRUE(run.ok() && run.samples.empty());
}

// The payload appears with the speed of the block: its energy is booked, then Newton goes on.
TEST(Simulate, PayloadChangesWhileTheRobotMoves) {
  const Plant plant({.models = {block_model(1), block_model(3)}});
  SimulationSettings settings{.duration = 2};
  settings.switches = {{1.0, 1}};
  const SimulationResult run = simulate(plant, constant(3), one(0), one(0), settings);
  EXPECT_NEAR(run.qd[0], 3 + 1, 1e-13);
  EXPECT_NEAR(run.audit.payload, 0.5 * 2 * 9, 1e-12);
  EXPECT_LT(run.audit.relative_residual(), 1e-13);
}

TEST(Simulate, AuditOfRunsWithEverythingAddsUp) {
  std::mt19937 rng(32);
  double worst = 0;
  for (int k = 0; k < 8; ++k) {
    SCOPED_TRACE("sample " + std::to_string(k));
    const int n = 2 + k % 4;
    const Model arm = random_robot({.joints = n}, rng);
    const Model loaded = arm.with_payload(arm.tool(), {.mass = 0.7, .com = {0.1, 0.2, 0}});
    const Plant plant(
        {.models = {arm, loaded},
         .drives = random_drives(
             n, rng, {.load_dependent = 0.2, .coulomb = 0.1, .viscous = 0.01, .torque_peak = 1}),
         .input = PlantInput::motor_torques});
    const ExternalWrench<double> wrench{arm.tool(), {{1, -2, 3}, {10, 20, -30}}, {0.1, 0, 0}};
    SimulationSettings settings{.duration = 1, .control_period = 0.05};
    settings.switches = {{0.31, 1}, {0.77, 0}};
    settings.wrenches = [&](double t, In<double>, In<double>) {
      return std::span<const ExternalWrench<double>>(&wrench, t < 0.5 ? 1 : 0);
    };
    const VectorX<double> amplitude = random_vector(n, rng, 2);
    const SimulationResult run = simulate(
        plant,
        [&](double t, In<double>, In<double>, Out<double> u) { u = amplitude * std::cos(5 * t); },
        random_vector(n, rng), random_vector(n, rng), settings);
    EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
    EXPECT_NE(run.audit.payload, 0);
    EXPECT_NE(run.audit.flows.wrenches, 0);
    EXPECT_GT(run.audit.flows.load_dependent, 0);
    worst = std::max(worst, run.audit.relative_residual());
    EXPECT_LT(run.audit.relative_residual(), 1e-7);
  }
  std::printf("worst relative residual %.1e\n", worst);
}

TEST(Simulate, ReportsNumbersThatAreNotFiniteInTheSameStep) {
  const Plant plant({.models = {block_model(1)}});
  const auto spoilt = [](double t, In<double>, In<double>, Out<double> u) {
    u[0] = t < 0.5 ? 1 : nan;
  };
  for (const double period : {0.0, 0.1}) {
    const SimulationResult run =
        simulate(plant, spoilt, one(0), one(0), {.duration = 1, .control_period = period});
    EXPECT_EQ(run.status, RunStatus::not_finite_input);
    EXPECT_FALSE(run.ok());
    EXPECT_STREQ(run.fault.quantity, "input");
    EXPECT_NEAR(run.fault.t, 0.5, 1e-12);
    EXPECT_NEAR(run.t, 0.5, 1e-12);
    EXPECT_NEAR(run.qd[0], 0.5, 1e-12);
  }
  const SimulationResult run =
      simulate(plant, spoilt, one(0), one(0), {.duration = 1, .control_period = 0.5});
  EXPECT_EQ(describe_fault(plant, run),
            "simulation: 'block' at t = 0.5 s: input of joint 'slide' is nan, expected a finite "
            "number; last good state at t = 0.5 s: q = (0.125), qd = (0.5)");
}

TEST(Simulate, ReportsStartsWrenchesAndMotionsThatAreNotFinite) {
  const Plant plant({.models = {block_model(1)}});
  const SimulationResult start = simulate(plant, constant(0), one(nan), one(0), {});
  EXPECT_EQ(start.status, RunStatus::not_finite_input);
  EXPECT_EQ(describe_fault(plant, start),
            "simulation: 'block' at t = 0 s: q of joint 'slide' is nan, expected a finite number; "
            "no good state before");
  const ExternalWrench<double> bad{plant.model().tool(), {{0, 0, 0}, {0, HUGE_VAL, 0}}};
  SimulationSettings settings;
  settings.wrenches = [&](double, In<double>, In<double>) {
    return std::span<const ExternalWrench<double>>(&bad, 1);
  };
  const SimulationResult wrench = simulate(plant, constant(0), one(0), one(0), settings);
  EXPECT_EQ(wrench.status, RunStatus::not_finite_input);
  EXPECT_STREQ(wrench.fault.quantity, "wrench");
  // x'' = x'²: the speed 1/(1 − t) has no end.
  const auto explosion = [](double, In<double>, In<double> qd, Out<double> u) {
    u[0] = qd[0] * qd[0];
  };
  const SimulationResult run = simulate(plant, explosion, one(0), one(1), {.duration = 2});
  EXPECT_FALSE(run.ok());
  EXPECT_NEAR(run.t, 1, 1e-6);
  EXPECT_TRUE(run.q.allFinite() && run.qd.allFinite());
  EXPECT_NE(describe_fault(plant, run), "");
}

TEST(Simulate, NeverTakesMoreStepsThanAllowed) {
  const Plant plant({.models = {block_model(1)}});
  const SimulationResult run =
      simulate(plant, constant(1), one(0), one(0), {.duration = 10, .max_steps = 7});
  EXPECT_EQ(run.status, RunStatus::too_many_steps);
  EXPECT_EQ(run.steps, 7);
}

TEST(Simulate, RefusesWhatMakesNoSense) {
  const Plant plant({.models = {block_model(1)}});
  const auto message = [&](const SimulationSettings& s) {
    return message_of([&] { simulate(plant, constant(0), one(0), one(0), s); });
  };
  EXPECT_EQ(message({.duration = -1}), "simulate: duration is -1.000000 s, expected 0 or more");
  EXPECT_EQ(message({.integrator = "euler"}),
            "unknown integrator 'euler' (known: dopri5, implicit, rk4, paper)");
  EXPECT_EQ(message({.model = 1}), "simulate: model 1 is not among the 1 of the plant");
  EXPECT_EQ(message_of([&] { simulate(plant, constant(0), VectorX<double>::Zero(2), one(0), {}); }),
            "simulate: q has size 2 and qd 1, but 'block' has 1 joints");
  EXPECT_EQ(
      message_of([] { Plant({.models = {block_model(1)}, .input = PlantInput::motor_torques}); }),
      "plant: motors of 'block' are to be driven, but it has no drives; use joint torques");
  EXPECT_EQ(message_of([] { plant_input_of("motor_torque"); }),
            "unknown input 'motor_torque'; did you mean 'motor_torques'? (known: joint_torques, "
            "motor_torques, motor_currents)");
}

TEST(Simulate, AFaultDoesNotAdviseTheIntegratorInUse) {
  const Plant plant({.models = {block_model(1)}});
  for (const IntegratorInfo& info : integrators()) {
    SimulationSettings settings{.duration = 1, .integrator = info.name, .max_steps = 3};
    const SimulationResult run = simulate(plant, constant(1), one(0), one(0), settings);
    EXPECT_EQ(run.status, RunStatus::too_many_steps) << info.name;
    const std::string fault = describe_fault(plant, run);
    EXPECT_EQ(fault.find("'" + std::string(info.name) + "'"), std::string::npos) << fault;
    const char* const cure = info.name == "dopri5"     ? "allow more, or use 'implicit'"
                             : info.name == "implicit" ? "allow a larger error"
                                                       : "allow more, or a longer step";
    EXPECT_NE(fault.find(cure), std::string::npos) << fault;
  }
}

// At rest all energies are rounding, and so is what is missing: their quotient tells nothing.
TEST(Simulate, AuditOfARobotAtRestIsMeasuredAgainstAMotionThatCouldBeSeen) {
  std::mt19937 rng(1210);
  double worst = 0, quotient = 0;
  for (int k = 0; k < 10; ++k) {
    const Model robot = random_robot({.joints = 2 + k % 6, .prismatic = 0.3}, rng);
    const State s = random_state(robot, rng);
    const auto law =
        make_controller("pd_gravity", robot, set_point(s.q),
                        {.Kp = VectorX<double>::Constant(1, 1), .Kd = VectorX<double>::Ones(1)});
    const Plant plant({.models = {robot}});
    const SimulationResult run = simulate(
        plant,
        [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); },
        s.q, VectorX<double>::Zero(robot.nv()),
        {.duration = 0.5, .output_period = 0.1, .control_period = 1e-3});
    ASSERT_TRUE(run.ok());
    EXPECT_LT(run.audit.largest(), run.audit.floor);
    worst = std::max({worst, run.audit.relative_residual(), run.audit.relative_power_residual()});
    quotient = std::max(quotient, std::abs(run.audit.residual()) / run.audit.largest());
  }
  std::printf("at rest: residual %.1e of the floor, %.1e of the largest energy\n", worst, quotient);
  EXPECT_LT(worst, 1e-6);
  EXPECT_GT(quotient, 0.1);  // else nothing was tried
}

}  // namespace
}  // namespace erfd::test
