// Runs of robots with closed loops: they stay closed, energies add up, friction sticks, laws move the active
// joints, a checkpoint goes on bit for bit.
#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/scenario_setup.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/message_of.hpp"
#include "support/random_loops.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

void no_input(double, In<double>, In<double>, Out<double> u) { u.setZero(); }

struct Shipped {
  explicit Shipped(const std::string& name)
      : robot(read_robot_file(find_robot(name)).robot), model(build(robot)) {}
  Drives drives() const { return make_drives(robot, model); }
  /// The start of the file, closed to rounding.
  VectorX<double> start() const {
    LoopWorkspace ws(model);
    VectorX<double> q = model.start();
    EXPECT_TRUE(close_position(model, ws, q).closed);
    return q;
  }
  RobotDescription robot;
  Model model;
};

double gap_of(const Model& model, const VectorX<double>& q) {
  LoopWorkspace ws(model);
  VectorX<double> gap(model.constraint_rows());
  constraint_gap(model, ws, q, gap);
  return gap.cwiseAbs().maxCoeff();
}

constexpr IntegratorSettings fine{.relative = 1e-11, .absolute = 1e-12, .max_step = 0.01};

// The crank's speed follows from the energy alone: ½ I(φ) φ̇² = E − V(φ), I and V from positions that Newton
// closed, their slopes by differences. No Jacobian and no acceleration enters.
TEST(LoopRuns, AFourBarFallsAsItsEnergySays) {
  const Shipped fourbar("fourbar");
  const Model& model = fourbar.model;
  const Plant plant({.models = {model}});
  const VectorX<double> start = fourbar.start(), rest = VectorX<double>::Zero(model.nv());
  const SimulationResult run = simulate(
      plant, no_input, start, rest, {.duration = 20, .output_period = 0.1, .integration = fine});
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  ASSERT_EQ(run.samples.size(), 201u);
  Workspace ws(model);
  LoopWorkspace loops(model);
  const double energy = potential_energy(model, ws, start);
  double gap = 0, worst = 0, fastest = 0;
  for (const Sample& sample : run.samples) {
    gap = std::max(gap, gap_of(model, sample.q));
    VectorX<double> ahead = sample.q, behind = sample.q;
    const double h = 1e-5;
    ahead[0] += h;
    behind[0] -= h;
    close_position(model, loops, ahead);
    close_position(model, loops, behind);
    const VectorX<double> slope = (ahead - behind) / (2 * h);
    const double half_inertia = kinetic_energy(model, ws, sample.q, slope);
    const double kinetic = energy - potential_energy(model, ws, sample.q);
    fastest = std::max(fastest, std::abs(sample.qd[0]));
    worst = std::max(worst, std::abs(half_inertia * sample.qd[0] * sample.qd[0] - kinetic));
  }
  std::printf("gap %.1e, energy off by %.1e J, crank up to %.2f rad/s\n", gap, worst, fastest);
  EXPECT_LE(gap, 1e-10) << "[m] over 20 s";
  EXPECT_LE(run.audit.loop_gap, 1e-10);
  EXPECT_LE(worst, 1e-7) << "[J]; differences have 1e-10 of the kinetic energy";
  EXPECT_GT(fastest, 1) << "it moves";
  EXPECT_LE(run.audit.relative_residual(), 1e-8);
  EXPECT_LE(run.audit.relative_power_residual(), 1e-10);
}

TEST(LoopRuns, EnergiesOfRandomMechanismsAddUp) {
  std::mt19937 rng(71);
  for (int k = 0; k < 12; ++k) {
    const LoopMechanism m = k % 3 == 0 ? random_planar_mechanism(rng)
                                       : random_loop_mechanism(rng, k % 3 == 1, k % 4 == 2);
    const State s = random_loop_state(m, rng);
    const Plant plant({.models = {m.model}});
    const SimulationResult run =
        simulate(plant, no_input, s.q, 0.3 * s.qd,
                 {.duration = 0.5, .output_period = 0.02, .integration = fine});
    ASSERT_TRUE(run.ok()) << k << ": " << describe_fault(plant, run);
    EXPECT_LE(run.audit.loop_gap, 1e-10) << k;
    EXPECT_LE(run.audit.relative_residual(), 1e-8) << k;
    EXPECT_LE(run.audit.relative_power_residual(), 1e-8) << k;
    for (const Sample& sample : run.samples) EXPECT_LE(gap_of(m.model, sample.q), 1e-10) << k;
  }
}

/// The crank with a motor whose friction is dry, viscous and grows with the load.
Drives rough_drives(const Shipped& robot, double coulomb, double load_dependent) {
  Drives::Parts parts = robot.drives().parts();
  for (Motor& motor : parts.motors) {
    motor.friction.moving_positive = motor.friction.moving_negative = coulomb;
    motor.friction.starting_positive = motor.friction.starting_negative = 1.3 * coulomb;
    parts.load_dependent[motor.joint] = load_dependent;
  }
  return Drives(parts);
}

TEST(LoopRuns, FrictionThatHoldsTheCrankHoldsTheMechanism) {
  for (const char* name : {"fourbar", "palletiser", "delta"}) {
    const Shipped robot(name);
    const Plant plant({.models = {robot.model},
                       .drives = rough_drives(robot, 5, 0),
                       .input = PlantInput::motor_torques});
    const VectorX<double> start = robot.start();
    const SimulationResult run =
        simulate(plant, no_input, start, VectorX<double>::Zero(robot.model.nv()),
                 {.duration = 2, .output_period = 0.5});
    ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
    EXPECT_TRUE(run.events.empty());
    EXPECT_LE((run.q - start).cwiseAbs().maxCoeff(), 1e-14) << name;
    for (const Body& body : robot.model.joints()) {
      if (body.passive) continue;
      EXPECT_EQ(run.q[body.q_index], start[body.q_index]) << body.joint;
      EXPECT_EQ(run.qd[body.v_index], 0) << body.joint;
    }
  }
}

TEST(LoopRuns, FrictionThatSticksAndSlipsTakesItsEnergy) {
  for (const double load_dependent : {0.0, 0.2}) {
    for (const char* name : {"fourbar", "palletiser", "fivebar"}) {
      const Shipped robot(name);
      const Plant plant({.models = {robot.model},
                         .drives = rough_drives(robot, 0.2, load_dependent),
                         .input = PlantInput::motor_torques,
                         .motor_limits = false});
      const auto swing = [](double t, In<double>, In<double>, Out<double> u) {
        for (int i = 0; i < u.size(); ++i) u[i] = (0.6 + 0.2 * i) * std::sin(7 * t + i);
      };
      const SimulationResult run =
          simulate(plant, swing, robot.start(), VectorX<double>::Zero(robot.model.nv()),
                   {.duration = 1, .output_period = 0.05, .integration = fine});
      ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
      EXPECT_GT(run.events.size(), 2u) << name;
      EXPECT_GT(run.audit.flows.coulomb, 0);
      EXPECT_EQ(run.audit.flows.load_dependent > 0, load_dependent > 0);
      EXPECT_LE(run.audit.relative_residual(), 1e-7) << name;
      EXPECT_LE(run.audit.relative_power_residual(), 1e-7) << name;
      EXPECT_LE(run.audit.loop_gap, 1e-10) << name;
    }
  }
}

class ClosedLaws : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

// With the right model only the integrator keeps the active joints off what is asked.
TEST_P(ClosedLaws, FollowWhatIsAskedOfTheActiveJoints) {
  const auto [law_name, robot_name] = GetParam();
  const Shipped robot(robot_name);
  const VectorX<double> start = robot.start();
  Drives::Parts parts = robot.drives().parts();
  for (Motor& motor : parts.motors) motor.friction = {.viscous = motor.friction.viscous};
  const Drives drives(parts);
  VectorX<double> amplitude = VectorX<double>::Zero(start.size());
  for (const Body& body : robot.model.joints())
    amplitude[body.q_index] = is_angle(body.kind) ? 0.1 : 0.02;
  const VectorX<double> frequency = VectorX<double>::Constant(start.size(), 3.0),
                        phase = VectorX<double>::Zero(start.size());
  const auto motion = sine_motion(start, amplitude, frequency, phase);
  const auto law = make_controller(
      law_name, robot.model, motion,
      {.Kp = VectorX<double>::Constant(1, 400), .Kd = VectorX<double>::Constant(1, 40)},
      {.drives = &drives});
  const Plant plant({.models = {robot.model}, .drives = drives, .motor_limits = false});
  VectorX<double> q = start, qd(start.size()), qdd(start.size());
  motion->at(0, q, qd, qdd);
  LoopWorkspace ws(robot.model);
  q = start;
  close_velocity(robot.model, ws, q, qd);
  const auto input = [&](double t, In<double> at, In<double> speed, Out<double> u) {
    law->torque(t, at, speed, u);
  };
  const SimulationResult run = simulate(
      plant, input, q, qd, {.duration = 1.5, .integration = fine, .reference = motion.get()});
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  for (const Body& body : robot.model.joints()) {
    const TrackingRecord& record = run.motion.tracking[static_cast<std::size_t>(body.v_index)];
    EXPECT_LE(record.largest, body.passive ? 0 : 1e-7) << body.joint;
  }
  EXPECT_LE(run.audit.relative_residual(), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Laws, ClosedLaws,
                         ::testing::Combine(::testing::Values("computed_torque", "feed_forward"),
                                            ::testing::Values("fourbar", "fivebar", "palletiser",
                                                              "delta")));

TEST(LoopRuns, GoOnBitForBit) {
  const Shipped robot("palletiser");
  const Plant plant({.models = {robot.model},
                     .drives = rough_drives(robot, 0.2, 0.1),
                     .input = PlantInput::motor_torques});
  const auto swing = [](double t, In<double>, In<double>, Out<double> u) {
    for (int i = 0; i < u.size(); ++i) u[i] = (0.6 + 0.2 * i) * std::sin(7 * t + i);
  };
  const VectorX<double> q = robot.start(), rest = VectorX<double>::Zero(robot.model.nv());
  SimulationSettings settings{.duration = 1, .output_period = 0.1};
  std::optional<Checkpoint> checkpoint;
  settings.after_step = [&](double t, const TakeCheckpoint& take) {
    if (!checkpoint && t > 0.43) checkpoint = take();
  };
  const SimulationResult whole = simulate(plant, swing, q, rest, settings);
  ASSERT_TRUE(checkpoint);
  settings.resume = &*checkpoint;
  settings.after_step = {};
  const SimulationResult later = simulate(plant, swing, q, rest, settings);
  EXPECT_EQ(later.q, whole.q);
  EXPECT_EQ(later.qd, whole.qd);
  EXPECT_EQ(later.steps, whole.steps);
  EXPECT_EQ(later.audit.loop_gap, whole.audit.loop_gap);
  EXPECT_EQ(later.audit.residual(), whole.audit.residual());
}

/// A scenario of a shipped robot, bound to it.
std::unique_ptr<ScenarioSetup> bound(const Shipped& robot, const std::string& rest) {
  const ReadScenario read = read_scenario("format = \"erfd-scenario/1\"\nrobot = \"" +
                                              robot.model.name() + "\"\nduration_s = 1\n" + rest,
                                          "run.toml");
  return std::make_unique<ScenarioSetup>(read.scenario, robot.model, robot.drives(),
                                         ScenarioFiles{});
}

TEST(LoopScenarios, ActiveJointsAreEnough) {
  const Shipped fourbar("fourbar"), hexapod("gough_stewart");
  const auto swing = bound(fourbar,
                           "[initial]\nq_deg = [75]\nqd_deg_s = [30]\n"
                           "[input]\nkind = \"motor_torques\"\nvalues_N_m = [0.4]\n");
  EXPECT_NEAR(swing->q()[0], 75 * 3.14159265358979323846 / 180, 1e-12);
  EXPECT_LE(gap_of(fourbar.model, swing->q()), 1e-12);
  EXPECT_NE(swing->qd()[1], 0);
  VectorX<double> given(1);
  swing->input()(0, swing->q(), swing->qd(), given);
  EXPECT_EQ(given[0], 0.4);
  // The platform turns, but what is asked is the length of the legs.
  const auto lift = bound(hexapod,
                          "[controller]\nlaw = \"computed_torque\"\nKp_1_s2 = 400\nKd_1_s = 40\n"
                          "[reference]\nkind = \"quintic\"\nto_m = [1.12, 1.12, 1.12, 1.12, 1.12, "
                          "1.12]\nduration_s = 0.5\n");
  const SimulationResult run =
      simulate(lift->plant(), lift->input(), lift->q(), lift->qd(), lift->settings());
  ASSERT_TRUE(run.ok()) << describe_fault(lift->plant(), run);
  for (const Body& body : hexapod.model.joints())
    EXPECT_TRUE(body.passive || std::abs(run.q[body.q_index] - 1.12) < 1e-3) << body.joint;
  const std::string text = message_of([&] { bound(fourbar, "[initial]\nq_deg = [60, -40]\n"); });
  EXPECT_NE(text.find("fourbar has 3 joints (crank, coupler, rocker), 1 of them active"), text.npos)
      << text;
}

TEST(LoopRuns, AStartThatStandsOpenIsRefused) {
  const Shipped robot("fourbar");
  const Plant plant({.models = {robot.model}});
  VectorX<double> q = robot.start(), qd = VectorX<double>::Zero(3);
  q[1] += 0.1;
  std::string text = message_of([&] { simulate(plant, no_input, q, qd, {}); });
  EXPECT_NE(text.find("simulate: the loops of 'fourbar' stand open by 0.0"), text.npos) << text;
  q = robot.start();
  qd[0] = 1;
  text = message_of([&] { simulate(plant, no_input, q, qd, {}); });
  EXPECT_NE(text.find("the velocities of 'fourbar' open its loops"), text.npos) << text;
}

TEST(LoopRuns, LawsWithoutLoopsSaySo) {
  const Shipped robot("fourbar");
  const std::string text = message_of(
      [&] { make_controller("adaptive", robot.model, set_point(robot.model.start()), {}); });
  EXPECT_NE(text.find("has closed loops, expected a tree"), text.npos) << text;
}

}  // namespace
}  // namespace erfd::test
