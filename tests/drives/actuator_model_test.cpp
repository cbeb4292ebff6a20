// The equation of motion as the motors see it.
#include "erfd/drives/actuator_model.hpp"

#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <cstdio>
#include <numbers>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct RigidForm {
  MatrixX<double> H;
  VectorX<double> bias, u;
};

RigidForm rigid_form(const Model& robot, const State& s) {
  Workspace ws(robot);
  RigidForm f{MatrixX<double>(robot.nv(), robot.nv()), VectorX<double>(robot.nv()), {}};
  crba(robot, ws, s.q, f.H);
  rnea(robot, ws, s.q, s.qd, ws.zero, f.bias);
  f.u = f.H * s.qdd + f.bias;
  return f;
}

VectorX<double> motor_torques_by(std::string_view model, const Drives& drives, const RigidForm& f,
                                 const State& s) {
  const Eigen::Index n = s.qd.size();
  MatrixX<double> H_a(n, n);
  VectorX<double> bias_a(n);
  find_actuator_model(model).evaluate(drives, {f.H, f.bias, f.u, s.qd, s.qd, 0}, H_a, bias_a);
  return H_a * s.qdd + bias_a;
}

// Errata §3.2, by another route: friction from friction_torques(), rotors from Kᵀ I_a K.
TEST(ActuatorModel, IsTheJointSideModelReflectedByTheTransposedInverse) {
  std::mt19937 rng(1);
  for (int k = 0; k < 100; ++k) {
    const Model robot = random_robot({.joints = 1 + k % 9}, rng);
    const State s = random_state(robot, rng);
    const Drives drives = random_drives(robot.nv(), rng);
    const RigidForm f = rigid_form(robot, s);
    VectorX<double> friction(robot.nv());
    friction_torques(drives, s.qd, f.u, friction);
    const VectorX<double> joints = f.u + drives.reflected_inertia() * s.qdd + friction;
    EXPECT_TRUE(is_close(drives.K().transpose() * motor_torques_by("corrected", drives, f, s),
                         joints, 1e-12))
        << "sample " << k;
  }
}

// The motors' power is that of the links, plus the rate of the rotors' energy, plus losses.
TEST(ActuatorModel, PowerOfTheMotorsIsLinksAndRotorsAndLosses) {
  std::mt19937 rng(2);
  for (int k = 0; k < 200; ++k) {
    const Model robot = random_robot({.joints = 1 + k % 9}, rng);
    const State s = random_state(robot, rng);
    const Drives drives = random_drives(robot.nv(), rng);
    const RigidForm f = rigid_form(robot, s);
    const VectorX<double> qd_a = drives.K() * s.qd, qdd_a = drives.K() * s.qdd;
    const double rotors = qd_a.dot(drives.rotor_inertias().cwiseProduct(qdd_a));
    const double power = motor_torques_by("corrected", drives, f, s).dot(qd_a);
    EXPECT_GT(power - f.u.dot(s.qd) - rotors, 0) << "sample " << k;
  }
}

struct Lola {
  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model = build(read.robot);
  Drives drives = make_drives(read.robot, model);
  VectorX<double> speed{6}, acceleration{6};
  Lola() {
    for (const Body& b : model.bodies()) {
      speed[b.v_index] = b.limits.speed;
      acceleration[b.v_index] = b.limits.acceleration;
    }
  }
  /// Any posture, within the limits of speed and acceleration.
  State state(std::mt19937& rng) const {
    State s;
    s.q = random_vector(6, rng, std::numbers::pi);
    s.qd = random_vector(6, rng).cwiseProduct(speed);
    s.qdd = random_vector(6, rng).cwiseProduct(acceleration);
    return s;
  }
  Drives without_friction() const {
    Drives::Parts parts{"lola15", drives.K(), drives.motors(), {}, {}};
    for (Motor& m : parts.motors) m.friction = {}, m.rotor_inertia = 0;
    return Drives(parts);
  }
};

// Errata L18: dividing by the diagonal loses power.
TEST(ActuatorModelAsPublished, DoesNotBalanceThePower) {
  const Lola lola;
  const Drives bare = lola.without_friction();
  std::mt19937 rng(3);
  double published = 0, corrected = 0, total = 0;
  for (int k = 0; k < 2000; ++k) {
    const State s = lola.state(rng);
    const RigidForm f = rigid_form(lola.model, s);
    const VectorX<double> qd_a = bare.K() * s.qd;
    const double power = f.u.dot(s.qd);
    const double a = motor_torques_by("as_published", bare, f, s).dot(qd_a) - power;
    const double b = motor_torques_by("corrected", bare, f, s).dot(qd_a) - power;
    published += a * a, corrected += b * b, total += power * power;
  }
  published = std::sqrt(published / total), corrected = std::sqrt(corrected / total);
  std::printf("power lost, rms: as published %.2g %%, corrected %.1g\n", 100 * published,
              corrected);
  EXPECT_GT(published, 1e-3);
  EXPECT_LT(published, 1e-2);
  EXPECT_LT(corrected, 1e-15);
}

// Errata L19: rms difference of the motor torques by the missing |u|.
TEST(ActuatorModelAsPublished, MissesTheFrictionOfMotorsThatAreDriven) {
  const Lola lola;
  std::mt19937 rng(4);
  VectorX<double> squares = VectorX<double>::Zero(6), size = squares;
  constexpr int samples = 2000;
  for (int k = 0; k < samples; ++k) {
    const State s = lola.state(rng);
    const RigidForm f = rigid_form(lola.model, s);
    const VectorX<double> a = motor_torques_by("as_published", lola.drives, f, s),
                          b = motor_torques_by("corrected", lola.drives, f, s);
    squares += (a - b).cwiseAbs2();
    size += b.cwiseAbs2();
  }
  const VectorX<double> rms = (squares / samples).cwiseSqrt(), of = (size / samples).cwiseSqrt();
  for (int i = 0; i < 6; ++i)
    std::printf("motor %d: rms difference %.3g N m of %.3g N m (%.0f %%)\n", i + 1, rms[i], of[i],
                100 * rms[i] / of[i]);
  for (int i = 0; i < 3; ++i) EXPECT_GT(rms[i], 0.1 * of[i]);
}

/// PUMA 560 with its drives against the Robotics Toolbox.
class Puma560Drives : public ::testing::Test {
 protected:
  ReadResult read = read_robot_file(find_robot("puma560"));
  Model model = build(read.robot);
  Drives drives = make_drives(read.robot, model);
  static VectorX<double> list(std::initializer_list<double> values) {
    VectorX<double> v(static_cast<Eigen::Index>(values.size()));
    std::copy(values.begin(), values.end(), v.begin());
    return v;
  }
  const VectorX<double> qn =
      list({0, std::numbers::pi / 4, std::numbers::pi, 0, std::numbers::pi / 4, 0});

  VectorX<double> torques(const VectorX<double>& q, const VectorX<double>& qd,
                          const VectorX<double>& qdd) {
    const RigidForm f = rigid_form(model, {q, qd, qdd, {}});
    return drives.K().transpose() * motor_torques_by("corrected", drives, f, {q, qd, qdd, {}});
  }
};

TEST_F(Puma560Drives, HaveTheTorquesOfTheRoboticsToolbox) {
  const VectorX<double> zero = VectorX<double>::Zero(6), ones = VectorX<double>::Ones(6);
  EXPECT_TRUE(is_close(torques(qn, zero, ones),
                       list({3.35311085806303, 36.0025112439757, 7.42596407735027,
                             0.190043034566897, 0.203440931113415, 0.194132789939248}),
                       1e-14));
  EXPECT_TRUE(is_close(torques(qn, ones, ones),
                       list({32.4952427549307, 60.8669884751363, 17.7435949127643, 1.45451902607971,
                             1.29911041053789, 0.713780887483695}),
                       1e-14));
  EXPECT_TRUE(is_close(torques(qn, ones, zero),
                       list({29.1421318968677, 56.5043576095177, 16.3527688584246, 1.26447599151281,
                             1.12392227942447, 0.519648097544448}),
                       1e-14));
}

// q = qd = qdd = π/4, with rotors and viscous friction, without Coulomb friction.
TEST_F(Puma560Drives, HaveTheSixteenDigitTorquesOfRoboop) {
  Drives::Parts parts{"puma560", drives.K(), drives.motors(), {}, {}};
  for (Motor& motor : parts.motors) motor.friction = {.viscous = motor.friction.viscous};
  drives = Drives(parts);
  const VectorX<double> s = VectorX<double>::Constant(6, std::numbers::pi / 4);
  EXPECT_TRUE(is_close(torques(s, s, s),
                       list({5.8504824933500092, 26.843280168054910, -4.6613148005143694,
                             0.48664993261801526, 0.46003214638961532, 0.32199143791651730}),
                       1e-14));
}

TEST_F(Puma560Drives, HaveTheAccelerationsOfTheRoboticsToolbox) {
  const VectorX<double> qd = list({.1, .2, .8, .2, .5, 1}), tau = list({1, 3.2, 1.8, .1, .7, 4.6});
  const RigidForm f = rigid_form(model, {qn, qd, VectorX<double>::Zero(6), {}});
  VectorX<double> friction(6);
  friction_torques(drives, qd, f.u, friction);
  const MatrixX<double> M = f.H + drives.reflected_inertia();
  EXPECT_TRUE(is_close(M.ldlt().solve(tau - f.bias - friction),
                       list({-7.41022316368556, -9.84322458156844, -10.9693984450874,
                             -4.43142875137636, -0.988141072398647, 21.0227819492869}),
                       1e-13));
}

TEST_F(Puma560Drives, AreMostOfTheInertiaOfTheWrist) {
  const RigidForm f =
      rigid_form(model, {qn, VectorX<double>::Zero(6), VectorX<double>::Zero(6), {}});
  const VectorX<double> rotors = drives.reflected_inertia().diagonal();
  const VectorX<double> share = rotors.cwiseQuotient(rotors + f.H.diagonal());
  EXPECT_TRUE(is_close(share, list({0.214, 0.527, 0.615, 0.991, 0.996, 0.9998}), 6e-4));
}

TEST(ActuatorModel, UnknownNamesAndMissingRatiosAreRefused) {
  EXPECT_EQ(message_of([] { find_actuator_model("as_publshed"); }),
            "unknown actuator model 'as_publshed' (known: corrected, as_published)");
  MatrixX<double> K(2, 2);
  K << 0, 1, 1, 0;
  const Drives drives({"swapped", K, {Motor{}, Motor{}}, {}, {}});
  const VectorX<double> zero = VectorX<double>::Zero(2);
  MatrixX<double> H = MatrixX<double>::Identity(2, 2), H_a(2, 2);
  VectorX<double> bias_a(2);
  EXPECT_EQ(message_of([&] {
              find_actuator_model("as_published")
                  .evaluate(drives, {H, zero, zero, zero, zero, 0}, H_a, bias_a);
            }),
            "actuator model 'as_published': K(0, 0) of 'swapped' is 0, but (D.3) divides by the "
            "diagonal; use 'corrected'");
}

TEST(ActuatorModel, NeverAllocates) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(5);
  for (const int n : {1, 6, 30}) {
    const Drives drives = random_drives(n, rng);
    const MatrixX<double> H = MatrixX<double>::Identity(n, n);
    const VectorX<double> x = random_vector(n, rng);
    MatrixX<double> H_a(n, n);
    VectorX<double> bias_a(n);
    for (const ActuatorModel& model : actuator_models()) {
      const AllocationCounter counter;
      model.evaluate(drives, {H, x, x, x, x, 0.01}, H_a, bias_a);
      EXPECT_EQ(counter.count(), 0) << model.name << ", " << n << " joints";
    }
  }
}

}  // namespace
}  // namespace erfd::test
