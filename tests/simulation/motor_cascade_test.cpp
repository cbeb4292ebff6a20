// Cascades of the motors: poles predicted from the inertias against those that step responses show.
#include "erfd/drives/survey.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/math/decompositions.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/motor_tuning.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"
#include "support/source_tree.hpp"

#include <cmath>
#include <cstdio>

#include <Eigen/SVD>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

struct Cell {
  Model robot;
  Drives drives;
  VectorX<double> q;
};

CascadeGains gains_of(const Cell& cell, const CascadeSpeeds& speeds) {
  const int n = cell.robot.nv();
  Workspace ws(cell.robot);
  MatrixX<double> H(n, n);
  crba<double>(cell.robot, ws, cell.q, H);
  DriveState state(cell.drives);
  EXPECT_TRUE(set_position(cell.drives, cell.q, state));
  VectorX<double> inertias(n);
  effective_inertias(cell.drives, state, H, inertias);
  return cascade_gains(inertias, speeds);
}

std::unique_ptr<Controller> cascade(const Cell& cell, const CascadeGains& gains,
                                    std::shared_ptr<const Reference> reference) {
  return make_controller("motor_cascade", cell.robot, std::move(reference),
                         {.position = gains.position,
                          .speed = gains.speed,
                          .integral = gains.integral,
                          .current = gains.current},
                         {.drives = &cell.drives});
}

/// Motor angles after a small step of one motor, every `period`: motors × samples.
MatrixX<double> step_response(const Cell& cell, const CascadeGains& gains, int motor, double height,
                              double period, int samples, double control_period) {
  const int n = cell.robot.nv();
  VectorX<double> motor_step = constant(n, 0), q_step(n);
  motor_step[motor] = height;
  joint_velocities(cell.drives, motor_step, q_step);  // the same matrix turns positions
  const auto law = cascade(cell, gains, set_point(VectorX<double>(cell.q + q_step)));
  const Plant plant({.models = {cell.robot}, .drives = cell.drives, .motor_limits = false});
  SimulationSettings settings{.duration = period * samples, .output_period = period};
  settings.control_period = control_period;
  settings.input_states = law.get();
  settings.integration = {.relative = 1e-12, .absolute = 1e-14, .max_step = period};
  const SimulationResult run = simulate(
      plant,
      [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); },
      cell.q, constant(n, 0), settings);
  EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
  MatrixX<double> angles(2 * n, samples);
  VectorX<double> speed(n);
  for (int k = 0; k < samples; ++k) {
    const Sample& sample = run.samples[static_cast<std::size_t>(k)];
    const VectorX<double> off = sample.q - cell.q - q_step;
    motor_velocities(cell.drives, off, speed);
    angles.col(k).head(n) = speed;
    motor_velocities(cell.drives, sample.qd, speed);
    angles.col(k).tail(n) = speed * period;
  }
  return angles / height;
}

/// The poles that step responses of all motors show, by the eigensystem realisation of Juang and Pappa: the
/// Hankel matrix H_0 of the samples and the same one sample later, of rank 4 n.
Poles measured_poles(const std::vector<MatrixX<double>>& responses, int order, double period) {
  const Eigen::Index rows = responses[0].rows(), samples = responses[0].cols(), deep = samples / 2,
                     wide = samples - deep;
  const auto motors = static_cast<Eigen::Index>(responses.size());
  MatrixX<double> H_0(rows * deep, motors * wide), H_1 = H_0;
  for (Eigen::Index i = 0; i < deep; ++i)
    for (Eigen::Index j = 0; j + 1 < wide; ++j)
      for (Eigen::Index m = 0; m < motors; ++m) {
        H_0.block(i * rows, j * motors + m, rows, 1) =
            responses[static_cast<std::size_t>(m)].col(i + j);
        H_1.block(i * rows, j * motors + m, rows, 1) =
            responses[static_cast<std::size_t>(m)].col(i + j + 1);
      }
  const Eigen::Index columns = motors * (wide - 1);
  const Eigen::BDCSVD<MatrixX<double>> svd(H_0.leftCols(columns),
                                           Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VectorX<double> root = svd.singularValues().head(order).cwiseSqrt();
  const MatrixX<double> A = root.cwiseInverse().asDiagonal() *
                            svd.matrixU().leftCols(order).transpose() * H_1.leftCols(columns) *
                            svd.matrixV().leftCols(order) * root.cwiseInverse().asDiagonal();
  Poles poles;
  const auto values = eigenvalues_of(A);
  for (const std::complex<double>& value : values) poles.push_back(std::log(value) / period);
  return poles;
}

/// Largest distance of a predicted pole from the nearest measured one, over its size.
double worst_mismatch(const Poles& predicted, const Poles& measured) {
  double worst = 0;
  for (const auto& pole : predicted) {
    double nearest = HUGE_VAL;
    for (const auto& found : measured) nearest = std::min(nearest, std::abs(found - pole));
    worst = std::max(worst, nearest / std::abs(pole));
  }
  return worst;
}

double mismatch(const Cell& cell, const CascadeSpeeds& speeds, double control_period = 0) {
  const CascadeGains gains = gains_of(cell, speeds);
  const Poles predicted = poles_of_cascade(cell.robot, cell.drives, gains, cell.q);
  EXPECT_LT(predicted.front().real(), 0);
  const int n = cell.robot.nv();
  // The fastest pole shall be seen over several samples, the slowest while it fades.
  const double period = 0.25 / std::abs(predicted.back());
  std::vector<MatrixX<double>> responses;
  for (int i = 0; i < n; ++i)
    responses.push_back(step_response(cell, gains, i, 1e-3, period, 60, control_period));
  return worst_mismatch(predicted, measured_poles(responses, 4 * n, period));
}

constexpr DrivesRecipe without_dry_friction{.load_dependent = 0, .coulomb = 0};

TEST(MotorCascade, PolesOfUglyRobotsWithCoupledDrivesAreThosePredicted) {
  std::mt19937 rng(3201);
  for (int k = 0; k < 4; ++k) {
    const int n = 2 + k;
    const Model robot = random_robot({.joints = n, .prismatic = 0.3}, rng);
    const Cell cell{robot, random_drives(n, rng, without_dry_friction), random_vector(n, rng)};
    const double off = mismatch(cell, {.position = 15});
    std::printf("robot %d, %d joints: poles off by %.3f %%\n", k, n, 100 * off);
    EXPECT_LT(off, 0.02) << k;
  }
}

Cell lola15() {
  const RobotDescription file = read_robot_file(find_robot("lola15")).robot;
  const Model robot = build(file);
  Drives::Parts parts = make_drives(file, robot).parts();
  parts.load_dependent.setZero();  // a dry friction has no poles
  for (Motor& motor : parts.motors) motor.friction = {.viscous = motor.friction.viscous};
  for (ShaftFriction& friction : parts.joint_friction) friction = {.viscous = friction.viscous};
  VectorX<double> q(6);
  q << 0.2, -0.5, 0.9, 0.3, 0.8, -0.4;
  return {robot, Drives(parts), q};
}

TEST(MotorCascade, PolesOfLola15AreThosePredicted) {
  const double off = mismatch(lola15(), {.position = 15});
  std::printf("Lola 15: poles off by %.3f %%\n", 100 * off);
  EXPECT_LT(off, 0.02);
}

// One motor on one block: (3) of motor_tuning.cpp as the quartic J s³(s/ω_c + 1) + (k_s s + k_i)(s + k_p).
TEST(MotorCascade, PolesOfOneMotorAreTheRootsOfItsQuartic) {
  const CascadeGains gains = cascade_gains(constant(1, 0.37), {.position = 11, .ratio = 3});
  const double F = 0.8;
  for (const std::complex<double>& s : poles_of_motor(0.37, F, gains, 0)) {
    const auto left = (0.37 * s * s + F * s) * (s / gains.current[0] + 1.0) * s,
               right = (gains.speed[0] * s + gains.integral[0]) * (s + gains.position[0]);
    EXPECT_LT(std::abs(left + right), 1e-9 * std::abs(right)) << s;
  }
}

TEST(MotorCascade, SampledQuicklyItFollowsAsItDoesContinuously) {
  std::mt19937 rng(3202);
  const Model robot = random_robot({.joints = 3}, rng);
  const Cell cell{robot, random_drives(3, rng, without_dry_friction), random_vector(3, rng)};
  const CascadeGains gains = gains_of(cell, {.position = 15});
  const auto off = [&](double control_period) {
    const MatrixX<double> continuous = step_response(cell, gains, 1, 1e-2, 0.01, 30, 0),
                          sampled = step_response(cell, gains, 1, 1e-2, 0.01, 30, control_period);
    return (continuous - sampled).cwiseAbs().maxCoeff();
  };
  const double coarse = off(5e-4), fine = off(1.25e-4);
  std::printf("sampled against continuous: %.1e at 0.5 ms, %.1e at 0.125 ms of the step\n", coarse,
              fine);
  EXPECT_LT(fine, 0.02);
  EXPECT_NEAR(coarse / fine, 4, 0.6) << "of order one in the period";
}

TEST(MotorCascade, StartsWithTheTorquesThatHoldTheRobot) {
  std::mt19937 rng(3203);
  for (const double period : {0.0, 1e-3}) {
    const Model robot = random_robot({.joints = 4}, rng);
    const Cell cell{robot, random_drives(4, rng), random_vector(4, rng)};
    const auto response = step_response(cell, gains_of(cell, {}), 0, 1e-300, 0.05, 4, period);
    EXPECT_LT((1e-300 * response).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(MotorCascade, RefusesDrivesThatDoNotLeadEveryJoint) {
  const Model block = block_model(1);
  const ControllerGains gains{.position = constant(1, 1), .speed = constant(1, 1)};
  EXPECT_NE(message_of([&] {
              make_controller("motor_cascade", block, set_point(constant(1, 0)), gains);
            }).find("no drives are given"),
            std::string::npos);
  EXPECT_THROW(cascade_gains(constant(1, 1), {.position = 0}), Error);
}

}  // namespace
}  // namespace erfd::test
