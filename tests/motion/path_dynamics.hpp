// What a motion along a path asks of motors, by the page's rnea() alone: the reference for fastest motions.
//
//   u_a = K⁻ᵀ (τ + µ |τ| sign q′) + I_a K q̈ + f K q̇ + F sign(K q′),   q̇ = q′ ṡ,   q̈ = q′ s̈ + q″ ṡ²
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/motion/joint_path.hpp"

#include <cmath>

#include <Eigen/LU>

namespace erfd::test {

/// One place of a path: joint torques a s̈ + b ṡ² + c, motor torques a_m s̈ + b_m ṡ² + d_m ṡ + c_m where no
/// load friction acts.
struct PathPlace {
  PathPoint point;
  VectorX<double> a, b, c, a_m, b_m, c_m, d_m, turn;
};

inline PathPlace place_of(const JointPath& path, const Model& model, const Drives& drives,
                          double s) {
  const int n = path.joints();
  PathPlace p{{VectorX<double>(n), VectorX<double>(n), VectorX<double>(n)},
              VectorX<double>(n),
              VectorX<double>(n),
              VectorX<double>(n),
              {},
              {},
              {},
              {},
              {}};
  path.at(s, path.piece_at(s), p.point);
  Workspace ws(model);
  const VectorX<double> zero = VectorX<double>::Zero(n);
  rnea(model, ws, p.point.q, zero, zero, p.c);
  rnea(model, ws, p.point.q, zero, p.point.dq, p.a);
  rnea(model, ws, p.point.q, p.point.dq, p.point.ddq, p.b);
  p.a -= p.c, p.b -= p.c;
  const MatrixX<double>& K = drives.coupling();
  const MatrixX<double> to_motors = K.transpose().inverse();
  p.turn = K * p.point.dq;
  p.a_m = to_motors * p.a, p.b_m = to_motors * p.b, p.c_m = to_motors * p.c;
  p.d_m = VectorX<double>::Zero(n);
  const VectorX<double> bend = K * p.point.ddq;
  for (int i = 0; i < n; ++i) {
    const Motor& motor = drives.motor(i);
    p.a_m[i] += motor.rotor_inertia * p.turn[i];
    p.b_m[i] += motor.rotor_inertia * bend[i];
    p.d_m[i] = motor.friction.viscous * p.turn[i];
    if (p.turn[i] > 1e-9) p.c_m[i] += motor.friction.moving_positive;
    if (p.turn[i] < -1e-9) p.c_m[i] -= motor.friction.moving_negative;
  }
  return p;
}

/// Peak, less where a torque–speed curve that is one line from the peak says so; 0 behind its end.
inline double largest_torque(const Motor& motor, double speed) {
  const auto& curve = motor.limits.curve;
  if (curve.empty()) return motor.limits.torque_peak;
  const double part = std::abs(speed) / curve.back().speed;
  return std::max(0.0, curve.front().torque + (curve.back().torque - curve.front().torque) * part);
}

}  // namespace erfd::test
