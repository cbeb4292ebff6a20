// Springs in joints against the dense equation of motion, their energy, and the limit of stiff springs.
#include "erfd/dynamics/elastic_joints.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/energy.hpp"

#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// Springs at every second joint.
Model with_springs(const Model& robot, std::mt19937& rng, double stiffness = 300) {
  Model::Parts parts = robot.parts();
  for (int i = robot.has_free_base() ? 1 : 0; i < robot.body_count(); ++i)
    if (uniform(rng, 0, 1) < 0.5)
      parts.springs.push_back(
          {{i}, stiffness * uniform(rng, 0.3, 1), uniform(rng, 0, 5), uniform(rng, -1, 1)});
  return Model(std::move(parts));
}

RobotRecipe recipe_of(int r) {
  return {.joints = 1 + r % 12, .branching = 0.3, .helical = 0.2, .free_base = r % 3 == 0};
}

TEST(ElasticJoints, InverseEqualsTheDenseSolution) {
  std::mt19937 rng(61);
  for (int r = 0; r < 200; ++r) {
    const Model robot = with_springs(random_robot(recipe_of(r), rng), rng);
    const State s = random_state(robot, rng);
    const int n = robot.nv();
    const VectorX<double> Ia = random_vector(n, rng).cwiseAbs();
    const std::span<const double> armature(Ia.data(), static_cast<std::size_t>(n));
    Workspace ws(robot);
    ws.poison();

    std::vector<bool> led(static_cast<std::size_t>(n), true);
    if (robot.has_free_base()) std::fill_n(led.begin(), 6, false);
    for (const JointSpring& spring : robot.springs())
      led[static_cast<std::size_t>(robot.body(spring.body).v_index)] = false;
    VectorX<double> qdd = s.qdd, tau(n);
    for (int j = 0; j < n; ++j)
      if (!led[static_cast<std::size_t>(j)]) qdd[j] = std::nan("");
    elastic_inverse(robot, ws, s.q, s.qd, qdd, tau, {}, armature);

    // (71): the rows of what is not led, then the others.
    MatrixX<double> H(n, n);
    VectorX<double> bias(n), given(n);
    crba(robot, ws, s.q, H);
    for (int j = robot.has_free_base() ? 6 : 0; j < n; ++j) H(j, j) += Ia[j];
    bias_torques(robot, ws, s.q, s.qd, bias);
    spring_torques<double>(robot, s.q, s.qd, given);
    std::vector<int> loose;
    for (int j = 0; j < n; ++j)
      if (!led[static_cast<std::size_t>(j)]) loose.push_back(j);
    VectorX<double> dense = s.qdd;
    for (const int j : loose) dense[j] = 0;
    if (!loose.empty()) {
      const VectorX<double> right = (given - bias - H * dense)(loose);
      dense(loose) = MatrixX<double>(H(loose, loose)).ldlt().solve(right).eval();
    }
    EXPECT_TRUE(is_close(qdd, dense, 1e-9)) << "robot " << r;
    EXPECT_TRUE(is_close(tau, H * dense + bias, 1e-9)) << "robot " << r;

    // Torques in, accelerations out, is the way back: springs give their part by themselves.
    VectorX<double> drives = tau, back(n);
    for (const int j : loose) drives[j] = 0;
    elastic_forward(robot, ws, s.q, s.qd, drives, back, {}, armature);
    EXPECT_TRUE(is_close(back, qdd, 1e-9)) << "robot " << r;
  }
}

TEST(ElasticJoints, SpringTorqueIsTheSlopeOfItsEnergy) {
  std::mt19937 rng(62);
  for (int r = 0; r < 20; ++r) {
    const Model robot = with_springs(random_robot({.joints = 8}, rng), rng);
    const State s = random_state(robot, rng);
    VectorX<double> tau(robot.nv());
    spring_torques<double>(robot, s.q, VectorX<double>::Zero(robot.nv()), tau);
    for (int j = 0; j < robot.nv(); ++j) {
      const VectorX<double> step = 1e-4 * VectorX<double>::Unit(robot.nv(), j);
      const double slope =
          (spring_energy<double>(robot, s.q + step) - spring_energy<double>(robot, s.q - step)) /
          2e-4;
      EXPECT_NEAR(tau[j], -slope, 1e-7 * (1 + std::abs(slope)));
    }
  }
}

/// Near its rest a stiff spring moves as its force asks: the link behaves as if the joint were rigid,
/// but for terms that fall with 1/k.
TEST(ElasticJoints, StiffSpringsTendToRigidJointsWithOrderOne) {
  std::mt19937 rng(63);
  const Model plain = random_robot({.joints = 5, .branching = 0, .prismatic = 0.3}, rng);
  const State s = random_state(plain, rng);
  const int sprung = 2, n = plain.nv();
  // Rigid: joint 2 held where it is. What holds it is the load of the spring.
  VectorX<double> qd = s.qd, qdd = s.qdd, tau(n), bias(n);
  qd[sprung] = qdd[sprung] = 0;
  Workspace ws(plain);
  MatrixX<double> H(n, n);
  crba(plain, ws, s.q, H);
  bias_torques(plain, ws, s.q, qd, bias);
  const VectorX<double> rigid = H * qdd + bias;
  double before = 0;
  for (const double k : {1e4, 1e5, 1e6, 1e7}) {
    Model::Parts parts = plain.parts();
    parts.springs = {{{sprung}, k, 0, s.q[sprung]}};
    const Model robot(std::move(parts));
    Workspace sprung_ws(robot);
    VectorX<double> q = s.q, accelerations = qdd;
    // Where the spring carries the load of the rigid joint, to the first order.
    q[sprung] -= rigid[sprung] / k;
    elastic_inverse(robot, sprung_ws, q, qd, accelerations, tau);
    VectorX<double> driven = tau - rigid;
    driven[sprung] = 0;
    const double error = driven.norm() / rigid.norm();
    if (before > 0) {
      EXPECT_NEAR(before / error, 10, 0.5) << "k " << k;
    }
    before = error;
  }
}

TEST(ElasticJoints, RefusesASpringThatCannotBe) {
  std::mt19937 rng(64);
  Model::Parts parts = random_robot({.joints = 2, .free_base = true}, rng).parts();
  parts.springs = {{{0}, 100, 0, 0}};
  EXPECT_NE(message_of([&] { Model{parts}; }).find("a spring stands at body 0"), std::string::npos);
  parts.springs = {{{1}, -100, 0, 0}};
  EXPECT_NE(message_of([&] { Model{parts}; }).find("stiffness -100"), std::string::npos);
}

}  // namespace
}  // namespace erfd::test
