// What an algorithm's error is measured against: quad precision, and the bound that every algorithm
// keeps on every robot.
#pragma once

#include "erfd/dynamics/algorithms.hpp"
#include "erfd/math/quad.hpp"

#include "support/random_robot.hpp"

namespace erfd::test {

/// One robot and state in quad precision.
struct QuadReference {
  VectorX<Quad> tau, qdd;
  MatrixX<Quad> H;
  double kappa_eps = 0;         ///< κ₁(H) times the rounding of double
  double tau_cancellation = 1;  ///< (‖H qdd‖ + ‖bias‖) / ‖τ‖
  double qdd_cancellation = 1;  ///< ‖H⁻¹ τ‖ / ‖qdd‖ where τ and the bias cancel, else 1

  QuadReference(const Model& robot, const State& s);

  /// 2 κ₁(H) ε + 1e-13: every algorithm, every result. The floor is what the roundings of up to 50
  /// joints add up to. τ and qdd may exceed it by their cancellation.
  double allowed() const { return 2 * kappa_eps + 1e-13; }
};

/// ‖x − reference‖ / ‖reference‖.
double relative_difference(const VectorX<double>& x, const VectorX<Quad>& reference);
double relative_difference(const MatrixX<double>& X, const MatrixX<Quad>& reference);

/// Of the results of one algorithm; 0 for what it does not compute.
struct AlgorithmErrors {
  double tau = 0, H = 0, qdd = 0;
};

/// Relative errors of an algorithm without the factor of cancellation, which no algorithm avoids.
AlgorithmErrors errors_of(const AlgorithmInfo& info, const Model& robot, const State& s,
                          const QuadReference& reference);

/// Keeps the larger one of each; a NaN stays.
void keep_worst(AlgorithmErrors& worst, const AlgorithmErrors& e, double factor = 1);

}  // namespace erfd::test
