// x' of a run, watched for numbers that are none.
#include "simulation/run/run.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

bool Run::input_is_finite(double t) {
  for (int i = 0; i < command_.size(); ++i) {
    if (std::isfinite(command_[i])) continue;
    result_.fault = {"input", i, command_[i], t};
    return false;
  }
  for (std::size_t k = 0; k < wrenches_.size(); ++k) {
    for (const Vector3<double>& v :
         {wrenches_[k].F_W.moment, wrenches_[k].F_W.force, wrenches_[k].p_F}) {
      if (v.allFinite()) continue;
      result_.fault = {"wrench", static_cast<int>(k), v.sum(), t};
      return false;
    }
  }
  return true;
}

/// At the state that was looked at last.
bool Run::refresh_input(double t) {
  t = std::min(t, latest_);
  if (settings_.control_period == 0) input_(t, measured_, measured_d_, command_);
  if (settings_.wrenches)
    wrenches_ = settings_.wrenches(t, q_.head(plant_.nq()), qd_.head(plant_.nv()));
  input_bad_ = !input_is_finite(t);
  return !input_bad_;
}

/// Positions and velocities of the plant at a state of the integrator.
void Run::spread(In<double> x) {
  positions_.from_local(x.head(n_), q_);
  qd_ = x.segment(n_, n_);
}

/// What the input is told: an encoder sits on the motor's side of an elastic gear.
void Run::measure(In<double> x) {
  spread(x);
  const int nq = plant_.nq(), nv = plant_.nv();
  measured_ = q_.head(nq);
  measured_d_ = qd_.head(nv);
  for (std::size_t e = 0; e < plant_.gears().size(); ++e) {
    const int joint = plant_.gears()[e].joint;
    measured_[nq - nv + joint] = q_[nq + static_cast<Eigen::Index>(e)];
    measured_d_[joint] = qd_[nv + static_cast<Eigen::Index>(e)];
  }
  if (states_ > 0) settings_.input_states->set_states(x.segment(2 * n_, states_));
}

Evaluation Run::evaluate(double t, In<double> x) {
  measure(x);
  if (!refresh_input(t)) return last_ = Evaluation::singular;
  last_ = dynamics_.evaluate(q_, qd_, command_, wrenches_);
  if (last_ == Evaluation::ok) return last_;
  if (last_ == Evaluation::out_of_reach) {
    note_reach(dynamics_.place(q_), t);
    return last_;
  }
  int j = 0;
  while (j < n_ - 1 && std::isfinite(dynamics_.qdd[j])) ++j;
  result_.fault = {last_ == Evaluation::unsettled ? "friction" : "qdd", j, dynamics_.qdd[j], t};
  return last_;
}

void Run::note_reach(DriveStatus status, double t) {
  result_.fault = {"drives", status.motor, 0, t};
}

bool Run::rate(double t, In<double> x, Out<double> f) {
  if (evaluate(t, x) != Evaluation::ok) return false;
  positions_.rates(x.head(n_), qd_, f.head(n_));
  f.segment(n_, n_) = dynamics_.qdd;
  for (int j = 0; j < n_; ++j) {
    if (dynamics_.pinned(j)) f[j] = 0;  // what sticks stays where it is, bit for bit
  }
  if (states_ > 0) settings_.input_states->state_rates(f.segment(2 * n_, states_));
  const EnergyFlows& p = dynamics_.power;
  f.tail(flow_count) << p.input, p.wrenches, p.viscous, p.coulomb, p.load_dependent;
  return true;
}

bool Run::fail(RunStatus status) {
  result_.status = status;
  if (status == RunStatus::step_too_small || status == RunStatus::too_many_steps)
    result_.fault = {};  // left from a step that was tried and repeated shorter
  return false;
}

bool Run::fail(Evaluation evaluation) {
  switch (evaluation) {
    case Evaluation::unsettled:
      return fail(RunStatus::friction_unsettled);
    case Evaluation::out_of_reach:
      return fail(RunStatus::drives_out_of_reach);
    default:
      return fail(RunStatus::singular);
  }
}

bool Run::fail(StepOutcome outcome) {
  if (outcome == StepOutcome::step_too_small) return fail(RunStatus::step_too_small);
  if (input_bad_) return fail(RunStatus::not_finite_input);
  if (last_ == Evaluation::unsettled || last_ == Evaluation::out_of_reach) return fail(last_);
  if (last_ ==
      Evaluation::ok) {  // the state itself grew beyond all numbers: name the fastest joint
    int j = 0;
    result_.qd.cwiseAbs().maxCoeff(&j);
    result_.fault = {"qd", j, HUGE_VAL, result_.t};
  }
  return fail(RunStatus::not_finite_state);
}

}  // namespace erfd
