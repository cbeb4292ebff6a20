// Time laws: limits kept, nothing faster possible, against integration and printed figures.
#include "erfd/motion/time_law.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace erfd::planning {
namespace {

struct Dice {
  std::mt19937 rng;
  double in(double low, double high) { return std::uniform_real_distribution(low, high)(rng); }
};

/// The reference program: lengths [mm] of the motion language report, speeds and accelerations.
std::vector<LawPiece> reference_pieces() {
  const double row[][3] = {{818.272, 760, 1000}, {353.429, 350, 1000}, {300, 460, 1000},
                           {314.159, 300, 800},  {23.205, 227.7, 900}, {273.594, 225, 900},
                           {23.205, 225, 900},   {314.159, 695, 1200}, {300, 620, 1200},
                           {353.429, 570, 1000}};
  std::vector<LawPiece> pieces;
  for (const auto& [L, v, a] : row) pieces.push_back({L, v, a, a});
  return pieces;
}

std::vector<LawPiece> random_pieces(Dice& dice) {
  std::vector<LawPiece> pieces(1 + dice.rng() % 8);
  for (LawPiece& p : pieces)
    p = {std::pow(10, dice.in(-3, 0)), std::pow(10, dice.in(-2, 0.5)), dice.in(0.3, 5),
         dice.in(0.3, 5)};
  for (std::size_t k = 1; k + 1 < pieces.size(); k += 2)
    if (dice.in(0, 1) < 0.3) pieces[k].acceleration = pieces[k].deceleration = 0;
  return pieces;
}

const LawPiece& piece_at(const std::vector<LawPiece>& pieces, double s) {
  for (const LawPiece& p : pieces) {
    if (s <= p.length) return p;
    s -= p.length;
  }
  return pieces.back();
}

TEST(TimeLaw, GivesTheReferenceProgramItsPrintedTime) {
  const TimeLaw law = trapezoids(reference_pieces());
  EXPECT_NEAR(law.duration(), 7.728, 5e-4);
  EXPECT_NEAR(law.length(), 3073.453, 2e-3);
}

TEST(TimeLaw, ReachesEverySpeedOfTheReferenceProgram) {
  const auto pieces = reference_pieces();
  const TimeLaw law = trapezoids(pieces);
  double s = 0;
  for (const LawPiece& p : pieces) {
    EXPECT_NEAR(law.peak_speed(s, s + p.length), p.speed, 1e-9 * p.speed) << "from " << s;
    s += p.length;
  }
}

TEST(TimeLaw, KeepsEveryLimitOnRandomPaths) {
  Dice dice{std::mt19937(1)};
  for (int sample = 0; sample < 300; ++sample) {
    const auto pieces = random_pieces(dice);
    const TimeLaw law = trapezoids(pieces);
    const int n = 400;
    for (int k = 0; k <= n; ++k) {
      const double t = law.duration() * k / n;
      const PathState state = law.at(t);
      const LawPiece& p = piece_at(pieces, state.s);
      const bool at_a_joint = &p != &piece_at(pieces, state.s + 1e-9);  // sides may differ there
      ASSERT_LE(state.v, p.speed * (1 + 1e-12)) << sample;
      if (at_a_joint) continue;
      ASSERT_LE(state.a, p.acceleration * (1 + 1e-12)) << sample;
      ASSERT_GE(state.a, -p.deceleration * (1 + 1e-12)) << sample;
    }
  }
}

TEST(TimeLaw, IsContinuousInPlaceAndSpeed) {
  Dice dice{std::mt19937(2)};
  for (int sample = 0; sample < 300; ++sample) {
    const TimeLaw law = trapezoids(random_pieces(dice));
    const int n = 2000;
    const double h = law.duration() / n;
    for (int k = 0; k < n; ++k) {
      const PathState a = law.at(k * h), b = law.at((k + 1) * h);
      // Speed is continuous and piecewise linear with slopes up to 5: the trapezium rule is right
      // to slope · h².
      ASSERT_NEAR(b.s - a.s, h * (a.v + b.v) / 2, 5 * h * h + 1e-12);
      ASSERT_LE(std::abs(b.v - a.v), 5 * h * (1 + 1e-9) + 1e-12);
    }
  }
}

/// The fastest speed at each place by dynamic programming over a fine grid: another route.
double time_on_grid(const std::vector<LawPiece>& pieces, int cells) {
  double length = 0;
  for (const LawPiece& p : pieces) length += p.length;
  const double h = length / cells;
  std::vector<double> squared(cells + 1);
  for (int k = 0; k <= cells; ++k) {
    const double speed = std::min(piece_at(pieces, std::max(0.0, k * h - 1e-12)).speed,
                                  piece_at(pieces, std::min(length, k * h + 1e-12)).speed);
    squared[k] = speed * speed;
  }
  squared.front() = squared.back() = 0;
  for (int k = 0; k < cells; ++k)
    squared[k + 1] =
        std::min(squared[k + 1], squared[k] + 2 * h * piece_at(pieces, (k + 0.5) * h).acceleration);
  for (int k = cells; k-- > 0;)
    squared[k] =
        std::min(squared[k], squared[k + 1] + 2 * h * piece_at(pieces, (k + 0.5) * h).deceleration);
  double time = 0;
  for (int k = 0; k < cells; ++k)
    time += 2 * h / (std::sqrt(squared[k]) + std::sqrt(squared[k + 1]));
  return time;
}

TEST(TimeLaw, IsAsFastAsAFineGridFinds) {
  Dice dice{std::mt19937(3)};
  for (int sample = 0; sample < 20; ++sample) {
    const std::vector<LawPiece> pieces{
        {dice.in(0.1, 1), dice.in(0.2, 2), dice.in(0.5, 5), dice.in(0.5, 5)},
        {dice.in(0.1, 1), dice.in(0.2, 2), dice.in(0.5, 5), dice.in(0.5, 5)},
        {dice.in(0.1, 1), dice.in(0.2, 2), dice.in(0.5, 5), dice.in(0.5, 5)}};
    const double time = trapezoids(pieces).duration();
    EXPECT_NEAR(time_on_grid(pieces, 30000), time, 2e-3 * time) << sample;
  }
}

TEST(TimeLaw, TellsWhenAPlaceIsReached) {
  Dice dice{std::mt19937(4)};
  for (int sample = 0; sample < 100; ++sample) {
    const TimeLaw law = trapezoids(random_pieces(dice));
    const double t = dice.in(0.01, 0.99) * law.duration();
    EXPECT_NEAR(law.time_at(law.at(t).s), t, 1e-9 * law.duration());
  }
}

TEST(SCurve, ReachesItsGoalWithinAllLimitsAndWithoutJumpsOfAcceleration) {
  Dice dice{std::mt19937(5)};
  for (int sample = 0; sample < 300; ++sample) {
    const LawPiece piece{std::pow(10, dice.in(-3, 1)), dice.in(0.1, 2), dice.in(0.5, 5), 9};
    const double jerk_time = std::pow(10, dice.in(-2, 0)), jerk = piece.acceleration / jerk_time;
    const TimeLaw law = s_curve(piece, jerk_time);
    const PathState end = law.at(law.duration() * (1 - 1e-12));
    EXPECT_NEAR(end.s, piece.length, 1e-9 * piece.length) << sample;
    EXPECT_NEAR(end.v, 0, 1e-9 * piece.speed) << sample;
    const int n = 1000;
    const double h = law.duration() / n;
    for (int k = 0; k < n; ++k) {
      const PathState a = law.at(k * h), b = law.at((k + 1) * h);
      ASSERT_LE(b.v, piece.speed * (1 + 1e-9));
      ASSERT_LE(std::abs(b.a), piece.acceleration * (1 + 1e-9));
      ASSERT_LE(std::abs(b.a - a.a), jerk * h * (1 + 1e-9) + 1e-9);
    }
  }
}

TEST(SCurve, BecomesTheTrapezoidAsItsJerkGrows) {
  const LawPiece piece{0.7, 0.5, 2, 2};
  EXPECT_NEAR(s_curve(piece, 1e-9).duration(), trapezoids({piece}).duration(), 1e-8);
}

}  // namespace
}  // namespace erfd::planning
