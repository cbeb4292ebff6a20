// A led robot on a free base against the dense equation of motion and the conservation of momentum.
#include "erfd/dynamics/moving_base.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"

#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

std::vector<ExternalWrench<double>> some_wrenches(const Model& robot, std::mt19937& rng) {
  std::vector<ExternalWrench<double>> wrenches;
  if (robot.frames().empty()) return wrenches;
  for (int k = 0; k < 2; ++k) {
    const auto frame = static_cast<int>(rng() % robot.frames().size());
    wrenches.push_back(
        {{frame}, {random_vector(3, rng, 20), random_vector(3, rng, 20)}, random_vector(3, rng)});
  }
  return wrenches;
}

TEST(MovingBase, InverseEqualsTheDenseSolutionAndForwardIsTheWayBack) {
  std::mt19937 rng(71);
  for (int r = 0; r < 200; ++r) {
    const Model robot = random_robot(
        {.joints = 1 + r % 15, .branching = 0.3, .helical = 0.2, .free_base = true}, rng);
    const State s = random_state(robot, rng);
    const int n = robot.nv();
    const auto wrenches = some_wrenches(robot, rng);
    VectorX<double> Ia = random_vector(n, rng).cwiseAbs();
    const std::span<const double> armature(Ia.data(), static_cast<std::size_t>(n));
    Workspace ws(robot);
    ws.poison();
    VectorX<double> qdd = s.qdd, tau(n);
    qdd.head<6>().setConstant(std::nan(""));
    moving_base_inverse<double>(robot, ws, s.q, s.qd, qdd, tau, wrenches, armature);

    MatrixX<double> H(n, n);
    VectorX<double> bias(n), dense(n), back(n);
    crba(robot, ws, s.q, H);
    H.diagonal().tail(n - 6) += Ia.tail(n - 6);
    bias_torques<double>(robot, ws, s.q, s.qd, bias, wrenches);
    const VectorX<double> joints = s.qdd.tail(n - 6);
    dense << MatrixX<double>(H.topLeftCorner(6, 6))
                 .ldlt()
                 .solve(-(bias.head(6) + H.topRightCorner(6, n - 6) * joints)),
        joints;
    EXPECT_TRUE(is_close(qdd, dense, 1e-9)) << "robot " << r;
    EXPECT_TRUE(is_close(tau, H * dense + bias, 1e-9)) << "robot " << r;
    EXPECT_EQ(tau.head<6>(), Vector6<double>::Zero());
    aba<double>(robot, ws, s.q, s.qd, tau, back, wrenches, armature);
    EXPECT_TRUE(is_close(back, qdd, 1e-9)) << "robot " << r;
  }
}

TEST(MovingBase, RefusesAFixedBase) {
  std::mt19937 rng(72);
  const Model robot = random_robot({.joints = 3}, rng);
  Workspace ws(robot);
  VectorX<double> x = VectorX<double>::Zero(3), y = x;
  EXPECT_NE(message_of([&] { moving_base_inverse(robot, ws, x, x, x, y); }).find("use rnea"),
            std::string::npos);
}

}  // namespace
}  // namespace erfd::test
