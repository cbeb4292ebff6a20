// Laws of mechanics that hold for every robot and state, by routes that share no formula with the
// algorithms.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "support/compare.hpp"
#include "support/motion.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> torques(const Model& robot, const State& s, Wrenches<double> wrenches = {}) {
  Workspace ws(robot);
  ws.poison();
  VectorX<double> tau(robot.nv());
  rnea(robot, ws, s.q, s.qd, s.qdd, tau, wrenches);
  return tau;
}

/// Ten ugly robots, every other one with helical joints, ten states each.
template <class Body>
void for_random_states(unsigned seed, Body&& body, bool free_base = false) {
  std::mt19937 rng(seed);
  for (int r = 0; r < 10; ++r) {
    const Model robot = random_robot({.joints = 2 + r,
                                      .branching = 0.4,
                                      .prismatic = 0.35,
                                      .helical = r % 2 == 0 ? 0 : 0.3,
                                      .free_base = free_base},
                                     rng);
    for (int k = 0; k < 10; ++k) {
      SCOPED_TRACE("robot " + std::to_string(r) + ", state " + std::to_string(k));
      body(robot, random_state(robot, rng), rng);
    }
  }
}

TEST(Rnea, PowerEqualsRateOfChangeOfEnergy) {
  for_random_states(1, [](const Model& robot, const State& s, auto&) {
    const Path path(s);
    BasicWorkspace<Quad> ws(robot);
    const Quad rate = scalar_derivative([&](Quad t) {
      return kinetic_energy<Quad>(robot, ws, path.position(t), path.velocity(t)) +
             potential_energy<Quad>(robot, ws, path.position(t));
    });
    const VectorX<double> tau = torques(robot, s);
    EXPECT_NEAR(tau.dot(s.qd), double(rate), 1e-12 * tau.norm() * s.qd.norm());
  });
}

// d/dt ∂T/∂qd_i − ∂T/∂q_i + ∂U/∂q_i from energies alone. T is quadratic in qd, so ∂T/∂qd_i by a
// step of 1 is exact.
TEST(Rnea, EqualsLagrangeByDifferencesOfTheEnergies) {
  for_random_states(2, [](const Model& robot, const State& s, auto&) {
    const Path path(s);
    BasicWorkspace<Quad> ws(robot);
    const auto momentum = [&](Quad t, int i) {
      QuadVector plus = path.velocity(t), minus = plus;
      plus[i] += 1;
      minus[i] -= 1;
      return (kinetic_energy<Quad>(robot, ws, path.position(t), plus) -
              kinetic_energy<Quad>(robot, ws, path.position(t), minus)) /
             Quad(2);
    };
    VectorX<double> lagrange(robot.nv());
    for (int i = 0; i < robot.nv(); ++i) {
      const Quad rate = scalar_derivative([&](Quad t) { return momentum(t, i); });
      const Quad slope = scalar_derivative([&](Quad h) {
        QuadVector q = path.q;
        q[i] += h;
        return kinetic_energy<Quad>(robot, ws, q, path.qd) - potential_energy<Quad>(robot, ws, q);
      });
      lagrange[i] = double(rate - slope);
    }
    EXPECT_TRUE(is_close(torques(robot, s), lagrange, 1e-13));
  });
}

TEST(Rnea, IsAffineInTheAccelerationsWithTheInertiaMatrixAsSlope) {
  for (const bool free_base : {false, true}) {
    for_random_states(
        3,
        [](const Model& robot, const State& s, auto&) {
          Workspace ws(robot);
          ws.poison();
          MatrixX<double> H(robot.nv(), robot.nv());
          crba(robot, ws, s.q, H);
          VectorX<double> bias(robot.nv());
          ws.poison();
          bias_torques(robot, ws, s.q, s.qd, bias);
          EXPECT_TRUE(is_close(torques(robot, s), H * s.qdd + bias, 1e-13));
          EXPECT_TRUE(is_close(H, H.transpose(), 1e-15));
        },
        free_base);
  }
}

TEST(Crba, EqualsTheHessianOfTheKineticEnergy) {
  for (const bool free_base : {false, true}) {
    for_random_states(
        4,
        [](const Model& robot, const State& s, auto&) {
          BasicWorkspace<Quad> quad(robot);
          const int nv = robot.nv();
          const QuadVector q = s.q.cast<Quad>();
          MatrixX<double> hessian(nv, nv), H(nv, nv);
          for (int i = 0; i < nv; ++i) {
            for (int j = 0; j < nv; ++j) {
              const QuadVector sum = QuadVector::Unit(nv, i) + QuadVector::Unit(nv, j);
              const QuadVector difference = QuadVector::Unit(nv, i) - QuadVector::Unit(nv, j);
              hessian(i, j) = double((kinetic_energy<Quad>(robot, quad, q, sum) -
                                      kinetic_energy<Quad>(robot, quad, q, difference)) /
                                     Quad(2));
            }
          }
          Workspace ws(robot);
          ws.poison();
          crba(robot, ws, s.q, H);
          EXPECT_TRUE(is_close(H, hessian, 1e-14));
        },
        free_base);
  }
}

TEST(Aba, UndoesRnea) {
  for (const bool free_base : {false, true}) {
    for_random_states(
        5,
        [](const Model& robot, const State& s, auto&) {
          Workspace ws(robot);
          ws.poison();
          VectorX<double> qdd(robot.nv());
          aba(robot, ws, s.q, s.qd, torques(robot, s), qdd);
          EXPECT_TRUE(is_close(qdd, s.qdd, 1e-10));  // condition numbers up to 1e5
        },
        free_base);
  }
}

TEST(Aba, CarriesTheArmatureOfTheJoints) {
  for_random_states(6, [](const Model& robot, const State& s, auto& rng) {
    std::vector<double> armature;
    for (int i = 0; i < robot.nv(); ++i) armature.push_back(uniform(rng, 0.1, 5));
    const Eigen::Map<const VectorX<double>> Ia(armature.data(), robot.nv());
    const VectorX<double> tau = torques(robot, s) + Ia.cwiseProduct(s.qdd);
    Workspace ws(robot);
    ws.poison();
    VectorX<double> qdd(robot.nv());
    aba(robot, ws, s.q, s.qd, tau, qdd, {}, armature);
    EXPECT_TRUE(is_close(qdd, s.qdd, 1e-11));
  });
}

TEST(Jacobian, TurnsSpeedsIntoTheRateOfThePose) {
  for (const bool free_base : {false, true}) {
    for_random_states(
        7,
        [](const Model& robot, const State& s, auto&) {
          BasicWorkspace<Quad> quad(robot);
          const FrameIndex frame{robot.body_count() - 1};
          const auto pose = [&](Quad t) {
            QuadVector q(robot.nq());
            integrate<Quad>(robot, s.q.cast<Quad>(), s.qd.cast<Quad>(), t, q);
            return frame_pose<Quad>(robot, quad, q, frame);
          };
          const Pose<Quad> X = pose(0);
          const Vector3<Quad> v = derivative([&](Quad t) { return pose(t).p; });
          const Matrix3<Quad> W =
              derivative([&](Quad t) { return pose(t).R; }) * X.R.transpose();  // skew(ω)
          VectorX<double> rate(6);
          rate << double(W(2, 1)), double(W(0, 2)), double(W(1, 0)), double(v.x()), double(v.y()),
              double(v.z());
          Workspace ws(robot);
          ws.poison();
          MatrixX<double> J(6, robot.nv());
          jacobian(robot, ws, s.q, frame, J);
          EXPECT_TRUE(is_close(J * s.qd, rate, 1e-14));
        },
        free_base);
  }
}

TEST(ExternalWrench, ActsThroughTheTransposedJacobian) {
  for_random_states(8, [](const Model& robot, const State& s, auto& rng) {
    const FrameIndex frame{robot.body_count() / 2};
    const Force<double> w{random_vector(3, rng, 10), random_vector(3, rng, 50)};
    const ExternalWrench<double> wrench{frame, w};
    Workspace ws(robot);
    MatrixX<double> J(6, robot.nv());
    jacobian(robot, ws, s.q, frame, J);
    const VectorX<double> tau = torques(robot, s, {&wrench, 1});
    EXPECT_TRUE(is_close(tau, torques(robot, s) - J.transpose() * w.vector(), 1e-13));
    ws.poison();
    VectorX<double> qdd(robot.nv());
    aba(robot, ws, s.q, s.qd, tau, qdd, {&wrench, 1});
    EXPECT_TRUE(is_close(qdd, s.qdd, 1e-10));
  });
}

TEST(ExternalWrench, AtAPointEqualsForceTimesLeverArm) {
  const Model robot = generic_tree();
  std::mt19937 rng(9);
  const State s = random_state(robot, rng);
  const FrameIndex frame{6};
  const Vector3<double> f{10, -20, 30}, p_F{0.1, 0.2, -0.3};
  Workspace ws(robot);
  const Matrix3<double> R = frame_pose(robot, ws, s.q, frame).R;
  const ExternalWrench<double> at_point{frame, {Vector3<double>::Zero(), f}, p_F};
  const ExternalWrench<double> at_origin{frame, {cross(R * p_F, f), f}};
  EXPECT_TRUE(
      is_close(torques(robot, s, {&at_point, 1}), torques(robot, s, {&at_origin, 1}), 1e-14));
}

TEST(Gravity, EqualsTheSlopeOfThePotentialEnergy) {
  for_random_states(10, [](const Model& robot, const State& s, auto&) {
    BasicWorkspace<Quad> quad(robot);
    VectorX<double> slope(robot.nv()), tau(robot.nv());
    for (int i = 0; i < robot.nv(); ++i) {
      slope[i] = double(scalar_derivative([&](Quad h) {
        QuadVector q = s.q.cast<Quad>();
        q[i] += h;
        return potential_energy<Quad>(robot, quad, q);
      }));
    }
    Workspace ws(robot);
    ws.poison();
    gravity_torques(robot, ws, s.q, tau);
    EXPECT_TRUE(is_close(tau, slope, 1e-14));
  });
}

TEST(Coriolis, TimesSpeedIsTheBiasWithoutGravity) {
  for (const bool free_base : {false, true}) {
    for_random_states(
        11,
        [](const Model& robot, const State& s, auto&) {
          Workspace ws(robot);
          ws.poison();
          const int nv = robot.nv();
          MatrixX<double> C(nv, nv);
          coriolis_matrix(robot, ws, s.q, s.qd, C);
          VectorX<double> bias(nv), gravity(nv);
          bias_torques(robot, ws, s.q, s.qd, bias);
          gravity_torques(robot, ws, s.q, gravity);
          EXPECT_TRUE(is_close(C * s.qd, bias - gravity, 1e-12));
        },
        free_base);
  }
}

/// C from the Christoffel symbols: C_ij = ½ Σ_k (∂H_ij/∂q_k + ∂H_ik/∂q_j − ∂H_jk/∂q_i) qd_k.
TEST(Coriolis, EqualsTheChristoffelSymbolsOfTheInertiaMatrix) {
  for_random_states(12, [](const Model& robot, const State& s, auto&) {
    const int nv = robot.nv();
    BasicWorkspace<Quad> quad(robot);
    std::vector<MatrixX<double>> slope;  // ∂H/∂q_k
    for (int k = 0; k < nv; ++k) {
      const MatrixX<Quad> d = derivative([&](Quad h) {
        QuadVector q = s.q.cast<Quad>();
        q[k] += h;
        MatrixX<Quad> H(nv, nv);
        crba<Quad>(robot, quad, q, H);
        return H;
      });
      slope.push_back(d.unaryExpr([](const Quad& x) { return double(x); }));
    }
    MatrixX<double> christoffel = MatrixX<double>::Zero(nv, nv), C(nv, nv);
    for (int i = 0; i < nv; ++i)
      for (int j = 0; j < nv; ++j)
        for (int k = 0; k < nv; ++k)
          christoffel(i, j) += 0.5 * (slope[k](i, j) + slope[j](i, k) - slope[i](j, k)) * s.qd[k];
    Workspace ws(robot);
    ws.poison();
    coriolis_matrix(robot, ws, s.q, s.qd, C);
    EXPECT_TRUE(is_close(C, christoffel, 1e-12));
  });
}

TEST(Coriolis, MakesTheRateOfHMinusTwiceCSkew) {
  for (const bool free_base : {false, true}) {
    for_random_states(
        13,
        [](const Model& robot, const State& s, auto&) {
          const int nv = robot.nv();
          BasicWorkspace<Quad> quad(robot);
          const MatrixX<Quad> rate = derivative([&](Quad t) {
            QuadVector q(robot.nq());
            integrate<Quad>(robot, s.q.cast<Quad>(), s.qd.cast<Quad>(), t, q);
            MatrixX<Quad> H(nv, nv);
            crba<Quad>(robot, quad, q, H);
            return H;
          });
          Workspace ws(robot);
          MatrixX<double> C(nv, nv);
          coriolis_matrix(robot, ws, s.q, s.qd, C);
          const MatrixX<double> N = rate.unaryExpr([](const Quad& x) { return double(x); }) - 2 * C;
          EXPECT_TRUE(is_close(N + N.transpose(), MatrixX<double>::Zero(nv, nv),
                               1e-12 * std::max(1.0, C.norm())));
        },
        free_base);
  }
}

}  // namespace
}  // namespace erfd::test
