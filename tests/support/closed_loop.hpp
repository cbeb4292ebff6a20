// A robot under a control law, integrated by the classic Runge-Kutta method with a fixed step.
#pragma once

#include "erfd/dynamics/engine.hpp"
#include "erfd/simulation/controller.hpp"

#include <functional>
#include <vector>

namespace erfd::test {

struct LoopState {
  double t = 0;
  VectorX<double> q, qd, u;  ///< u: what the law asks at t
};

/// Torques that act on the joints besides those of the law.
using JointLoad =
    std::function<VectorX<double>(double t, const VectorX<double>& q, const VectorX<double>& qd)>;

struct LoopSettings {
  double end = 1;      ///< [s]
  double step = 1e-3;  ///< [s]
  int keep_every = 1;  ///< steps between two states that are kept
  JointLoad load = {};
};

/// A law without memory answers at every stage of the step; one with memory once a step.
inline std::vector<LoopState> closed_loop(const Model& plant, Controller& law,
                                          const VectorX<double>& q0, const VectorX<double>& qd0,
                                          const LoopSettings& settings) {
  const Engine engine(plant);
  EngineWorkspace ws(engine);
  const int n = plant.nv();
  VectorX<double> u(n), total(n), qdd(n);
  const bool held = law.has_memory();
  const auto acceleration = [&](double t, const VectorX<double>& q, const VectorX<double>& qd) {
    if (!held) law.torque(t, q, qd, u);
    total = u;
    if (settings.load) total += settings.load(t, q, qd);
    forward_dynamics(engine, ws, q, qd, total, qdd);
    return qdd;
  };
  std::vector<LoopState> run;
  LoopState x{0, q0, qd0, u};
  const double h = settings.step;
  const auto steps = static_cast<long>(settings.end / h + 0.5);
  VectorX<double> a1(n), a2(n), a3(n), a4(n), v2(n), v3(n), v4(n);
  for (long k = 0;; ++k) {
    x.t = static_cast<double>(k) * h;
    law.torque(x.t, x.q, x.qd, u);
    x.u = u;
    if (k % settings.keep_every == 0) run.push_back(x);
    if (k == steps) return run;
    a1 = acceleration(x.t, x.q, x.qd);
    v2 = x.qd + h / 2 * a1;
    a2 = acceleration(x.t + h / 2, x.q + h / 2 * x.qd, v2);
    v3 = x.qd + h / 2 * a2;
    a3 = acceleration(x.t + h / 2, x.q + h / 2 * v2, v3);
    v4 = x.qd + h * a3;
    a4 = acceleration(x.t + h, x.q + h * v3, v4);
    x.q += h / 6 * (x.qd + 2 * v2 + 2 * v3 + v4);
    x.qd += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
}

}  // namespace erfd::test
