// Bearing loads and payload, by the balance of momentum of everything behind a joint.
#include "erfd/dynamics/rnea.hpp"

#include "support/compare.hpp"
#include "support/motion.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

bool hangs_on(const Model& robot, int body, int root) {
  for (BodyIndex i{body}; !i.is_world(); i = robot.body(i).parent) {
    if (i.value == root) return true;
  }
  return false;
}

/// Momentum (about the world's origin, and linear) of body `root` and all that hangs on it, from
/// positions alone.
struct Momentum {
  Vector3<Quad> about_origin = Vector3<Quad>::Zero(), linear = Vector3<Quad>::Zero();
};

Momentum momentum(const Model& robot, const Path& path, int root, Quad t) {
  BasicWorkspace<Quad> ws(robot);
  const auto n = static_cast<std::size_t>(robot.body_count());
  std::vector<Pose<Quad>> X(n), ahead(n), behind(n);
  const auto poses = [&](Quad time, std::vector<Pose<Quad>>& out) {
    body_poses<Quad>(robot, ws, path.position(time), out);
  };
  poses(t, X);
  poses(t + step, ahead);
  poses(t - step, behind);
  Momentum sum;
  for (std::size_t i = 0; i < n; ++i) {
    if (!hangs_on(robot, static_cast<int>(i), root)) continue;
    const auto I = robot.body({static_cast<int>(i)}).I_B.cast<Quad>();
    const Vector3<Quad> c_B = I.com();
    const Vector3<Quad> c = X[i] * c_B, v = (ahead[i] * c_B - behind[i] * c_B) / (Quad(2) * step);
    const Matrix3<Quad> W = (ahead[i].R - behind[i].R) / (Quad(2) * step) * X[i].R.transpose();
    const Vector3<Quad> w{W(2, 1), W(0, 2), W(1, 0)};
    sum.linear += I.mass * v;
    sum.about_origin +=
        X[i].R * I.inertia_about_com() * X[i].R.transpose() * w + cross(c, v) * I.mass;
  }
  return sum;
}

TEST(Reactions, EqualTheRateOfMomentumBehindTheJointMinusGravity) {
  std::mt19937 rng(21);
  for (int r = 0; r < 5; ++r) {
    const Model robot = random_robot({.joints = 5, .branching = 0.4, .prismatic = 0.35}, rng);
    const State s = random_state(robot, rng);
    const Path path(s);
    Workspace ws(robot);
    ws.poison();
    VectorX<double> tau(robot.nv());
    std::vector<Force<double>> reactions(5);
    std::vector<Pose<double>> X(5);
    rnea_with_reactions<double>(robot, ws, s.q, s.qd, s.qdd, tau, reactions);
    body_poses<double>(robot, ws, s.q, X);
    for (int i = 0; i < 5; ++i) {
      const Vector3<Quad> P_rate =
          derivative([&](Quad t) { return momentum(robot, path, i, t).linear; });
      const Vector3<Quad> L_rate =
          derivative([&](Quad t) { return momentum(robot, path, i, t).about_origin; });
      Force<double> expected{to_double(L_rate), to_double(P_rate)};
      for (int k = 0; k < 5; ++k) {
        if (!hangs_on(robot, k, i)) continue;
        const Inertia& I = robot.body({k}).I_B;
        const Vector3<double> mc =
            X[static_cast<std::size_t>(k)].R * I.moment + I.mass * X[static_cast<std::size_t>(k)].p;
        expected -= Force<double>{cross(mc, robot.gravity()), I.mass * robot.gravity()};
      }
      const Force<double> in_body = X[static_cast<std::size_t>(i)].inv_act(expected);
      EXPECT_TRUE(
          is_close(reactions[static_cast<std::size_t>(i)].vector(), in_body.vector(), 1e-11))
          << "joint " << i;
    }
  }
}

TEST(Payload, EqualsTheSameMassInTheBody) {
  const Model robot = generic_tree();
  std::mt19937 rng(22);
  const State s = random_state(robot, rng);
  const FrameIndex tool{6};
  const Payload payload{3.5, {0.1, -0.2, 0.05}, Vector3<double>(0.02, 0.03, 0.04).asDiagonal()};
  const Model loaded = robot.with_payload(tool, payload);
  EXPECT_NEAR(loaded.moving_mass(), robot.moving_mass() + 3.5, 1e-12);

  // The torque difference is what the payload's own weight and inertia need, as wrenches at the
  // tool in its motion.
  Workspace ws(robot);
  VectorX<double> with(robot.nv()), without(robot.nv());
  rnea(loaded, ws, s.q, s.qd, s.qdd, with);
  const Path path(s);
  BasicWorkspace<Quad> quad(robot);
  const Vector3<Quad> com = payload.com.cast<Quad>();
  const auto X_WT = [&](Quad t) { return frame_pose<Quad>(robot, quad, path.position(t), tool); };
  const auto omega = [&](Quad t) {
    const Matrix3<Quad> W =
        (X_WT(t + step).R - X_WT(t - step).R) / (Quad(2) * step) * X_WT(t).R.transpose();
    return Vector3<Quad>{W(2, 1), W(0, 2), W(1, 0)};
  };
  const Vector3<Quad> acceleration =
      (X_WT(step) * com - Quad(2) * (X_WT(0) * com) + X_WT(-step) * com) / (step * step);
  const Vector3<Quad> spin_rate = derivative([&](Quad t) {
    const Matrix3<Quad> R = X_WT(t).R;
    return (R * payload.I_com.cast<Quad>() * R.transpose() * omega(t)).eval();
  });
  const Vector3<double> force = 3.5 * (to_double(acceleration) - robot.gravity());
  const ExternalWrench<double> on_robot{tool, {-to_double(spin_rate), -force}, payload.com};
  rnea(robot, ws, s.q, s.qd, s.qdd, without, {&on_robot, 1});
  EXPECT_TRUE(is_close(with, without, 1e-11));
}

}  // namespace
}  // namespace erfd::test
