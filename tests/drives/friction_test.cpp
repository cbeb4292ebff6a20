// Friction, limits and constants of motors.
#include "erfd/drives/motor.hpp"
#include "erfd/drives/transmission.hpp"

#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

// Errata L19: with µ sign(qd) u, as printed, friction drives wherever u qd < 0.
TEST(Friction, NeverFeedsEnergy) {
  std::mt19937 rng(1);
  for (int k = 0; k < 2000; ++k) {
    const int n = 1 + k % 8;
    const Drives drives = random_drives(n, rng);
    const VectorX<double> qd = random_vector(n, rng, 5), u = random_vector(n, rng, 300);
    VectorX<double> friction(n);
    friction_torques(drives, qd, u, friction);
    EXPECT_GT(friction.dot(qd), 0) << "sample " << k;
  }
}

TEST(Friction, AsPrintedFeedsEnergyInHalfOfAllStates) {
  std::mt19937 rng(2);
  int feeding = 0;
  constexpr int samples = 20000;
  for (int k = 0; k < samples; ++k) {
    const double mu = 0.22, qd = uniform(rng, -3, 3), u = uniform(rng, -300, 300);
    feeding += mu * sign(qd) * u * qd < 0;
  }
  EXPECT_NEAR(double(feeding) / samples, 0.5, 0.02);
}

TEST(Friction, VanishesAtRest) {
  std::mt19937 rng(3);
  const Drives drives = random_drives(5, rng);
  VectorX<double> friction(5);
  friction_torques(drives, VectorX<double>::Zero(5), random_vector(5, rng, 100), friction);
  EXPECT_EQ(friction, VectorX<double>::Zero(5));
}

// [S] (17), (18), with other values for the two directions.
TEST(Friction, HoldsAtRestUntilTheStartingTorqueAndMovesWithTheMovingOne) {
  const ShaftFriction f{.viscous = 0.5,
                        .moving_positive = 2,
                        .moving_negative = 3,
                        .starting_positive = 4,
                        .starting_negative = 5};
  EXPECT_EQ(torque_after_friction(f, 3.9, 0), 0);
  EXPECT_EQ(torque_after_friction(f, 4, 0), 0);
  EXPECT_EQ(torque_after_friction(f, -5, 0), 0);
  EXPECT_EQ(torque_after_friction(f, 6, 0), 2);
  EXPECT_EQ(torque_after_friction(f, -7, 0), -2);
  EXPECT_EQ(torque_after_friction(f, 10, 2), 10 - 2 - 1);
  EXPECT_EQ(torque_after_friction(f, 10, -2), 10 + 3 + 1);
  EXPECT_TRUE(std::isnan(torque_after_friction(f, NAN, 0)));
}

Motor servo() {
  Motor m;
  m.name = "servo";
  m.limits.torque_peak = 10;
  m.limits.curve = {{0, 10}, {100, 10}, {200, 4}};
  m.constants.torque_constant = 0.5;
  m.constants.resistance = 2;
  m.constants.voltage_max = 60;
  m.constants.current_peak = 30;
  return m;
}

TEST(TorqueRange, IsTheNearestOfAllLimits) {
  Motor m = servo();
  m.constants = {};
  TorqueRange r = torque_range(m, 0);
  EXPECT_EQ(r.high, 10);
  EXPECT_EQ(r.low, -10);
  EXPECT_EQ(r.high_by, Limit::motor_torque);
  r = torque_range(m, 150);
  EXPECT_EQ(r.high, 7);
  EXPECT_EQ(r.low, -7);
  EXPECT_EQ(r.high_by, Limit::torque_speed_curve);
  r = torque_range(m, -250);  // beyond the curve: brakes, does not drive
  EXPECT_EQ(r.low, 0);
  EXPECT_EQ(r.high, 4);
}

// Voltage: U = R i + k w, so a driving motor has k (U − k w) / R and a braking one k (U + k w) / R.
TEST(TorqueRange, BoundsDrivingSoonerThanBrakingByVoltage) {
  Motor m = servo();
  m.limits.curve.clear();
  TorqueRange r = torque_range(m, 100);
  EXPECT_EQ(r.high, 0.5 * (60 - 50) / 2);
  EXPECT_EQ(r.high_by, Limit::motor_voltage);
  EXPECT_EQ(r.low, -10);
  EXPECT_EQ(r.low_by, Limit::motor_torque);
  r = torque_range(m, 200);  // back EMF above the voltage: no driving torque left
  EXPECT_EQ(r.high, 0);
  m.constants.current_peak = 4;
  r = torque_range(m, 0);
  EXPECT_EQ(r.high, 2);
  EXPECT_EQ(r.high_by, Limit::motor_current);
}

// Data sheets give a peak torque that is the torque constant times the peak current: the current is the cause.
TEST(TorqueRange, APeakTorqueOfThePeakCurrentIsNamedByTheCurrent) {
  Motor m = servo();
  m.limits.curve.clear();
  m.constants.resistance.reset();
  m.constants.current_peak = 4;
  m.limits.torque_peak = torque_of_current(m, 4);
  TorqueRange r = torque_range(m, 0);
  EXPECT_EQ(r.high_by, Limit::motor_current);
  EXPECT_EQ(r.low_by, Limit::motor_current);
  m.limits.torque_peak *= 0.99;
  r = torque_range(m, 0);
  EXPECT_EQ(r.high_by, Limit::motor_torque);
  EXPECT_EQ(r.low_by, Limit::motor_torque);
}

TEST(Motor, TurnsTorquesIntoCurrentsAndBack) {
  EXPECT_EQ(motor_current(servo(), 3), 6);
  EXPECT_EQ(torque_of_current(servo(), 6), 3);
  Motor unknown;
  unknown.name = "m7";
  EXPECT_EQ(message_of([&] { motor_current(unknown, 1); }),
            "drive 'm7': torque_constant is not given, expected one to turn torques into currents; "
            "add torque_constant_N_m_A to the robot file");
}

}  // namespace
}  // namespace erfd::test
