// Dormand–Prince 5(4) of Boost.odeint: its stages, error estimate and dense output. The choice of
// the step is that of integrator.cpp: odeint's own accepts a step whose error is NaN.
//
// odeint integrates the way from the state at the start of the step, and what the sum of both loses to
// rounding is carried on (compensated summation): a thousand steps round a state no more than one.
//
//   w = Δ + c,   x⁺ = x + w,   v = x⁺ − x,   c⁺ = (x − (x⁺ − v)) + (w − v)                   (1)
#include "simulation/integrators/kinds.hpp"

#include <limits>
#include <vector>

#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

namespace erfd {
namespace {

using Row = std::vector<double>;

/// odeint's vectors and ours, one copy apart.
void copy(const VectorX<double>& from, Row& to) { to.assign(from.begin(), from.end()); }
void copy(const Row& from, VectorX<double>& to) {
  to = VectorX<double>::Map(from.data(), static_cast<Eigen::Index>(from.size()));
}

class Dopri5 final : public Integrator {
 public:
  Dopri5(Ode ode, const IntegratorSettings& settings)
      : Integrator(std::move(ode), settings), x_(ode_.size), f_(ode_.size), error_(ode_.size) {
    for (Row* row : {&start_, &old_f_, &way_, &new_f_, &e_, &between_})
      row->resize(static_cast<std::size_t>(ode_.size));
    for (VectorX<double>* v : {&carry_, &next_carry_, &carried_way_}) v->setZero(ode_.size);
  }

  void state_at(double t, Out<double> x) const override {
    if (t >= t1_ || t1_ == t0_) {
      x = x1_;
      return;
    }
    method_.calc_state(t, between_, start_, old_f_, t0_, way_, new_f_, t1_);
    x = x0_ + VectorX<double>::Map(between_.data(), x.size());
  }

 protected:
  int error_order() const override { return 4; }
  double attempt(double h) override {
    copy(f0_, old_f_);
    bool known = true;
    const auto system = [&](const Row& way, Row& f, double t) {
      if (!known) return;  // the step has failed: its other stages need no evaluation
      copy(way, carried_way_);
      x_ = x0_ + (carried_way_ + carry_);
      known = rate(t, x_, f_);
      copy(f_, f);
    };
    method_.do_step(system, start_, old_f_, t0_, way_, new_f_, h, e_);
    copy(way_, carried_way_);
    carried_way_ += carry_;
    x1_ = x0_ + carried_way_;
    x_ = x1_ - x0_;  // (1): what of the way has arrived, and what of x was lost
    next_carry_ = (x0_ - (x1_ - x_)) + (carried_way_ - x_);
    if (!known || !x1_.allFinite()) return std::numeric_limits<double>::quiet_NaN();
    copy(new_f_, f1_);
    copy(e_, error_);
    return error_norm(error_);
  }

  void accepted() override { carry_ = next_carry_; }

 private:
  boost::numeric::odeint::runge_kutta_dopri5<Row> method_;
  Row start_;  ///< zero: ways begin there
  Row old_f_, way_, new_f_, e_;
  mutable Row between_;
  VectorX<double> x_, f_, error_;
  VectorX<double> carried_way_, next_carry_;
};

}  // namespace

std::unique_ptr<Integrator> make_dopri5(Ode ode, const IntegratorSettings& settings) {
  return std::make_unique<Dopri5>(std::move(ode), settings);
}

}  // namespace erfd
