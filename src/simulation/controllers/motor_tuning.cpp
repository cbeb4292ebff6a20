// Poles of motor_cascade.cpp about a rest, and gains by rules.
//
//   k_p = ω_p,   k_s = J ω_s,   k_i = k_s ω_s/4,   ω_s = r ω_p,   ω_c = r ω_s                  (1)
//   φ' = ω ,  A ω' = u − F ω − G φ                                          all motors         (2)
//   z' = −k_i (ω + k_p φ) ,  u' = ω_c (z − k_s (ω + k_p φ) − u)                                (3)
//
// Legend  J        inertia that the motor sees while the others stand still
//         A, F, G  K⁻ᵀ (H + Kᵀ I_a K) K⁻¹,  K⁻ᵀ (F_j + Kᵀ F_m K) K⁻¹,  K⁻ᵀ ∂g/∂q K⁻¹; φ, ω, z, u: distances
//                  from the rest. A mechanism that bends adds to G what turns the torque of the rest.
//
// (1): alone and with a current loop that is quick, the speed loop has two poles at −ω_s/2.
#include "erfd/simulation/motor_tuning.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/math/decompositions.hpp"

#include <algorithm>

#include <Eigen/LU>

namespace erfd {
namespace {

/// A, F and G of (2).
struct MotorSide {
  MatrixX<double> inertia, friction, weight;
};

/// Eigenvalues of (2), (3).
Poles poles_of(const MotorSide& side, const CascadeGains& gains) {
  const Eigen::Index n = side.inertia.rows();
  const auto at = [n](MatrixX<double>& M, int row, int column) {
    return M.block(row * n, column * n, n, n);
  };
  enum { angle, speed, integral, current };
  const MatrixX<double> k_s = gains.speed.asDiagonal(), k_i = gains.integral.asDiagonal(),
                        k_p = gains.position.asDiagonal(), w_c = gains.current.asDiagonal(),
                        one = MatrixX<double>::Identity(n, n);
  const Eigen::PartialPivLU<MatrixX<double>> A(side.inertia);
  MatrixX<double> M = MatrixX<double>::Zero(4 * n, 4 * n);
  at(M, angle, speed) = one;
  at(M, speed, angle) = -A.solve(side.weight);  // (2)
  at(M, speed, speed) = -A.solve(side.friction);
  at(M, speed, current) = A.solve(one);
  at(M, integral, angle) = -k_i * k_p;  // (3)
  at(M, integral, speed) = -k_i;
  at(M, current, angle) = -w_c * k_s * k_p;
  at(M, current, speed) = -w_c * k_s;
  at(M, current, integral) = w_c;
  at(M, current, current) = -w_c;
  const auto values = eigenvalues_of(M);
  Poles poles(values.begin(), values.end());
  std::stable_sort(poles.begin(), poles.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
  });
  return poles;
}

/// Motor torques that hold the links at q.
VectorX<double> holding(const Engine& engine, EngineWorkspace& ws, const Drives& drives,
                        const VectorX<double>& q) {
  const VectorX<double> zero = VectorX<double>::Zero(q.size());
  VectorX<double> weight(q.size()), u(q.size());
  inverse_dynamics(engine, ws, q, zero, zero, weight);
  DriveState state(drives);
  if (!set_position(drives, q, state))
    throw Error("poles_of_cascade: '" + drives.robot() + "' cannot stand at this position");
  motor_torques(drives, state, weight, u);
  return u;
}

}  // namespace

CascadeGains cascade_gains(In<double> inertias, const CascadeSpeeds& speeds) {
  for (const auto& [name, value] :
       {std::pair{"position", speeds.position}, std::pair{"ratio", speeds.ratio}})
    if (!(value > 0) || std::isinf(value))
      throw Error(std::string("cascade_gains: ") + name + " is " + std::to_string(value) +
                  ", expected a finite number above 0");
  const double w_s = speeds.ratio * speeds.position;
  const auto all = [&](double x) {
    return VectorX<double>(VectorX<double>::Constant(inertias.size(), x));
  };
  return {all(speeds.position), w_s * inertias, w_s * w_s / 4 * inertias,
          all(speeds.ratio * w_s)};  // (1)
}

Poles poles_of_motor(double inertia, double friction, const CascadeGains& gains, int motor) {
  const auto one = [](double x) { return MatrixX<double>(MatrixX<double>::Constant(1, 1, x)); };
  const auto of = [motor](const VectorX<double>& all) {
    return VectorX<double>(all.segment(motor, 1));
  };
  return poles_of({one(inertia), one(friction), one(0)},
                  {of(gains.position), of(gains.speed), of(gains.integral), of(gains.current)});
}

Poles poles_of_cascade(const Model& model, const Drives& drives, const CascadeGains& gains,
                       In<double> q) {
  const int n = model.nv();
  if (drives.count() != n || model.has_free_base())
    throw Error("poles_of_cascade: '" + model.name() + "' has " + std::to_string(n) +
                " velocities and " + std::to_string(drives.count()) +
                " motors, expected a motor for each joint");
  const Engine engine(model);
  EngineWorkspace ws(engine);
  DriveState state(drives);
  VectorX<double> there = q;
  MatrixX<double> H(n, n), rotors(n, n), G(n, n);
  inertia_matrix(engine, ws, q, H);
  const VectorX<double> rest = holding(engine, ws, drives, there);
  static_cast<void>(set_position(drives, q, state));
  reflected_inertia(drives, state, rotors);
  for (int j = 0; j < n; ++j) {
    const double h = 1e-5;
    there[j] = q[j] + h;
    G.col(j) = holding(engine, ws, drives, there) / (2 * h);
    there[j] = q[j] - h;
    G.col(j) -= holding(engine, ws, drives, there) / (2 * h);
    there[j] = q[j];
  }
  const MatrixX<double> turns = state.K().inverse();
  MotorSide side;
  side.inertia = turns.transpose() * (H + rotors) * turns;
  side.friction = turns.transpose() * drives.joint_viscous().asDiagonal() * turns;
  side.friction.diagonal() += drives.motor_viscous();
  side.weight = G * turns;
  return poles_of(side, gains);
}

}  // namespace erfd
