// The course of a run: intervals without jumps of input or payload, steps, events.
#include "simulation/run/run.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/loops/closure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace erfd {

Run::Run(const Plant& plant, const InputFunction& input, const SimulationSettings& settings)
    : plant_(plant),
      input_(input),
      settings_(settings),
      n_(plant.coordinates()),
      joints_(static_cast<int>(plant.model().joints().size())),
      states_(settings.control_period == 0 && settings.input_states != nullptr
                  ? settings.input_states->state_count()
                  : 0),
      dynamics_(plant),
      positions_(plant),
      friction_(plant, dynamics_),
      x_(VectorX<double>::Zero(2 * n_ + states_ + flow_count)),
      probe_(x_),
      command_(VectorX<double>::Zero(plant.input_count())),
      q_(VectorX<double>::Zero(positions_.size())),
      qd_(VectorX<double>::Zero(n_)),
      measured_(VectorX<double>::Zero(plant.nq())),
      measured_d_(VectorX<double>::Zero(plant.nv())),
      speed_a_(VectorX<double>::Zero(plant.drives() ? plant.drives()->count() : 0)),
      asked_(VectorX<double>::Zero(joints_)),
      asked_d_(asked_),
      asked_dd_(asked_),
      error_0_(asked_),
      error_m_(asked_),
      error_1_(asked_),
      settling_error_(asked_),
      none_(plant.friction().size(), false),
      t_end_(settings.start + settings.duration) {
  Ode ode;
  ode.rate = [this](double t, In<double> x, Out<double> f) { return rate(t, x, f); };
  ode.size = 2 * n_ + states_ + flow_count;
  ode.nv = plant.model().has_free_base() ? 0 : n_;  // positions of a base have rates of their own
  ode.quadratures = flow_count;
  integrator_ = make_integrator(settings.integrator, std::move(ode), settings.integration);
  result_.limits.resize(static_cast<std::size_t>(speed_a_.size()));
  was_limited_.resize(result_.limits.size(), false);
  const auto n = static_cast<std::size_t>(joints_);
  result_.start = settings.start;
  result_.integrator = find_integrator(settings.integrator).name;
  result_.motion.tracking.resize(settings.reference == nullptr ? 0 : n);
  if (settings.reference != nullptr && settings.reference->stands())
    result_.motion.settling.resize(n);
  result_.motion.ranges.resize(n);
  result_.motion.joint_speeds.resize(n);
  result_.motion.motor_speeds.resize(result_.limits.size());
  result_.motion.mechanisms.resize(result_.limits.size());
}

SimulationResult Run::operator()(In<double> q, In<double> qd) {
  const auto began = std::chrono::steady_clock::now();
  bool going = true;
  if (settings_.resume != nullptr)
    go_on(*settings_.resume);
  else
    going = begin(q, qd);
  while (going && result_.t < t_end_) {
    double stop = t_end_;
    if (settings_.control_period > 0)
      stop =
          std::min(stop, settings_.start + static_cast<double>(cycle_) * settings_.control_period);
    if (switch_ < settings_.switches.size())
      stop = std::min(stop, std::max(settings_.switches[switch_].time, result_.t));
    while (break_ < settings_.breaks.size() && settings_.breaks[break_] < result_.t) ++break_;
    if (break_ < settings_.breaks.size()) stop = std::min(stop, settings_.breaks[break_]);
    going = interval(stop);
  }
  finish();
  result_.wall_time =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return std::move(result_);
}

bool Run::begin(In<double> q, In<double> qd) {
  result_.t = settings_.start;
  result_.q = q;
  result_.qd = qd;
  for (const auto& [name, values] : {std::pair{"q", &result_.q}, {"qd", &result_.qd}}) {
    for (int j = 0; j < values->size(); ++j) {
      if (std::isfinite((*values)[j])) continue;
      const int beyond =
          static_cast<int>(values->size()) - plant_.nv();  // a quaternion has one more
      result_.fault = {name, std::max(0, j - beyond), (*values)[j], settings_.start};
      return fail(RunStatus::not_finite_input);
    }
  }
  dynamics_.use_model(settings_.model);
  q_.head(plant_.nq()) = q;
  if (plant_.base_velocities() > 0) q_.head<4>().normalize();
  qd_.head(plant_.nv()) = qd;
  if (!load_gears()) return fail(RunStatus::not_finite_input);
  positions_.anchor_at(q_);
  positions_.to_local(q_, x_.head(n_));
  x_.segment(n_, n_) = qd_;
  if (!close_loops(x_)) return false;
  note_state(x_);
  if (states_ > 0) {
    measure(x_);
    settings_.input_states->start_states(measured_, measured_d_, x_.segment(2 * n_, states_));
  }
  if (const DriveStatus placed = dynamics_.place(q_); !placed) {
    note_reach(placed, settings_.start);
    return fail(RunStatus::drives_out_of_reach);
  }
  result_.audit.kinetic_start = result_.audit.kinetic_peak = kinetic_energy(x_);
  result_.audit.potential_start = potential_energy(x_);
  friction_.take(x_.segment(n_, n_));
  watch_start();
  return switch_payloads() && jump(none_) && emit(settings_.start, x_);
}

/// Elastic gears start with the load that their links have then.
bool Run::load_gears() {
  if (plant_.gears().empty()) return true;
  if (settings_.wrenches) {
    wrenches_ = settings_.wrenches(settings_.start, q_.head(plant_.nq()), qd_.head(plant_.nv()));
    if (!input_is_finite(settings_.start)) return false;
  }
  dynamics_.load_gears(q_, qd_, wrenches_);
  return true;
}

double Run::kinetic_energy(In<double> x) {
  spread(x);
  return dynamics_.kinetic_energy(q_, qd_);
}

double Run::potential_energy(In<double> x) {
  spread(x);
  return dynamics_.potential_energy(q_);
}

/// The last good state.
void Run::note_state(In<double> x) {
  spread(x);
  result_.q = q_.head(plant_.nq());
  result_.qd = qd_.head(plant_.nv());
}

/// The nearest state in which the loops are closed; what sticks stays.
bool Run::close_loops(Out<double> x) {
  if (!dynamics_.has_loops()) return true;
  spread(x);
  const LoopClosure closure = dynamics_.close(q_, qd_);
  positions_.to_local(q_, x.head(n_));
  x.segment(n_, n_) = qd_;
  result_.audit.loop_gap = std::max(result_.audit.loop_gap, closure.gap);
  return closure.closed || fail(RunStatus::loops_open);
}

/// Local coordinates of a free base begin anew where they have grown large.
bool Run::follow_with_anchor() {
  if (!positions_.is_far(x_.head(n_))) return true;
  spread(x_);
  positions_.anchor_at(q_);
  positions_.to_local(q_, x_.head(n_));
  return integrator_->start(result_.t, x_) || fail(StepOutcome::no_rate);
}

/// At the present time the input, the payload or the friction has changed.
bool Run::jump(const std::vector<bool>& released) {
  const double t = result_.t;
  if (settings_.control_period > 0) {
    if (t >= settings_.start + static_cast<double>(cycle_) * settings_.control_period) {
      measure(x_);
      input_(t, measured_, measured_d_, command_);
      ++cycle_;
    }
  }
  const auto at_present = [&] { return evaluate(t, x_); };
  last_ = Evaluation::ok;
  if (friction_.any()) {
    const std::vector<int> before = dynamics_.modes();
    const Evaluation outcome = friction_.settle(at_present, released);
    if (input_bad_) return fail(RunStatus::not_finite_input);
    if (outcome != Evaluation::ok) return fail(outcome);
    for (std::size_t e = 0; e < before.size(); ++e) {
      if (dynamics_.modes()[e] == before[e]) continue;
      result_.events.push_back({t, static_cast<int>(e), dynamics_.modes()[e]});
    }
    for (int j = 0; j < n_; ++j) {
      if (dynamics_.pinned(j)) x_[n_ + j] = 0;
    }
    if (!close_loops(x_)) return false;
    note_state(x_);
  }
  if (integrator_->start(t, x_)) return true;
  return fail(StepOutcome::no_rate);
}

bool Run::switch_payloads() {
  while (switch_ < settings_.switches.size() && settings_.switches[switch_].time <= result_.t) {
    const auto energy = [&] { return kinetic_energy(x_) + potential_energy(x_); };
    const double before = energy();
    dynamics_.use_model(settings_.switches[switch_].model);
    result_.audit.payload += energy() - before;
    ++switch_;
  }
  return true;
}

bool Run::interval(double t_stop) {
  latest_ = std::nextafter(t_stop, -HUGE_VAL);
  while (result_.t < t_stop) {
    if (!advance(t_stop)) return false;
    if (settings_.after_step) settings_.after_step(result_.t, [this] { return take(); });
  }
  if (result_.t >= t_end_) return true;
  latest_ = HUGE_VAL;
  if (break_ < settings_.breaks.size() && settings_.breaks[break_] <= result_.t) ++break_;
  switch_payloads();
  return jump(none_);
}

bool Run::advance(double t_stop) {
  if (integrator_->steps() >= settings_.max_steps) return fail(RunStatus::too_many_steps);
  const StepOutcome outcome = integrator_->step(t_stop);
  if (outcome != StepOutcome::ok) return fail(outcome);
  double t_event = integrator_->t();
  const bool event = friction_.any() && find_event(t_event);
  const bool going = emit_until(t_event);
  if (event)
    integrator_->state_at(t_event, x_);
  else
    x_ = integrator_->x();
  result_.t = t_event;
  const bool closed = close_loops(x_);
  note_state(x_);
  if (!closed) return false;
  watch_limits();
  watch_step();
  result_.audit.kinetic_peak = std::max(result_.audit.kinetic_peak, kinetic_energy(x_));
  if (!going) return false;
  int fastest = 0;
  if (result_.qd.cwiseAbs().maxCoeff(&fastest) > runaway_speed) {
    result_.fault = {"qd", fastest, result_.qd[fastest], result_.t};
    return fail(RunStatus::ran_away);
  }
  for (std::size_t e = 0; e < friction_.resting.size(); ++e)
    friction_.resting[e] = dynamics_.modes()[e] == 0;
  if (!follow_with_anchor()) return false;
  if (event) return handle_event(t_event);
  return !dynamics_.has_loops() || integrator_->start(result_.t, x_) || fail(StepOutcome::no_rate);
}

void Run::finish() {
  Audit& audit = result_.audit;
  audit.floor = plant_.model().moving_mass() * 9.81 * 1e-6;
  if (result_.ok()) result_.fault = {};  // left from a step that was tried and repeated shorter
  const auto flows = x_.tail<flow_count>();
  audit.flows = {flows[0], flows[1], flows[2], flows[3], flows[4]};
  if (result_.q.allFinite() && result_.qd.allFinite()) {
    audit.kinetic_end = kinetic_energy(x_);
    audit.potential_end = potential_energy(x_);
  }
  result_.steps = integrator_->steps();
  result_.rejected = integrator_->rejected();
  result_.evaluations = integrator_->evaluations();
  result_.calls = dynamics_.calls();
}

namespace {

[[noreturn]] void refuse(const std::string& text) { throw Error("simulate: " + text); }

/// Integrating would begin with a jump to where they close.
void check_loops(const Plant& plant, In<double> q, In<double> qd) {
  const Model& model = plant.model();
  if (!model.is_constrained() || !q.allFinite() || !qd.allFinite()) return;
  constexpr double enough = 1e-6;
  LoopWorkspace ws(model);
  VectorX<double> gap(model.constraint_rows());
  MatrixX<double> J(gap.size(), model.nv());
  constraint_gap(model, ws, q, gap);
  const double open = gap.cwiseAbs().maxCoeff();
  if (open > enough)
    refuse("the loops of '" + model.name() + "' stand open by " + std::to_string(open) +
           " (m, or the sine of an angle) at the start, expected closed ones; close_position() "
           "closes them");
  constraint_jacobian(model, ws, q, J);
  const double parts = (J * qd).cwiseAbs().maxCoeff();
  if (parts > enough * std::max(1.0, qd.cwiseAbs().maxCoeff()))
    refuse("the velocities of '" + model.name() + "' open its loops with " + std::to_string(parts) +
           " m/s or rad/s at the start, expected ones that keep them closed; close_velocity() "
           "gives them");
}

void check(const Plant& plant, const InputFunction& input, In<double> q, In<double> qd,
           const SimulationSettings& s) {
  const auto say = [](auto x) { return std::to_string(x); };
  if (plant.base_velocities() > 0 && (q.size() != plant.nq() || qd.size() != plant.nv()))
    refuse("q has size " + say(q.size()) + " and qd " + say(qd.size()) + ", but '" +
           plant.model().name() + "' on its free base has " + say(plant.nq()) + " and " +
           say(plant.nv()));
  if (q.size() != plant.nq() || qd.size() != plant.nv())
    refuse("q has size " + say(q.size()) + " and qd " + say(qd.size()) + ", but '" +
           plant.model().name() + "' has " + say(plant.nv()) + " joints");
  if (!input) refuse("no input is given, expected a function");
  const auto at_least_zero = [&](const char* name, double x) {
    if (!(x >= 0) || std::isinf(x))
      refuse(std::string(name) + " is " + say(x) + " s, expected 0 or more");
  };
  at_least_zero("duration", s.duration);
  at_least_zero("output_period", s.output_period);
  at_least_zero("control_period", s.control_period);
  check_loops(plant, q, qd);
  const auto joints = static_cast<int>(plant.model().joints().size());
  if (s.reference != nullptr && s.reference->joint_count() != joints)
    refuse("the reference has " + say(s.reference->joint_count()) + " joints, but '" +
           plant.model().name() + "' has " + say(joints));
  if (plant.base_velocities() > 0 && find_integrator(s.integrator).name == "paper")
    refuse("the integrator 'paper' adds speeds to positions, but the base of '" +
           plant.model().name() + "' is free and turns; use 'dopri5', 'implicit' or 'rk4'");
  if (!std::isfinite(s.start)) refuse("start is " + say(s.start) + " s, expected a finite time");
  if (s.model < 0 || s.model >= plant.model_count())
    refuse("model " + say(s.model) + " is not among the " + say(plant.model_count()) +
           " of the plant");
  if (!std::is_sorted(s.breaks.begin(), s.breaks.end()))
    refuse("the breaks are not in order of time");
  double last = -HUGE_VAL;
  for (const PayloadSwitch& change : s.switches) {
    if (change.model < 0 || change.model >= plant.model_count())
      refuse("the switch at " + say(change.time) + " s names model " + say(change.model) +
             ", but the plant has " + say(plant.model_count()));
    if (!(change.time >= last)) refuse("the switches are not in order of time");
    last = change.time;
  }
}

}  // namespace

SimulationResult simulate(const Plant& plant, const InputFunction& input, In<double> q,
                          In<double> qd, const SimulationSettings& settings) {
  check(plant, input, q, qd, settings);
  return Run(plant, input, settings)(q, qd);
}

Sample moment_of(const Plant& plant, In<double> u, In<double> q, In<double> qd,
                 std::span<const ExternalWrench<double>> wrenches) {
  if (u.size() != plant.input_count())
    refuse("the input has " + std::to_string(u.size()) + " numbers, but '" + plant.model().name() +
           "' takes " + std::to_string(plant.input_count()));
  const VectorX<double> held = u;
  SimulationSettings settings{.duration = 0};
  settings.wrenches = [wrenches](double, In<double>, In<double>) { return wrenches; };
  SimulationResult result = simulate(
      plant, [&](double, In<double>, In<double>, Out<double> input) { input = held; }, q, qd,
      settings);
  if (!result.ok()) throw Error(describe_fault(plant, result));
  return std::move(result.samples.front());
}

}  // namespace erfd
