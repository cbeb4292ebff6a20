// Ball screw, crank and parallelogram against their geometry.
#include "erfd/drives/mechanism.hpp"

#include "support/message_of.hpp"
#include "support/random_mechanisms.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Point {
  double x, y;
};
Point polar(double r, double angle) { return {r * std::cos(angle), r * std::sin(angle)}; }
double distance(Point p, Point q) { return std::hypot(p.x - q.x, p.y - q.y); }

// Pins by coordinates, no law of cosines.
TEST(Mechanism, BallScrewTurnsWithTheDistanceOfItsPins) {
  std::mt19937 rng(1);
  for (int k = 0; k < 100; ++k) {
    const auto [m, middle] = random_ball_screw(rng);
    const Point pivot{m.b, 0};
    const double phi = middle + uniform(rng, -0.9, 0.9), from = middle - 0.5;
    const double travel =
        distance(polar(m.a, phi + m.offset), pivot) - distance(polar(m.a, from + m.offset), pivot);
    const double turns = (mechanism_at(m, phi).turn - mechanism_at(m, from).turn) / m.ratio;
    EXPECT_NEAR(turns * m.pitch / (2 * std::numbers::pi), travel, 1e-15) << "sample " << k;
  }
}

TEST(Mechanism, CrankKeepsTheLengthOfItsRodAndItsSide) {
  std::mt19937 rng(2);
  for (int k = 0; k < 100; ++k) {
    const auto [m, middle] = random_crank(rng);
    const double phi = middle + uniform(rng, -0.3, 0.3);
    const double theta = (mechanism_at(m, phi).turn + m.start) / m.ratio;
    const Point P = polar(m.a, theta), lever = polar(m.c, phi + m.offset);
    const Point Q{m.d + lever.x, lever.y};
    EXPECT_NEAR(distance(P, Q), m.b, 1e-14) << "sample " << k;
    EXPECT_GT(m.branch * (Q.x * P.y - Q.y * P.x), 0) << "sample " << k;
  }
}

TEST(Mechanism, CrankWithEqualSidesIsAParallelogram) {
  Mechanism crank{.kind = MechanismKind::crank, .a = 0.3, .b = 0.8, .c = 0.3, .d = 0.8};
  crank.ratio = -90;
  const Mechanism bars{.ratio = -90};
  for (const double phi : {0.3, 1.2, 2.8}) {
    EXPECT_NEAR(mechanism_at(crank, phi).turn, mechanism_at(bars, phi).turn, 1e-11);
    EXPECT_NEAR(mechanism_at(crank, phi).slope, -90, 1e-11);
    EXPECT_NEAR(mechanism_at(crank, phi).bend, 0, 1e-9);
  }
}

TEST(Mechanism, SlopeAndBendAreDifferencesOfTheTurn) {
  std::mt19937 rng(3);
  const double h = 1e-4;  // truncation h² and rounding 1e-16 / h² both below 1e-7
  for (int k = 0; k < 150; ++k) {
    const auto [m, middle] = random_mechanism_part(k, rng);
    const double phi = middle + uniform(rng, -0.25, 0.25);
    const auto turn = [&](double x) { return mechanism_at(m, x).turn; };
    const MechanismPoint at = mechanism_at(m, phi);
    const double size = std::abs(m.ratio) * (m.pitch > 0 ? m.a / m.pitch : 1) * 10;
    EXPECT_NEAR(at.slope, (turn(phi + h) - turn(phi - h)) / (2 * h), 1e-6 * size) << k;
    EXPECT_NEAR(at.bend, (turn(phi + h) - 2 * at.turn + turn(phi - h)) / (h * h), 1e-5 * size) << k;
  }
}

TEST(Mechanism, AnglesComeBackFromTheMotor) {
  std::mt19937 rng(4);
  for (int k = 0; k < 300; ++k) {
    const auto [m, middle] = random_mechanism_part(k, rng);
    const double phi = middle + uniform(rng, -0.3, 0.3), near = middle + uniform(rng, -0.3, 0.3);
    EXPECT_NEAR(mechanism_angle(m, mechanism_at(m, phi).turn, near), phi, 1e-12) << "sample " << k;
  }
}

TEST(Mechanism, HasNoAngleBeyondItsReach) {
  const Mechanism screw{
      .kind = MechanismKind::ball_screw, .a = 0.2, .b = 0.3, .pitch = 0.01, .offset = 0.1};
  const double longest = 2 * std::numbers::pi * 0.5 / 0.01;
  EXPECT_TRUE(std::isnan(mechanism_angle(screw, longest * 1.001, 1)));
  EXPECT_TRUE(std::isnan(mechanism_angle(screw, longest * 0.1, 1)));
  EXPECT_TRUE(std::isnan(mechanism_angle(screw, std::nan(""), 1)));
  EXPECT_NEAR(mechanism_angle(screw, longest * 0.999, 1) + 0.1, 3.05, 0.05) << "near the end";
  const Mechanism crank{.kind = MechanismKind::crank, .a = 0.1, .b = 0.2, .c = 0.5, .d = 1};
  EXPECT_FALSE(mechanism_at(crank, 1.5).reachable);
}

TEST(Mechanism, OfARobotFileNeedsItsLengths) {
  MechanismDescription screw;
  screw.kind = MechanismKind::ball_screw;
  screw.a = Entry<double>{0.2, {}, {}};
  EXPECT_EQ(message_of([&] { make_mechanism(screw, "arm.toml:3:1: drive 'm'"); }),
            "arm.toml:3:1: drive 'm': mechanism: b is missing, expected a length in m");
  MechanismDescription crank;
  crank.kind = MechanismKind::crank;
  crank.a = crank.b = crank.c = Entry<double>{0.2, {}, {}};
  crank.d = Entry<double>{2, {}, {}};
  EXPECT_EQ(message_of([&] { make_mechanism(crank, "drive 'm'"); }),
            "drive 'm': mechanism: cannot stand at 0.000000 rad, where its motor has its zero; "
            "give zero_deg an angle within its reach");
}

}  // namespace
}  // namespace erfd::test
