// Runs on a free base: momentum, energy, the turning of a body without torque, checkpoints.
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

void no_input(double, In<double>, In<double>, Out<double> u) { u.setZero(); }

Model floating(int joints, unsigned seed, bool weightless = true) {
  std::mt19937 rng(seed);
  Model::Parts parts =
      random_robot({.joints = joints, .branching = 0.4, .free_base = true}, rng).parts();
  if (weightless) parts.gravity.setZero();
  return Model(std::move(parts));
}

/// Momentum of all bodies in the world, about its origin: the base's rows of H qd, turned and moved.
Vector6<double> momentum(const Model& robot, In<double> q, In<double> qd) {
  Workspace ws(robot);
  MatrixX<double> H(robot.nv(), robot.nv());
  crba(robot, ws, q, H);
  const Vector6<double> in_base = H.topRows<6>() * qd;
  const Matrix3<double> R = rotation_of_quaternion(q[0], q[1], q[2], q[3]);
  const Vector3<double> p = q.segment<3>(4), force = R * in_base.tail<3>();
  Vector6<double> all;
  all << R * in_base.head<3>() + cross(p, force), force;
  return all;
}

TEST(FreeBaseRuns, KeepTheMomentumWhateverTheJointsDo) {
  for (int r = 0; r < 5; ++r) {
    const Model robot = floating(3 + 3 * r, 200 + static_cast<unsigned>(r));
    const Plant plant({.models = {robot}});
    std::mt19937 rng(300);
    const State s = random_state(robot, rng);
    const auto input = [](double t, In<double>, In<double>, Out<double> u) {
      for (int j = 0; j < u.size(); ++j) u[j] = 2 * std::sin(3 * t + j);
    };
    const Vector6<double> before = momentum(robot, s.q, s.qd);
    const SimulationResult run = simulate(plant, input, s.q, s.qd,
                                          {.duration = 1,
                                           .output_period = 0.05,
                                           .integration = {.relative = 1e-13, .absolute = 1e-14}});
    ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
    double worst = 0;
    for (const Sample& sample : run.samples) {
      worst = std::max(worst, (momentum(robot, sample.q, sample.qd) - before).norm());
      EXPECT_NEAR(sample.q.head<4>().norm(), 1, 1e-15);
    }
    const double at_end = (momentum(robot, run.q, run.qd) - before).norm();
    std::printf("%d joints: momentum of %.1e off by %.1e at the end, by %.1e within steps\n",
                plant.input_count(), before.norm(), at_end, worst);
    EXPECT_LT(at_end, 1e-12 * before.norm());
    EXPECT_LT(worst, 1e-11 * before.norm());  // dense output has an order less than the steps
    EXPECT_LT(run.audit.relative_residual(), 1e-11);
    EXPECT_LT(run.audit.relative_power_residual(), 1e-11);
  }
}

// Motors, gears, friction that sticks and springs act between the bodies.
TEST(FreeBaseRuns, MotorsKeepTheMomentum) {
  const RobotDescription satellite = read_robot_file(find_robot("satellite")).robot;
  const Model robot = build(satellite);
  const Plant plant({.models = {robot},
                     .drives = make_drives(satellite, robot),
                     .input = PlantInput::motor_torques});
  const auto input = [](double t, In<double>, In<double>, Out<double> u) {
    for (int i = 0; i < u.size(); ++i) u[i] = 0.3 * std::sin(5 * t + i);
  };
  VectorX<double> qd = VectorX<double>::Zero(robot.nv());
  qd.head<6>() << 0.1, -0.05, 0.2, 0.3, 0, -0.1;
  const Vector6<double> before = momentum(robot, robot.neutral(), qd);
  const SimulationResult run =
      simulate(plant, input, robot.neutral(), qd,
               {.duration = 2,
                .output_period = 0.1,
                .integration = {.relative = 1e-11, .absolute = 1e-12, .max_step = 0.01}});
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  const double off = (momentum(robot, run.q, run.qd) - before).norm();
  std::printf("satellite: %zu friction events, momentum of %.1e off by %.1e\n", run.events.size(),
              before.norm(), off);
  EXPECT_GT(run.events.size(), 3u);
  EXPECT_GT(run.audit.flows.coulomb, 0);
  EXPECT_LT(off, 1e-9 * before.norm());
  EXPECT_LT(run.audit.relative_residual(), 1e-7);
}

// Without gravity and torque a body turns so that its angular momentum stands in the world while it
// tumbles: 20 turns and more, through every orientation.
TEST(FreeBaseRuns, ATumblingBodyComesThroughEveryOrientation) {
  Body body;
  body.name = body.joint = "base";
  body.kind = JointKind::free;
  body.I_B = Inertia::about_com(3, {0, 0, 0}, Vector3<double>(1, 2, 3).asDiagonal());
  Model::Parts parts;
  parts.name = "tumbler";
  parts.gravity.setZero();
  parts.bodies = {body};
  const Model robot(std::move(parts));
  const Plant plant({.models = {robot}});
  VectorX<double> q = robot.neutral(), qd(6);
  qd << 0.01, 12, 0.02, 1, 0, 0;  // about the middle axis: it turns over again and again
  const Vector6<double> before = momentum(robot, q, qd);
  const SimulationResult run =
      simulate(plant, no_input, q, qd, {.duration = 10, .output_period = 0.1});
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  double lowest = 1;
  for (const Sample& sample : run.samples) {
    EXPECT_LT((momentum(robot, sample.q, sample.qd) - before).norm(), 1e-6);
    lowest = std::min(lowest, sample.qd[1]);
  }
  EXPECT_LT(lowest, -11);  // it has turned over
  EXPECT_LT(run.audit.relative_residual(), 1e-8);
}

TEST(FreeBaseRuns, FallAsAStoneDoes) {
  const Model robot = floating(4, 210, false);
  const Plant plant({.models = {robot}});
  VectorX<double> q = robot.neutral(), rest = VectorX<double>::Zero(robot.nv());
  const SimulationResult run = simulate(plant, no_input, q, rest, {.duration = 1});
  ASSERT_TRUE(run.ok());
  VectorX<double> expected = q;
  expected.segment<3>(4) += 0.5 * robot.gravity();
  EXPECT_TRUE(is_close(run.q, expected, 1e-10));
}

TEST(FreeBaseRuns, EveryIntegratorFindsTheSameMotionOrSaysThatItCannot) {
  const Model robot = floating(3, 220);
  const Plant plant({.models = {robot}});
  std::mt19937 rng(221);
  const State s = random_state(robot, rng);
  const auto end_of = [&](std::string_view name, double step) {
    const SimulationResult run = simulate(
        plant, no_input, s.q, s.qd,
        {.duration = 0.5, .integrator = name, .integration = {.step = step, .max_step = 0.01}});
    EXPECT_TRUE(run.ok()) << describe_fault(plant, run);
    return run.q;
  };
  const VectorX<double> expected = end_of("dopri5", 1e-3);
  EXPECT_TRUE(is_close(end_of("implicit", 1e-3), expected, 1e-7));
  EXPECT_TRUE(is_close(end_of("rk4", 1e-3), expected, 1e-6));
  EXPECT_NE(message_of([&] { end_of("paper", 1e-3); }).find("the base of"), std::string::npos);
}

TEST(FreeBaseRuns, GoOnBitForBitFromACheckpoint) {
  const Model robot = floating(4, 230);
  const Plant plant({.models = {robot}});
  std::mt19937 rng(231);
  const State s = random_state(robot, rng);
  SimulationSettings settings{.duration = 2, .output_period = 0.1};
  const SimulationResult whole = simulate(plant, no_input, s.q, s.qd, settings);
  std::optional<Checkpoint> taken;
  SimulationSettings first = settings;
  first.after_step = [&](double t, const TakeCheckpoint& take) {
    if (t > 1 && !taken) taken = take();
  };
  simulate(plant, no_input, s.q, s.qd, first);
  ASSERT_TRUE(taken);
  settings.resume = &*taken;
  const SimulationResult rest = simulate(plant, no_input, s.q, s.qd, settings);
  EXPECT_EQ(rest.q, whole.q);
  EXPECT_EQ(rest.qd, whole.qd);
  EXPECT_EQ(rest.samples.back().qdd, whole.samples.back().qdd);
}

}  // namespace
}  // namespace erfd::test
