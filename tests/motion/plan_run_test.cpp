// Runs of path moves and of ptp moves by themselves.
#include "motion/path/rotation_vector.hpp"
#include "motion/plan/joint_run.hpp"
#include "motion/plan/path_run.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace erfd::planning {
namespace {

struct Dice {
  std::mt19937 rng;
  double in(double low, double high) { return std::uniform_real_distribution(low, high)(rng); }
  Vector3<double> vector(double size = 1) {
    return {in(-size, size), in(-size, size), in(-size, size)};
  }
  VectorX<double> joints(int n, double size) {
    VectorX<double> q(n);
    for (double& x : q) x = in(-size, size);
    return q;
  }
};

PathMove line_move(const Vector3<double>& from, const Vector3<double>& to,
                   const Matrix3<double>& R0, const Matrix3<double>& R1) {
  const Curve curve = line_between(from, to);
  return {curve,
          orientation_law(OrientationMode::variable, R0, R1, curve),
          {0.3, 1, 2, 3, 30},
          std::nullopt,
          false,
          false};
}

/// A zigzag of lines and arcs with orientations at random.
std::vector<PathMove> zigzag(Dice& dice, int n) {
  std::vector<PathMove> moves;
  Pose<double> at{rotation_by(dice.vector(2)), dice.vector()};
  for (int k = 0; k < n; ++k) {
    const Pose<double> to{rotation_by(dice.vector(2)), dice.vector()};
    PathMove move = line_move(at.p, to.p, at.R, to.R);
    if (dice.in(0, 1) < 0.4) {
      move.curve = *arc_through(at.p, dice.vector(), to.p);
      move.orientation = orientation_law(OrientationMode::path_variable, at.R, to.R, move.curve);
    }
    moves.push_back(move);
    at = to;
  }
  return moves;
}

TEST(PathRun, IsContinuousInPoseAndTangentOverBlends) {
  Dice dice{std::mt19937(1)};
  for (int sample = 0; sample < 50; ++sample) {
    auto moves = zigzag(dice, 5);
    std::vector<double> lengths, wanted;
    for (const auto& m : moves) {
      lengths.push_back(m.length());
      wanted.push_back(dice.in(0.1, 0.6));
    }
    const auto blends = fitted_blends(lengths, wanted, false);
    const PathRun run(moves, blends);
    const int n = 20000;
    const double h = run.length() / n;
    double turn_rate = 0;
    for (const auto& m : moves) turn_rate = std::max(turn_rate, m.orientation.rate());
    Pose<double> before = run.at(0);
    for (int k = 1; k <= n; ++k) {
      const Pose<double> now = run.at(k * h);
      ASSERT_LE((now.p - before.p).norm(), h * (1 + 1e-6)) << sample << " at " << k * h;
      // A blend between arcs that bend towards each other may be much shorter than what it leaves
      // out, and turns as much faster.
      ASSERT_LE(angle_between(before.R, now.R), 40 * turn_rate * h) << sample << " at " << k * h;
      before = now;
    }
    EXPECT_LT((run.at(run.length()).p - moves.back().at(moves.back().length()).p).norm(), 1e-12);
    EXPECT_LT(angle_between(run.at(run.length()).R, moves.back().orientation.end()), 1e-7);
  }
}

TEST(PathRun, HasAGeometryThatDoesNotDependOnSpeed) {
  Dice dice{std::mt19937(6)};
  const std::vector<PathMove> moves = zigzag(dice, 4);
  std::vector<PathMove> slow = moves;
  for (PathMove& m : slow) m.limits = {0.01, 0.1, 7, 0.1, 0.2};
  const std::vector<double> blends =
      fitted_blends({moves[0].length(), moves[1].length(), moves[2].length(), moves[3].length()},
                    {0.2, 0.2, 0.2, 0}, false);
  const PathRun a(moves, blends), b(slow, blends);
  ASSERT_EQ(a.length(), b.length());
  for (double s = 0; s < a.length(); s += 0.01) {
    EXPECT_EQ(a.at(s).p, b.at(s).p);
    EXPECT_EQ(a.at(s).R, b.at(s).R);
  }
}

TEST(PathRun, TurnsInABlendNoFasterThanItsLimitSays) {
  Dice dice{std::mt19937(2)};
  for (int sample = 0; sample < 50; ++sample) {
    auto moves = zigzag(dice, 2);
    for (auto& m : moves) m.limits = {1e3, 1e3, 1e3, 1, 1};  // the orientation decides
    const double d = 0.5 * std::min(moves[0].length(), moves[1].length());
    const PathRun run(moves, {d, 0});
    const auto& pieces = run.timing().pieces;
    const double begin = pieces[0].limits.length, length = pieces[1].limits.length;
    const double h = 1e-4 * length;
    for (int k = 1; k < 200; ++k) {
      const double s = begin + length * k / 200;
      const double rate = angle_between(run.at(s - h).R, run.at(s + h).R) / (2 * h);
      ASSERT_LE(rate * pieces[1].limits.speed, 1 + 1e-4) << sample;
    }
  }
}

TEST(PathRun, KeepsTheAngularVelocityContinuousInASmoothedJoint) {
  Dice dice{std::mt19937(3)};
  const Matrix3<double> R0 = rotation_by(dice.vector()), R1 = rotation_by(dice.vector()),
                        R2 = rotation_by(dice.vector());
  PathRun run(
      {line_move({0, 0, 0}, {0.4, 0, 0}, R0, R1), line_move({0.4, 0, 0}, {1, 0, 0}, R1, R2)},
      {0, 0});
  run.smooth(0, 0.1);
  const double h = 1e-5;
  const auto rate = [&](double s) {
    return Vector3<double>(turn_of_rotation(run.at(s + h).R * run.at(s - h).R.transpose()) /
                           (2 * h));
  };
  const double step = (rate(0.51) - rate(0.29)).norm();
  for (double s = 0.25; s < 0.55; s += 1e-3)
    EXPECT_LE((rate(s + 1e-3) - rate(s)).norm(), 1.875 * step * 1e-3 / 0.2 * 1.5 + 1e-6) << s;
  EXPECT_LT((rate(0.2999) - run.moves()[0].orientation.rate(0)).norm(), 1e-6);
  EXPECT_LT((rate(0.5001) - run.moves()[1].orientation.rate(0)).norm(), 1e-6);
}

TEST(FittedBlends, ShrinkAlikeWhereAMoveIsTooShort) {
  const auto fitted = fitted_blends({1, 0.3, 1}, {0.2, 0.4, 0}, false);
  EXPECT_NEAR(fitted[0], 0.1, 1e-15);
  EXPECT_NEAR(fitted[1], 0.2, 1e-15);
  const auto half = fitted_blends({0.1732, 0.1732}, {0.15, 0}, true);
  EXPECT_NEAR(half[0], 0.0866, 1e-15);
  EXPECT_EQ(fitted_blends({0.1732, 0.1732}, {0.15, 0}, false)[0], 0.15);
}

/// Joint speeds and accelerations of a run, by differences of its samples and its law.
TEST(JointRun, KeepsTheSharesOfEveryAxisOverItsBlends) {
  Dice dice{std::mt19937(4)};
  for (int sample = 0; sample < 100; ++sample) {
    const int n = 6;
    AxisLimits axes{dice.joints(n, 1).cwiseAbs().array() + 0.5,
                    dice.joints(n, 3).cwiseAbs().array() + 1};
    std::vector<JointMove> moves(4);
    for (JointMove& m : moves)
      m = {dice.joints(n, 2), dice.in(0.2, 1), dice.in(0.2, 1),
           dice.in(0.2, 1),   std::nullopt,    dice.in(0.1, 1)};
    const JointRun run(dice.joints(n, 2), moves, axes);
    const TimeLaw law = time_law(run.timing());
    const int steps = 4000;
    const double h = law.duration() / steps;
    for (int k = 1; k < steps; ++k) {
      const VectorX<double> a = run.at(law.at((k - 1) * h).s), b = run.at(law.at(k * h).s),
                            c = run.at(law.at((k + 1) * h).s);
      const VectorX<double> speed = (c - a) / (2 * h), acceleration = (c - 2 * b + a) / (h * h);
      ASSERT_LE(speed.cwiseAbs().cwiseQuotient(axes.speed).maxCoeff(), 1 + 1e-9) << sample;
      ASSERT_LE(acceleration.cwiseAbs().cwiseQuotient(axes.acceleration).maxCoeff(), 1 + 1e-6)
          << sample << " step " << k;
    }
    EXPECT_EQ(run.at(run.length()), moves.back().goal);
  }
}

TEST(JointRun, StartsFromRestBehindAMoveThatGoesNowhere) {
  const AxisLimits axes{VectorX<double>::Constant(2, 2), VectorX<double>::Constant(2, 5)};
  const VectorX<double> here = VectorX<double>::Zero(2), there = VectorX<double>::Ones(2);
  const JointRun run(here, {{here, 1, 1, 1, {}, 1}, {there, 1, 1, 1, {}, 0}}, axes);
  const TimeLaw law = time_law(run.timing());
  EXPECT_NEAR(law.at(1e-6).v, 0, 1e-4);
  EXPECT_NEAR(law.duration(), trapezoids({{0.5, 1, 2.5 * 1, 2.5 * 1}}).duration(), 1e-12);
}

TEST(JointRun, HasAPathThatDoesNotDependOnSpeed) {
  Dice dice{std::mt19937(5)};
  const AxisLimits axes{VectorX<double>::Constant(3, 2), VectorX<double>::Constant(3, 5)};
  const VectorX<double> start = dice.joints(3, 1), a = dice.joints(3, 1), b = dice.joints(3, 1);
  const JointRun slow(start, {{a, 0.1, 0.2, 0.1, {}, 1}, {b, 0.3, 0.3, 0.3, {}, 0}}, axes);
  const JointRun fast(start, {{a, 1, 1, 1, {}, 1}, {b, 1, 1, 1, {}, 0}}, axes);
  ASSERT_EQ(slow.length(), fast.length());
  for (double s = 0; s < slow.length(); s += 0.01) EXPECT_EQ(slow.at(s), fast.at(s));
}

TEST(TimedRun, TakesTheWantedTimeWhereTheLimitsAllowIt) {
  TimedRun run;
  run.pieces = {
      {{1, 0.5, 2, 2}, 0, false}, {{0.5, 0.5, 2, 2}, 1, false}, {{1, 0.5, 2, 2}, 2, false}};
  run.spans = {{0, 1, {}}, {1, 1.5, 3.0}, {1.5, 2.5, 0.1}};
  const TimeLaw law = time_law(run);
  EXPECT_NEAR(law.time_at(1.5) - law.time_at(1), 3, 1e-9);
  EXPECT_GT(law.duration() - law.time_at(1.5), 2);  // 0.1 s cannot be had: as fast as allowed
}

}  // namespace
}  // namespace erfd::planning
