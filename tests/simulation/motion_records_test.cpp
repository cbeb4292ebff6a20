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

/// Blocks of 1 kg, each sliding on the one before along the same line, without weight along it.
Model sliding_blocks(int count, const JointLimits& limits) {
  Model::Parts parts;
  parts.name = "block";
  parts.gravity = {9.81, 0, 0};
  for (int k = 0; k < count; ++k) {
    Body body;
    body.name = body.joint = k == 0 ? "slide" : "slide" + std::to_string(k);
    body.parent.value = k - 1;
    body.kind = JointKind::prismatic;
    body.I_B = Inertia::about_com(1, Vector3<double>::Zero(), Matrix3<double>::Identity());
    body.limits = limits;
    parts.bodies.push_back(body);
  }
  parts.frames.push_back({"block", {count - 1}, {}});
  return Model(std::move(parts));
}

/// A block that a motor of ratio 100 pushes, without rotor and friction.
Plant pushed_block(const JointLimits& limits, double motor_speed) {
  Motor motor;
  motor.name = "push";
  motor.joint = 0;
  motor.limits.speed = motor_speed;
  Drives::Parts drives;
  drives.robot = "block";
  drives.K = MatrixX<double>::Constant(1, 1, 100);
  drives.motors = {motor};
  return Plant({.models = {sliding_blocks(1, limits)}, .drives = Drives(std::move(drives))});
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

/// Two blocks; the mechanism of the second motor stands at the sum of their ways, from `lower` to `upper`.
Plant blocks_with_mechanism(double lower, double upper) {
  Motor motor;
  motor.name = "push";
  Drives::Parts drives;
  drives.robot = "block";
  drives.K = (MatrixX<double>(2, 2) << 100, 0, 1, 1).finished();
  drives.motors = {motor, motor};
  drives.motors[1].name = "swing";
  for (int i = 0; i < 2; ++i) drives.motors[static_cast<std::size_t>(i)].joint = i;
  drives.mechanisms = {std::nullopt, Mechanism{.ratio = 50, .lower = lower, .upper = upper}};
  return Plant({.models = {sliding_blocks(2, {})}, .drives = Drives(std::move(drives))});
}

// Both coast: the sum of their ways is 0.3 t, whatever each joint may do.
TEST(Bounds, OfAMechanismAreThoseOfItsAngle) {
  const Plant plant = blocks_with_mechanism(-0.1, 0.45);
  const VectorX<double> q = VectorX<double>::Zero(2), qd = Eigen::Vector2d(0.2, 0.1);
  const SimulationResult run = simulate(plant, push(0), q, qd, {.duration = 2});
  ASSERT_TRUE(run.ok());
  ASSERT_EQ(run.motion.mechanisms.size(), 2u);
  EXPECT_EQ(run.motion.mechanisms[0].excess, 0);
  const ExcessRecord& swing = run.motion.mechanisms[1];
  EXPECT_NEAR(swing.first, 1.5, 0.01);
  EXPECT_EQ(swing.bound, 0.45);
  EXPECT_NEAR(swing.worst, 0.6, 1e-9);
  EXPECT_NEAR(swing.excess, 0.15, 1e-9);
  EXPECT_NEAR(swing.time, 2, 1e-12);
  const SimulationResult back = simulate(plant, push(0), q, -qd, {.duration = 2});
  EXPECT_EQ(back.motion.mechanisms[1].bound, -0.1);
  EXPECT_NEAR(back.motion.mechanisms[1].worst, -0.6, 1e-9);
  const Plant wide = blocks_with_mechanism(-1, 1);
  EXPECT_EQ(simulate(wide, push(0), q, qd, {.duration = 2}).motion.mechanisms[1].excess, 0);
}

}  // namespace
}  // namespace erfd::test
