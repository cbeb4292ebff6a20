// What all integrators share: choice of the step, end of the interval, names.
// Source  [HNW93] E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, II.4.
//
//   e_k within a_k = absolute + relative max(|x_k|, |x⁺_k|),   error = rms(e_k / a_k)      (1)
//   h⁺ = h · 0.9 error^(−1/(p+1)), at least h/5, at most 10 h, at most h after a rejection  (2)
//   first step: h_0 = d_0/(100 d_1); d_2 from an Euler step; h = (0.01/max(d_1, d_2))^(1/(p+1))
//               at most 100 h_0, d = rms(x/a), rms(x'/a), rms(Δx'/a)/h_0                   (3)
//
// p is the order of the error estimate.
#include "erfd/simulation/integrator.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"

#include "simulation/integrators/kinds.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace erfd {

Integrator::Integrator(Ode ode, const IntegratorSettings& settings)
    : ode_(std::move(ode)),
      settings_(settings),
      x0_(ode_.size),
      x1_(ode_.size),
      f0_(ode_.size),
      f1_(ode_.size) {}

bool Integrator::rate(double t, const VectorX<double>& x, VectorX<double>& f) {
  ++evaluations_;
  return x.allFinite() && ode_.rate(t, x, f) && f.allFinite();
}

double Integrator::error_norm(const VectorX<double>& e) const {
  const int n = ode_.size - ode_.quadratures;
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    const double allowed =
        settings_.absolute + settings_.relative * std::max(std::abs(x0_[k]), std::abs(x1_[k]));
    sum += (e[k] / allowed) * (e[k] / allowed);  // (1)
  }
  return std::sqrt(sum / std::max(n, 1));
}

bool Integrator::start(double t, In<double> x) {
  t0_ = t1_ = t;
  x0_ = x1_ = x;
  carry_.setZero();
  if (!rate(t, x1_, f1_)) return false;
  f0_ = f1_;
  if (h_ == 0) h_ = error_order() > 0 ? first_step() : settings_.step;
  return true;
}

IntegratorState Integrator::save() const {
  return {t1_, h_, x1_, f1_, carry_, steps_, rejected_, evaluations_};
}

void Integrator::restore(const IntegratorState& state) {
  if (state.x.size() != ode_.size || state.f.size() != ode_.size ||
      state.carry.size() != carry_.size())
    throw Error("integrator: the state to go on from has size " + std::to_string(state.x.size()) +
                ", expected " + std::to_string(ode_.size));
  t0_ = t1_ = state.t;
  x0_ = x1_ = state.x;
  f0_ = f1_ = state.f;
  carry_ = state.carry;
  h_ = state.h;
  steps_ = state.steps;
  rejected_ = state.rejected;
  evaluations_ = state.evaluations;
}

double Integrator::first_step() {  // (3)
  const double d0 = error_norm(x1_), d1 = error_norm(f1_);
  const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
  x0_ = x1_ + h0 * f1_;
  const bool known = rate(t1_ + h0, x0_, f0_);
  const VectorX<double> change = (f0_ - f1_) / h0;
  x0_ = x1_;
  f0_ = f1_;
  if (!known) return h0;
  const double d = std::max(d1, error_norm(change));
  const double h =
      d <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / d, 1.0 / (error_order() + 1));
  return std::min(100 * h0, h);
}

StepOutcome Integrator::step(double t_end) {
  t0_ = t1_;
  x0_ = x1_;
  f0_ = f1_;
  // Below this the time hardly moves.
  const double least = 10 * (std::nextafter(std::abs(t0_), HUGE_VAL) - std::abs(t0_));
  double h = std::max(std::min(h_, settings_.max_step), least);
  bool after_rejection = false;
  for (;;) {
    const bool whole = t0_ + h >= t_end;
    if (whole) h = t_end - t0_;
    const double error = attempt(h);
    if (error <= 1) return accept(h, whole, t_end, error, after_rejection);
    ++rejected_;
    after_rejection = true;
    const bool fixed = error_order() == 0;
    h *= std::isnan(error)
             ? 0.25
             : std::max(0.2, 0.9 * std::pow(error, -1.0 / (error_order() + 1)));  // (2)
    if (!fixed && h >= least) continue;
    t1_ = t0_;
    x1_ = x0_;
    f1_ = f0_;
    return std::isnan(error) ? StepOutcome::no_rate : StepOutcome::step_too_small;
  }
}

StepOutcome Integrator::accept(double h, bool whole, double t_end, double error,
                               bool after_rejection) {
  ++steps_;
  t1_ = whole ? t_end : t0_ + h;
  if (error_order() > 0) {
    double factor =
        error == 0 ? 10 : std::min(10.0, 0.9 * std::pow(error, -1.0 / (error_order() + 1)));
    factor = after_rejection ? std::min(factor, 1.0) : factor;  // (2)
    // A step that the end of the interval cut short tells nothing about longer ones.
    h_ = whole && !after_rejection ? std::max(h_, h * factor) : h * std::max(factor, 0.2);
  }
  accepted();
  return StepOutcome::ok;
}

namespace {

struct Kind {
  IntegratorInfo info;
  std::unique_ptr<Integrator> (*make)(Ode, const IntegratorSettings&);
};

constexpr Kind kinds[] = {
    {{"dopri5", "Dormand-Prince 5(4), error control, dense output", true}, make_dopri5},
    {{"implicit", "Rosenbrock 4(3), for stiff robots, error control, dense output", true},
     make_implicit},
    {{"rk4", "classical Runge-Kutta of order 4, fixed step", false}, make_rk4},
    {{"paper", "[KV20]: qd+ = qd + qdd dt, q+ = q + qd+ dt, fixed step", false}, make_paper},
};

constexpr IntegratorInfo infos[] = {kinds[0].info, kinds[1].info, kinds[2].info, kinds[3].info};

void check(const Ode& ode, const IntegratorSettings& s) {
  const auto positive = [](const char* name, double x) {
    if (!(x > 0))
      throw Error("integrator: " + std::string(name) + " is " + std::to_string(x) +
                  ", expected more than 0");
  };
  positive("relative", s.relative);
  positive("absolute", s.absolute);
  positive("step", s.step);
  positive("max_step", s.max_step);
  if (!ode.rate || ode.size < 1 || ode.nv < 0 || ode.quadratures < 0 ||
      2 * ode.nv + ode.quadratures > ode.size)
    throw Error("integrator: the equation has size " + std::to_string(ode.size) + ", nv " +
                std::to_string(ode.nv) + " and " + std::to_string(ode.quadratures) +
                " quadratures, expected a rate and 2 nv + quadratures <= size");
}

}  // namespace

std::span<const IntegratorInfo> integrators() { return infos; }

const IntegratorInfo& find_integrator(std::string_view name) {
  std::vector<std::string> known;
  for (const IntegratorInfo& info : infos) {
    if (info.name == name) return info;
    known.emplace_back(info.name);
  }
  throw Error(unknown_choice("integrator", name, known));
}

std::unique_ptr<Integrator> make_integrator(std::string_view name, Ode ode,
                                            const IntegratorSettings& settings) {
  const IntegratorInfo& info = find_integrator(name);
  check(ode, settings);
  return kinds[&info - infos].make(std::move(ode), settings);
}

}  // namespace erfd
