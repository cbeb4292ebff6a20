// A free base against a chain of six massless joints that carries it, and against conservation of
// momentum.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "support/compare.hpp"
#include "support/motion.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// The same robot on a chain x, y, z, yaw, pitch, roll instead of the free joint.
Model on_six_joints(const Model& robot) {
  Model::Parts parts;
  parts.name = "chain";
  parts.gravity = robot.gravity();
  const Matrix3<double> z_to_x = rotation_y(std::acos(0.0)), z_to_y = rotation_x(-std::acos(0.0)),
                        one = Matrix3<double>::Identity();
  const std::vector<Matrix3<double>> axes{z_to_x, z_to_y, one, one, z_to_y, z_to_x};
  Matrix3<double> turned = one;  // orientation of the body before, at zero
  for (int k = 0; k < 6; ++k) {
    Body body;
    body.name = "carrier" + std::to_string(k);
    body.parent = {k - 1};
    body.kind = k < 3 ? JointKind::prismatic : JointKind::revolute;
    body.X_PB0.R = turned.transpose() * axes[static_cast<std::size_t>(k)];
    turned = axes[static_cast<std::size_t>(k)];
    parts.bodies.push_back(body);
  }
  const Pose<double> X_LastBase{turned.transpose(),
                                Vector3<double>::Zero()};  // the base keeps its own axes
  parts.bodies[5].I_B = robot.body({0}).I_B.moved(X_LastBase);
  for (int i = 1; i < robot.body_count(); ++i) {
    Body body = robot.body({i});
    if (body.parent.value == 0) body.X_PB0 = X_LastBase * body.X_PB0;
    body.parent.value += 5;
    parts.bodies.push_back(body);
  }
  parts.frames.push_back({"base", {5}, X_LastBase});
  return Model(std::move(parts));
}

TEST(FreeBase, EqualsAChainOfSixJoints) {
  std::mt19937 rng(31);
  for (int r = 0; r < 10; ++r) {
    const Model robot = random_robot({.joints = 4, .branching = 0.4, .free_base = true}, rng);
    const Model chain = on_six_joints(robot);
    const State c{
        random_vector(10, rng, 1), random_vector(10, rng, 2), random_vector(10, rng, 5), {}};
    const Path path(c);
    BasicWorkspace<Quad> quad(chain);
    const auto pose = [&](Quad t) { return frame_pose<Quad>(chain, quad, path.position(t), {0}); };
    const auto base_velocity = [&](Quad t) {  // in base axes
      MatrixX<Quad> J(6, 10);
      jacobian<Quad>(chain, quad, path.position(t), {0}, J);
      const VectorX<Quad> V = J * path.velocity(t);
      const Matrix3<Quad> R = pose(t).R.transpose();
      return (Vector6<Quad>() << R * V.head<3>(), R * V.tail<3>()).finished();
    };
    State s{VectorX<double>(11), VectorX<double>(10), VectorX<double>(10), {}};
    // The quaternion of R = Rz(yaw) Ry(pitch) Rx(roll).
    const auto half = [&](int k) { return std::pair{std::cos(c.q[k] / 2), std::sin(c.q[k] / 2)}; };
    const auto [cz, sz] = half(3);
    const auto [cy, sy] = half(4);
    const auto [cx, sx] = half(5);
    s.q << cx * cy * cz + sx * sy * sz, sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz, c.q[0], c.q[1], c.q[2], c.q.tail(4);
    s.qd << to_double(base_velocity(0)), c.qd.tail(4);
    const Vector6<Quad> acceleration = derivative(base_velocity);
    s.qdd << to_double(acceleration), c.qdd.tail(4);

    Workspace ws(robot), chain_ws(chain);
    ws.poison();
    VectorX<double> tau(10), chain_tau(10);
    rnea(robot, ws, s.q, s.qd, s.qdd, tau);
    rnea(chain, chain_ws, c.q, c.qd, c.qdd, chain_tau);
    EXPECT_TRUE(is_close(tau.tail(4), chain_tau.tail(4), 1e-11));
    MatrixX<double> J(6, 10);
    jacobian(chain, chain_ws, c.q, {0}, J);
    const Matrix3<double> R = frame_pose(chain, chain_ws, c.q, {0}).R;
    VectorX<double> wrench_W(6);
    wrench_W << R * tau.head<3>(), R * tau.segment<3>(3);
    EXPECT_TRUE(is_close((J.transpose() * wrench_W).head(6), chain_tau.head(6), 1e-11));

    VectorX<double> qdd(10);
    ws.poison();
    aba(robot, ws, s.q, s.qd, tau, qdd);
    EXPECT_TRUE(is_close(qdd, s.qdd, 1e-11));
  }
}

TEST(FreeBase, FallsWithGravityWhenNothingPulls) {
  std::mt19937 rng(32);
  const Model robot = random_robot({.joints = 6, .free_base = true}, rng);
  State s = random_state(robot, rng);
  s.qd.setZero();
  VectorX<double> qdd(robot.nv());
  Workspace ws(robot);
  aba(robot, ws, s.q, s.qd, VectorX<double>::Zero(robot.nv()), qdd);
  const Matrix3<double> R = rotation_of_quaternion(s.q[0], s.q[1], s.q[2], s.q[3]);
  VectorX<double> expected = VectorX<double>::Zero(robot.nv());
  expected.segment<3>(3) = R.transpose() * robot.gravity();
  EXPECT_TRUE(is_close(qdd, expected, 1e-12));
}

}  // namespace
}  // namespace erfd::test
