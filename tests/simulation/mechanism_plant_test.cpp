// Plants whose drives have mechanisms: Lagrange by differences, energy, rest, dead centres.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_mechanisms.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

InputFunction held(const VectorX<double>& u) {
  return [u](double, In<double>, In<double>, Out<double> out) { out = u; };
}

/// A robot with mechanisms, known by its energies and by the angles of its motors alone.
struct Lagrangian {
  const Model& model;
  const Drives& drives;

  VectorX<double> motor_angles(const VectorX<double>& q) const {
    DriveState state(drives);
    EXPECT_TRUE(set_position(drives, q, state));
    return state.q_a();
  }
  /// ∂q_a/∂q · direction, by differences of fourth order.
  VectorX<double> motor_rates(const VectorX<double>& q, const VectorX<double>& direction) const {
    const double h = 1e-3;
    const auto by = [&](double k) {
      return VectorX<double>(motor_angles(q + k * h * direction) -
                             motor_angles(q - k * h * direction));
    };
    return (8 * by(1) - by(2)) / (12 * h);
  }
  double kinetic(const VectorX<double>& q, const VectorX<double>& qd) const {
    Workspace ws(model);
    return kinetic_energy<double>(model, ws, q, qd) +
           drives.rotor_inertias().dot(motor_rates(q, qd).cwiseAbs2()) / 2;
  }
  double potential(const VectorX<double>& q) const {
    Workspace ws(model);
    return potential_energy<double>(model, ws, q);
  }
  /// ∂T/∂qd: exact for a quadratic form.
  VectorX<double> momentum(const VectorX<double>& q, const VectorX<double>& qd) const {
    VectorX<double> p(q.size());
    for (Eigen::Index j = 0; j < q.size(); ++j) {
      const VectorX<double> e = VectorX<double>::Unit(q.size(), j);
      p[j] = (kinetic(q, qd + e) - kinetic(q, qd - e)) / 2;
    }
    return p;
  }
  /// d/dt ∂T/∂qd − ∂(T − V)/∂q along q + qd t + qdd t²/2.
  VectorX<double> forces(const VectorX<double>& q, const VectorX<double>& qd,
                         const VectorX<double>& qdd) const {
    const double h = 1e-3;
    const auto moved = [&](double t) {
      return momentum(q + t * qd + t * t / 2 * qdd, qd + t * qdd);
    };
    VectorX<double> left = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
    for (Eigen::Index j = 0; j < q.size(); ++j) {
      const VectorX<double> e = VectorX<double>::Unit(q.size(), j);
      const auto lagrangian = [&](double d) {
        return kinetic(q + d * e, qd) - potential(q + d * e);
      };
      left[j] -= (8 * (lagrangian(h) - lagrangian(-h)) - (lagrangian(2 * h) - lagrangian(-2 * h))) /
                 (12 * h);
    }
    return left;
  }
  /// Virtual work of motor torques and of all friction.
  VectorX<double> worked(const VectorX<double>& q, const VectorX<double>& qd,
                         const VectorX<double>& qdd, VectorX<double> u_a) const {
    const auto brake = [](const ShaftFriction& f, double v) {
      return f.viscous * v + (v > 0 ? f.moving_positive : -f.moving_negative);
    };
    const VectorX<double> speed = motor_rates(q, qd);
    for (int i = 0; i < drives.count(); ++i) u_a[i] -= brake(drives.motor(i).friction, speed[i]);
    Workspace ws(model);
    VectorX<double> load(q.size()), right(q.size());
    rnea(model, ws, q, qd, qdd, load);
    for (int j = 0; j < drives.joint_count(); ++j)
      right[j] = motor_rates(q, VectorX<double>::Unit(q.size(), j)).dot(u_a) -
                 brake(drives.joint_friction(j), qd[j]) -
                 drives.load_dependent()[j] * std::abs(load[j]) * (qd[j] > 0 ? 1 : -1);
    return right;
  }
};

VectorX<double> first_acceleration(const Plant& plant, const VectorX<double>& u_a,
                                   const VectorX<double>& q, const VectorX<double>& qd) {
  const SimulationResult run = simulate(plant, held(u_a), q, qd, {.duration = 1e-6});
  EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
  return run.samples.front().qdd;
}

TEST(MechanismPlant, AcceleratesAsLagrangeSays) {
  std::mt19937 rng(61);
  for (int k = 0; k < 30; ++k) {
    const int n = 1 + k % 5;
    const Model model = random_robot({.joints = n}, rng);
    const DrivesAtPosition part = random_mechanism_drives(n, rng, {.load_dependent = 0.2});
    const Plant plant({.models = {model},
                       .drives = part.drives,
                       .input = PlantInput::motor_torques,
                       .motor_limits = false});
    const VectorX<double> qd = random_vector(n, rng, 0.5), u_a = random_vector(n, rng, 0.5);
    const VectorX<double> qdd = first_acceleration(plant, u_a, part.q, qd);
    const Lagrangian robot{model, part.drives};
    const VectorX<double> right = robot.worked(part.q, qd, qdd, u_a);
    const VectorX<double> left = robot.forces(part.q, qd, qdd);
    EXPECT_TRUE(is_close(left, right, 1e-6)) << "sample " << k;
  }
}

class Irb6Plant : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("irb6")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const VectorX<double> home = Eigen::Vector<double, 5>(0, -1.5, 1.6, 0.1, 0);
};

TEST_F(Irb6Plant, AcceleratesAsLagrangeSays) {
  std::mt19937 rng(62);
  const Plant plant({.models = {model}, .drives = drives, .input = PlantInput::motor_torques});
  for (int k = 0; k < 10; ++k) {
    const VectorX<double> q = home + random_vector(5, rng, 0.2), qd = random_vector(5, rng, 0.5);
    const VectorX<double> u_a = random_vector(5, rng, 1);
    const VectorX<double> qdd = first_acceleration(plant, u_a, q, qd);
    const Lagrangian lagrange{model, drives};
    EXPECT_TRUE(is_close(lagrange.forces(q, qd, qdd), lagrange.worked(q, qd, qdd, u_a), 1e-6))
        << "sample " << k;
  }
}

// With torques that push it to and fro: everything slips, sticks and slips again.
TEST_F(Irb6Plant, KeepsItsEnergyBooks) {
  const Plant plant({.models = {model}, .drives = drives, .input = PlantInput::motor_torques});
  DriveState state(drives);
  ASSERT_TRUE(set_position(drives, home, state));
  Workspace ws(model);
  VectorX<double> u(5), hold(5);
  rnea(model, ws, home, ws.zero, ws.zero, u);
  motor_torques(drives, state, u, hold);
  const InputFunction push = [&](double t, In<double>, In<double>, Out<double> u_a) {
    u_a = hold + VectorX<double>::Constant(5, 0.25 * std::sin(12 * t));
  };
  const SimulationResult run = simulate(plant, push, home, VectorX<double>::Zero(5),
                                        {.duration = 0.8,
                                         .output_period = 0.01,
                                         .integration = {.relative = 1e-10, .absolute = 1e-11}});
  ASSERT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
  EXPECT_GT(run.events.size(), 6U);
  EXPECT_GT((run.q - home).cwiseAbs().maxCoeff(), 0.01);
  EXPECT_LT(run.audit.relative_residual(), 1e-8);
  EXPECT_LT(run.audit.relative_power_residual(), 1e-9);
}

// What a motor holds by friction at rest grows with the ratio of its mechanism at this place.
TEST_F(Irb6Plant, RestsWhileItsMotorsLackNoMoreThanTheirFrictionHolds) {
  const Plant plant({.models = {model}, .drives = drives, .input = PlantInput::motor_torques});
  Workspace ws(model);
  DriveState state(drives);
  VectorX<double> u(5), u_a(5);
  for (const double tilt : {-0.3, 0.0, 0.3}) {
    const VectorX<double> q = home + Eigen::Vector<double, 5>(0, tilt, -tilt / 2, 0, 0);
    ASSERT_TRUE(set_position(drives, q, state));
    rnea(model, ws, q, ws.zero, ws.zero, u);
    motor_torques(drives, state, u, u_a);
    for (const double side : {-1, 1}) {
      const double starting = drives.motor(1).friction.starting_positive;
      VectorX<double> given = u_a;
      given[1] += side * 0.999 * starting;
      const SimulationResult rests =
          simulate(plant, held(given), q, VectorX<double>::Zero(5), {.duration = 0.1});
      EXPECT_EQ(rests.q, q) << tilt;
      given[1] = u_a[1] + side * 1.001 * starting;
      const SimulationResult moves =
          simulate(plant, held(given), q, VectorX<double>::Zero(5), {.duration = 0.1});
      EXPECT_GT(side * state.slopes()[1] * (moves.q[1] - q[1]), 0) << tilt;
    }
  }
}

TEST_F(Irb6Plant, ComputedTorqueThatKnowsTheScrewsLosesNothing) {
  const VectorX<double> to = home + Eigen::Vector<double, 5>(0.4, 0.3, -0.2, 0.3, 0.5);
  Drives::Parts smooth = drives.parts();
  for (Motor& motor : smooth.motors) motor.friction = {.viscous = motor.friction.viscous};
  const Drives known(smooth);
  const Plant plant({.models = {model}, .drives = known, .motor_limits = false});
  const auto reference = polynomial_move(home, to, 0, 0.6);
  for (const char* name : {"computed_torque", "feed_forward"}) {
    const auto law = make_controller(
        name, model, reference,
        {.Kp = VectorX<double>::Constant(1, 100), .Kd = VectorX<double>::Constant(1, 20)},
        {.drives = &known});
    const SimulationResult run = simulate(
        plant,
        [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); },
        home, VectorX<double>::Zero(5),
        {.duration = 0.6,
         .integration = {.relative = 1e-10, .absolute = 1e-12},
         .reference = reference.get()});
    ASSERT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
    for (const TrackingRecord& joint : run.motion.tracking) EXPECT_LT(joint.largest, 1e-8) << name;
  }
}

/// The same motors, with an ideal one that gives nothing for joint p.
Drives with_idle_motor(const Drives& drives, int p) {
  Drives::Parts parts = drives.parts();
  Motor idle;
  idle.name = "idle";
  parts.motors.push_back(idle);
  parts.mechanisms.emplace_back();
  parts.K.conservativeResize(drives.joint_count(), Eigen::NoChange);
  parts.K.row(drives.count()) = VectorX<double>::Unit(drives.joint_count(), p);
  return Drives(std::move(parts));
}

TEST(PassivePlant, MovesAsIfAnIdleMotorWereThere) {
  std::mt19937 rng(64);
  for (int k = 0; k < 8; ++k) {
    const int n = 2 + k % 3, p = k % n;
    const Model model = random_robot({.joints = n}, rng);
    const DrivesAtPosition full = random_mechanism_drives(n, rng, {.load_dependent = 0.1});
    Drives::Parts parts = full.drives.parts();
    parts.motors.pop_back();
    parts.mechanisms.pop_back();
    MatrixX<double> K = MatrixX<double>::Zero(n - 1, n);
    for (int i = 0, j = 0; j < n; ++j)
      if (j != p) K(i, j) = full.drives.coupling()(i, i), ++i;
    parts.K = K;
    const Drives drives(parts);
    const Drives idle = with_idle_motor(drives, p);
    VectorX<double> q = VectorX<double>::Zero(n);
    for (int i = 0, j = 0; j < n; ++j)
      if (j != p) q[j] = full.drives.coupling().row(i).dot(full.q) / K(i, j), ++i;
    const VectorX<double> u_a = random_vector(n - 1, rng, 2);
    VectorX<double> with_nothing(n);
    with_nothing << u_a, 0;
    const auto end = [&](const Drives& used, const VectorX<double>& torque) {
      const Plant plant({.models = {model}, .drives = used, .input = PlantInput::motor_torques});
      const SimulationResult run =
          simulate(plant, held(torque), q, VectorX<double>::Zero(n), {.duration = 0.03});
      EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
      EXPECT_LT(run.audit.relative_residual(), 1e-6);
      return run.q;
    };
    const VectorX<double> moved = end(drives, u_a);
    EXPECT_TRUE(is_close(moved, end(idle, with_nothing), 1e-9)) << k;
    EXPECT_GT((moved - q).cwiseAbs().maxCoeff(), 1e-6) << k;
  }
}

// No drives at all give the same to an arm whose single motor has no rotor and no friction.
TEST(PassivePlant, SwingsFreelyWhereNoMotorIs) {
  std::mt19937 rng(65);
  const Model arm = random_robot({.joints = 3}, rng);
  Motor motor;
  motor.name = "base";
  MatrixX<double> K = MatrixX<double>::Zero(1, 3);
  K(0, 1) = -30;
  const Drives drives({"arm", K, {motor}, {}, {}});
  const Plant driven({.models = {arm}, .drives = drives, .input = PlantInput::motor_torques});
  const Plant ideal({.models = {arm}});
  const VectorX<double> q = random_vector(3, rng), qd = random_vector(3, rng);
  VectorX<double> u_a = VectorX<double>::Constant(1, 0.2), u = Eigen::Vector3d(0, -6, 0);
  const SimulationResult a = simulate(driven, held(u_a), q, qd, {.duration = 0.5});
  const SimulationResult b = simulate(ideal, held(u), q, qd, {.duration = 0.5});
  ASSERT_EQ(a.status, RunStatus::completed) << describe_fault(driven, a);
  EXPECT_TRUE(is_close(a.q, b.q, 1e-7));
  EXPECT_EQ(message_of([&] { Plant({.models = {arm}, .drives = drives}); }),
            "plant: joint '" + arm.bodies()[0].joint +
                "' is passive and has no torque of its own; use motor torques or currents");
}

TEST(MechanismPlant, SaysWhichMechanismItCannotPass) {
  Motor motor;
  motor.name = "screw";
  motor.joint = 0;
  Drives::Parts parts{"arm", MatrixX<double>::Identity(1, 1), {motor}, {}, {}};
  parts.mechanisms = {
      Mechanism{.kind = MechanismKind::crank, .a = 0.1, .b = 0.55, .c = 0.5, .d = 1}};
  std::mt19937 rng(63);
  const Plant plant({.models = {random_robot({.joints = 1}, rng)},
                     .drives = Drives(parts),
                     .input = PlantInput::motor_torques});
  const VectorX<double> zero = VectorX<double>::Zero(1), start = VectorX<double>::Constant(1, 3.1);
  const SimulationResult run =
      simulate(plant, held(zero), start, VectorX<double>::Constant(1, -40), {.duration = 1});
  EXPECT_EQ(run.status, RunStatus::drives_out_of_reach);
  EXPECT_NE(describe_fault(plant, run).find("the mechanism of screw does not reach the position"),
            std::string::npos)
      << describe_fault(plant, run);
  EXPECT_TRUE(run.q.allFinite());
  const SimulationResult never = simulate(plant, held(zero), zero, zero, {.duration = 1});
  EXPECT_EQ(never.status, RunStatus::drives_out_of_reach);
  EXPECT_EQ(never.t, 0);
}

}  // namespace
}  // namespace erfd::test
