// What sensors feel, against second differences of where they are (quad precision): positions alone, no
// velocity and no acceleration of the code under test.
#include "erfd/dynamics/felt.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/quad.hpp"
#include "erfd/model/build.hpp"

#include "support/message_of.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using QuadVector = VectorX<Quad>;

/// A sensor on a random body, somewhere and turned somehow.
Sensor random_sensor(const Model& robot, SensorKind kind, std::mt19937& rng) {
  Sensor sensor;
  sensor.name = "s";
  sensor.kind = kind;
  sensor.body = {std::uniform_int_distribution<int>(0, robot.body_count() - 1)(rng)};
  sensor.X_BS = {rotation_x(uniform(rng, -3, 3)) * rotation_y(uniform(rng, -1, 1)) *
                     rotation_z(uniform(rng, -3, 3)),
                 {uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1)}};
  return sensor;
}

Model with_sensors(const Model& robot, std::vector<Sensor> sensors) {
  Model::Parts parts = robot.parts();
  parts.sensors = std::move(sensors);
  return Model(parts);
}

/// Where a sensor is after the time t of q + qd t + qdd t²/2.
Pose<Quad> pose_at(const Model& robot, const Sensor& sensor, const State& s,
                   const VectorX<double>& qdd, Quad t) {
  const QuadVector q =
      s.q.cast<Quad>() + t * s.qd.cast<Quad>() + t * t / Quad(2) * qdd.cast<Quad>();
  BasicWorkspace<Quad> ws(robot);
  std::vector<Pose<Quad>> X_WB(robot.bodies().size());
  body_poses<Quad>(robot, ws, q, X_WB);
  return X_WB[static_cast<std::size_t>(sensor.body.value)] * sensor.X_BS.cast<Quad>();
}

TEST(Felt, AccelerationAndRateAreDifferencesOfWhereTheSensorIs) {
  std::mt19937 rng(5);
  double worst = 0;
  for (int k = 0; k < 60; ++k) {
    RobotRecipe recipe;
    recipe.joints = 1 + k % 9;
    recipe.helical = 0.2;
    const Model bare = random_robot(recipe, rng);
    const Sensor sensor = random_sensor(bare, SensorKind::imu, rng);
    const Model robot = with_sensors(bare, {sensor});
    const State s = random_state(robot, rng);
    const VectorX<double> qdd = random_vector(robot.nv(), rng, 5);
    Workspace ws(robot);
    ws.poison();
    VectorX<double> numbers(6);
    felt(robot, ws, s.q, s.qd, qdd, numbers);

    const Quad h = 1e-7;
    const auto at = [&](double steps) { return pose_at(robot, sensor, s, qdd, Quad(steps) * h); };
    const Pose<Quad> a = at(-1), b = at(0), c = at(1);
    const Vector3<Quad> acceleration = (c.p - b.p - (b.p - a.p)) / (h * h);
    const Vector3<Quad> force = b.R.transpose() * (acceleration - robot.gravity().cast<Quad>());
    const Matrix3<Quad> spin = b.R.transpose() * (c.R - a.R) / (Quad(2) * h);  // R^T Rdot = w^
    const double scale = 1 + numbers.norm();
    for (int i = 0; i < 3; ++i) {
      worst = std::max(worst, std::abs(numbers[i] - double(force[i])) / scale);
      const double rate =
          (double(spin((i + 2) % 3, (i + 1) % 3)) - double(spin((i + 1) % 3, (i + 2) % 3))) / 2;
      worst = std::max(worst, std::abs(numbers[3 + i] - rate) / scale);
    }
  }
  std::printf("        largest relative difference %.2g\n", worst);
  EXPECT_LT(worst, 1e-11);  // truncation of the differences: h² times the fourth derivative
}

TEST(Felt, WhatFallsFeelsNothingAndWhatStandsFeelsItsWeight) {
  std::mt19937 rng(7);
  RobotRecipe recipe;
  recipe.free_base = true;
  const Model bare = random_robot(recipe, rng);
  Sensor on_base = random_sensor(bare, SensorKind::imu, rng);
  on_base.body = {0};
  Sensor in_world = on_base;
  in_world.body = {};
  const Model robot = with_sensors(bare, {on_base, in_world});
  State s = random_state(robot, rng);
  s.qd.setZero();
  VectorX<double> qdd = VectorX<double>::Zero(robot.nv()), numbers(12);
  Workspace ws(robot);
  std::vector<Pose<double>> X_WB(robot.bodies().size());
  body_poses<double>(robot, ws, s.q, X_WB);
  qdd.segment<3>(3) = X_WB[0].R.transpose() * robot.gravity();  // the base falls, in its axes
  felt(robot, ws, s.q, s.qd, qdd, numbers);
  EXPECT_NEAR(numbers.head<6>().norm(), 0, 1e-13);
  EXPECT_NEAR(numbers.segment<3>(6).norm(), robot.gravity().norm(), 1e-13);
  EXPECT_NEAR(numbers.tail<3>().norm(), 0, 0);
}

TEST(Felt, APilotUprightFeelsOneGIntoTheSeatAndSignsAreThoseOfAircraft) {
  const Model robot = load_robot(source_tree("robots/centrifuge3.toml"));
  ASSERT_EQ(robot.sensors().size(), 1U);
  Workspace ws(robot);
  const VectorX<double> zero = VectorX<double>::Zero(3);
  VectorX<double> numbers(6), qd = zero, qdd = zero;
  felt(robot, ws, zero, zero, zero, numbers);
  EXPECT_NEAR(numbers[2] / standard_gravity, 9.81 / 9.80665, 1e-12);
  EXPECT_NEAR(numbers.head<2>().norm(), 0, 1e-12);
  // He looks along the tangent, the axis of the arm on his left: he is pushed to the right, which is −Gy;
  // the arm turns him to the left, which is −r; speeding up presses him into the back rest.
  qd[0] = 1;
  qdd[0] = 0.5;
  felt(robot, ws, zero, qd, qdd, numbers);
  EXPECT_NEAR(numbers[0], 0.5 * 7.6 - 0.1, 1e-12);  // the head is 0.1 m ahead: −ω² r there
  EXPECT_NEAR(numbers[1], -7.6 - 0.05, 1e-12);
  EXPECT_NEAR(numbers[5], -1, 1e-12);
}

TEST(Felt, CyclesAreTakenInTheirMiddle) {
  const Model robot = load_robot(source_tree("robots/sdt4.toml"));
  const auto off = [&](double period) {
    MatrixX<double> q(4, 40), qd = MatrixX<double>::Zero(4, 40), qdd = qd;
    for (int k = 0; k < 40; ++k)
      for (int i = 0; i < 4; ++i) q(i, k) = std::sin((1.0 + i) * k * period + i);
    for (int k = 1; k < 40; ++k) qd.col(k) = (q.col(k) - q.col(k - 1)) / period;
    for (int k = 1; k < 39; ++k) qdd.col(k) = (qd.col(k + 1) - qd.col(k)) / period;
    const MatrixX<double> found = felt_in_cycles(robot, q, qd, qdd, period);
    const double t = 20 * period;
    VectorX<double> at(4), rate(4), gain(4), exact(6);
    for (int i = 0; i < 4; ++i) {
      const double w = 1.0 + i;
      at[i] = std::sin(w * t + i), rate[i] = w * std::cos(w * t + i), gain[i] = -w * w * at[i];
    }
    Workspace ws(robot);
    felt(robot, ws, at, rate, gain, exact);
    return (found.col(20) - exact).norm();
  };
  const double ratio = off(0.01) / off(0.005);  // at different times, of one smooth motion
  EXPECT_GT(ratio, 2.5);
  EXPECT_LT(off(0.01), 0.03);
}

TEST(Felt, SizesAreChecked) {
  const Model robot = load_robot(source_tree("robots/sdt4.toml"));
  Workspace ws(robot);
  const VectorX<double> q = VectorX<double>::Zero(4);
  VectorX<double> numbers(5);
  EXPECT_EQ(message_of([&] { felt(robot, ws, q, q, q, numbers); }),
            "felt: argument 'felt' has size 5, but the model 'sdt4' needs 6");
}

}  // namespace
}  // namespace erfd::test
