// One axis, whose fastest motions are known in closed form: time and order of convergence.
#include "erfd/motion/time_optimal.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double inertia = 0.7, way = 1.9, torque = 3.1;

/// A wheel on an upright axle: no gravity acts on it.
Model wheel(double speed = std::numeric_limits<double>::infinity()) {
  Model::Parts parts;
  parts.name = "wheel";
  Body body;
  body.name = body.joint = "wheel";
  body.parent = {-1};
  body.I_B = Inertia::about_com(2, Vector3<double>::Zero(),
                                Vector3<double>(1, 1, inertia).asDiagonal().toDenseMatrix());
  body.limits.speed = speed;
  parts.bodies.push_back(body);
  return Model(std::move(parts));
}

Motor plain_motor() {
  Motor motor;
  motor.name = "motor";
  motor.joint = 0;
  motor.limits.torque_peak = torque;
  return motor;
}

Drives drives_of(const Motor& motor) {
  Drives::Parts parts;
  parts.robot = "wheel";
  parts.K = MatrixX<double>::Identity(1, 1);
  parts.motors = {motor};
  return Drives(std::move(parts));
}

/// Root of a rising function between 0 and `high`.
template <class F>
double root(F f, double high) {
  double low = 0;
  for (int k = 0; k < 200; ++k) {
    const double middle = (low + high) / 2;
    (f(middle) < 0 ? low : high) = middle;
  }
  return low;
}

TimeOptimal run(const Model& model, const Motor& motor, int cells) {
  const StraightPath path(VectorX<double>::Constant(1, 0.4),
                          VectorX<double>::Constant(1, 0.4 + way));
  TimeOptimalSettings settings;
  settings.cells = cells;
  return fastest_motion(path, model, drives_of(motor), settings);
}

/// Within 1e-6 at the default grid, never beyond a limit, and of second order or exact before.
void expect_time(const char* name, const Model& model, const Motor& motor, double time) {
  std::printf("  %-28s %.9f s  ", name, time);
  double coarse = 0;
  for (const int cells : {250, 500, 1000, 2000}) {
    const TimeOptimal fastest = run(model, motor, cells);
    ASSERT_TRUE(fastest.found) << name << ": " << fastest.why;
    const double error = fastest.duration / time - 1;
    EXPECT_LE(fastest.largest_share, 1 + 1e-6) << name << " with " << cells << " cells";
    EXPECT_GE(error, -1e-6) << name << " with " << cells << " cells: faster than possible";
    EXPECT_LE(std::abs(error), cells == 2000 ? 1e-6 : 1e-4) << name << " with " << cells;
    std::printf(" %d: %.1e", cells, error);
    if (cells == 250) coarse = std::abs(error);
    if (cells < 2000 || coarse < 1e-8) continue;
    const double order = std::log2(coarse / std::abs(error)) / 3;
    std::printf(" (order %.2f)", order);
    EXPECT_GT(order, 1.5) << name;
  }
  std::printf("\n");
}

TEST(TimeOptimalClosedForm, FullTorqueAndFullBrakeTakeTwiceTheRootOfWayOverAcceleration) {
  expect_time("bang-bang", wheel(), plain_motor(), 2 * std::sqrt(way * inertia / torque));
}

TEST(TimeOptimalClosedForm, ASpeedLimitMakesATrapezoid) {
  const double speed = 1.3, a = torque / inertia;
  expect_time("trapezoid", wheel(speed), plain_motor(), way / speed + speed / a);
}

TEST(TimeOptimalClosedForm, CoulombFrictionHindersTheStartAndHelpsTheBrake) {
  Motor motor = plain_motor();
  motor.friction.moving_positive = 0.8;
  motor.friction.moving_negative = 2;  // not used: the wheel turns forward
  const double up = (torque - 0.8) / inertia, down = (torque + 0.8) / inertia;
  expect_time("Coulomb friction", wheel(), motor, std::sqrt(2 * way * (1 / up + 1 / down)));
}

TEST(TimeOptimalClosedForm, ViscousFrictionBendsBothBranchesToExponentials) {
  Motor motor = plain_motor();
  motor.friction.viscous = 1.1;
  const double most = torque / 1.1, tau = inertia / 1.1;
  const auto brake_time = [&](double v) { return tau * std::log(1 + v / most); };
  const auto gone = [&](double t) {
    const double v = most * (1 - std::exp(-t / tau)), b = brake_time(v);
    return most * (t - tau * (1 - std::exp(-t / tau))) +
           (v + most) * tau * (1 - std::exp(-b / tau)) - most * b - way;
  };
  const double t = root(gone, 20);
  expect_time("viscous friction", wheel(), motor, t + brake_time(most * (1 - std::exp(-t / tau))));
}

TEST(TimeOptimalClosedForm, ATorqueSpeedLineIsApproachedExponentially) {
  const double fastest = 2.2;  // where no torque is left
  Motor motor = plain_motor();
  motor.limits.curve = {{0, torque}, {fastest, 0}};
  const double tau = inertia * fastest / torque;
  const double half =
      root([&](double t) { return fastest * (t - tau * (1 - std::exp(-t / tau))) - way / 2; }, 20);
  expect_time("linear torque-speed line", wheel(), motor, 2 * half);
}

TEST(TimeOptimalClosedForm, AVoltageLetsTheMotorBrakeHarderThanItDrives) {
  const double fastest = 2.2;
  Motor motor = plain_motor();
  motor.constants.torque_constant = 0.5;
  motor.constants.voltage_max = 0.5 * fastest;
  motor.constants.resistance = 0.5 * motor.constants.voltage_max / torque;
  const double tau = inertia * fastest / torque, a = torque / inertia;
  const auto gone = [&](double t) {
    const double v = fastest * (1 - std::exp(-t / tau));
    return fastest * (t - tau * (1 - std::exp(-t / tau))) + v * v / (2 * a) - way;
  };
  const double t = root(gone, 20);
  expect_time("voltage", wheel(), motor, t + fastest * (1 - std::exp(-t / tau)) / a);
}

/// A tool at a radius of 0.5 m on the wheel.
Model wheel_with_tool() {
  Model::Parts parts = wheel().parts();
  Frame tool;
  tool.name = "tool";
  tool.body = {0};
  tool.X_BF.p = {0.3, 0.4, 0.1};
  parts.frames = {tool};
  return Model(std::move(parts));
}

TEST(TimeOptimalClosedForm, AToolThatMaySpeedUpSoMuchFollowsALemniscate) {
  // r²(ω'² + ω⁴) = A²: y = ω² obeys dy/dθ = 2 √(k² − y²), k = A/r, so that ω² = k sin 2θ until θ = π/4, and
  // ω = √k from there on. ∫ dφ/√sin φ from 0 to π/2 is 2.6220575542921198.
  Motor motor = plain_motor();
  motor.limits.torque_peak = 100;
  const double radius = 0.5, acceleration = 0.9, k = acceleration / radius;
  const double time = 2.6220575542921198 / std::sqrt(k) + (way - std::acos(0.0)) / std::sqrt(k);
  const Model model = wheel_with_tool();
  const StraightPath path(VectorX<double>::Constant(1, 0.4),
                          VectorX<double>::Constant(1, 0.4 + way));
  TimeOptimalSettings settings;
  settings.tool = ToolLimits{.frame = {0}, .acceleration = acceleration};
  const TimeOptimal fastest = fastest_motion(path, model, drives_of(motor), settings);
  ASSERT_TRUE(fastest.found) << fastest.why;
  std::printf("  tool acceleration            %.9f s  %.1e\n", time, fastest.duration / time - 1);
  EXPECT_NEAR(fastest.duration / time, 1, 1e-6);
  EXPECT_LE(fastest.largest_share, 1 + 1e-6);
  EXPECT_EQ(fastest.arcs.front().bound.tool, ToolBound::acceleration);
  // The same limit of its turning leaves a trapezoid of two ramps; of its speed, a cruise.
  settings.tool = ToolLimits{.frame = {0}, .speed = 0.3, .turn_acceleration = 1.5};
  const TimeOptimal ramps = fastest_motion(path, model, drives_of(motor), settings);
  ASSERT_TRUE(ramps.found) << ramps.why;
  EXPECT_NEAR(ramps.duration / (way / 0.6 + 0.6 / 1.5), 1, 1e-6);
}

TEST(TimeOptimalClosedForm, LoadFrictionScalesTheTorqueThatIsLeft) {
  Drives::Parts parts;
  parts.robot = "wheel";
  parts.K = MatrixX<double>::Identity(1, 1);
  parts.motors = {plain_motor()};
  parts.load_dependent = VectorX<double>::Constant(1, 0.25);
  const Drives drives(std::move(parts));
  // Driving, u (1 + µ) = torque; braking, u (1 − µ) = −torque.
  const double up = torque / 1.25 / inertia, down = torque / 0.75 / inertia;
  const StraightPath path(VectorX<double>::Zero(1), VectorX<double>::Constant(1, -way));
  const TimeOptimal fastest = fastest_motion(path, wheel(), drives);
  ASSERT_TRUE(fastest.found) << fastest.why;
  EXPECT_NEAR(fastest.duration / std::sqrt(2 * way * (1 / up + 1 / down)), 1, 1e-6);
  EXPECT_LE(fastest.largest_share, 1 + 1e-6);
}

TEST(TimeOptimalClosedForm, TheMotionInTimeIsTheOneThatWasFound) {
  const TimeOptimal fastest = run(wheel(), plain_motor(), 1000);
  const double a = torque / inertia / way;  // of s
  for (const double share : {0.1, 0.25, 0.4}) {
    const double t = share * fastest.duration;
    EXPECT_NEAR(fastest.at(t).s, a * t * t / 2, 1e-9);
    EXPECT_NEAR(fastest.at(t).rate, a * t, 1e-8);
    EXPECT_NEAR(fastest.at(t).acceleration, a, 1e-7);
    EXPECT_NEAR(fastest.at(fastest.duration - t).s, 1 - a * t * t / 2, 1e-6);
  }
  EXPECT_EQ(fastest.at(fastest.duration).s, 1);
  EXPECT_EQ(fastest.at(-1).s, 0);
}

TEST(TimeOptimalClosedForm, TheCertificateNamesWhatBinds) {
  const TimeOptimal fastest = run(wheel(1.3), plain_motor(), 1000);
  std::vector<BoundArc> longer;
  for (const BoundArc& arc : fastest.arcs)
    if (arc.to_time - arc.from_time > 0.01 * fastest.duration) longer.push_back(arc);
  ASSERT_EQ(longer.size(), 3u);
  EXPECT_EQ(longer[0].bound.motor, 0);
  EXPECT_FALSE(longer[0].braking);
  EXPECT_EQ(longer[1].bound.limit, Limit::joint_speed);
  EXPECT_EQ(longer[1].bound.motor, -1);
  EXPECT_TRUE(longer[2].braking);
  EXPECT_NEAR(longer[0].to_time, 1.3 * inertia / torque, 2e-3);
}

TEST(TimeOptimalClosedForm, RatesAtTheEndsAreKept) {
  const StraightPath path(VectorX<double>::Zero(1), VectorX<double>::Constant(1, way));
  TimeOptimalSettings settings;
  settings.start_rate = 0.5, settings.end_rate = 0.8;  // of s
  const TimeOptimal fastest = fastest_motion(path, wheel(), drives_of(plain_motor()), settings);
  ASSERT_TRUE(fastest.found) << fastest.why;
  // From v0 up to v, down to v1 with a: v² = a d + (v0² + v1²)/2.
  const double a = torque / inertia, v0 = 0.5 * way, v1 = 0.8 * way;
  const double v = std::sqrt(a * way + (v0 * v0 + v1 * v1) / 2);
  EXPECT_NEAR(fastest.duration / ((2 * v - v0 - v1) / a), 1, 1e-6);
  EXPECT_EQ(fastest.nodes.front().rate, 0.5);
  EXPECT_EQ(fastest.nodes.back().rate, 0.8);
  settings.end_rate = 30;  // more than the whole way can give
  EXPECT_FALSE(fastest_motion(path, wheel(), drives_of(plain_motor()), settings).found);
}

TEST(TimeOptimalClosedForm, SpeedsForbiddenBetweenOthersAreNamed) {
  // Two wheels side by side. Near 1 rad/s their motors have hardly any torque; there friction brakes the
  // first one by more than the second one can: where both pass that speed at once, it cannot be run.
  Model::Parts bodies = wheel().parts();
  bodies.bodies.push_back(bodies.bodies.front());
  bodies.bodies.back().name = bodies.bodies.back().joint = "other";
  const Model wheels(std::move(bodies));
  Motor motor = plain_motor();
  motor.limits.curve = {{0, torque}, {0.9, torque}, {1, 0.1}, {1.1, torque}, {50, torque}};
  Drives::Parts parts;
  parts.robot = "wheels";
  parts.K = MatrixX<double>::Identity(2, 2);
  parts.motors = {motor, motor};
  parts.motors[0].friction.moving_positive = parts.motors[0].friction.starting_positive = 0.8;
  parts.motors[1].joint = 1, parts.motors[1].name = "other";
  const Drives drives(std::move(parts));
  // The first wheel runs evenly, the second one ever faster: at one place they are alike.
  MatrixX<double> rows(2, 3);
  rows << 0, 1, 2, 0, 1.05, 3;
  const SplinePath path(rows);
  TimeOptimalSettings settings;
  settings.cells = 500, settings.checks = 0;
  settings.start_rate = 1.5;  // above the forbidden speeds
  const TimeOptimal above = fastest_motion(path, wheels, drives, settings);
  ASSERT_TRUE(above.found) << above.why;
  ASSERT_FALSE(above.islands.empty());
  const SpeedIsland& island = above.islands.front();
  std::printf("  forbidden from %.4f to %.4f 1/s, along %.3f to %.3f\n", island.low, island.high,
              island.from_s, island.to_s);
  EXPECT_LT(island.low, island.high);
  EXPECT_LT(island.low, 1.2);
  EXPECT_GT(island.high, 0.9);
}

TEST(TimeOptimalClosedForm, AStandstillOnTheWayIsNamed) {
  MatrixX<double> rows(1, 3);
  rows << 0, 1, 0.4;
  const TimeOptimal none = fastest_motion(SplinePath(rows), wheel(), drives_of(plain_motor()));
  EXPECT_FALSE(none.found);
  EXPECT_NE(none.why.find("the robot stands there"), std::string::npos) << none.why;
}

TEST(TimeOptimalClosedForm, StartingFrictionAboveTheTorqueIsAnAnswer) {
  Motor motor = plain_motor();
  motor.friction.moving_positive = 1;
  motor.friction.starting_positive = torque + 0.1;
  const StraightPath path(VectorX<double>::Zero(1), VectorX<double>::Constant(1, way));
  TimeOptimalSettings settings;
  EXPECT_TRUE(fastest_motion(path, wheel(), drives_of(motor), settings).found);
  settings.breakaway_time = 0.01;
  const TimeOptimal stuck = fastest_motion(path, wheel(), drives_of(motor), settings);
  EXPECT_FALSE(stuck.found);
  EXPECT_NE(stuck.why.find("motor"), std::string::npos) << stuck.why;
}

TEST(TimeOptimalClosedForm, StartingFrictionCostsWhatItTakesFromTheFirstMoment) {
  Motor motor = plain_motor();
  motor.friction.moving_positive = 1;
  motor.friction.starting_positive = 2;
  const StraightPath path(VectorX<double>::Zero(1), VectorX<double>::Constant(1, way));
  TimeOptimalSettings settings;
  const double without = fastest_motion(path, wheel(), drives_of(motor), settings).duration;
  settings.breakaway_time = 0.01;
  const double with = fastest_motion(path, wheel(), drives_of(motor), settings).duration;
  EXPECT_GT(with, without);
  EXPECT_LT(with, without + 0.01);
}

}  // namespace
}  // namespace erfd::test
