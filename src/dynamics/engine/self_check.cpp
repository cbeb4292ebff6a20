// Every engine is checked when it is made. The states are random, so a wrong constant shows at each.
//
// Torques of a wrist and of a shoulder, in N m and N, are compared in one norm: joint i is measured in
// units of √H_ii, so τ_i / √H_ii, √H_ii qdd_i and H_ij / √(H_ii H_jj) have the same unit.
//
//   |τ' − τ| ≤ bound (|H qdd| + |τ − H qdd|),    |H' − H| ≤ bound |H|,    |(H qdd)' − H qdd| ≤ bound |H| |qdd|  (1)
//   Σ |qdd' − qdd| ≤ bound Σ |qdd| + 100 Σ |aba − qdd|,   Σ over the states                    (2)
//
// Forward dynamics divides by H, and its error grows with the condition of H whatever the algorithm.
// How much, aba shows: τ of (1) must give back the qdd it was made from.
#include "dynamics/engine/self_check.hpp"

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include <cmath>
#include <random>

namespace erfd::engine {
namespace {

constexpr int states = 3;
constexpr double times_aba = 100;  ///< of (2)

using Vector = VectorX<double>;

Vector random_vector(int size, double scale, std::minstd_rand& rng) {
  std::uniform_real_distribution<double> uniform(-scale, scale);
  return Vector::NullaryExpr(size, [&] { return uniform(rng); });
}

/// The quaternion of a free base has length 1.
Vector random_position(const Model& model, std::minstd_rand& rng) {
  Vector q = random_vector(model.nq(), 3, rng);
  if (model.has_free_base()) q.head<4>().normalize();
  return q;
}

void keep(double& largest, double x) {
  if (!std::isnan(largest) && !(x <= largest)) largest = x;  // a NaN stays
}

}  // namespace

SelfCheck self_check(const Model& model, const Compiled& robot, const Kernels<double>& kernels) {
  const int n = model.nv();
  std::minstd_rand rng(1);
  Workspace ws(model);
  const Runner<double> fast{robot.base ? &*robot.base : nullptr, robot.links.data(),
                            static_cast<int>(robot.links.size()), kernels};
  std::vector<LinkState<double>> scratch(robot.links.size() + 1);
  Vector tau(n), tau_fast(n), qdd_page(n), qdd_fast(n), inertial_fast(n), other_fast(n);
  MatrixX<double> H(n, n), H_fast = MatrixX<double>::Zero(n, n);
  SelfCheck worst;
  double difference = 0, allowed = 0;
  for (int k = 0; k < states; ++k) {
    const Vector q = random_position(model, rng), qd = random_vector(n, 3, rng),
                 qdd = random_vector(n, 10, rng);
    rnea(model, ws, q, qd, qdd, tau);
    crba(model, ws, q, H);
    aba(model, ws, q, qd, tau, qdd_page);
    fast.rnea(q.data(), qd.data(), qdd.data(), tau_fast.data(), scratch.data());
    fast.aba(q.data(), qd.data(), tau.data(), qdd_fast.data(), scratch.data());
    fast.crba(q.data(), false, H_fast.data(), n, scratch.data());

    const Vector unit = H.diagonal().cwiseSqrt(), per_unit = unit.cwiseInverse();
    const Vector inertial = H * qdd;
    const auto torque = [&](const Vector& x) { return x.cwiseProduct(per_unit).norm(); };
    const auto acceleration = [&](const Vector& x) { return x.cwiseProduct(unit).norm(); };
    const auto matrix = [&](const MatrixX<double>& M) {
      return (per_unit.asDiagonal() * M * per_unit.asDiagonal()).norm();
    };
    keep(worst.tau, torque(tau_fast - tau) / (torque(inertial) + torque(tau - inertial)));  // (1)
    keep(worst.H, matrix(H_fast - H) / matrix(H));
    if (!robot.base && n <= most_swinging) {  // of the position that crba left
      const double* const x[] = {qd.data(), qdd.data()};
      double* const y[] = {other_fast.data(), inertial_fast.data()};
      kernels.inertia_times(robot.links.data(), n, q.data(), 2, x, y, scratch.data());
      keep(worst.H, torque(inertial_fast - inertial) / (matrix(H) * acceleration(qdd)));
      keep(worst.H, torque(other_fast - H * qd) / (matrix(H) * acceleration(qd)));
    }
    difference += acceleration(qdd_fast - qdd);
    allowed += acceleration(qdd) + times_aba / SelfCheck::bound * acceleration(qdd_page - qdd);
  }
  if (n > 0) worst.qdd = difference / allowed;  // (2)
  return worst;
}

}  // namespace erfd::engine
