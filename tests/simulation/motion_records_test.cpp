// What a run says of its motion: the error of tracking, ranges and speeds that it went beyond.
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> one(double x) { return VectorX<double>::Constant(1, x); }

InputFunction push(double force) {
  return [force](double, In<double>, In<double>, Out<double> u) { u.setConstant(force); };
}

/// A block of 1 kg that a motor of ratio 100 pushes, without rotor and friction.
Plant pushed_block(const JointLimits& limits, double motor_speed) {
  Model::Parts parts;
  parts.name = "block";
  parts.gravity = {9.81, 0, 0};
  Body body;
  body.name = body.joint = "slide";
  body.kind = JointKind::prismatic;
  body.I_B = Inertia::about_com(1, Vector3<double>::Zero(), Matrix3<double>::Identity());
  body.limits = limits;
  parts.bodies.push_back(body);
  parts.frames.push_back({"block", {0}, {}});
  Motor motor;
  motor.name = "push";
  motor.joint = 0;
  motor.limits.speed = motor_speed;
  Drives::Parts drives;
  drives.robot = "block";
  drives.K = MatrixX<double>::Constant(1, 1, 100);
  drives.motors = {motor};
  return Plant({.models = {Model(std::move(parts))}, .drives = Drives(std::move(drives))});
}

TEST(Tracking, OfABlockThatSlidesAwayGrowsWithTime) {
  const Plant plant({.models = {block_model(2)}});
  const auto stand = set_point(one(0.25));
  for (const char* integrator : {"dopri5", "implicit", "rk4", "paper"}) {
    SimulationSettings settings{.start = 1, .duration = 2, .integrator = integrator};
    settings.reference = stand.get();
    const SimulationResult run = simulate(plant, push(0), one(0.25), one(-0.5), settings);
    ASSERT_EQ(run.motion.tracking.size(), 1u);
    const TrackingRecord& error = run.motion.tracking[0];
    EXPECT_NEAR(error.largest, 1, 1e-12) << integrator;
    EXPECT_NEAR(error.time, 3, 1e-12) << integrator;
    EXPECT_NEAR(error.end, 1, 1e-12) << integrator;
    EXPECT_NEAR(run.rms_error(0), 1 / std::sqrt(3.0), 1e-12) << integrator;
  }
}

TEST(Tracking, LargestErrorMayLieInTheMiddle) {
  const Plant plant({.models = {block_model(2)}});
  const auto swing = sine_motion(one(0), one(0.3), one(2 * M_PI), one(0));
  SimulationSettings settings{.duration = 1.25};
  settings.reference = swing.get();
  const SimulationResult run = simulate(plant, push(0), one(0), one(0), settings);
  const TrackingRecord& error = run.motion.tracking[0];
  EXPECT_NEAR(error.largest, 0.3, 1e-5);
  EXPECT_NEAR(error.end, 0.3, 1e-12);
  EXPECT_NEAR(run.rms_error(0), 0.3 / std::sqrt(2.0), 1e-6);
  settings.duration = 1;
  const SimulationResult whole = simulate(plant, push(0), one(0), one(0), settings);
  EXPECT_NEAR(whole.motion.tracking[0].end, 0, 1e-12);
  EXPECT_NEAR(std::abs(std::sin(2 * M_PI * whole.motion.tracking[0].time)), 1, 1e-3);
}

TEST(Tracking, ReferenceOfAnotherRobotIsRefused) {
  const Plant plant({.models = {block_model(2)}});
  const auto two = set_point(VectorX<double>::Zero(2));
  SimulationSettings settings;
  settings.reference = two.get();
  EXPECT_EQ(message_of([&] { simulate(plant, push(0), one(0), one(0), settings); }),
            "simulate: the reference has 2 joints, but 'block' has 1");
}

// x = a t²/2 and v = a t: what is exceeded when is known.
TEST(Bounds, AreToldWithTheFirstTimeAndTheWorstValue) {
  JointLimits limits;
  limits.lower = -1;
  limits.upper = 0.5;
  limits.speed = 1.5;
  const Plant plant = pushed_block(limits, 120);
  SimulationSettings settings{.duration = 2};
  const double a = -2;  // to the lower end
  const SimulationResult run = simulate(plant, push(a), one(0), one(0), settings);
  ASSERT_TRUE(run.ok());
  const ExcessRecord &range = run.motion.ranges[0], &speed = run.motion.joint_speeds[0],
                     &motor = run.motion.motor_speeds[0];
  const double step = 0.01;
  EXPECT_NEAR(range.first, 1, step);
  EXPECT_EQ(range.bound, -1);
  EXPECT_NEAR(range.worst, -4, 1e-9);
  EXPECT_NEAR(range.excess, 3, 1e-9);
  EXPECT_NEAR(speed.first, 0.75, step);
  EXPECT_EQ(speed.bound, -1.5);
  EXPECT_NEAR(speed.worst, -4, 1e-9);
  EXPECT_NEAR(motor.first, 0.6, step);
  EXPECT_EQ(motor.bound, -120);
  EXPECT_NEAR(motor.worst, -400, 1e-7);
  EXPECT_NEAR(motor.time, 2, 1e-12);
}

TEST(Bounds, OfAStartBeyondThemAreToldFromTheStart) {
  JointLimits limits;
  limits.upper = 0.5;
  const Plant plant = pushed_block(limits, 120);
  const SimulationResult run = simulate(plant, push(0), one(0.75), one(-0.5), {.start = 3});
  EXPECT_EQ(run.motion.ranges[0].first, 3);
  EXPECT_EQ(run.motion.ranges[0].worst, 0.75);
  EXPECT_EQ(run.motion.joint_speeds[0].excess, 0);
  EXPECT_EQ(run.motion.motor_speeds[0].excess, 0);
}

TEST(Bounds, ReachedExactlyAreNotExceeded) {
  JointLimits limits;
  limits.lower = 0;
  limits.upper = 1;
  limits.speed = 0.5;
  const Plant plant = pushed_block(limits, 50);
  const SimulationResult run = simulate(plant, push(0), one(0), one(0.5), {.duration = 2});
  EXPECT_NEAR(run.q[0], 1, 1e-9);
  for (const auto* record :
       {&run.motion.ranges[0], &run.motion.joint_speeds[0], &run.motion.motor_speeds[0]})
    EXPECT_EQ(record->excess, 0);
}

}  // namespace
}  // namespace erfd::test
