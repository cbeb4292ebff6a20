// Motions in quad precision and derivatives by central differences: truncation and rounding both
// below 1e-18.
#pragma once

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/quad.hpp"

#include "support/random_robot.hpp"

namespace erfd::test {

using QuadVector = VectorX<Quad>;

inline const Quad step = 1e-10;

/// d/dt of f at t = 0, f a function of the time in quad precision.
template <class F>
auto derivative(F&& f) {
  return ((f(step) - f(-step)) / (Quad(2) * step)).eval();
}
template <class F>
Quad scalar_derivative(F&& f) {
  return (f(step) - f(-step)) / (Quad(2) * step);
}

/// A robot with a fixed base that moves as q + t qd + t²/2 qdd.
struct Path {
  QuadVector q, qd, qdd;
  explicit Path(const State& s)
      : q(s.q.cast<Quad>()), qd(s.qd.cast<Quad>()), qdd(s.qdd.cast<Quad>()) {}
  QuadVector position(Quad t) const { return q + t * qd + (t * t / Quad(2)) * qdd; }
  QuadVector velocity(Quad t) const { return qd + t * qdd; }
};

inline VectorX<double> to_double(const QuadVector& x) {
  return x.unaryExpr([](const Quad& a) { return double(a); });
}

}  // namespace erfd::test
