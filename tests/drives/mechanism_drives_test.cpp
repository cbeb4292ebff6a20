// Motor space and joint space with mechanisms.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_mechanisms.hpp"

#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> motor_angles(const Drives& drives, const VectorX<double>& q) {
  DriveState state(drives);
  EXPECT_TRUE(set_position(drives, q, state));
  return state.q_a();
}

struct Sample {
  DrivesAtPosition part;
  DriveState state;
  VectorX<double> qd, qdd, u;
  int n;

  Sample(int count, std::mt19937& rng)
      : part(random_mechanism_drives(count, rng)),
        state(part.drives),
        qd(random_vector(count, rng, 2)),
        qdd(random_vector(count, rng, 5)),
        u(random_vector(count, rng, 300)),
        n(count) {
    EXPECT_TRUE(set_position(part.drives, part.q, state));
  }
  const Drives& drives() const { return part.drives; }
  VectorX<double> position(double t) const { return part.q + t * qd + t * t / 2 * qdd; }
};

// Central differences: truncation h² and rounding 1e-13 / h of motor angles of 100 rad.
constexpr double h = 1e-5;

TEST(DrivesWithMechanisms, JacobianIsTheDifferenceOfMotorPositions) {
  std::mt19937 rng(1);
  for (int k = 0; k < 50; ++k) {
    const Sample s(1 + k % 7, rng);
    MatrixX<double> expected(s.n, s.n);
    for (int j = 0; j < s.n; ++j) {
      const VectorX<double> e = h * VectorX<double>::Unit(s.n, j);
      expected.col(j) =
          (motor_angles(s.drives(), s.part.q + e) - motor_angles(s.drives(), s.part.q - e)) /
          (2 * h);
    }
    EXPECT_TRUE(is_close(s.state.K(), expected, 1e-8)) << "sample " << k;
  }
}

TEST(DrivesWithMechanisms, AccelerationsAndRatesAreDifferencesAlongAMotion) {
  std::mt19937 rng(2);
  for (int k = 0; k < 50; ++k) {
    const Sample s(1 + k % 7, rng);
    DriveState before(s.drives()), after(s.drives());
    ASSERT_TRUE(set_position(s.drives(), s.position(-h), before));
    ASSERT_TRUE(set_position(s.drives(), s.position(h), after));
    MatrixX<double> Kd(s.n, s.n);
    transmission_rate(s.drives(), s.state, s.qd, Kd);
    EXPECT_TRUE(is_close(Kd, (after.K() - before.K()) / (2 * h), 1e-8)) << "sample " << k;
    VectorX<double> qdd_a(s.n), qd_a(s.n);
    motor_accelerations(s.drives(), s.state, s.qd, s.qdd, qdd_a);
    const VectorX<double> speeds =
        (after.K() * (s.qd + h * s.qdd) - before.K() * (s.qd - h * s.qdd)) / (2 * h);
    EXPECT_TRUE(is_close(qdd_a, speeds, 1e-8)) << "sample " << k;
    motor_velocities(s.drives(), s.state, s.qd, qd_a);
    EXPECT_TRUE(is_close(qd_a, (after.q_a() - before.q_a()) / (2 * h), 1e-8)) << "sample " << k;
  }
}

TEST(DrivesWithMechanisms, MotorsAndJointsHaveTheSamePower) {
  std::mt19937 rng(3);
  for (int k = 0; k < 100; ++k) {
    const Sample s(1 + k % 7, rng);
    VectorX<double> u_a(s.n), qd_a(s.n), back(s.n);
    motor_torques(s.drives(), s.state, s.u, u_a);
    motor_velocities(s.drives(), s.state, s.qd, qd_a);
    EXPECT_NEAR(u_a.dot(qd_a), s.u.dot(s.qd), 1e-12 * s.u.norm() * s.qd.norm()) << "sample " << k;
    joint_torques(s.drives(), s.state, u_a, back);
    EXPECT_TRUE(is_close(back, s.u, 1e-13)) << "sample " << k;
    joint_velocities(s.drives(), s.state, qd_a, back);
    EXPECT_TRUE(is_close(back, s.qd, 1e-13)) << "sample " << k;
  }
}

TEST(DrivesWithMechanisms, JointPositionsComeBackFromTheMotors) {
  std::mt19937 rng(4);
  for (int k = 0; k < 100; ++k) {
    const Sample s(1 + k % 7, rng);
    VectorX<double> q = s.part.q + random_vector(s.n, rng, 0.05);
    ASSERT_TRUE(joint_positions(s.drives(), s.state.q_a(), q));
    EXPECT_TRUE(is_close(q, s.part.q, 1e-12)) << "sample " << k;
  }
}

/// ½ Σ I_a qd_a², qd_a from differences of motor positions alone.
double rotor_energy(const Drives& drives, const VectorX<double>& q, const VectorX<double>& qd) {
  const double step = 1e-4;
  const VectorX<double> qd_a =
      (8 * (motor_angles(drives, q + step * qd) - motor_angles(drives, q - step * qd)) -
       (motor_angles(drives, q + 2 * step * qd) - motor_angles(drives, q - 2 * step * qd))) /
      (12 * step);
  return drives.rotor_inertias().dot(qd_a.cwiseAbs2()) / 2;
}

// d/dt ∂T/∂qd − ∂T/∂q of the rotors, where power balance is blind.
TEST(DrivesWithMechanisms, RotorsFollowLagrange) {
  std::mt19937 rng(5);
  for (int k = 0; k < 20; ++k) {
    const Sample s(1 + k % 5, rng);
    MatrixX<double> H(s.n, s.n);
    VectorX<double> bias(s.n), expected(s.n);
    reflected_inertia(s.drives(), s.state, H);
    reflected_bias(s.drives(), s.state, s.qd, bias);
    const double step = 1e-3;  // rounding of the inner differences: 1e-9 / step
    for (int i = 0; i < s.n; ++i) {
      const VectorX<double> e = VectorX<double>::Unit(s.n, i);
      const auto momentum = [&](double t) {
        const VectorX<double> q = s.position(t), qd = s.qd + t * s.qdd;
        return (rotor_energy(s.drives(), q, qd + e) - rotor_energy(s.drives(), q, qd - e)) / 2;
      };
      const auto energy = [&](double d) {
        return rotor_energy(s.drives(), s.part.q + d * e, s.qd);
      };
      const auto slope = [&](const auto& f) {
        return (8 * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step))) / (12 * step);
      };
      expected[i] = slope(momentum) - slope(energy);
    }
    EXPECT_TRUE(is_close(H * s.qdd + bias, expected, 1e-6)) << "sample " << k;
  }
}

// The motors' power is that of links and rotors and of what every friction takes away.
TEST(DrivesWithMechanisms, PowerOfTheMotorsIsLinksAndRotorsAndFriction) {
  std::mt19937 rng(6);
  for (int k = 0; k < 50; ++k) {
    const Sample s(1 + k % 7, rng);
    const Drives& drives = s.drives();
    VectorX<double> u_a(s.n), qd_a(s.n), qdd_a(s.n);
    drive_torques(s.drives(), s.state, s.qd, s.qdd, s.u, u_a);
    motor_velocities(s.drives(), s.state, s.qd, qd_a);
    motor_accelerations(s.drives(), s.state, s.qd, s.qdd, qdd_a);
    double power = s.u.dot(s.qd) + qd_a.dot(drives.rotor_inertias().cwiseProduct(qdd_a));
    for (int j = 0; j < s.n; ++j) {
      const ShaftFriction &joint = drives.joint_friction(j), &motor = drives.motor(j).friction;
      power += joint.viscous * s.qd[j] * s.qd[j] + coulomb_torque(joint, s.qd[j]) * s.qd[j];
      power += drives.load_dependent()[j] * std::abs(s.u[j] * s.qd[j]);
      power += motor.viscous * qd_a[j] * qd_a[j] + coulomb_torque(motor, qd_a[j]) * qd_a[j];
    }
    EXPECT_NEAR(u_a.dot(qd_a), power, 1e-12 * u_a.norm() * qd_a.norm()) << "sample " << k;
  }
}

TEST(DrivesWithMechanisms, NeedNoneOfThem) {
  std::mt19937 rng(7);
  for (int k = 0; k < 20; ++k) {
    const int n = 1 + k % 7;
    const Drives drives = random_drives(n, rng);
    EXPECT_TRUE(drives.is_constant());
    DriveState state(drives);
    const VectorX<double> q = random_vector(n, rng), qd = random_vector(n, rng),
                          qdd = random_vector(n, rng), u = random_vector(n, rng, 200);
    ASSERT_TRUE(set_position(drives, q, state));
    VectorX<double> a(n), b(n), friction(n);
    drive_torques(drives, state, qd, qdd, u, a);
    drive_torques(drives, qd, qdd, u, b);
    EXPECT_TRUE(is_close(a, b, 1e-14));
    friction_torques(drives, qd, u, friction);
    EXPECT_TRUE(is_close(drives.K().transpose() * b,
                         u + friction + drives.reflected_inertia() * qdd, 1e-12));
    motor_positions(drives, q, b);
    EXPECT_TRUE(is_close(state.q_a(), b, 1e-15));
  }
}

TEST(DrivesWithMechanisms, NamesDeadCentresAndPositionsOutOfReach) {
  Drives::Parts parts{"arm", MatrixX<double>::Identity(2, 2), {Motor{}, Motor{}}, {}, {}};
  parts.motors[0].name = "screw", parts.motors[1].name = "crank";
  const Mechanism screw{.kind = MechanismKind::ball_screw, .a = 0.2, .b = 0.3, .pitch = 0.01};
  const Mechanism crank{.kind = MechanismKind::crank, .a = 0.1, .b = 0.55, .c = 0.5, .d = 1};
  parts.mechanisms = {screw, crank};
  const Drives drives(parts);
  DriveState state(drives);
  VectorX<double> q(2);
  q << 1, 3.1;
  EXPECT_TRUE(set_position(drives, q, state));
  q << 0, 3.1;
  EXPECT_EQ(text_of(drives, set_position(drives, q, state)), "screw: dead centre");
  q << 1, 1;
  EXPECT_EQ(text_of(drives, set_position(drives, q, state)), "crank: out of reach");
  VectorX<double> q_a(2), three(3);
  q_a << 1e6, 0;
  EXPECT_EQ(text_of(drives, joint_positions(drives, q_a, q)), "screw: out of reach");
  EXPECT_EQ(message_of([&] { motor_velocities(drives, state, q, three); }),
            "motor_velocities: argument 'qd_a' has size 3, but the drives of 'arm' need 2");
}

TEST(DrivesWithMechanisms, NeverAllocatesAfterSetUp) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(8);
  for (const int n : {1, 6, 30}) {
    Sample s(n, rng);
    VectorX<double> out(n), q = s.part.q;
    MatrixX<double> M(n, n);
    const AllocationCounter counter;
    EXPECT_TRUE(set_position(s.drives(), q, s.state));
    EXPECT_TRUE(joint_positions(s.drives(), s.state.q_a(), q));
    motor_velocities(s.drives(), s.state, s.qd, out);
    joint_velocities(s.drives(), s.state, s.qd, out);
    motor_accelerations(s.drives(), s.state, s.qd, s.qdd, out);
    motor_torques(s.drives(), s.state, s.u, out);
    joint_torques(s.drives(), s.state, s.u, out);
    drive_torques(s.drives(), s.state, s.qd, s.qdd, s.u, out);
    reflected_bias(s.drives(), s.state, s.qd, out);
    reflected_inertia(s.drives(), s.state, M);
    transmission_rate(s.drives(), s.state, s.qd, M);
    EXPECT_EQ(counter.count(), 0) << n << " joints";
  }
}

// [S], section 3: the motor angles of the example, and the currents that hold the arm there. The
// masses of the file are scaled to them; the mechanisms, which are not, must agree with both.
TEST(Irb6, HoldsTheExampleOfSzkodnyWithItsCurrents) {
  const ReadResult read = read_robot_file(find_robot("irb6"));
  const Model model = build(read.robot);
  const Drives drives = make_drives(read.robot, model);
  DriveState state(drives);
  VectorX<double> q_a(5),
      q = Eigen::Map<const VectorX<double>>(read.robot.program->home->value.data(), 5);
  q_a << -130, -66.7, -51, -199, -199;
  ASSERT_TRUE(joint_positions(drives, q_a, q));
  ASSERT_TRUE(set_position(drives, q, state));
  EXPECT_TRUE(is_close(state.q_a(), q_a, 1e-12));
  EXPECT_TRUE(is_in_range(drives, q));
  Workspace ws(model);
  VectorX<double> u(5), u_a(5), current(5);
  rnea(model, ws, q, ws.zero, ws.zero, u);
  drive_torques(drives, state, ws.zero, ws.zero, u, u_a);
  for (int i = 0; i < 5; ++i)
    current[i] = motor_current(drives.motors()[static_cast<std::size_t>(i)], u_a[i]);
  std::printf("IRb-6 held by %.3f %.3f %.3f %.3f %.3f A\n", current[0], current[1], current[2],
              current[3], current[4]);
  EXPECT_NEAR(current[1], 3.18, 0.005);
  EXPECT_NEAR(current[2], -0.73, 0.005);
  EXPECT_NEAR(current[0], 0, 0.01);
  EXPECT_NEAR(current[3], 0, 0.01);
  EXPECT_NEAR(current[4], 0, 0.01);
}

}  // namespace
}  // namespace erfd::test
