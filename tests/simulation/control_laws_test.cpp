// PD, PD with gravity compensation, PID and computed torque: what physics says of the closed loop.
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/model/build.hpp"

#include "support/closed_loop.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <cmath>
#include <complex>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

/// Stiffness and damping for oscillations of about w [rad/s], by the inertia that each joint feels.
ControllerGains gains_for(const Model& robot, const VectorX<double>& q, double w) {
  Workspace ws(robot);
  MatrixX<double> H(robot.nv(), robot.nv());
  crba(robot, ws, q, H);
  return {.Kp = w * w * H.diagonal(), .Kd = w * H.diagonal()};
}

// V = T + ½ eᵀ Kp e; dV/dt = −qdᵀ Kd qd. Energies and torques share no formula.
TEST(PdGravity, EnergyNeverRisesAndFallsByWhatTheDampersTake) {
  std::mt19937 rng(21);
  for (int r = 0; r < 10; ++r) {
    SCOPED_TRACE("robot " + std::to_string(r));
    const Model robot = random_robot({.joints = 2 + r % 5, .branching = 0.4}, rng);
    const State s = random_state(robot, rng);
    const VectorX<double> goal = random_vector(robot.nv(), rng);
    const ControllerGains gains = gains_for(robot, s.q, 3);
    const auto law = make_controller("pd_gravity", robot, set_point(goal), gains);
    const double h = 2e-4;
    const auto run = closed_loop(robot, *law, s.q, s.qd, {.end = 1, .step = h});
    Workspace ws(robot);
    const auto V = [&](const LoopState& x) {
      const VectorX<double> e = goal - x.q;
      return kinetic_energy(robot, ws, x.q, x.qd) + e.dot(gains.Kp.cwiseProduct(e)) / 2;
    };
    const auto loss = [&](const LoopState& x) { return x.qd.dot(gains.Kd.cwiseProduct(x.qd)); };
    double worst = 0, lost = 0;
    for (std::size_t k = 2; k < run.size(); k += 2) {  // Simpson's rule over two steps
      const double taken = h / 3 * (loss(run[k - 2]) + 4 * loss(run[k - 1]) + loss(run[k]));
      const double fall = V(run[k - 2]) - V(run[k]);
      worst = std::max(worst, std::abs(fall - taken));
      EXPECT_GE(fall, -1e-10 * V(run[0]));
      lost += taken;
    }
    EXPECT_LT(worst, 1e-9 * V(run[0]) * tolerance_scale());  // h⁴ of the integrator
    EXPECT_GT(lost, 0.1 * V(run[0]));
  }
}

TEST(PdGravity, StandsExactlyAtItsGoalWherePdSags) {
  const Model robot = load_robot(source_tree("robots/planar2r.toml"));
  const VectorX<double> goal = constant(2, 0.3), zero = constant(2, 0);
  const ControllerGains gains{.Kp = constant(1, 200), .Kd = constant(1, 60)};
  const LoopSettings settings{.end = 8, .step = 1e-3};
  const auto end = [&](const char* name) {
    const auto law = make_controller(name, robot, set_point(goal), gains);
    return closed_loop(robot, *law, zero, zero, settings).back().q;
  };
  EXPECT_LT((end("pd_gravity") - goal).norm(), 1e-8);
  const VectorX<double> sagged = end("pd");
  Workspace ws(robot);
  VectorX<double> g(2);
  gravity_torques(robot, ws, sagged, g);
  EXPECT_GT((goal - sagged).norm(), 0.05);
  EXPECT_TRUE(is_close(200 * (goal - sagged), g, 1e-7));  // the springs carry the weight
}

TEST(Pid, RemovesTheErrorThatGravityLeaves) {
  const Model robot = load_robot(source_tree("robots/planar2r.toml"));
  const VectorX<double> goal = constant(2, 0.3), zero = constant(2, 0);
  const auto law =
      make_controller("pid", robot, set_point(goal),
                      {.Kp = constant(1, 200), .Kd = constant(1, 60), .Ki = constant(1, 300)});
  const auto run = closed_loop(robot, *law, zero, zero, {.end = 20, .step = 1e-3});
  EXPECT_LT((run.back().q - goal).norm(), 1e-8);
  law->reset();
  const auto again = closed_loop(robot, *law, zero, zero, {.end = 20, .step = 1e-3});
  EXPECT_EQ(run.back().q, again.back().q);  // nothing is left of the first run
}

/// Solution of ë + d ė + p e = 0 from e0, v0.
double linear_error(double p, double d, double e0, double v0, double t) {
  using C = std::complex<double>;
  const C root = std::sqrt(C(d * d / 4 - p)), a = -d / 2 + root, b = -d / 2 - root;
  const C A = (v0 - b * e0) / (a - b), B = e0 - A;
  return (A * std::exp(a * t) + B * std::exp(b * t)).real();
}

TEST(ComputedTorque, ErrorOfEachJointObeysItsOwnLinearEquation) {
  std::mt19937 rng(22);
  for (int r = 0; r < 8; ++r) {
    SCOPED_TRACE("robot " + std::to_string(r));
    const int n = 2 + r % 5;
    const Model robot = random_robot({.joints = n, .branching = 0.4}, rng);
    const VectorX<double> Kp = random_vector(n, rng, 20).array() + 40,
                          Kd = random_vector(n, rng, 10).array() + 13;  // both sides of critical
    const auto motion = sine_motion(random_vector(n, rng), random_vector(n, rng, 0.5),
                                    random_vector(n, rng, 3), random_vector(n, rng, 3));
    const auto law = make_controller("computed_torque", robot, motion, {.Kp = Kp, .Kd = Kd});
    const State s = random_state(robot, rng);
    VectorX<double> q_d(n), qd_d(n), qdd_d(n);
    motion->at(0, q_d, qd_d, qdd_d);
    const VectorX<double> e0 = q_d - s.q, v0 = qd_d - s.qd;
    double worst = 0;
    for (const LoopState& x : closed_loop(robot, *law, s.q, s.qd, {.end = 2, .step = 1e-3})) {
      motion->at(x.t, q_d, qd_d, qdd_d);
      for (int i = 0; i < n; ++i)
        worst = std::max(worst,
                         std::abs(q_d[i] - x.q[i] - linear_error(Kp[i], Kd[i], e0[i], v0[i], x.t)));
    }
    // Error of the integrator: h⁴/120 times the fifth derivative, about (20/s)⁵ of errors of 1.
    EXPECT_LT(worst, 3e-8 * std::max(1.0, e0.norm() + v0.norm()) * tolerance_scale());
  }
}

}  // namespace
}  // namespace erfd::test
