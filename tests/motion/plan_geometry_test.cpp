// Curves and orientation laws of the planner, against closed forms and differences.
#include "erfd/program/dialect.hpp"

#include "motion/path/curve.hpp"
#include "motion/path/orientation_law.hpp"
#include "motion/path/rotation_vector.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace erfd::planning {
namespace {

constexpr double pi = std::numbers::pi;

struct Dice {
  std::mt19937 rng;
  double in(double low, double high) { return std::uniform_real_distribution(low, high)(rng); }
  Vector3<double> vector(double size = 1) {
    return {in(-size, size), in(-size, size), in(-size, size)};
  }
  Vector3<double> direction() { return vector().normalized(); }
};

/// Length of the parabola in closed form: ∫ 2d √(x² sin²h + cos²h) … with h half the turn.
double parabola_length(double d, double turn) {
  const double s = std::sin(turn / 2), c = std::cos(turn / 2);
  return d * (1 + c * c / s * std::asinh(s / c));
}

TEST(RotationVector, LogUndoesExpUpToHalfATurn) {
  Dice dice{std::mt19937(1)};
  for (double angle : {0.0, 1e-12, 1e-6, 0.3, 2.0, 3.1, pi - 1e-7}) {
    const Vector3<double> turn = angle * dice.direction();
    EXPECT_LT((turn_of_rotation(rotation_by(turn)) - turn).norm(), 1e-14 + 4e-16 * angle) << angle;
  }
}

TEST(Arc, GoesThroughItsThreePointsOnTheWayOfTheSecond) {
  Dice dice{std::mt19937(2)};
  for (int k = 0; k < 200; ++k) {
    const Vector3<double> a = dice.vector(), b = dice.vector(), c = dice.vector();
    double via = 0;
    const auto arc = arc_through(a, b, c, &via);
    ASSERT_TRUE(arc);
    const double scale = 1 + arc->radius;
    EXPECT_LT((arc->position(0) - a).norm(), 1e-12 * scale);
    EXPECT_LT((arc->position(via * arc->radius) - b).norm(), 1e-10 * scale) << k;
    EXPECT_LT((arc->position(arc->length) - c).norm(), 1e-10 * scale) << k;
    EXPECT_LT(via, arc->angle);
  }
}

TEST(Arc, RefusesCollinearAndCoincidentPoints) {
  const Vector3<double> a{0.1, 0.2, 0.3}, u{0.3, -0.2, 0.6};
  EXPECT_FALSE(arc_through(a, a + u, a + 2 * u));
  EXPECT_FALSE(arc_through(a, a + 2 * u, a + u));
  EXPECT_FALSE(arc_through(a, a, a + u));
  EXPECT_FALSE(arc_through(a, a + u, a));
  EXPECT_FALSE(arc_through(a, a + u, a + u));
  EXPECT_FALSE(arc_through(a, a, a));
  EXPECT_FALSE(arc_through(a, a + Vector3<double>{0, 1e-16, 0}, a + u));  // equal but for rounding
  EXPECT_TRUE(arc_through(a, a + u, a + 2 * u + Vector3<double>{0, 1e-3, 0}));
}

TEST(Arc, ClosesAfterAFullTurnAndComesBackWithANegativeAngle) {
  const auto arc = arc_through({1, 0, 0}, {0, 1, 0}, {-1, 0, 0});
  ASSERT_TRUE(arc);
  const Arc full = with_angle(*arc, 2 * pi), back = with_angle(*arc, -pi / 2);
  EXPECT_LT((full.position(full.length) - Vector3<double>{1, 0, 0}).norm(), 1e-15);
  EXPECT_LT((full.position(full.length / 4) - Vector3<double>{0, 1, 0}).norm(), 1e-15);
  EXPECT_LT((back.position(back.length) - Vector3<double>{0, -1, 0}).norm(), 1e-15);
}

TEST(Parabola, HasTheLengthCutAndRadiusOfTheSeedsCorner) {
  const double th = pi / 3, d = 0.150;
  const PolynomialCurve curve = parabola({0, 0, 0}, {1, 0, 0}, {std::cos(th), std::sin(th), 0}, d);
  EXPECT_NEAR(curve.length, 0.273594, 5e-7);
  EXPECT_NEAR(curve.position(curve.length / 2).norm(), 0.0375, 1e-12);
  EXPECT_NEAR(1 / curve.curvature(curve.length / 2).norm(), 0.225, 1e-12);
}

TEST(Parabola, HasTheLengthOfTheClosedFormAtEveryTurn) {
  for (double deg : {0.01, 1.0, 30.0, 90.0, 150.0, 175.0, 179.0}) {
    const double th = deg * pi / 180;
    const PolynomialCurve curve =
        parabola({1, 2, 3}, {1, 0, 0}, {std::cos(th), 0, std::sin(th)}, 0.2);
    EXPECT_NEAR(curve.length, parabola_length(0.2, th), 1e-13) << deg;
  }
}

/// |dp/ds| = 1 and its change is the curvature: arc length by central differences.
void expect_runs_by_arc_length(const Curve& curve) {
  const double L = length_of(curve), h = 1e-5 * L;
  for (int k = 1; k < 40; ++k) {
    const double s = L * k / 40;
    const Vector3<double> t = (position_on(curve, s + h) - position_on(curve, s - h)) / (2 * h);
    EXPECT_NEAR(t.norm(), 1, 1e-7) << s / L;
    EXPECT_LT((t - tangent_on(curve, s)).norm(), 1e-7) << s / L;
    const Vector3<double> c = (tangent_on(curve, s + h) - tangent_on(curve, s - h)) / (2 * h);
    EXPECT_LT((c - curvature_on(curve, s)).norm(), 1e-5 * (1 + c.norm())) << s / L;
  }
}

TEST(Curve, RunsByArcLength) {
  Dice dice{std::mt19937(3)};
  for (int k = 0; k < 20; ++k) {
    const Vector3<double> a = dice.vector(), b = dice.vector(), c = dice.vector();
    expect_runs_by_arc_length(line_between(a, b));
    expect_runs_by_arc_length(*arc_through(a, b, c));
    expect_runs_by_arc_length(parabola(a, dice.direction(), dice.direction(), 0.1));
  }
}

TEST(Quintic, MatchesPositionTangentAndCurvatureOfBothEnds) {
  Dice dice{std::mt19937(4)};
  for (int k = 0; k < 50; ++k) {
    const Vector3<double> corner = dice.vector();
    const Arc before = *arc_through(dice.vector(), dice.vector(), corner);
    const Arc after = *arc_through(corner, dice.vector(), dice.vector());
    const double d = 0.2 * std::min(before.length, after.length), s = before.length - d;
    const CurveEnd from{before.position(s), before.tangent(s), before.curvature(s)};
    const CurveEnd to{after.position(d), after.tangent(d), after.curvature(d)};
    const PolynomialCurve curve = quintic_between(from, to);
    EXPECT_LT((curve.position(0) - from.position).norm(), 1e-12);
    EXPECT_LT((curve.position(curve.length) - to.position).norm(), 1e-12);
    EXPECT_LT((curve.tangent(0) - from.tangent).norm(), 1e-12);
    EXPECT_LT((curve.tangent(curve.length) - to.tangent).norm(), 1e-10);
    EXPECT_LT((curve.curvature(0) - from.curvature).norm(), 1e-9 * (1 + from.curvature.norm()));
    EXPECT_LT((curve.curvature(curve.length) - to.curvature).norm(),
              1e-9 * (1 + to.curvature.norm()));
  }
}

TEST(OrientationLaw, EndsWhereEachModeSaysAndTurnsAtItsRate) {
  Dice dice{std::mt19937(5)};
  using enum OrientationMode;
  for (int k = 0; k < 20; ++k) {
    const Arc arc = *arc_through(dice.vector(), dice.vector(), dice.vector());
    const Matrix3<double> R0 = rotation_by(dice.vector(2)), R1 = rotation_by(dice.vector(2));
    const Matrix3<double> F = rotation_by(arc.angle * arc.normal);
    EXPECT_LT(angle_between(orientation_law(constant, R0, R1, arc).end(), R0), 1e-12);
    EXPECT_LT(angle_between(orientation_law(variable, R0, R1, arc).end(), R1), 1e-12);
    EXPECT_LT(angle_between(orientation_law(path_constant, R0, R1, arc).end(), F * R0), 1e-12);
    EXPECT_LT(angle_between(orientation_law(path_variable, R0, R1, arc).end(), R1), 1e-12);
    for (auto mode : {constant, variable, path_constant, path_variable}) {
      const OrientationLaw law = orientation_law(mode, R0, R1, arc);
      const double s = dice.in(0.1, 0.9) * arc.length, h = 1e-6 * arc.length;
      const Vector3<double> w =
          turn_of_rotation(law.at(s + h) * law.at(s - h).transpose()) / (2 * h);
      EXPECT_LT((w - law.rate(s)).norm(), 1e-8 * (1 + w.norm())) << plain_dialect().word(mode);
      EXPECT_NEAR(law.rate(), w.norm(), 1e-8 * (1 + w.norm())) << plain_dialect().word(mode);
    }
  }
}

}  // namespace
}  // namespace erfd::planning
