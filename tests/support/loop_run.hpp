// A run of a robot with closed loops by the classic Runge-Kutta method, held on its constraints.
#pragma once

#include "erfd/dynamics/loops/dynamics.hpp"

#include <algorithm>
#include <functional>

namespace erfd::test {

class LoopRun {
 public:
  /// Torques of all joints in a state.
  using Torques = std::function<VectorX<double>(const VectorX<double>&, const VectorX<double>&)>;

  LoopRun(const Model& model, VectorX<double> start, VectorX<double> speed, Torques torques = {})
      : q(std::move(start)),
        qd(std::move(speed)),
        model_(model),
        ws_(model),
        torques_(std::move(torques)),
        lambda_(model.constraint_rows()) {}

  VectorX<double> acceleration(const VectorX<double>& at, const VectorX<double>& rate) {
    VectorX<double> qdd(model_.nv());
    const VectorX<double> tau =
        torques_ ? torques_(at, rate) : VectorX<double>(VectorX<double>::Zero(model_.nv()));
    loop_forward_by_multipliers(model_, ws_, at, rate, tau, qdd, lambda_);
    return qdd;
  }
  const VectorX<double>& lambda() const { return lambda_; }
  LoopWorkspace& workspace() { return ws_; }

  void step(double h) {
    const VectorX<double> a1 = acceleration(q, qd), v2 = qd + h / 2 * a1;
    const VectorX<double> a2 = acceleration(q + h / 2 * qd, v2), v3 = qd + h / 2 * a2;
    const VectorX<double> a3 = acceleration(q + h / 2 * v2, v3), v4 = qd + h * a3;
    const VectorX<double> a4 = acceleration(q + h * v3, v4);
    q += h / 6 * (qd + 2 * v2 + 2 * v3 + v4);
    qd += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    gap = std::max(gap, project_position(model_, ws_, q).gap);
    project_velocity(model_, ws_, q, qd);
  }
  void run(double time, int steps) {
    for (int k = 0; k < steps; ++k) step(time / steps);
  }

  VectorX<double> q, qd;
  double gap = 0;  ///< the largest after a step

 private:
  const Model& model_;
  LoopWorkspace ws_;
  Torques torques_;
  VectorX<double> lambda_;
};

}  // namespace erfd::test
