// Saturation, rate limit, windup, and no allocation by any law.
#include "erfd/dynamics/regressor.hpp"

#include "support/allocation_counter.hpp"
#include "support/closed_loop.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

/// Gains that every law of the list can be made from, and those alone that it reads.
ControllerGains gains_of(const ControllerInfo& info, const Model& robot) {
  ControllerGains all{.Kp = constant(1, 300),
                      .Kd = constant(1, 50),
                      .Ki = constant(1, 100),
                      .tracking = constant(1, 2),
                      .lambda = constant(1, 5),
                      .uncertainty = inertial_parameters(robot).cwiseAbs(),
                      .disturbance = constant(1, 1),
                      .layer = constant(1, 10),
                      .adaptation = constant(1, 0.1),
                      .position = constant(1, 20),
                      .speed = constant(1, 0.05),
                      .integral = constant(1, 1),
                      .current = constant(1, 300)};
  for (const char* name : {"Kp", "Kd", "Ki", "tracking", "lambda", "uncertainty", "disturbance",
                           "layer", "adaptation", "position", "speed", "integral", "current"})
    if (info.gains.find(name) == std::string_view::npos) gain(all, name).resize(0);
  return all;
}

std::unique_ptr<Controller> any_law(const ControllerInfo& info, const Model& robot) {
  const int n = robot.nv();
  std::mt19937 rng(20);
  const Drives drives = random_drives(n, rng);
  return make_controller(
      info.name, robot,
      sine_motion(constant(n, 0.2), constant(n, 0.6), constant(n, 3), constant(n, 1)),
      gains_of(info, robot), {.drives = info.name == "motor_cascade" ? &drives : nullptr});
}

/// A mass of 1 kg on a level rail.
Model slider() {
  Body body;
  body.name = body.joint = "slider";
  body.kind = JointKind::prismatic;
  body.I_B.mass = 1;
  Model::Parts parts;
  parts.name = "slider";
  parts.gravity = {0, 0, 0};
  parts.bodies = {body};
  return Model(parts);
}

TEST(Saturation, IsNeverExceededAndPassesWhatIsWithin) {
  const Model robot = generic_tree();
  std::mt19937 rng(31);
  const VectorX<double> limit = random_vector(robot.nv(), rng, 30).cwiseAbs();
  for (const ControllerInfo& info : controllers()) {
    SCOPED_TRACE(info.name);
    const auto plain = any_law(info, robot), limited = saturated(any_law(info, robot), limit);
    int clipped = 0, passed = 0;
    VectorX<double> u(robot.nv()), v(robot.nv());
    for (int k = 0; k < 300; ++k) {
      const State s = random_state(robot, rng);
      limited->torque(0, s.q, s.qd, u);
      plain->torque(0, s.q, s.qd, v);
      for (int i = 0; i < robot.nv(); ++i) {
        EXPECT_LE(std::abs(u[i]), limit[i]);
        const bool within = std::abs(v[i]) <= limit[i];
        EXPECT_EQ(u[i], within ? v[i] : std::copysign(limit[i], v[i]));
        ++(within ? passed : clipped);
      }
    }
    EXPECT_GT(clipped, 100);
    EXPECT_GT(passed, 10);
  }
}

TEST(RateLimit, IsNeverExceeded) {
  const Model robot = generic_tree();
  std::mt19937 rng(32);
  const VectorX<double> rate = random_vector(robot.nv(), rng, 30).cwiseAbs().array() + 1;
  for (const ControllerInfo& info : controllers()) {
    SCOPED_TRACE(info.name);
    const auto law = rate_limited(any_law(info, robot), rate);
    VectorX<double> u(robot.nv()), before(robot.nv());
    double t = 0, most = 0;
    for (int k = 0; k < 300; ++k) {
      const State s = random_state(robot, rng);
      const double dt = k % 5 == 0 ? 0 : uniform(rng, 0, 0.1);  // a repeated time changes nothing
      t += dt;
      law->torque(t, s.q, s.qd, u);
      if (k > 0)
        for (int i = 0; i < robot.nv(); ++i) {
          const double room = rate[i] * dt, change = std::abs(u[i] - before[i]);
          EXPECT_LE(change, room + 1e-12 * std::abs(u[i]));  // rounding of u and of t
          if (dt > 0) most = std::max(most, change / room);
        }
      before = u;
    }
    EXPECT_GT(most, 0.99);
  }
}

/// How far the slider runs beyond its goal when its motor gives 1 N at most.
double overshoot(double tracking) {
  const Model robot = slider();
  const auto law = saturated(make_controller("pid", robot, set_point(constant(1, 1)),
                                             {.Kp = constant(1, 20),
                                              .Kd = constant(1, 9),
                                              .Ki = constant(1, 20),
                                              .tracking = constant(1, tracking)}),
                             constant(1, 1));
  double most = 0;
  const auto run =
      closed_loop(robot, *law, constant(1, 0), constant(1, 0), {.end = 15, .step = 1e-3});
  for (const LoopState& x : run) {
    EXPECT_LE(std::abs(x.u[0]), 1);
    most = std::max(most, x.q[0] - 1);
  }
  return most;
}

TEST(Pid, DoesNotWindUpBehindASaturatedMotor) {
  const double free = overshoot(1e-9), tracked = overshoot(5);
  std::printf("overshoot of a step of 1 m: %.3f m wound up, %.3f m with back-calculation\n", free,
              tracked);
  EXPECT_GT(free, 0.5);
  EXPECT_LT(tracked, 0.1 * free);
}

TEST(Pid, HearsOfTorquesThatTheDrivesDidNotGive) {
  const Model robot = slider();
  const auto make = [&] {
    return make_controller("pid", robot, set_point(constant(1, 1)),
                           {.Kp = constant(1, 20), .Kd = constant(1, 9), .Ki = constant(1, 20)});
  };
  const auto told = make(), untold = make();
  const VectorX<double> zero = constant(1, 0);
  VectorX<double> u(1), v(1);
  for (int k = 0; k <= 100; ++k) {
    told->torque(0.01 * k, zero, zero, u);
    told->applied(constant(1, 1));
    untold->torque(0.01 * k, zero, zero, v);
  }
  EXPECT_NEAR(v[0], 20 + 20, 1e-10);  // Kp e + Ki e t
  // dz/dt = Ki e + (Ki/Kp)(1 − 20 − z): z tends to 1, so u to Kp e + 1
  EXPECT_NEAR(u[0], 20 + 1 - std::pow(1 - 0.01, 100), 1e-10);
}

TEST(Controllers, NeverAllocateAndReturnNanForNan) {
  const Model robot = generic_tree();
  std::mt19937 rng(33);
  const State s = random_state(robot, rng);
  const VectorX<double> limit = constant(robot.nv(), 1e6);
  for (const ControllerInfo& info : controllers()) {
    SCOPED_TRACE(info.name);
    const auto law = rate_limited(saturated(any_law(info, robot), limit), limit);
    VectorX<double> u(robot.nv());
    if (AllocationCounter::works()) {
      const AllocationCounter counter;
      for (int k = 0; k < 3; ++k) law->torque(0.1 * k, s.q, s.qd, u);
      law->reset();
      EXPECT_EQ(counter.count(), 0);
    }
    law->torque(0, constant(robot.nv(), nan), s.qd, u);
    EXPECT_TRUE(u.array().isNaN().all()) << u.transpose();
  }
}

TEST(ControlLimits, RefuseNonsense) {
  const Model robot = slider();
  const auto law = [&] { return any_law(find_controller("pd"), robot); };
  EXPECT_EQ(message_of([&] { saturated(law(), constant(1, -1)); }),
            "saturated: limit is -1.000000, expected 0 or more");
  EXPECT_EQ(message_of([&] { rate_limited(law(), constant(1, 0)); }),
            "rate_limited: rate is 0.000000, expected a finite number above 0");
  VectorX<double> u(1);
  EXPECT_EQ(message_of([&] { saturated(law(), constant(2, 1))->torque(0, u, u, u); }),
            "controller: argument 'u' has size 1, but the robot has 2 joints");
}

}  // namespace
}  // namespace erfd::test
