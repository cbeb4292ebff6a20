// Rotors as bodies.
#include "erfd/drives/rotors.hpp"

#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/robot/read.hpp"

#include "golden/golden.hpp"
#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/motion.hpp"
#include "support/random_drives.hpp"
#include "support/source_tree.hpp"

#include <cstdio>
#include <fstream>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// A balanced rotor at a random place of a random link, or on the ground.
Rotor random_rotor(const Model& arm, std::mt19937& rng) {
  Rotor rotor;
  rotor.name = "rotor";
  rotor.carrier = {std::uniform_int_distribution<int>(-1, arm.body_count() - 1)(rng)};
  rotor.X_CR0.R = rotation_x<double>(uniform(rng, -3, 3)) * rotation_y<double>(uniform(rng, -3, 3));
  rotor.X_CR0.p = random_vector(3, rng, 0.3);
  rotor.I_R = Inertia::about_com(uniform(rng, 0.5, 3), {0, 0, uniform(rng, -0.1, 0.1)},
                                 Vector3<double>(6e-4, 6e-4, 1e-3).asDiagonal());
  return rotor;
}

struct Mechanism {
  Model arm;
  std::vector<Rotor> rotors;
  MatrixX<double> N;
};

Mechanism random_mechanism(int joints, int count, std::mt19937& rng) {
  Mechanism m{random_robot({.joints = joints}, rng), {}, MatrixX<double>(count, joints)};
  for (int r = 0; r < count; ++r) {
    m.rotors.push_back(random_rotor(m.arm, rng));
    for (int j = 0; j < joints; ++j) m.N(r, j) = uniform(rng, -80, 80);
  }
  return m;
}

/// Energies from the bare arm and each rotor's own motion: a point mass at its centre, and a spin
/// ω_C + z N qd. A balanced rotor looks the same at every angle, so that its angle never enters.
class Energies {
 public:
  explicit Energies(const Mechanism& m) : m_(m), ws_(m.arm) {}

  Quad kinetic(const QuadVector& q, const QuadVector& qd) {
    Quad T = kinetic_energy<Quad>(m_.arm, ws_, q, qd);
    for (std::size_t r = 0; r < m_.rotors.size(); ++r) T += rotor_kinetic(r, q, qd);
    return T;
  }
  Quad potential(const QuadVector& q) {
    Quad V = potential_energy<Quad>(m_.arm, ws_, q);
    for (const Rotor& rotor : m_.rotors) {
      const Vector3<Quad> c = pose_of(rotor, q) * rotor.I_R.com().cast<Quad>().eval();
      V -= Quad(rotor.I_R.mass) * m_.arm.gravity().cast<Quad>().dot(c);
    }
    return V;
  }

 private:
  Pose<Quad> pose_of(const Rotor& rotor, const QuadVector& q) {
    const Pose<Quad> X_CR = rotor.X_CR0.cast<Quad>();
    if (rotor.carrier.is_world()) return X_CR;
    body_poses<Quad>(m_.arm, ws_, q, poses());
    return poses_[static_cast<std::size_t>(rotor.carrier.value)] * X_CR;
  }
  std::vector<Pose<Quad>>& poses() {
    poses_.resize(static_cast<std::size_t>(m_.arm.body_count()));
    return poses_;
  }
  Quad rotor_kinetic(std::size_t r, const QuadVector& q, const QuadVector& qd) {
    const Rotor& rotor = m_.rotors[r];
    const Pose<Quad> X_WR = pose_of(rotor, q);
    const auto centre = [&](Quad t) -> Vector3<Quad> {
      return pose_of(rotor, q + t * qd) * rotor.I_R.com().cast<Quad>().eval();
    };
    const auto axes = [&](Quad t) -> Matrix3<Quad> { return pose_of(rotor, q + t * qd).R; };
    // Velocities by differences of positions: no Jacobian, no recursion.
    const Vector3<Quad> v = (centre(step) - centre(-step)) / (Quad(2) * step);
    const Matrix3<Quad> W = (axes(step) - axes(-step)) / (Quad(2) * step) * X_WR.R.transpose();
    const Vector3<Quad> w_C{W(2, 1), W(0, 2), W(1, 0)};
    const Quad spin = m_.N.row(static_cast<Eigen::Index>(r)).cast<Quad>().dot(qd);
    const Vector3<Quad> w = X_WR.R.transpose() * (w_C + X_WR.R.col(2) * spin);
    const Matrix3<Quad> I = rotor.I_R.inertia_about_com().cast<Quad>();
    return (Quad(rotor.I_R.mass) * v.dot(v) + w.dot(I * w)) / Quad(2);
  }

  const Mechanism& m_;
  BasicWorkspace<Quad> ws_;
  std::vector<Pose<Quad>> poses_;
};

// H_ij from T(qd) alone: T is quadratic in qd.
TEST(Rotors, InertiaMatrixIsThatOfTheKineticEnergy) {
  std::mt19937 rng(1);
  for (int k = 0; k < 10; ++k) {
    const int n = 2 + k % 4;
    const Mechanism m = random_mechanism(n, n, rng);
    const GearedRotors geared(m.arm, m.rotors, m.N);
    RotorWorkspace ws(geared);
    const State s = random_state(m.arm, rng);
    Energies energies(m);
    const QuadVector q = s.q.cast<Quad>();
    MatrixX<double> H(n, n), expected(n, n);
    inertia_matrix(geared, ws, s.q, H);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        QuadVector e = QuadVector::Zero(n), f = e;
        e[i] += 1, e[j] += 1;
        f[i] += 1, f[j] -= 1;
        expected(i, j) = double((energies.kinetic(q, e) - energies.kinetic(q, f)) / Quad(2));
      }
    }
    EXPECT_TRUE(is_close(H, expected, 1e-12)) << "sample " << k;
  }
}

// u · qd = dE/dt, E of links and rotors.
TEST(Rotors, PowerEqualsRateOfChangeOfEnergy) {
  std::mt19937 rng(2);
  for (int k = 0; k < 20; ++k) {
    const int n = 2 + k % 4;
    const Mechanism m = random_mechanism(n, n, rng);
    const GearedRotors geared(m.arm, m.rotors, m.N);
    RotorWorkspace ws(geared);
    const State s = random_state(m.arm, rng);
    VectorX<double> tau(n);
    inverse_dynamics(geared, ws, s.q, s.qd, s.qdd, tau);
    Energies energies(m);
    const Path path(s);
    const Quad h = 1e-6;  // differences of differences: the inner step is 1e-10
    const auto E = [&](Quad t) {
      return energies.kinetic(path.position(t), path.velocity(t)) +
             energies.potential(path.position(t));
    };
    const double rate = double((E(h) - E(-h)) / (Quad(2) * h));
    EXPECT_NEAR(tau.dot(s.qd), rate, 1e-9 * tau.norm() * s.qd.norm()) << "sample " << k;
  }
}

// d/dt ∂T/∂qd − ∂T/∂q + ∂V/∂q, where power balance is blind: gyroscopic torques do no work.
TEST(Rotors, TorquesAreLagranges) {
  std::mt19937 rng(3);
  for (int k = 0; k < 6; ++k) {
    const int n = 2 + k % 3;
    const Mechanism m = random_mechanism(n, n, rng);
    const GearedRotors geared(m.arm, m.rotors, m.N);
    RotorWorkspace ws(geared);
    const State s = random_state(m.arm, rng);
    VectorX<double> tau(n), expected(n);
    inverse_dynamics(geared, ws, s.q, s.qd, s.qdd, tau);
    Energies energies(m);
    const Path path(s);
    const Quad h = 1e-6;
    for (int i = 0; i < n; ++i) {
      const auto momentum = [&](Quad t) {
        QuadVector plus = path.velocity(t), minus = plus;
        plus[i] += 1, minus[i] -= 1;
        return (energies.kinetic(path.position(t), plus) -
                energies.kinetic(path.position(t), minus)) /
               Quad(2);
      };
      const auto lagrangian = [&](Quad d) {
        QuadVector q = path.q;
        q[i] += d;
        return energies.kinetic(q, path.qd) - energies.potential(q);
      };
      expected[i] =
          double((momentum(h) - momentum(-h) - lagrangian(h) + lagrangian(-h)) / (Quad(2) * h));
    }
    EXPECT_TRUE(is_close(tau, expected, 1e-9)) << "sample " << k;
  }
}

/// A planar arm whose motors sit on its links, written as a robot file.
const char* const file = R"(
format = "erfd-robot/1"
name   = "geared"
[[body]]
name          = "upper"
mass_kg       = 8
com_m         = [-0.25, 0.01, 0.02]
inertia_kg_m2 = [0.1, 0.12, 0.13]
joint = { type = "revolute", dh = { a_m = 0.5, alpha_deg = 70 } }
[[body]]
name          = "fore"
mass_kg       = 5
com_m         = [-0.2, 0, 0]
inertia_kg_m2 = [0.05, 0.06, 0.07]
joint = { type = "revolute", dh = { a_m = 0.4 } }
[[drive]]
name  = "m1"
joint = "upper"
ratio = 100
rotor_inertia_kg_m2 = 0.001
rotor_on   = "world"
rotor_axis = [0, 0, 1]
[[drive]]
name  = "m2"
joint = "fore"
ratio = -60
rotor_inertia_kg_m2 = 0.0008
rotor_on   = "upper"
rotor_axis = [1, 2, 0]
)";

// Link masses of a robot file hold the rotors: taking a heavy rotor out of its link, wherever it
// sits, and adding it as a body gives the same robot.
TEST(Rotors, OfARobotFileAreThoseOfAnyBalancedRotorTakenOutOfItsLink) {
  const ReadResult read = read_robot_toml(file, "geared.toml");
  ASSERT_FALSE(read.findings.has_errors());
  const Model model = build(read.robot);
  const Drives drives = make_drives(read.robot, model);
  const GearedRotors from_file = make_rotors(read.robot, model, drives);
  std::mt19937 rng(4);
  std::vector<Rotor> rotors;
  Model::Parts lighter;
  lighter.gravity = model.gravity();
  lighter.bodies = model.bodies();
  for (int r = 0; r < 2; ++r) {
    const Body& spin = from_file.extended().body({2 + r});
    Rotor rotor{"rotor", spin.parent, spin.X_PB0, {}};
    rotor.X_CR0.p = random_vector(3, rng, 0.3);
    rotor.I_R = Inertia::about_com(
        1.5, {0, 0, 0.05}, Vector3<double>(7e-4, 7e-4, spin.I_B.about_origin(2, 2)).asDiagonal());
    rotors.push_back(rotor);
    if (spin.parent.is_world()) continue;
    Inertia taken = rotor.I_R.moved(rotor.X_CR0);
    Inertia& link = lighter.bodies[static_cast<std::size_t>(spin.parent.value)].I_B;
    link.mass -= taken.mass, link.moment -= taken.moment, link.about_origin -= taken.about_origin;
  }
  const GearedRotors explicit_rotors(Model(lighter), rotors, drives.K());
  RotorWorkspace a(from_file), b(explicit_rotors);
  for (int k = 0; k < 20; ++k) {
    const State s = random_state(model, rng);
    VectorX<double> x(2), y(2);
    inverse_dynamics(from_file, a, s.q, s.qd, s.qdd, x);
    inverse_dynamics(explicit_rotors, b, s.q, s.qd, s.qdd, y);
    EXPECT_TRUE(is_close(x, y, 1e-13));
  }
}

TEST(Rotors, OfARobotFileWithoutCarriersAreRefused) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model model = build(read.robot);
  const Drives drives = make_drives(read.robot, model);
  const std::string message = message_of([&] { make_rotors(read.robot, model, drives); });
  EXPECT_NE(message.find("drive 'motor1': rotor_on is not given, expected rotor_inertia_kg_m2, "
                         "rotor_on and rotor_axis for rotors as bodies; add it, or use the "
                         "reflected inertia"),
            std::string::npos)
      << message;
}

TEST(Rotors, NeverAllocateAfterSetUp) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(6);
  for (const int n : {2, 6, 12}) {
    const Mechanism m = random_mechanism(n, n, rng);
    const GearedRotors geared(m.arm, m.rotors, m.N);
    RotorWorkspace ws(geared);
    const State s = random_state(m.arm, rng);
    VectorX<double> tau(n);
    MatrixX<double> H(n, n);
    const AllocationCounter counter;
    inverse_dynamics(geared, ws, s.q, s.qd, s.qdd, tau);
    inertia_matrix(geared, ws, s.q, H);
    EXPECT_EQ(counter.count(), 0) << n << " joints";
  }
}

/// What (8)–(10) of [S] leave out of the torques of a golden mechanism, rms over rms.
VectorX<double> left_out(const golden::Json& mechanism) {
  VectorX<double> missing = VectorX<double>::Zero(3), size = missing;
  for (const auto& sample : mechanism.at("samples")) {
    const VectorX<double> exact = golden::vector_of(sample.at("tau_exact"));
    missing += (exact - golden::vector_of(sample.at("tau_szkodny_8_9_10"))).cwiseAbs2();
    size += exact.cwiseAbs2();
  }
  const VectorX<double> share = missing.cwiseQuotient(size).cwiseSqrt();
  std::printf("%s: left out %.1f, %.1f, %.1f %%\n", mechanism.at("name").get<std::string>().c_str(),
              100 * share[0], 100 * share[1], 100 * share[2]);
  return share;
}

// The difference of the golden set, whose reflected side was made by differences of energies.
TEST(RotorDifference, IsWhatSzkodnyLeavesOutOfTheGoldenMechanisms) {
  std::ifstream in(source_tree("tests/goldens/rotors3.json"));
  const golden::Json set = golden::Json::parse(in);
  for (const auto& mechanism : set.at("mechanisms")) {
    golden::Json arm_only = mechanism.at("extended_tree");
    const MatrixX<double> N = golden::matrix_of(mechanism.at("N"));
    const Model all = golden::model_of(set, arm_only, "all");
    golden::Json links = golden::Json::array();
    for (std::size_t i = 0; i < static_cast<std::size_t>(N.cols()); ++i)
      links.push_back(arm_only.at("links").at(i));
    arm_only["links"] = links;
    const Model arm = golden::model_of(set, arm_only, "arm");
    std::vector<Rotor> rotors;
    Drives::Parts spins{"rotors3", N, {}, {}, {}};
    for (int i = arm.body_count(); i < all.body_count(); ++i) {
      const Body& body = all.body({i});
      rotors.push_back({body.name, body.parent, body.X_PB0, body.I_B});
      spins.motors.emplace_back().rotor_inertia = body.I_B.about_origin(2, 2);
    }
    const GearedRotors exact(arm, rotors, N);
    const Drives drives(spins);
    for (const auto& sample : mechanism.at("samples")) {
      const RotorDifference d =
          rotor_difference(exact, arm, drives, golden::vector_of(sample.at("q")),
                           golden::vector_of(sample.at("qd")), golden::vector_of(sample.at("qdd")));
      const VectorX<double> tau = golden::vector_of(sample.at("tau_exact"));
      const double size = std::max(1.0, tau.cwiseAbs().maxCoeff());
      const VectorX<double> left_out = tau - golden::vector_of(sample.at("tau_szkodny_8_9_10"));
      EXPECT_TRUE(is_close(d.tau / size, left_out / size, 1e-10));
      const MatrixX<double> H = golden::matrix_of(sample.at("H_exact"));
      EXPECT_TRUE(is_close(d.H, H - golden::matrix_of(sample.at("D_szkodny_8")),
                           1e-12 * std::max(1.0, H.cwiseAbs().maxCoeff())));
    }
  }
}

// With the rotors of a robot file the locked inertia is in the links: what is left is the coupling
// of spin and carrier, one power of the ratio below the reflected inertia.
TEST(RotorDifference, OfARobotFileIsTheCouplingOfSpinAndCarrier) {
  const ReadResult read = read_robot_toml(file, "geared.toml");
  const Model model = build(read.robot);
  const Drives drives = make_drives(read.robot, model);
  const GearedRotors exact = make_rotors(read.robot, model, drives);
  const VectorX<double> zero = VectorX<double>::Zero(2);
  const RotorDifference d = rotor_difference(exact, model, drives, zero, zero, zero);
  // Motor 2 sits on the upper arm with axis (1, 2, 0)/√5 in the link frame; joint 1 turns about z
  // of the link before, which is (0, sin 70°, cos 70°) there: I k₂ (a · z).
  const double along = 2 / std::sqrt(5.0) * std::sin(70 * std::numbers::pi / 180);
  EXPECT_NEAR(d.H(0, 1), 0.0008 * -60 * along, 1e-15);
  EXPECT_NEAR(d.H(1, 0), d.H(0, 1), 1e-15);
  EXPECT_NEAR(d.H(0, 0), 0, 1e-15);
  EXPECT_NEAR(d.H(1, 1), 0, 1e-14);
}

// Errata §1.5.
TEST(Szkodny, LeavesOutWeightAndCouplingOfTheRotors) {
  std::ifstream in(source_tree("tests/goldens/rotors3.json"));
  const golden::Json set = golden::Json::parse(in);
  const VectorX<double> in_axis = left_out(set.at("mechanisms").at(0)),
                        beyond = left_out(set.at("mechanisms").at(1));
  EXPECT_GT(in_axis.minCoeff(), 0.01);
  EXPECT_GT(in_axis[1], 0.05);
  EXPECT_GT(beyond[0], 0.01);
  // Rotors on the column, whose axes lie flat: nothing of them reaches axes 2 and 3.
  EXPECT_LT(beyond.tail(2).maxCoeff(), 1e-9);
}

/// A rotor on the ground turns with nothing but its spin: its reflected inertia is all there is.
TEST(SurveyOfRotors, LeavesNothingOutOfRotorsOnTheGround) {
  const auto shares = [](const std::vector<std::string>& settings) {
    const ChosenRobot scara = choose_robot({.robot = "scara", .settings = settings});
    const Model model = scara.model();
    const Drives drives = make_drives(scara.description, model);
    return survey_rotors(make_rotors(scara.description, model, drives), model, drives, 200);
  };
  for (const RotorShare& share :
       shares({"drive.motor2.rotor_on=world", "drive.motor3.rotor_on=world",
               "drive.motor4.rotor_on=world"}))
    EXPECT_LT(share.most_left_out, 1e-12 * share.needed);
  for (const RotorShare& share : shares({})) {
    EXPECT_GT(share.left_out, 1e-4 * share.needed);
    EXPECT_LE(share.left_out, share.most_left_out);
  }
}

}  // namespace
}  // namespace erfd::test
