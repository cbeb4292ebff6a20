// IFToMM multibody benchmarks by simulate(): A01 (pendulum, here in three coordinates with a cut joint), A02 (two
// four-bars), A05 (stiff flyball governor).
#include "erfd/simulation/simulate.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

void no_input(double, In<double>, In<double>, Out<double> u) { u.setZero(); }

Body joint(const std::string& name, int parent, JointKind kind, const Matrix3<double>& R,
           const Vector3<double>& p, const Inertia& I) {
  Body body;
  body.name = body.joint = name;
  body.parent = {parent};
  body.kind = kind;
  body.X_PB0 = {R, p};
  body.I_B = I;
  return body;
}

Matrix3<double> axes(const Vector3<double>& x, const Vector3<double>& z) {
  Matrix3<double> R;
  R.col(0) = x;
  R.col(1) = cross(z, x);
  R.col(2) = z;
  return R;
}

/// A point of 1 kg in the plane x y: two slides and a turn, whose body has no inertia of its own, held at 1 m
/// from the origin by a cut joint. H is singular; the closed mechanism is not.
Model pendulum() {
  const Vector3<double> x = Vector3<double>::UnitX(), y = Vector3<double>::UnitY(),
                        z = Vector3<double>::UnitZ();
  const Matrix3<double> none = Matrix3<double>::Zero();
  Model::Parts parts;
  parts.name = "A01";
  parts.gravity = {0, -9.81, 0};
  const Inertia nothing = Inertia::about_com(0, {0, 0, 0}, none);
  parts.bodies.push_back(joint("x", -1, JointKind::prismatic, axes(y, x), {0, 0, 0}, nothing));
  // y in axes of the first body, which are y, z, x of the world
  parts.bodies.push_back(joint("y", 0, JointKind::prismatic, axes(y, x), {0, 0, 0}, nothing));
  const Matrix3<double> R = axes(y, x) * axes(y, x);
  parts.bodies.push_back(joint("turn", 1, JointKind::revolute, R.transpose() * axes(x, z),
                               {0, 0, 0}, Inertia::about_com(1, {0, 0, 0}, none)));
  for (Body& body : parts.bodies) body.passive = true;
  const Matrix3<double> I = Matrix3<double>::Identity();
  parts.constraints = {
      {"pin", CutKind::planar_position, {-1}, {2}, {I, {0, 0, 0}}, {I, {1, 0, 0}}}};
  return Model(std::move(parts));
}

TEST(MultibodyBenchmarks, PendulumOfCutJoints) {
  const Plant plant({.models = {pendulum()}});
  VectorX<double> q = VectorX<double>::Zero(3), qd = q;
  q[0] = -1;
  const SimulationResult run =
      simulate(plant, no_input, q, qd,
               {.duration = 10,
                .output_period = 9.99,
                .integration = {.relative = 1e-13, .absolute = 1e-13, .max_step = 0.01}});
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  ASSERT_EQ(run.samples.size(), 3u);
  std::printf("A01: off by %.1e, %.1e m at 10 s; gap %.1e\n", run.q[0] + 0.275087462576,
              run.q[1] + 0.961419205099, run.audit.loop_gap);
  EXPECT_NEAR(run.samples[1].q[0], -0.316436469912, 1e-9);
  EXPECT_NEAR(run.samples[1].q[1], -0.948613704576, 1e-9);
  EXPECT_NEAR(run.q[0], -0.275087462576, 1e-9);
  EXPECT_NEAR(run.q[1], -0.961419205099, 1e-9);
  EXPECT_LE(run.audit.loop_gap, 1e-14);
}

// IFToMM A02, two windows: all five bars lie in one line several times in 10 s, where the mechanism has more
// freedoms.
TEST(MultibodyBenchmarks, TwoFourBarsPassTheirSingularPosition) {
  const Matrix3<double> I = Matrix3<double>::Identity();
  const Inertia bar =
      Inertia::about_com(1, {0.5, 0, 0}, Vector3<double>(0, 1. / 12, 1. / 12).asDiagonal());
  Model::Parts parts;
  parts.name = "A02";
  parts.gravity = {0, -9.81, 0};
  VectorX<double> q(5), qd(5);
  for (int i = 0; i <= 2; ++i) {
    const int standing = static_cast<int>(parts.bodies.size());
    parts.bodies.push_back(joint("standing", -1, JointKind::revolute, I, {1.0 * i, 0, 0}, bar));
    if (i > 0)
      parts.constraints.push_back({"pin",
                                   CutKind::planar_position,
                                   {standing},
                                   {standing - 1},
                                   {I, {1, 0, 0}},
                                   {I, {1, 0, 0}}});
    if (i < 2)
      parts.bodies.push_back(joint("lying", standing, JointKind::revolute, I, {1, 0, 0}, bar));
  }
  for (int i = 0; i < 5; ++i) {
    q[i] = (i % 2 == 0 ? 1 : -1) * std::numbers::pi / 2;
    qd[i] = i % 2 == 0 ? -1 : 1;
  }
  for (Body& body : parts.bodies) body.passive = true;
  const Plant plant({.models = {Model(std::move(parts))}});
  const SimulationResult run = simulate(
      plant, no_input, q, qd, {.duration = 10, .integrator = "rk4", .integration = {.step = 1e-3}});
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  const Vector3<double> B0(std::cos(run.q[0]), std::sin(run.q[0]), 0);
  std::printf("A02: B0 off by %.1e m, gap %.1e\n",
              (B0 - Vector3<double>(0.3284581115, 0.9445185382, 0)).norm(), run.audit.loop_gap);
  EXPECT_NEAR(B0.x(), 0.3284581115, 2e-6);
  EXPECT_NEAR(B0.y(), 0.9445185382, 2e-6);
  EXPECT_NEAR(-B0.y() * run.qd[0], 1.4230514702, 4e-6);
  EXPECT_NEAR(B0.x() * run.qd[0], -0.4948688455, 4e-6);
  EXPECT_LE(run.audit.loop_gap, 1e-12);
}

/// Shaft, two rods with balls, hinged at its upper end, a slider on it that springs join to the middle of the
/// rods.
struct Governor {
  static constexpr double density = 3000, rod_mass = density * 1e-4, ball = 5,
                          slider_mass = density * 1e-3, k = 8e5, c = 4e4, l0 = 0.5;
  static constexpr double mass = rod_mass + ball, arm = (rod_mass * 0.5 + ball) / mass;
  static constexpr double thin = rod_mass * 2e-4 / 12;  ///< about the rod itself
  static constexpr double across =
      rod_mass * (1 + 1e-4) / 12 + rod_mass * 0.25 + ball;  ///< at the hinge

  static Model model() {
    const Vector3<double> y = Vector3<double>::UnitY(), down = -Vector3<double>::UnitZ();
    const Matrix3<double> I = Matrix3<double>::Identity();
    const auto cuboid = [](double m, double a, double b, double d) {
      const Vector3<double> diagonal(b * b + d * d, a * a + d * d, a * a + b * b);
      return Matrix3<double>((m / 12 * diagonal).asDiagonal());
    };
    const double at_com = across - mass * arm * arm;
    const Inertia swinging =
        Inertia::about_com(mass, {arm, 0, 0}, Vector3<double>(thin, at_com, at_com).asDiagonal());
    Model::Parts parts;
    parts.name = "A05";
    parts.bodies = {
        joint("shaft", -1, JointKind::revolute, I, {0, 0, 0},
              Inertia::about_com(rod_mass, {0, 0, 0.5}, cuboid(rod_mass, 0.01, 0.01, 1))),
        joint("rod1", 0, JointKind::revolute, axes(down, -y), {0, 0, 1}, swinging),
        joint("rod2", 0, JointKind::revolute, axes(down, y), {0, 0, 1}, swinging),
        joint("slider", 0, JointKind::prismatic, I, {0, 0, 0},
              Inertia::about_com(slider_mass, {0, 0, 0}, cuboid(slider_mass, 0.1, 0.1, 0.1)))};
    parts.frames = {{"middle1", {1}, {I, {0.5, 0, 0}}},
                    {"middle2", {2}, {I, {0.5, 0, 0}}},
                    {"slider", {3}, {}}};
    return Model(std::move(parts));
  }
  static double spin_inertia(double theta) {
    const double s = std::sin(theta), d = std::cos(theta);
    return rod_mass * 2e-4 / 12 + slider_mass * 0.02 / 12 + 2 * (thin * d * d + across * s * s);
  }
  /// Length of a spring and its slopes by the angle of the rod and the place of the slider.
  struct Spring {
    double length, by_angle, by_slide;
    Spring(double theta, double s) {
      const double x = 0.5 * std::sin(theta), z = 1 - 0.5 * std::cos(theta) - s;
      length = std::hypot(x, z);
      by_angle = (x * 0.5 * std::cos(theta) + z * 0.5 * std::sin(theta)) / length;
      by_slide = -z / length;
    }
    double pull(double theta_d, double s_d) const {
      return k * (length - l0) + c * (by_angle * theta_d + by_slide * s_d);
    }
  };
};

/// θ, s, θ', s' of both rods together: Lagrange with the spin's momentum L, which is constant. No body, no frame.
std::array<double, 4> rate_of(const std::array<double, 4>& x, double L) {
  using G = Governor;
  const auto [theta, s, theta_d, s_d] = x;
  const double spin = L / G::spin_inertia(theta);
  const G::Spring spring(theta, s);
  const double pull = spring.pull(theta_d, s_d);
  const double turning =
      2 * (G::across - G::thin) * std::sin(theta) * std::cos(theta) * spin * spin -
      2 * G::mass * 9.81 * G::arm * std::sin(theta) - 2 * pull * spring.by_angle;
  const double sliding = -G::slider_mass * 9.81 - 2 * pull * spring.by_slide;
  return {theta_d, s_d, turning / (2 * G::across), sliding / G::slider_mass};
}

/// The classic Runge-Kutta method in steps of 20 µs.
struct ByLagrange {
  std::array<double, 4> x;
  double L;
  long steps = 0;

  ByLagrange(double angle, double slide)
      : x{angle, slide, 0, 0}, L(Governor::spin_inertia(angle) * 2 * std::numbers::pi) {}

  double slide_at(double time) {
    constexpr double h = 2e-5;
    const auto moved = [](const std::array<double, 4>& at, double by,
                          const std::array<double, 4>& r) {
      return std::array<double, 4>{at[0] + by * r[0], at[1] + by * r[1], at[2] + by * r[2],
                                   at[3] + by * r[3]};
    };
    for (; steps < std::lround(time / h); ++steps) {
      const auto k1 = rate_of(x, L), k2 = rate_of(moved(x, h / 2, k1), L),
                 k3 = rate_of(moved(x, h / 2, k2), L), k4 = rate_of(moved(x, h, k3), L);
      for (std::size_t i = 0; i < 4; ++i) x[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    return x[1];
  }
};

TEST(MultibodyBenchmarks, StiffFlyballGovernorInStepsOfAMillisecond) {
  const double alpha = std::numbers::pi / 6, slide = 1 - std::cos(alpha);
  const Plant plant({.models = {Governor::model()}});
  VectorX<double> q{{0, alpha, alpha, slide}}, qd{{2 * std::numbers::pi, 0, 0, 0}};
  std::array<ExternalWrench<double>, 4> acting;
  const auto springs = [&](double, In<double> at, In<double> rate) {
    const double turn = at[0], s = at[3];
    for (int rod = 0; rod < 2; ++rod) {
      const double theta = at[1 + rod], side = rod == 0 ? 1 : -1;
      const Governor::Spring spring(theta, s);
      const double x = side * 0.5 * std::sin(theta), z = 1 - 0.5 * std::cos(theta) - s;
      const Vector3<double> along =
          Vector3<double>(x * std::cos(turn), x * std::sin(turn), z) / spring.length;
      const Vector3<double> pull = spring.pull(rate[1 + rod], rate[3]) * along;
      acting[static_cast<std::size_t>(rod)] = {{rod}, {Vector3<double>::Zero(), -pull}};
      acting[static_cast<std::size_t>(2 + rod)] = {{2}, {Vector3<double>::Zero(), pull}};
    }
    return std::span<const ExternalWrench<double>>(acting);
  };
  SimulationSettings settings{.duration = 10,
                              .output_period = 0.5,
                              .integrator = "implicit",
                              .integration = {.relative = 1, .absolute = 1, .max_step = 1e-3}};
  settings.wrenches = springs;
  const SimulationResult run = simulate(plant, no_input, q, qd, settings);
  ASSERT_TRUE(run.ok()) << describe_fault(plant, run);
  ByLagrange reduced(alpha, slide);
  double worst = 0, least = 1, most = 0;
  for (const Sample& sample : run.samples) {
    const double s = reduced.slide_at(sample.t);
    worst = std::max(worst, std::abs(sample.q[3] - s));
    least = std::min(least, s);
    most = std::max(most, s);
    EXPECT_NEAR(sample.q[1], sample.q[2], 1e-9);
  }
  const double momentum = Governor::spin_inertia(run.q[1]) * run.qd[0] /
                          (Governor::spin_inertia(alpha) * 2 * std::numbers::pi);
  std::printf(
      "A05: %ld steps, s between %.4f and %.4f m, %.6f at 10 s, off by %.1e m; momentum %.1e\n",
      run.steps, least, most, run.q[3], worst, momentum - 1);
  EXPECT_LE(run.steps, 10100);
  EXPECT_LE(worst, 1e-6);
  EXPECT_NEAR(momentum, 1, 1e-8);
}

}  // namespace
}  // namespace erfd::test
