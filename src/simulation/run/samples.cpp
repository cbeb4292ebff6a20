// What a run hands out: samples, limits, the text of a fault.
#include "simulation/fault_text.hpp"
#include "simulation/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace erfd {

double Run::next_sample() const {
  if (settings_.output_period == 0) return t_end_;
  const double t = settings_.start + static_cast<double>(sample_) * settings_.output_period;
  // The last sample is the end itself, also where the period does not divide the time exactly.
  return t > t_end_ - 1e-9 * settings_.output_period ? t_end_ : t;
}

bool Run::emit(double t, In<double> x) {
  Sample sample;
  sample.t = t;
  if (evaluate(t, x) != Evaluation::ok) return fail(StepOutcome::no_rate);
  const auto gears = static_cast<Eigen::Index>(plant_.gears().size());
  sample.q = q_.head(plant_.nq());
  sample.qd = qd_.head(plant_.nv());
  sample.qdd = dynamics_.qdd.head(plant_.nv());
  sample.motor_side = q_.tail(gears);
  sample.motor_side_d = qd_.tail(gears);
  sample.torque = dynamics_.torque;
  sample.power = dynamics_.power;
  watch_power(sample);
  ++sample_;
  const bool going = !settings_.observer || settings_.observer(sample);
  if (settings_.keep_samples) result_.samples.push_back(std::move(sample));
  if (!going) result_.status = RunStatus::stopped;
  return going;
}

bool Run::emit_until(double t) {
  while (next_sample() <= t) {
    const bool last = next_sample() == t_end_;
    integrator_->state_at(next_sample(), probe_);
    VectorX<double> x = probe_;
    if (!close_loops(x)) return false;
    if (!emit(next_sample(), x)) return false;
    if (last) break;
  }
  return true;
}

void Run::watch_limits() {
  if (!plant_.motor_limits() || result_.limits.empty()) return;
  if (evaluate(result_.t, x_) != Evaluation::ok) return;
  const double part = (result_.t - integrator_->t_before()) / 2;
  for (std::size_t i = 0; i < was_limited_.size(); ++i) {
    const bool now = dynamics_.limited[i].any();
    LimitRecord& record = result_.limits[i];
    if (now && !record.limits.any()) record.first = result_.t;
    if (now) record.limits.add(dynamics_.limited[i]);
    record.duration += part * (now + was_limited_[i]);
    was_limited_[i] = now;
  }
}

void Run::watch_power(const Sample& sample) {
  const EnergyFlows& p = sample.power;
  const auto [kinetic, potential] = dynamics_.energy_rates(q_, qd_);
  const double difference =
      kinetic + potential - p.input - p.wrenches + p.viscous + p.coulomb + p.load_dependent;
  Audit& audit = result_.audit;
  audit.power_residual = std::max(audit.power_residual, std::abs(difference));
  for (const double x :
       {kinetic, potential, p.input, p.wrenches, p.viscous, p.coulomb, p.load_dependent})
    audit.power_peak = std::max(audit.power_peak, std::abs(x));
}

double Audit::largest() const {
  double scale = kinetic_peak;
  for (const double x : {flows.input, flows.wrenches, flows.viscous, flows.coulomb,
                         flows.load_dependent, potential_end - potential_start, payload})
    scale = std::max(scale, std::abs(x));
  return scale;
}

double Audit::relative_residual() const {
  const double scale = std::max(largest(), floor);
  return scale > 0 ? std::abs(residual()) / scale : std::abs(residual());
}

double Audit::relative_power_residual() const {
  const double scale = std::max(power_peak, floor);
  return scale > 0 ? power_residual / scale : power_residual;
}

namespace {

/// What helps a run that needs shorter steps, or more of them, than it is allowed.
std::string cure_of(const SimulationResult& result) {
  if (!find_integrator(result.integrator).adaptive) return "allow more, or a longer step";
  if (result.integrator == "implicit") return "allow a larger error";
  return "allow more, or use 'implicit'";
}

std::string what_happened(const Plant& plant, const SimulationResult& result) {
  const SimulationResult::Fault& fault = result.fault;
  const std::string quantity = fault.quantity;
  switch (result.status) {
    case RunStatus::friction_unsettled:
      return "no set of sticking and slipping joints fits the torques, expected one";
    case RunStatus::chattering:
      return "friction of " + plant.friction()[static_cast<std::size_t>(fault.index)].name +
             " changes without end, expected rest or motion";
    case RunStatus::drives_out_of_reach:
      return out_of_reach_text(*plant.drives(), fault.index);
    case RunStatus::loops_open:
      return "no closed position of the loops is near: the mechanism is at the end of its reach; "
             "allow "
             "a smaller error or a shorter step";
    case RunStatus::step_too_small:
      return "the error allowed cannot be kept by any step; " + cure_of(result);
    case RunStatus::too_many_steps:
      return "the run needs more than " + std::to_string(result.steps) + " steps; " +
             cure_of(result);
    default:
      break;
  }
  std::string owner;
  if (quantity == "input")
    owner = " of " + plant.input_name(fault.index);
  else if (quantity == "wrench")
    owner = " " + std::to_string(fault.index);
  else if (fault.index >= 0)
    owner = " of joint '" + plant.coordinate_name(fault.index) + "'";
  if (result.status == RunStatus::ran_away)
    return quantity + owner + " is " + number_text(fault.value) + ", expected less than " +
           number_text(runaway_speed) + ": the motion runs away";
  return quantity + owner + " is " + number_text(fault.value) + ", expected a finite number";
}

}  // namespace

std::string describe_fault(const Plant& plant, const SimulationResult& result) {
  if (result.ok()) return {};
  const double t = result.fault.quantity[0] != '\0' ? result.fault.t : result.t;
  std::string text = "simulation: '" + plant.model().name() + "' at t = " + number_text(t) +
                     " s: " + what_happened(plant, result);
  if (!result.q.allFinite() || !result.qd.allFinite()) return text + "; no good state before";
  return text + "; last good state at t = " + number_text(result.t) +
         " s: q = " + list_text(result.q) + ", qd = " + list_text(result.qd);
}

}  // namespace erfd
