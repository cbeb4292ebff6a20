// Helical joints: closed forms, and chains of revolute and prismatic joints that do the same.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"

#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double g = 9.81;

// The ram does not turn: tau_screw = (I + (m + m_ram) h²) qdd + (m + m_ram) g h, and nothing about the
// bearing between them.
TEST(Helical, AScrewPressIsInertiaAndWeightAtTheLead) {
  const Model press = load_robot(source_tree("tests/support/screw_press.toml"));
  const double h = 0.025 / (2 * std::numbers::pi), mass = 100, about_z = 2.5, qdd = 7;
  Workspace ws(press);
  VectorX<double> tau(2);
  for (const double q : {0.0, -3.0, -40.0})
    for (const double qd : {0.0, 12.0}) {
      rnea(press, ws, VectorX<double>{{q, -q}}, VectorX<double>{{qd, -qd}},
           VectorX<double>{{qdd, -qdd}}, tau);
      EXPECT_NEAR(tau[0], (about_z + mass * h * h) * qdd + mass * g * h, 1e-12);
      EXPECT_NEAR(tau[1], 0, 1e-12);
      const Pose<double> X = frame_pose(press, ws, VectorX<double>{{q, -q}}, {1});
      EXPECT_NEAR((X.p - Vector3<double>{0, 0, 0.9 + h * q}).norm(), 0, 1e-15);
      EXPECT_NEAR((X.R - Matrix3<double>::Identity()).norm(), 0, 1e-14);
    }
}

// A thread that holds nothing: the press falls at g / (1 + I / (m h²)).
TEST(Helical, AScrewPressFallsSlowerThanAStone) {
  Model::Parts parts = load_robot(source_tree("tests/support/screw_press.toml")).parts();
  parts.bodies.resize(1);
  parts.frames.resize(1);
  const Model spindle(parts);
  const double h = 0.025 / (2 * std::numbers::pi);
  Workspace ws(spindle);
  VectorX<double> qdd(1);
  aba(spindle, ws, VectorX<double>{{-1.0}}, VectorX<double>{{3.0}}, VectorX<double>{{0.0}}, qdd);
  EXPECT_NEAR(h * qdd[0], -g / (1 + 2.5 / (40 * h * h)), 1e-15);
}

/// Every helical joint as a revolute one and, behind a body that weighs nothing, a prismatic one.
Model pulled_apart(const Model& robot, std::vector<int>& first) {
  Model::Parts parts = robot.parts();
  parts.bodies.clear();
  parts.frames.clear();
  std::vector<BodyIndex> now;  // body of the new robot that is body i
  for (const Body& body : robot.bodies()) {
    Body b = body;
    if (!body.parent.is_world()) b.parent = now[static_cast<std::size_t>(body.parent.value)];
    first.push_back(static_cast<int>(parts.bodies.size()));
    if (body.kind == JointKind::helical) {
      Body turns = b;
      turns.name = turns.joint = body.name + " turns";
      turns.kind = JointKind::revolute;
      turns.I_B = {};
      b.parent = {static_cast<int>(parts.bodies.size())};
      b.X_PB0 = {};
      b.kind = JointKind::prismatic;
      parts.bodies.push_back(turns);
    }
    now.push_back({static_cast<int>(parts.bodies.size())});
    parts.bodies.push_back(b);
    parts.frames.push_back({body.name, now.back(), Pose<double>{}});
  }
  return Model(std::move(parts));
}

// q_pulled_apart = E q with E constant, so tau = Eᵀ tau_pulled_apart and H = Eᵀ H_pulled_apart E.
TEST(Helical, IsARevoluteAndAPrismaticJointTiedByThePitch) {
  std::mt19937 rng(31);
  for (int k = 0; k < 30; ++k) {
    const Model robot = random_robot({.joints = 1 + k % 9, .prismatic = 0.2, .helical = 0.5}, rng);
    std::vector<int> first;
    const Model apart = pulled_apart(robot, first);
    MatrixX<double> E = MatrixX<double>::Zero(apart.nv(), robot.nv());
    for (int i = 0; i < robot.nv(); ++i) {
      const Body& body = robot.body({i});
      E(first[static_cast<std::size_t>(i)], i) = 1;
      if (body.kind == JointKind::helical)
        E(first[static_cast<std::size_t>(i)] + 1, i) = body.pitch / (2 * std::numbers::pi);
    }
    const State s = random_state(robot, rng);
    Workspace ws(robot), ws_apart(apart);
    VectorX<double> tau(robot.nv()), tau_apart(apart.nv());
    MatrixX<double> H(robot.nv(), robot.nv()), H_apart(apart.nv(), apart.nv());
    rnea(robot, ws, s.q, s.qd, s.qdd, tau);
    rnea(apart, ws_apart, E * s.q, E * s.qd, E * s.qdd, tau_apart);
    EXPECT_TRUE(is_close(tau, E.transpose() * tau_apart, 1e-13)) << "robot " << k;
    crba(robot, ws, s.q, H);
    crba(apart, ws_apart, E * s.q, H_apart);
    EXPECT_TRUE(is_close(H, E.transpose() * H_apart * E, 1e-13)) << "robot " << k;
  }
}

TEST(Helical, RunsInTheEngineOnThePageItself) {
  std::mt19937 rng(32);
  const Model robot = random_robot({.joints = 7, .prismatic = 0.3, .helical = 0.4}, rng);
  const State s = random_state(robot, rng);
  const Engine engine(robot);
  EXPECT_FALSE(engine.prepared());
  EngineWorkspace fast(engine);
  Workspace ws(robot);
  VectorX<double> tau(7), expected(7), qdd(7);
  inverse_dynamics(engine, fast, s.q, s.qd, s.qdd, tau);
  rnea(robot, ws, s.q, s.qd, s.qdd, expected);
  EXPECT_TRUE(is_close(tau, expected, 1e-15));
  forward_dynamics(engine, fast, s.q, s.qd, tau, qdd);
  EXPECT_TRUE(is_close(qdd, s.qdd, 1e-10));
}

}  // namespace
}  // namespace erfd::test
