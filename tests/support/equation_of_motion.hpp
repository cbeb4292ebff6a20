// The reference of the explicit methods: H and bias of tau = H qdd + bias by Newton-Euler.
#pragma once

#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "support/motion.hpp"

#include <algorithm>

namespace erfd::test {

struct Equation {
  MatrixX<double> H;
  VectorX<double> bias;
  explicit Equation(const Model& robot)
      : H(MatrixX<double>::Constant(robot.nv(), robot.nv(), 1e300)),
        bias(VectorX<double>::Constant(robot.nv(), 1e300)) {}
};

inline MatrixX<double> to_double(const MatrixX<Quad>& M) {
  return M.unaryExpr([](const Quad& x) { return double(x); });
}

/// In quad precision, rounded.
inline Equation by_newton_euler(const Model& robot, const State& s, Wrenches<Quad> wrenches = {}) {
  BasicWorkspace<Quad> ws(robot);
  const QuadVector q = s.q.cast<Quad>(), qd = s.qd.cast<Quad>(),
                   zero = QuadVector::Zero(robot.nv());
  MatrixX<Quad> H(robot.nv(), robot.nv());
  QuadVector bias(robot.nv());
  crba<Quad>(robot, ws, q, H);
  rnea<Quad>(robot, ws, q, qd, zero, bias, wrenches);
  Equation e(robot);
  e.H = to_double(H);
  e.bias = to_double(bias);
  return e;
}

/// ∂H/∂q_k for all k, by differences of crba.
inline std::vector<MatrixX<double>> slopes_of_inertia(const Model& robot,
                                                      const VectorX<double>& q) {
  BasicWorkspace<Quad> ws(robot);
  std::vector<MatrixX<double>> slopes;
  for (int k = 0; k < robot.nv(); ++k) {
    const MatrixX<Quad> slope = derivative([&](Quad h) {
      QuadVector moved = q.cast<Quad>();
      moved[k] += h;
      MatrixX<Quad> H(robot.nv(), robot.nv());
      crba<Quad>(robot, ws, moved, H);
      return H;
    });
    slopes.push_back(to_double(slope));
  }
  return slopes;
}

/// Two wrenches on random frames, at random points, in both precisions.
struct RandomWrenches {
  std::vector<ExternalWrench<double>> in_double;
  std::vector<ExternalWrench<Quad>> in_quad;
  RandomWrenches(const Model& robot, std::mt19937& rng) {
    for (int k = 0; k < 2; ++k) {
      const FrameIndex frame{std::uniform_int_distribution<int>(0, robot.body_count() - 1)(rng)};
      const Force<double> F{random_vector(3, rng, 10), random_vector(3, rng, 50)};
      const Vector3<double> p_F = random_vector(3, rng, 0.3);
      in_double.push_back({frame, F, p_F});
      in_quad.push_back({frame, {F.moment.cast<Quad>(), F.force.cast<Quad>()}, p_F});
    }
  }
};

/// Largest difference over the largest entry of b, or over one.
inline double residual(const MatrixX<double>& a, const MatrixX<double>& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

}  // namespace erfd::test
