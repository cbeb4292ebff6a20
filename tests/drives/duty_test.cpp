// Root mean squares of cycles against closed forms.
#include "erfd/drives/duty.hpp"

#include "support/message_of.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(Duty, OfASawtoothIsItsPeakOverTheRootOfThree) {
  const double time[] = {0, 0.1, 0.7}, torque[] = {0, 6, 0};
  EXPECT_DOUBLE_EQ(rms_over_time(time, torque), 6 / std::sqrt(3.0));
}

TEST(Duty, OfASineIsItsPeakOverTheRootOfTwoWhateverTheSampling) {
  std::vector<double> time, torque;
  for (double t = 0; t < 1; t += 1e-4 * (1.5 + std::sin(40 * t))) time.push_back(t);
  time.push_back(1);
  for (const double t : time) torque.push_back(5 * std::sin(2 * std::numbers::pi * t));
  EXPECT_NEAR(rms_over_time(time, torque), 5 / std::sqrt(2.0), 1e-6);
}

TEST(Duty, ComparesTorqueAndCurrentWithTheRating) {
  Motor motor;
  motor.limits.torque_rated = 2;
  motor.constants.torque_constant = 0.5;
  motor.constants.current_rated = 8;
  MatrixX<double> u_a(3, 2);
  u_a << 3, 0, -3, 1, 3, -4;
  u_a.col(0) << 3, 3, 3;
  const double time[] = {0, 1, 3};
  const std::vector<MotorDuty> duty = motor_duty({motor, Motor{}}, time, u_a);
  EXPECT_DOUBLE_EQ(duty[0].torque_rms, 3);
  EXPECT_DOUBLE_EQ(*duty[0].of_rated_torque, 1.5);
  EXPECT_DOUBLE_EQ(*duty[0].current_rms, 6);
  EXPECT_DOUBLE_EQ(*duty[0].current_peak, 6);
  EXPECT_DOUBLE_EQ(*duty[0].of_rated_current, 0.75);
  EXPECT_FALSE(duty[0].within_rating());
  EXPECT_EQ(duty[1].torque_peak, 4);
  EXPECT_FALSE(duty[1].current_rms || duty[1].of_rated_torque);
  EXPECT_TRUE(duty[1].within_rating());
}

TEST(Duty, RefusesSamplesThatAreNone) {
  const double time[] = {0, 1, 1}, torque[] = {1, std::nan(""), 1};
  EXPECT_EQ(message_of([&] { rms_over_time(time, torque); }),
            "duty: time 1.000000 s follows 1.000000 s, expected rising times");
  EXPECT_EQ(message_of([&] { rms_over_time({time, 2}, {torque, 2}); }),
            "duty: a value is not finite, expected torques in N m");
  EXPECT_EQ(message_of([&] { rms_over_time({time, 1}, {torque, 2}); }),
            "duty: 1 times and 2 samples, expected as many of both and at least 2");
  EXPECT_EQ(message_of([&] { motor_duty({Motor{}}, time, MatrixX<double>::Zero(3, 2)); }),
            "duty: torques of 2 motors, expected 1");
}

}  // namespace
}  // namespace erfd::test
