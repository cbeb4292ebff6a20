// Integrators of x' = f(t, x) by name, each with a state between its steps.
#pragma once

#include "erfd/math/types.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

namespace erfd {

/// x' = f(t, x). Mechanical states come as x = (q, qd, quadratures).
struct Ode {
  /// Writes f(t, x). False when it has no value there: the integrator then tries a shorter step.
  std::function<bool(double t, In<double> x, Out<double> rate)> rate;
  int size = 0;
  int nv = 0;           ///< x begins with nv positions and their nv velocities; 0: none
  int quadratures = 0;  ///< the last components enter no f and do not steer the step
};

/// Defaults keep the energy of a falling arm within 1e-8 of its peak: docs/simulation.md.
struct IntegratorSettings {
  double relative = 1e-10;  ///< error allowed a step, relative to the state [-]
  double absolute = 1e-11;  ///< the same absolutely [rad, m, rad/s, m/s]
  double step = 1e-3;       ///< step of integrators without error control [s]
  double max_step = std::numeric_limits<double>::infinity();  ///< [s]
};

enum class StepOutcome {
  ok,
  no_rate,        ///< f has no finite value however short the step
  step_too_small  ///< the error stays too large however short the step
};

/// All that an integrator carries from one step to the next.
struct IntegratorState {
  double t = 0;           ///< [s]
  double h = 0;           ///< next step [s]
  VectorX<double> x, f;   ///< state and its rate at t
  VectorX<double> carry;  ///< what rounding has taken from x; empty where it is not kept
  long steps = 0, rejected = 0, evaluations = 0;
};

/// One integration in progress: made once a run, start() as often as the state jumps.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Continues from a state with the step size reached so far. False when f has no finite value
  /// there.
  bool start(double t, In<double> x);
  /// One step, not beyond t_end; a step that reaches it ends exactly there.
  StepOutcome step(double t_end);

  double t_before() const { return t0_; }            ///< begin of the last step [s]
  double t() const { return t1_; }                   ///< its end [s]
  const VectorX<double>& x() const { return x1_; }   ///< state at t()
  long steps() const { return steps_; }              ///< accepted
  long rejected() const { return rejected_; }        ///< tried and repeated shorter
  long evaluations() const { return evaluations_; }  ///< of f

  /// What the steps to come depend on, and back: they are the same, bit for bit.
  IntegratorState save() const;
  void restore(const IntegratorState& state);

  /// State within the last step, t_before() ≤ t ≤ t().
  virtual void state_at(double t, Out<double> x) const = 0;

 protected:
  Integrator(Ode ode, const IntegratorSettings& settings);
  /// Tries from (t0_, x0_, f0_) to t0_ + h, writes x1_ and f1_. What is an error above 1 is
  /// repeated shorter; 0 for methods without error estimate; NaN when f has no value.
  virtual double attempt(double h) = 0;
  /// Order of the error estimate, 0 for a fixed step.
  virtual int error_order() const = 0;
  /// After a step was accepted.
  virtual void accepted() {}
  /// What rounding has taken from the state so far; start() makes it zero.
  VectorX<double> carry_;

  bool rate(double t, const VectorX<double>& x, VectorX<double>& f);
  /// Root mean square of e over what the settings allow; quadratures left out.
  double error_norm(const VectorX<double>& e) const;

  Ode ode_;
  IntegratorSettings settings_;
  double t0_ = 0, t1_ = 0;
  VectorX<double> x0_, x1_, f0_, f1_;

 private:
  double first_step();
  StepOutcome accept(double h, bool whole, double t_end, double error, bool after_rejection);
  double h_ = 0;  ///< next step [s], 0: not yet known
  long steps_ = 0, rejected_ = 0, evaluations_ = 0;
};

struct IntegratorInfo {
  std::string_view name;   ///< "dopri5"
  std::string_view title;  ///< one line
  bool adaptive;           ///< chooses its steps by the error allowed
};

/// All integrators, the default first.
std::span<const IntegratorInfo> integrators();

/// @throws Error for an unknown name, with the nearest known one.
const IntegratorInfo& find_integrator(std::string_view name);

/// @throws Error for an unknown name, settings that make no sense, or an Ode that the integrator
/// cannot run.
std::unique_ptr<Integrator> make_integrator(std::string_view name, Ode ode,
                                            const IntegratorSettings& settings = {});

}  // namespace erfd
