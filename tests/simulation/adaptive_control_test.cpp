// The adaptive law: its Lyapunov function V = ½ sᵀHs + ½ ãᵀΓ⁻¹ã, ã = a − â, falls by sᵀKs.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/regressor.hpp"

#include "support/closed_loop.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

constexpr double K = 8, Lambda = 3;

/// An ugly tree, the same tree with other masses, and a law that knows the first and drives the
/// second.
struct Case {
  Model believed, real;
  VectorX<double> rho, a;
  double gamma;
  std::shared_ptr<const Reference> motion;
  std::unique_ptr<Controller> law;

  Case(std::mt19937& rng, int joints, double rate)
      : believed(tree(rng, joints)), real(believed), gamma(rate) {
    Model::Parts parts = believed.parts();
    for (Body& body : parts.bodies) {
      const double m = body.I_B.mass * uniform(rng, 0.5, 1.5);
      const Vector3<double> com = body.I_B.com() + random_vector(3, rng, 0.05);
      body.I_B = Inertia::about_com(m, com, uniform(rng, 0.6, 1.4) * body.I_B.inertia_about_com());
    }
    real = Model(parts);
    a = inertial_parameters(real);
    rho = 1.5 * (a - inertial_parameters(believed)).cwiseAbs();
    const int n = believed.nv();
    motion = sine_motion(random_vector(n, rng), random_vector(n, rng, 0.5),
                         random_vector(n, rng, 3), random_vector(n, rng, 3));
    law = make_controller("adaptive", believed, motion,
                          {.Kd = constant(1, K),
                           .lambda = constant(1, Lambda),
                           .uncertainty = rho,
                           .adaptation = constant(1, gamma)});
  }
  static Model tree(std::mt19937& rng, int joints) {
    return random_robot({.joints = joints, .branching = 0.3, .mass_span = 4}, rng);
  }
  VectorX<double> s(double t, const VectorX<double>& q, const VectorX<double>& qd) const {
    VectorX<double> q_d(q.size()), qd_d(q.size()), qdd_d(q.size());
    motion->at(t, q_d, qd_d, qdd_d);
    return qd_d - qd + Lambda * (q_d - q);
  }
  double V(const VectorX<double>& sliding, const MatrixX<double>& H,
           const VectorX<double>& a_hat) const {
    double of_parameters = 0;
    for (Eigen::Index p = 0; p < a.size(); ++p)
      if (rho[p] > 0) of_parameters += std::pow((a[p] - a_hat[p]) / rho[p], 2) / gamma;
    return (sliding.dot(H * sliding) + of_parameters) / 2;
  }
};

MatrixX<double> H_of(const Model& robot, const VectorX<double>& q) {
  Workspace ws(robot);
  MatrixX<double> H(robot.nv(), robot.nv());
  crba(robot, ws, q, H);
  return H;
}

// One tiny step along the motion of the real robot, by its accelerations from aba.
TEST(Adaptive, LyapunovFunctionFallsByTheDampingAtEveryState) {
  std::mt19937 rng(51);
  const double h = 1e-8;
  for (int k = 0; k < 40; ++k) {
    SCOPED_TRACE("sample " + std::to_string(k));
    const Case c(rng, 2 + k % 5, 0.5);
    const State x = random_state(c.real, rng);
    VectorX<double> u(c.real.nv()), qdd(c.real.nv());
    Workspace ws(c.real);
    c.law->torque(0, x.q, x.qd, u);
    aba(c.real, ws, x.q, x.qd, u, qdd);
    const VectorX<double> a_before = *c.law->estimated_parameters();
    const VectorX<double> q = x.q + h * x.qd + h * h / 2 * qdd, qd = x.qd + h * qdd;
    c.law->torque(h, q, qd, u);
    const VectorX<double> s0 = c.s(0, x.q, x.qd), s1 = c.s(h, q, qd);
    const double before = c.V(s0, H_of(c.real, x.q), a_before),
                 after = c.V(s1, H_of(c.real, q), *c.law->estimated_parameters());
    const double damping = K * (s0.squaredNorm() + s1.squaredNorm()) / 2;
    // Euler's step: h K/H of 1e-4 for the lightest joints. V rounds to 1e-15/h of its size.
    const double scale = damping + before + u.cwiseAbs().dot(s0.cwiseAbs());
    EXPECT_NEAR((after - before) / h, -damping, 1e-4 * scale * tolerance_scale());
  }
}

struct Track {
  double rise = 0;             ///< largest rise of V between two cycles, over V(0)
  double loss = 0;             ///< V(0) − V(end) − ∫ sᵀKs dt, over V(0)
  double first = 0, last = 0;  ///< largest error of the first and of the last second
};

Track track(Case& c, double step) {
  VectorX<double> q_d(c.real.nv()), qd_d(q_d), qdd_d(q_d), zero = constant(c.real.nv(), 0);
  c.motion->at(0, q_d, qd_d, qdd_d);
  std::vector<VectorX<double>> estimates;
  std::vector<LoopState> run;
  // the loop is run in the open so that the estimate of every cycle is seen
  struct Watched final : Controller {
    Watched(Controller& l, std::vector<VectorX<double>>& e) : law(l), estimates(e) {}
    void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
      law.torque(t, q, qd, u);
      estimates.push_back(*law.estimated_parameters());
    }
    bool has_memory() const override { return true; }
    Controller& law;
    std::vector<VectorX<double>>& estimates;
  } watched(*c.law, estimates);
  const double end = 6;
  run = closed_loop(c.real, watched, q_d + constant(c.real.nv(), 0.1), qd_d,
                    {.end = end, .step = step});
  Track result;
  double V_before = 0, V_0 = 0, damped = 0, power_before = 0;
  for (std::size_t k = 0; k < run.size(); ++k) {
    const LoopState& x = run[k];
    const VectorX<double> s = c.s(x.t, x.q, x.qd);
    const double V = c.V(s, H_of(c.real, x.q), estimates[k]), power = K * s.squaredNorm();
    if (k == 0) V_0 = V;
    if (k > 0) result.rise = std::max(result.rise, (V - V_before) / V_0);
    if (k > 0) damped += step * (power + power_before) / 2;
    V_before = V;
    power_before = power;
    c.motion->at(x.t, q_d, qd_d, qdd_d);
    const double error = (q_d - x.q).cwiseAbs().maxCoeff();
    if (x.t < 1) result.first = std::max(result.first, error);
    if (x.t > end - 1) result.last = std::max(result.last, error);
  }
  result.loss = (V_0 - V_before - damped) / V_0;
  return result;
}

TEST(Adaptive, LyapunovFunctionFallsAlongTheMotionAndTheErrorGoesToZero) {
  for (int r = 0; r < 3; ++r) {
    SCOPED_TRACE("robot " + std::to_string(r));
    const auto outcome = [&](double step, double rate) {
      std::mt19937 rng(60 + static_cast<unsigned>(r));
      Case c(rng, 3, rate);
      return track(c, step);
    };
    const Track coarse = outcome(5e-4, 30), fine = outcome(2.5e-4, 30),
                frozen = outcome(5e-4, 1e-9);
    std::printf(
        "robot %d: V rises by %.1e (%.1e at half the cycle), balance %.1e (%.1e); error %.4f -> "
        "%.5f, "
        "without adaptation %.4f\n",
        r, coarse.rise, fine.rise, coarse.loss, fine.loss, coarse.first, coarse.last, frozen.last);
    EXPECT_EQ(coarse.rise, 0);
    EXPECT_EQ(fine.rise, 0);
    EXPECT_LT(std::abs(fine.loss), 1e-3);
    EXPECT_LT(std::abs(fine.loss), 0.6 * std::abs(coarse.loss));  // held torques: first order
    EXPECT_LT(coarse.last, 0.2 * frozen.last);
  }
}

TEST(Adaptive, EstimatesStayInTheirBoxAndKnownParametersNeverMove) {
  std::mt19937 rng(53);
  Case c(rng, 4, 1e4);  // far too fast: the box holds it
  const VectorX<double> start = inertial_parameters(c.believed);
  VectorX<double> rho = c.rho, u(4);
  rho.head(10).setZero();
  const auto law = make_controller("adaptive", c.believed, c.motion,
                                   {.Kd = constant(1, K),
                                    .lambda = constant(1, Lambda),
                                    .uncertainty = rho,
                                    .adaptation = constant(1, c.gamma)});
  double most = 0;
  for (int k = 0; k < 200; ++k) {
    const State x = random_state(c.real, rng);
    law->torque(0.01 * k, x.q, x.qd, u);
    const VectorX<double> moved = (*law->estimated_parameters() - start).cwiseAbs();
    EXPECT_LE((moved - rho).maxCoeff(), 1e-15);
    EXPECT_EQ(moved.head(10).maxCoeff(), 0);
    most = std::max(most, (moved - rho).tail(10).maxCoeff());
  }
  EXPECT_NEAR(most, 0, 1e-12);
  law->reset();
  EXPECT_EQ(*law->estimated_parameters(), start);
}

}  // namespace
}  // namespace erfd::test
