// No motion of a dense grid of speeds is faster: arms with viscous friction, which no linear or convex
// program can hold.
#include "erfd/motion/time_optimal.hpp"

#include "motion/brute_force.hpp"
#include "support/random_drives.hpp"
#include "support/random_robot.hpp"

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// Motors that hold the arm all along the path, whose viscous friction takes a third of their torque or
/// more at the speeds that they reach, some with a torque–speed line.
Drives sticky_drives(const JointPath& path, const Model& model, std::mt19937& rng) {
  DrivesRecipe recipe;
  recipe.load_dependent = recipe.coulomb = recipe.viscous = 0;
  Drives::Parts parts = random_drives(model.nv(), rng, recipe).parts();
  const Drives bare{Drives::Parts(parts)};
  VectorX<double> most = VectorX<double>::Zero(model.nv()), inertia = most, turn = most;
  for (int k = 0; k <= 50; ++k) {
    const PathPlace p = place_of(path, model, bare, path.length() * k / 50);
    most = most.cwiseMax(p.c_m.cwiseAbs());
    inertia = inertia.cwiseMax(p.a_m.cwiseAbs());
    turn = turn.cwiseMax(p.turn.cwiseAbs());
  }
  for (int i = 0; i < model.nv(); ++i) {
    Motor& motor = parts.motors[static_cast<std::size_t>(i)];
    const double peak = uniform(rng, 2, 4) * most[i] + 0.1 * most.maxCoeff();
    const double top = turn[i] * std::sqrt(peak / inertia[i]);  // about what it would reach
    motor.limits.torque_peak = peak;
    motor.friction.viscous = uniform(rng, 0.3, 1.5) * peak / top;
    motor.friction.moving_positive = motor.friction.moving_negative = 0.1 * peak;
    if (uniform(rng, 0, 1) < 0.5) motor.limits.curve = {{0, peak}, {uniform(rng, 1, 3) * top, 0}};
  }
  return Drives(std::move(parts));
}

int case_count() { return std::getenv("ERFD_LONG") != nullptr ? 100 : 8; }

TEST(TimeOptimalBruteForceLong, NoMotionOfADenseGridIsFasterWithViscousFriction) {
  std::mt19937 rng(29);
  double nearest = 1e9, farthest = 0;
  int compared = 0;
  for (int k = 0; k < case_count(); ++k) {
    RobotRecipe recipe;
    recipe.joints = 1 + k % 3;
    const Model model = random_robot(recipe, rng);
    // One joint alone does not turn round on its way: it would stand there.
    MatrixX<double> rows(model.nv(), model.nv() == 1 ? 2 : 2 + k % 2);
    for (Eigen::Index c = 0; c < rows.cols(); ++c) rows.col(c) = random_vector(model.nv(), rng, 1);
    const SplinePath path(rows);
    const Drives drives = sticky_drives(path, model, rng);
    const TimeOptimal fastest = fastest_motion(path, model, drives);
    ASSERT_TRUE(fastest.found) << "case " << k << ": " << fastest.why;
    EXPECT_LE(fastest.largest_share, 1 + 1e-6) << "case " << k;
    const double tried = BruteForce(path, model, drives, 60, 1500).time();
    ASSERT_TRUE(std::isfinite(tried)) << "case " << k;
    const double off = tried / fastest.duration - 1;
    nearest = std::min(nearest, off), farthest = std::max(farthest, off);
    ++compared;
    // Cells of the grid hold the limits at their ends alone, which gains a little.
    EXPECT_GE(off, -2e-3) << "case " << k << ": beaten";
    EXPECT_LE(off, 0.1) << "case " << k << ": the search is too coarse to tell";
  }
  std::printf("  %d cases: the best of the grid takes %+.2f %% to %+.2f %% longer\n", compared,
              100 * nearest, 100 * farthest);
}

}  // namespace
}  // namespace erfd::test
