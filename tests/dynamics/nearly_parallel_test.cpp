// The engine where neighbouring axes are nearly parallel or antiparallel: every decade of sin α, normals
// from 0 to 10 m, chains and trees, revolute and prismatic joints, against quad precision. 20 robots a
// decade and kind, 1000 with ERFD_LONG=1, which also prints the table of the largest errors.
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "support/accuracy.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Variant {
  const char* name;
  RobotRecipe recipe;
};

const std::array<Variant, 4> variants = {
    {{"chain, revolute", {.joints = 6, .branching = 0, .prismatic = 0}},
     {"chain, mixed", {.joints = 6, .branching = 0, .prismatic = 0.4}},
     {"tree, revolute", {.joints = 8, .branching = 0.5, .prismatic = 0}},
     {"tree, mixed", {.joints = 8, .branching = 0.5, .prismatic = 0.4}}}};

/// A rotation about x by its sine, which may be smaller than the rounding of π.
Matrix3<double> tilt(double sine, bool antiparallel) {
  const double cosine = std::sqrt((1 - sine) * (1 + sine)) * (antiparallel ? -1 : 1);
  Matrix3<double> R;
  R << 1, 0, 0, 0, cosine, -sine, 0, sine, cosine;
  return R;
}

/// Some of these often: a placement that is as simple as files have it.
double sometimes(std::mt19937& rng, double chance, double low, double high) {
  return uniform(rng, 0, 1) < chance ? uniform(rng, low, high) : 0;
}

/// The child's z axis at the angle of `sine` to the parent's and, but for an offset in a third of the
/// cases, `normal` away from it.
Pose<double> placement(double sine, bool antiparallel, double normal, std::mt19937& rng) {
  const double pi = std::numbers::pi;
  const Matrix3<double> R_normal = rotation_z(sometimes(rng, 0.7, -pi, pi));
  const Vector3<double> p(normal, sometimes(rng, 0.33, -0.3, 0.3), sometimes(rng, 0.7, -0.4, 0.4));
  return {R_normal * tilt(sine, antiparallel) * rotation_z(sometimes(rng, 0.7, -pi, pi)),
          R_normal * p};
}

double any_normal(std::mt19937& rng) {
  return uniform(rng, 0, 1) < 0.25 ? 0 : std::pow(10, uniform(rng, -9, 1));
}

/// sin α in [10^(−decade−1), 10^−decade], or 0 for a negative decade.
Model robot_with_angles(const RobotRecipe& recipe, int decade, bool antiparallel,
                        std::mt19937& rng) {
  const Model random = random_robot(recipe, rng);
  Model::Parts parts;
  parts.name = "nearly parallel";
  parts.gravity = random.gravity();
  parts.bodies = random.bodies();
  // Where all axes are parallel, a shift along them has no effect: mostly some are not.
  const double share = uniform(rng, 0, 1) < 0.2 ? 1 : 0.6;
  for (Body& body : parts.bodies) {
    if (uniform(rng, 0, 1) > share) continue;
    const double sine = decade < 0 ? 0 : std::pow(10, -decade - uniform(rng, 0, 1));
    body.X_PB0 = placement(sine, antiparallel, any_normal(rng), rng);
  }
  return Model(std::move(parts));
}

struct Row {
  std::array<AlgorithmErrors, variants.size()> errors;
  AlgorithmErrors shares;  ///< of the bound
};

Row measure(int decade, bool antiparallel, int robots) {
  Row row;
  for (std::size_t k = 0; k < variants.size(); ++k) {
    std::mt19937 rng(1000 * static_cast<unsigned>(decade + 2) + static_cast<unsigned>(k) +
                     (antiparallel ? 500 : 0));
    for (int i = 0; i < robots; ++i) {
      const Model robot = robot_with_angles(variants[k].recipe, decade, antiparallel, rng);
      const State s = random_state(robot, rng);
      EXPECT_TRUE(Engine(robot).prepared());  // or rnea, crba and aba would be measured
      const QuadReference reference(robot, s);
      const AlgorithmErrors e = errors_of(find_algorithm("engine"), robot, s, reference);
      keep_worst(row.errors[k], e);
      keep_worst(row.shares, e, 1 / reference.allowed());
    }
  }
  return row;
}

void print(int decade, bool antiparallel, const Row& row) {
  const std::string angle = antiparallel ? "180" : "0";
  const std::string name = decade < 0 ? "exactly " + angle : "1e-" + std::to_string(decade);
  std::printf("| %s | %s |", angle.c_str(), name.c_str());
  for (const AlgorithmErrors& e : row.errors) std::printf(" %.0e %.0e %.0e |", e.tau, e.H, e.qdd);
  std::printf(" %.3f %.3f %.3f |\n", row.shares.tau, row.shares.H, row.shares.qdd);
}

TEST(NearlyParallelAxesLong, CostNoAccuracyHoweverSmallTheAngle) {
  const bool all = std::getenv("ERFD_LONG") != nullptr;
  if (all) {
    std::printf("| near (deg) | sin alpha up to |");
    for (const Variant& v : variants) std::printf(" %s: tau H qdd |", v.name);
    std::printf(" share of the bound |\n");
  }
  for (const bool antiparallel : {false, true}) {
    for (int decade = -1; decade <= 17; ++decade) {
      const Row row = measure(decade, antiparallel, all ? 1000 : 20);
      if (all) print(decade, antiparallel, row);
      const auto where = [&] {
        return std::string("decade ") + std::to_string(decade) +
               (antiparallel ? " at 180" : " at 0");
      };
      EXPECT_LE(row.shares.tau, 1) << where();
      EXPECT_LE(row.shares.H, 1) << where();
      EXPECT_LE(row.shares.qdd, 1) << where();
    }
  }
}

/// Seven axes as URDFs of light arms write them: right angles and half turns with 12 digits, so that the turns of
/// neighbouring frames come to 2π. Stretched upwards, its first axis feels next to nothing.
Model arm_of_half_turns() {
  constexpr double half = 3.14159265359, quarter = 1.57079632679;
  struct Joint {
    double roll, yaw;
    Vector3<double> p, com;
  };
  const std::array<Joint, 7> joints = {{{half, half, {0, 0, 0.16}, {0, 0, -0.1}},
                                        {-quarter, half, {0, 0.002, -0.12}, {0, -0.1, 0}},
                                        {-quarter, 0, {0, -0.2, 0}, {0, 0, -0.1}},
                                        {quarter, half, {0, 0, -0.2}, {0, 0.1, 0}},
                                        {-quarter, half, {0, 0.2, -0.01}, {0, 0, -0.05}},
                                        {quarter, half, {0, 0, -0.1}, {0, 0.05, 0}},
                                        {-quarter, half, {0, 0.1, 0}, {0, 0, -0.03}}}};
  Model::Parts parts;
  parts.name = "half turns";
  parts.gravity = {0, 0, -9.81};
  for (const auto& [roll, yaw, p, com] : joints) {
    Body body;
    body.parent.value = static_cast<int>(parts.bodies.size()) - 1;
    body.name = body.joint = "b" + std::to_string(parts.bodies.size());
    body.X_PB0 = {rotation_z(yaw) * rotation_x(roll), p};
    const Vector3<double> across =
        com.y() == 0 ? Vector3<double>(2e-3, 2e-3, 1e-4) : Vector3<double>(2e-3, 1e-4, 2e-3);
    body.I_B = Inertia::about_com(0.5, com, across.asDiagonal());
    parts.frames.push_back({body.name, {static_cast<int>(parts.bodies.size())}, {}});
    parts.bodies.push_back(body);
  }
  return Model(std::move(parts));
}

/// Torques are measured in units of √H_ii, so that those of a wrist count like those of a shoulder.
TEST(NearlyParallelAxes, TurnsThatAddUpToAWholeOneCostNoDigits) {
  const Model arm = arm_of_half_turns();
  const Engine engine(arm);
  ASSERT_TRUE(engine.prepared());
  EngineWorkspace fast(engine);
  Workspace ws(arm);
  std::mt19937 rng(91);
  double worst_engine = 0, worst_page = 0;
  for (int k = 0; k < 500; ++k) {
    State s = random_state(arm, rng);
    s.q = random_vector(7, rng, 0.05);
    const QuadReference reference(arm, s);
    VectorX<double> by_engine(7), by_page(7);
    inverse_dynamics<double>(engine, fast, s.q, s.qd, s.qdd, by_engine);
    rnea<double>(arm, ws, s.q, s.qd, s.qdd, by_page);
    for (int i = 0; i < 7; ++i) {
      const double unit = std::sqrt(double(reference.H(i, i)));
      worst_engine =
          std::max(worst_engine, std::abs(double(by_engine[i] - reference.tau[i])) / unit);
      worst_page = std::max(worst_page, std::abs(double(by_page[i] - reference.tau[i])) / unit);
    }
  }
  // q + π of the last joint loses a digit that q alone keeps: 4; with 2π in two joints it was 15.
  EXPECT_LE(worst_engine, 8 * worst_page) << worst_engine << " and " << worst_page;
}

}  // namespace
}  // namespace erfd::test
