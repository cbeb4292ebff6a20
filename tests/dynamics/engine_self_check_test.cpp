// Every engine is compared with rnea, crba and aba when it is made: a wrong preparation is noticed, and
// never computes.
#include "erfd/erfd.hpp"

#include "dynamics/engine/compile.hpp"
#include "dynamics/engine/self_check.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using Link = engine::Link<double>;

bool passes(const Model& robot, const engine::Compiled& compiled) {
  return engine::self_check(robot, compiled, engine::portable_kernels<double>()).passed();
}

/// The numbers of a link, of which not every kind uses all.
std::span<double> numbers_of(Link& link) {
  static_assert(sizeof(Link) % sizeof(double) == 0 &&
                offsetof(Link, cos_alpha) % sizeof(double) == 0);
  const std::size_t before = offsetof(Link, cos_alpha) / sizeof(double);
  return {&link.cos_alpha, sizeof(Link) / sizeof(double) - before};
}

/// Below one turning joint a shift along its axis has no effect; below two that are skew, all have.
int turning_joints_above(const Model& robot, int i) {
  int count = robot.has_free_base() ? 3 : 0;
  for (int p = robot.body({i}).parent.value; p >= 0; p = robot.body({p}).parent.value) {
    count += robot.body({p}).kind == JointKind::revolute ? 1 : 0;
  }
  return count;
}

TEST(EngineSelfCheck, NoticesAnyConstantThatIsWrongInTheSixthDigit) {
  std::mt19937 rng(91);
  int tried = 0;
  for (int k = 0; k < 8; ++k) {
    const Model robot =
        random_robot({.joints = 9, .free_base = k % 4 > 1, .rounded = k % 2 == 0 ? 0 : 0.3}, rng);
    const engine::Compiled compiled = engine::compile(robot);
    ASSERT_TRUE(passes(robot, compiled));
    const int first = robot.has_free_base() ? 1 : 0;
    for (int i = first; i < robot.body_count(); ++i) {
      if (turning_joints_above(robot, i) < 2) continue;
      engine::Compiled broken = compiled;
      Link& link = broken.links[static_cast<std::size_t>(i - first)];
      for (double& x : numbers_of(link)) {
        const double right = x;
        x = std::numeric_limits<double>::quiet_NaN();
        const bool used = !passes(robot, broken);
        x = right + 1e-6 * std::max(1.0, std::abs(right));
        if (used) {
          ++tried;
          EXPECT_FALSE(passes(robot, broken))
              << "link " << i << ", number " << &x - &link.cos_alpha;
        }
        x = right;
      }
    }
  }
  EXPECT_GE(tried, 500);
}

TEST(EngineSelfCheck, NoticesAnyNumberOfTheBaseThatIsWrongInTheSixthDigit) {
  std::mt19937 rng(93);
  for (int k = 0; k < 8; ++k) {
    const Model robot = random_robot({.joints = 1 + k, .free_base = true}, rng);
    engine::Compiled compiled = engine::compile(robot);
    ASSERT_TRUE(passes(robot, compiled));
    std::span numbers(&compiled.base->m, sizeof(engine::Base<double>) / sizeof(double));
    EXPECT_EQ(numbers.size(), 13u);
    for (double& x : numbers) {
      const double right = x;
      x += 1e-6 * std::max(1.0, std::abs(right));
      EXPECT_FALSE(passes(robot, compiled)) << "number " << &x - numbers.data();
      x = right;
    }
  }
}

// A joint without inertia has no acceleration that could be compared.
TEST(EngineSelfCheck, LeavesARobotThatFailsToTheReferenceAlgorithms) {
  const Model sound = generic_tree();
  Model::Parts parts;
  parts.name = "massless tip";
  parts.gravity = sound.gravity();
  parts.bodies = sound.bodies();
  Body tip = parts.bodies.back();
  tip.name = tip.joint = "tip";
  tip.parent = {sound.body_count() - 1};
  tip.I_B = Inertia::about_com(0, {0, 0, 0}, Matrix3<double>::Zero());
  parts.bodies.push_back(tip);
  const Model robot(std::move(parts));

  EXPECT_TRUE(Engine(sound).prepared());
  const Engine engine(robot);
  EXPECT_FALSE(engine.prepared());
  EngineWorkspace fast(engine);
  Workspace ws(robot);
  std::mt19937 rng(92);
  const State s = random_state(robot, rng);
  VectorX<double> x(robot.nv()), expected(robot.nv());
  inverse_dynamics(engine, fast, s.q, s.qd, s.qdd, x);
  rnea(robot, ws, s.q, s.qd, s.qdd, expected);
  EXPECT_EQ(x, expected);
  MatrixX<double> H(robot.nv(), robot.nv()), H_expected(robot.nv(), robot.nv());
  inertia_matrix(engine, fast, s.q, H);
  crba(robot, ws, s.q, H_expected);
  EXPECT_EQ(H, H_expected);
}

}  // namespace
}  // namespace erfd::test
