// The run of Szkodny's IRb-6 by a second integration: in motor space, with small steps and friction of its own.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "reproduce/papers/szkodny_currents.hpp"
#include "reproduce/papers/szkodny_items.hpp"
#include "support/source_tree.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd {
namespace {

constexpr int n = 5;
using Vector = VectorX<double>;

/// Motors with what the links ask of them: A v̇ = r − Coulomb friction, v the speeds of the motors.
///
///   A = I_a + K⁻ᵀ H K⁻¹,   r = u_a − f v − K⁻ᵀ (bias − H K⁻¹ K̇ q̇)
class MotorSpace {
 public:
  explicit MotorSpace(const DrivenArm& arm)
      : arm_(arm), ws_(arm.model), here_(arm.drives), there_(arm.drives), q(arm.home) {}

  /// One step of Euler's method for the speeds, of the midpoint for the positions.
  void step(double t, double dt) {
    if (!set_position(arm_.drives, q, here_)) throw std::runtime_error("out of reach");
    const MatrixX<double> K_inverse = here_.K().inverse();
    const Vector qd = K_inverse * v;
    constexpr double h = 1e-6;
    if (!set_position(arm_.drives, q + h * qd, there_)) throw std::runtime_error("out of reach");
    const Vector changing = (there_.K() - here_.K()) / h * qd;  // K̇ q̇
    MatrixX<double> H(n, n);
    Vector bias(n);
    crba<double>(arm_.model, ws_, q, H);
    rnea<double>(arm_.model, ws_, q, qd, Vector::Zero(n), bias);
    MatrixX<double> A = K_inverse.transpose() * H * K_inverse;
    Vector r = -K_inverse.transpose() * (bias - H * K_inverse * changing);
    for (int i = 0; i < n; ++i) {
      const Motor& motor = arm_.drives.motor(i);
      A(i, i) += motor.rotor_inertia;
      r[i] += *motor.constants.torque_constant * current(t, i) - motor.friction.viscous * v[i];
    }
    const Vector a = accelerations(A, r), before = v;
    v += dt * a;
    for (int i = 0; i < n; ++i)
      if (before[i] * v[i] < 0) v[i] = 0;  // it stops; the next step asks whether it stays
    q += dt * K_inverse * (before + v) / 2;
  }

  Vector angles() {
    if (!set_position(arm_.drives, q, here_)) throw std::runtime_error("out of reach");
    return here_.q_a();
  }
  double speed() const { return v.cwiseAbs().maxCoeff(); }

 private:
  static double current(double t, int motor) {
    const auto& rows = irb6_currents;
    std::size_t k = 0;
    while (k + 2 < std::size(rows) && rows[k + 1].time <= t) ++k;
    const CurrentRow &a = rows[k], &b = rows[k + 1];
    const double share = std::min(1.0, (t - a.time) / (b.time - a.time));
    return a.current[motor] + share * (b.current[motor] - a.current[motor]);
  }
  /// (17): motors that stand are held while what drives them is within the starting friction.
  Vector accelerations(const MatrixX<double>& A, Vector r) const {
    std::vector<bool> held(n);
    for (int i = 0; i < n; ++i) {
      held[static_cast<std::size_t>(i)] = v[i] == 0;
      if (v[i] != 0) r[i] -= std::copysign(arm_.drives.motor(i).friction.moving_positive, v[i]);
    }
    for (;;) {
      MatrixX<double> M = A;
      Vector right = r;
      for (int i = 0; i < n; ++i)
        if (held[static_cast<std::size_t>(i)]) {
          M.row(i).setZero();
          M(i, i) = 1;
          right[i] = 0;
        }
      const Vector a = M.lu().solve(right), load = r - A * a;
      int worst = -1;
      double most = 0;
      for (int i = 0; i < n; ++i) {
        const double beyond = std::abs(load[i]) - arm_.drives.motor(i).friction.starting_positive;
        if (held[static_cast<std::size_t>(i)] && beyond > most) most = beyond, worst = i;
      }
      if (worst < 0) return a;
      held[static_cast<std::size_t>(worst)] = false;
      r[worst] -= std::copysign(arm_.drives.motor(worst).friction.moving_positive, load[worst]);
    }
  }

  const DrivenArm& arm_;
  Workspace ws_;
  DriveState here_, there_;

 public:
  Vector q, v = Vector::Zero(n);
};

/// Motor angles at the samples of the run, by so many steps between two of them: a column each.
MatrixX<double> integrated(const DrivenArm& irb6, const SimulationResult& run, int steps) {
  MotorSpace other(irb6);
  MatrixX<double> angles(n, std::ssize(run.samples) - 1);
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    const double t0 = run.samples[k - 1].t, dt = (run.samples[k].t - t0) / steps;
    for (int i = 0; i < steps; ++i) other.step(t0 + (i + 0.5) * dt, dt);
    angles.col(static_cast<Eigen::Index>(k) - 1) = other.angles();
  }
  EXPECT_EQ(other.speed(), 0) << "at rest in the end";
  return angles;
}

// Euler's method is of first order: half the step, half the difference. What two steps extrapolate to is the run, but for
// starts that come up to a step late: the motor is then behind by its speed times the step.
TEST(Ster, TheRunIsThatOfAnIndependentIntegrationInMotorSpace) {
  const DrivenArm irb6 = driven_arm({.robot = "irb6"});
  const SimulationResult run = run_of_currents(irb6);
  ASSERT_EQ(run.status, RunStatus::completed);
  constexpr int steps = 400;
  const MatrixX<double> coarse = integrated(irb6, run, steps / 2),
                        fine = integrated(irb6, run, steps);
  MatrixX<double> ours(n, coarse.cols());
  for (Eigen::Index k = 0; k < ours.cols(); ++k)
    ours.col(k) = motor_angles(irb6, run.samples[static_cast<std::size_t>(k) + 1].q);
  const double of_coarse = (coarse - ours).cwiseAbs().maxCoeff(),
               of_fine = (fine - ours).cwiseAbs().maxCoeff(),
               extrapolated = (2 * fine - coarse - ours).cwiseAbs().maxCoeff();
  const double way = (ours.rightCols(ours.cols() - 1) - ours.leftCols(ours.cols() - 1))
                         .cwiseAbs()
                         .maxCoeff();  // of the fastest motor between two samples
  std::printf(
      "difference of motor angles of up to 199 rad: %.2e with steps of 50 us, %.2e of 25 us, "
      "%.2e extrapolated; way in a step %.2e\n",
      of_coarse, of_fine, extrapolated, way / steps);
  EXPECT_NEAR(of_coarse / of_fine, 2, 0.2);
  EXPECT_LT(extrapolated, way / steps);
  EXPECT_EQ(run.qd.cwiseAbs().maxCoeff(), 0);
}

TEST(Ster, TheRunBalancesItsEnergyAndStopsByFriction) {
  const DrivenArm irb6 = driven_arm({.robot = "irb6"});
  const SimulationResult run = run_of_currents(irb6);
  std::printf("energy that does not add up: %.1e of the largest, %zu stops and starts\n",
              run.audit.relative_residual(), run.events.size());
  EXPECT_LT(run.audit.relative_residual(), 1e-8);
  EXPECT_LT(run.audit.relative_power_residual(), 1e-8);
  EXPECT_GE(run.events.size(), 10u) << "five motors start and stop";
  EXPECT_GT(run.audit.flows.coulomb, 10) << "friction takes most of the energy [J]";
}

TEST(Ster, TheScenarioHasTheCurrentsOfTheCatalogue) {
  std::ifstream file(test::source_tree("examples/scenarios/irb6_currents.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  for (const CurrentRow& row : irb6_currents) {
    ASSERT_TRUE(std::getline(file, line));
    double t = 0, i[5];
    ASSERT_EQ(
        std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf,%lf,%lf", &t, i, i + 1, i + 2, i + 3, i + 4), 6);
    EXPECT_EQ(t, row.time);
    for (int k = 0; k < 5; ++k) EXPECT_EQ(i[k], row.current[k]) << "at " << t;
  }
  EXPECT_FALSE(std::getline(file, line));
}

}  // namespace
}  // namespace erfd
