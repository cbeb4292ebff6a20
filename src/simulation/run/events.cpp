// Friction events within a step: found between samples of the dense output, located by bisection to
// the last bit of the time.
#include "simulation/run/run.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

bool Run::any_event(double t, double speed_scale) {
  integrator_->state_at(t, probe_);
  const auto qd = probe_.segment(n_, n_);
  const std::size_t count = plant_.friction().size();
  for (std::size_t e = 0; e < count; ++e) {
    if (friction_.reversed(e, qd, speed_scale)) return true;
  }
  if (!friction_.any_stuck()) return false;
  if (evaluate(t, probe_) != Evaluation::ok) return false;
  dynamics_.find_holding_torques();
  for (std::size_t e = 0; e < count; ++e) {
    if (friction_.overloaded(e)) return true;
  }
  return false;
}

bool Run::find_event(double& t_event) {
  constexpr int parts = 4;  // an element that turns back twice within a quarter of a step is missed
  const double t0 = integrator_->t_before(), t1 = integrator_->t();
  integrator_->state_at(t0, probe_);
  const double scale = std::max(probe_.segment(n_, n_).cwiseAbs().maxCoeff(),
                                integrator_->x().segment(n_, n_).cwiseAbs().maxCoeff());
  double before = t0, after = t1;
  bool found = false;
  for (int k = 1; k <= parts && !found; ++k) {
    after = k == parts ? t1 : t0 + (t1 - t0) * k / parts;
    found = any_event(after, scale);
    if (!found) before = after;
  }
  if (!found) return false;
  for (;;) {
    const double middle = before + (after - before) / 2;
    if (middle <= before || middle >= after) break;
    (any_event(middle, scale) ? after : before) = middle;
  }
  t_event = after;
  return true;
}

bool Run::handle_event(double t_event) {
  if (cluster_ == 0 || t_event - cluster_start_ > 1e-9) cluster_start_ = t_event, cluster_ = 0;
  const std::size_t count = plant_.friction().size();
  const bool endless = ++cluster_ > 20 + 10 * static_cast<int>(count);
  const double scale = x_.segment(n_, n_).cwiseAbs().maxCoeff();
  std::vector<bool> released(count, false);
  const bool stuck = friction_.any_stuck() && evaluate(t_event, x_) == Evaluation::ok;
  if (stuck) dynamics_.find_holding_torques();
  for (std::size_t e = 0; e < count; ++e) {
    const FrictionElement& element = plant_.friction()[e];
    if (friction_.reversed(e, x_.segment(n_, n_), scale)) {
      friction_.resting[e] = true;
      // Its speed is zero but for rounding.
      x_.segment(n_, n_) -= element.direction * (element.direction.dot(x_.segment(n_, n_)) /
                                                 element.direction.squaredNorm());
      if (element.joint >= 0) x_[n_ + element.joint] = 0;
    } else {
      released[e] = stuck && friction_.overloaded(e);
    }
  }
  if (endless) {
    const auto changes = [&](int e) {
      const auto k = static_cast<std::size_t>(e);
      return released[k] || (friction_.resting[k] && dynamics_.modes()[k] != 0);
    };
    int e = 0;
    while (e < static_cast<int>(count) - 1 && !changes(e)) ++e;
    result_.fault = {"friction", e, 0, t_event};
    return fail(RunStatus::chattering);
  }
  // Motors that stop with their joints do so at the same time.
  for (std::size_t e = 0; e < count; ++e) {
    const VectorX<double>& a = plant_.friction()[e].direction;
    if (std::abs(a.dot(x_.segment(n_, n_))) <= 1e-14 * a.cwiseAbs().sum() * scale)
      friction_.resting[e] = true;
  }
  return jump(released);
}

}  // namespace erfd
