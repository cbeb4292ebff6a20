// Lagrange's coefficients against Newton-Euler, and Szkodny's actuator term that is always zero.
#include "erfd/dynamics/papers/lagrange.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/kinematics.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/equation_of_motion.hpp"
#include "support/fixed_base_states.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Equation by_lagrange(const Model& robot, const State& s, Wrenches<double> wrenches = {}) {
  LagrangeWorkspace ws(robot);
  ws.poison();
  Equation e(robot);
  lagrange(robot, ws, s.q, s.qd, e.H, e.bias, wrenches);
  return e;
}

struct Coefficients {
  MatrixX<double> D_ij;
  std::vector<MatrixX<double>> D_ijk;
  VectorX<double> D_i;

  Coefficients(const Model& robot, const VectorX<double>& q)
      : D_ij(robot.nv(), robot.nv()),
        D_ijk(static_cast<std::size_t>(robot.nv()), MatrixX<double>(robot.nv(), robot.nv())),
        D_i(robot.nv()) {
    LagrangeWorkspace ws(robot);
    ws.poison();
    lagrange_coefficients<double>(robot, ws, q, D_ij, D_ijk, D_i);
  }
};

// Tolerance: some hundred roundings a coefficient, and forces of up to 1e4 that cancel.
TEST(Lagrange, HasTheInertiaMatrixAndTheBiasOfNewtonEuler) {
  double worst_H = 0, worst_bias = 0;
  for_fixed_base_states(71, [&](const Model& robot, const State& s, auto&) {
    const Equation ours = by_lagrange(robot, s), reference = by_newton_euler(robot, s);
    EXPECT_TRUE(is_close(ours.H, reference.H, 1e-14));
    EXPECT_TRUE(is_close(ours.bias, reference.bias, 1e-13));
    worst_H = std::max(worst_H, residual(ours.H, reference.H));
    worst_bias = std::max(worst_bias, residual(ours.bias, reference.bias));
  });
  std::printf("lagrange against newton-euler in quad precision: H %.1e, bias %.1e\n", worst_H,
              worst_bias);
}

TEST(Lagrange, FeelsExternalWrenchesAsNewtonEulerDoes) {
  for_fixed_base_states(72, [](const Model& robot, const State& s, auto& rng) {
    const RandomWrenches wrenches(robot, rng);
    EXPECT_TRUE(is_close(by_lagrange(robot, s, wrenches.in_double).bias,
                         by_newton_euler(robot, s, wrenches.in_quad).bias, 1e-13));
  });
}

// ½ (∂H_ij/∂q_k + ∂H_ik/∂q_j − ∂H_jk/∂q_i) from differences of crba in quad precision.
TEST(Lagrange, DijkAreTheChristoffelSymbolsOfTheInertiaMatrix) {
  for_fixed_base_states(73, [](const Model& robot, const State& s, auto&) {
    const int nv = robot.nv();
    const std::vector<MatrixX<double>> slope = slopes_of_inertia(robot, s.q);
    const Coefficients D(robot, s.q);
    for (int i = 0; i < nv; ++i) {
      MatrixX<double> christoffel(nv, nv);
      for (int j = 0; j < nv; ++j)
        for (int k = 0; k < nv; ++k)
          christoffel(j, k) = 0.5 * (slope[k](i, j) + slope[j](i, k) - slope[i](j, k));
      EXPECT_TRUE(is_close(D.D_ijk[i], christoffel, 1e-13)) << "i = " << i;
    }
  });
}

TEST(Lagrange, DijkTimesSpeedIsTheCoriolisMatrix) {
  for_fixed_base_states(74, [](const Model& robot, const State& s, auto&) {
    const int nv = robot.nv();
    const Coefficients D(robot, s.q);
    MatrixX<double> ours(nv, nv), C(nv, nv);
    for (int i = 0; i < nv; ++i) ours.row(i) = (D.D_ijk[i] * s.qd).transpose();
    Workspace ws(robot);
    coriolis_matrix(robot, ws, s.q, s.qd, C);
    EXPECT_TRUE(is_close(ours, C, 1e-12));
  });
}

using Matrix4 = Eigen::Matrix4d;

Matrix4 homogeneous(const Pose<double>& X) {
  Matrix4 T = Matrix4::Identity();
  T.topLeftCorner<3, 3>() = X.R;
  T.topRightCorner<3, 1>() = X.p;
  return T;
}

/// Q of ∂A/∂q = A Q.
Matrix4 generator(JointKind kind) {
  Matrix4 Q = Matrix4::Zero();
  if (kind == JointKind::prismatic) Q(2, 3) = 1;
  if (kind == JointKind::revolute) {
    Q(0, 1) = -1;
    Q(1, 0) = 1;
  }
  return Q;
}

Pose<double> random_pose(std::mt19937& rng) {
  const VectorX<double> x = random_vector(4, rng);
  return {rotation_of_quaternion<double>(1.5 + x[0], x[1], x[2], x[3]), random_vector(3, rng, 0.3)};
}

/// ∂T_a/∂φ of a rotor that turns by φ about a skew axis, away from the origin of its link.
Matrix4 rotor_derivative(std::mt19937& rng) {
  const Pose<double> placement = random_pose(rng);
  const Pose<double> turn{rotation_z(uniform(rng, -3, 3)), Vector3<double>::Zero()};
  return homogeneous(placement * turn) * generator(JointKind::revolute);
}

/// ∫ r rᵀ dm of four point masses, none of them on the axis: an unbalanced rotor.
Matrix4 unbalanced_rotor(std::mt19937& rng) {
  Matrix4 J = Matrix4::Zero();
  for (int k = 0; k < 4; ++k) {
    Eigen::Vector4d r;
    r << random_vector(3, rng, 0.1), 1;
    J += uniform(rng, 0.1, 1) * r * r.transpose();
  }
  return J;
}

struct ActuatorTerm {
  double sum = 0;    ///< |Trace|, over the actuator's own inertia
  double parts = 0;  ///< the sum of the absolute values it is made of
};

/// Trace(∂T_p/∂q_i · X · T_pᵀ) with X = ∂T_ap/∂q_k J_ap ∂T_apᵀ/∂q_j.
ActuatorTerm actuator_term(const Matrix4& dT_p, const Matrix4& X, const Matrix4& T_p) {
  const Matrix4 B = T_p * X.transpose();
  return {std::abs((dT_p * B.transpose()).trace()) / std::abs(X.trace()),
          dT_p.cwiseProduct(B).cwiseAbs().sum() / std::abs(X.trace())};
}

// Errata §1.5. Second addend of [S] (12), j = k, drives in the joints; and the second and the third
// addend of [S] (9) for rotors that turn by φ = Σ N_j q_j about an axis fixed in their link.
TEST(Szkodny, TheActuatorTermOfTheVelocityCoefficientsIsAlwaysZero) {
  ActuatorTerm worst;
  double smallest_parts = 1e300;
  for_fixed_base_states(75, [&](const Model& robot, const State& s, auto& rng) {
    Workspace ws(robot);
    std::vector<Pose<double>> X(static_cast<std::size_t>(robot.body_count()));
    body_poses<double>(robot, ws, s.q, X);
    for (BodyIndex p{0}; p.value < robot.body_count(); ++p.value) {
      const Matrix4 T_p = homogeneous(X[p.value]), dT_a = rotor_derivative(rng),
                    J_a = unbalanced_rotor(rng);
      const double N_j = uniform(rng, 20, 200), N_k = uniform(rng, 20, 200);
      for (BodyIndex i = p; !i.is_world(); i = robot.body(i).parent) {
        const Matrix4 T_i = homogeneous(X[i.value]);
        const Matrix4 dT_p =
            T_i * generator(robot.body(i).kind) * homogeneous(X[i.value].inverse()) * T_p;
        const ActuatorTerm term =
            actuator_term(dT_p, (N_k * dT_a) * J_a * (N_j * dT_a).transpose(), T_p);
        EXPECT_LT(term.sum, 1e-14 * tolerance_scale());
        worst.sum = std::max(worst.sum, term.sum);
        if (robot.body(i).kind == JointKind::revolute) {
          smallest_parts = std::min(smallest_parts, term.parts);
        }
      }
    }
  });
  std::printf("actuator term: at most %.1e of the inertia, from parts of at least %.1e\n",
              worst.sum, smallest_parts);
  RecordProperty("worst", std::to_string(worst.sum));
  EXPECT_GT(smallest_parts, 1e-2);  // the parts are not zero: they cancel
}

TEST(Lagrange, DoesNotAllocate) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  const Model robot = generic_tree();
  std::mt19937 rng(76);
  const State s = random_state(robot, rng);
  LagrangeWorkspace ws(robot);
  MatrixX<double> H(7, 7);
  VectorX<double> bias(7);
  std::vector<MatrixX<double>> D_ijk(7, H);
  const ExternalWrench<double> wrench{{6}, {{1, 2, 3}, {4, 5, 6}}};
  const AllocationCounter counter;
  lagrange(robot, ws, s.q, s.qd, H, bias, {&wrench, 1});
  lagrange_coefficients<double>(robot, ws, s.q, H, D_ijk, bias);
  EXPECT_EQ(counter.count(), 0);
}

TEST(Lagrange, RefusesWrongSizesAndFreeBases) {
  const Model robot = generic_tree();
  LagrangeWorkspace ws(robot);
  const VectorX<double> q = VectorX<double>::Zero(7);
  MatrixX<double> H(7, 7);
  VectorX<double> bias(7);
  std::vector<MatrixX<double>> few(6, H), narrow(7, MatrixX<double>(7, 6));
  EXPECT_THROW(lagrange(robot, ws, q.head(6), q, H, bias), Error);
  EXPECT_THROW(lagrange(robot, ws, q, q.head(6), H, bias), Error);
  EXPECT_THROW(lagrange_coefficients<double>(robot, ws, q, H, few, bias), Error);
  EXPECT_THROW(lagrange_coefficients<double>(robot, ws, q, H, narrow, bias), Error);
  std::mt19937 rng(77);
  EXPECT_THROW(LagrangeWorkspace(random_robot({.free_base = true}, rng)), Error);
}

}  // namespace
}  // namespace erfd::test
