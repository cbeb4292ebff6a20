// Control laws by name: what a user reads when something does not fit.
#include "erfd/simulation/controller.hpp"

#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <set>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

std::string refusal(const char* name, const ControllerGains& gains) {
  const Model robot = generic_tree();
  return message_of([&] { make_controller(name, robot, set_point(constant(7, 0)), gains); });
}

TEST(ControllerList, HasEightLawsWithDifferentNamesThatAreFound) {
  std::set<std::string_view> names;
  for (const ControllerInfo& info : controllers()) {
    EXPECT_EQ(find_controller(info.name).title, info.title);
    names.insert(info.name);
  }
  EXPECT_EQ(names.size(), 8U);
}

TEST(ControllerList, NamesTheNearestLawAndGain) {
  EXPECT_EQ(message_of([] { find_controller("computed_torqe"); }),
            "unknown controller 'computed_torqe'; did you mean 'computed_torque'? (known: pd, "
            "pd_gravity, pid, feed_forward, computed_torque, robust, adaptive, motor_cascade)");
  ControllerGains gains;
  gain(gains, "lambda") = constant(1, 2);
  EXPECT_EQ(gains.lambda[0], 2);
  EXPECT_EQ(message_of([&] { gain(gains, "lamda"); }),
            "unknown gain 'lamda'; did you mean 'lambda'? (known: Kp, Kd, Ki, tracking, lambda, "
            "uncertainty, disturbance, layer, adaptation, position, speed, integral, current)");
}

TEST(ControllerList, RefusesGainsThatDoNotFit) {
  const VectorX<double> one = constant(1, 1);
  EXPECT_EQ(refusal("pd", {.Kp = one}),
            "controller 'pd': gain 'Kd' is missing (gains of this law: Kp, Kd)");
  EXPECT_EQ(
      refusal("pd", {.Kp = one, .Kd = one, .Ki = one}),
      "controller 'pd': gain 'Ki' is given, but the law does not read it; leave it out (gains "
      "of this law: Kp, Kd)");
  EXPECT_EQ(refusal("pd", {.Kp = constant(3, 1), .Kd = one}),
            "controller 'pd': gain 'Kp' has size 3, but the model 'random' needs 7 or one for "
            "all joints (gains of this law: Kp, Kd)");
  EXPECT_EQ(refusal("pd", {.Kp = constant(1, -5), .Kd = one}),
            "controller 'pd': gain 'Kp' is -5.000000, expected a finite number of 0 or more (gains "
            "of this law: Kp, Kd)");
  EXPECT_EQ(
      refusal(
          "adaptive",
          {.Kd = constant(1, 0), .lambda = one, .uncertainty = constant(70, 1), .adaptation = one}),
      "controller 'adaptive': gain 'Kd' is 0.000000, expected a finite number above 0 (gains "
      "of this law: Kd, lambda, uncertainty, adaptation)");
  EXPECT_EQ(refusal("robust", {.Kd = one, .lambda = one, .uncertainty = one, .layer = one}),
            "controller 'robust': gain 'uncertainty' has size 1, but the model 'random' needs "
            "70 (gains of this law: Kd, lambda, uncertainty, [disturbance], layer)");
  EXPECT_EQ(
      refusal("robust",
              {.Kd = one, .lambda = one, .uncertainty = constant(70, 1), .layer = constant(1, 0)}),
      "controller 'robust': gain 'layer' is 0.000000, expected a finite number above 0 (gains "
      "of this law: Kd, lambda, uncertainty, [disturbance], layer)");
}

TEST(ControllerList, RefusesMotionsAndRobotsThatDoNotFit) {
  std::mt19937 rng(1);
  const Model robot = generic_tree(),
              floating = random_robot({.joints = 3, .free_base = true}, rng);
  const ControllerGains gains{.Kp = constant(1, 1), .Kd = constant(1, 1)};
  EXPECT_EQ(message_of([&] { make_controller("pd", robot, set_point(constant(6, 0)), gains); }),
            "controller 'pd': the reference motion has 6 joints, but the model 'random' has 7");
  EXPECT_EQ(message_of([&] { make_controller("pd", robot, nullptr, gains); }),
            "controller 'pd': no reference motion is given");
  EXPECT_EQ(message_of([&] { make_controller("pd", floating, set_point(constant(9, 0)), gains); }),
            "controller 'pd': the model 'random' has a free base, expected a fixed one: no motor "
            "drives a free base");
  VectorX<double> u(7), short_q(6);
  const auto law = make_controller("pd", robot, set_point(constant(7, 0)), gains);
  EXPECT_EQ(message_of([&] { law->torque(0, short_q, u, u); }),
            "controller: argument 'q' has size 6, but the robot has 7 joints");
}

}  // namespace
}  // namespace erfd::test
