// Integrators with a fixed step.
// Source  `paper`: [KV20] E section 3, steps 7 and 8 of Algorithm 1.
//
//   qd⁺ = qd + qdd Δt,   q⁺ = q + qd⁺ Δt                                   (1)  semi-implicit Euler
//   x⁺ = x + Δt/6 (k_1 + 2 k_2 + 2 k_3 + k_4)                              (2)  rk4
//
// Between the steps: (1) with a part of Δt and constant qd⁺; the cubic through states and rates of
// both ends for (2), which loses no order.
#include "erfd/base/error.hpp"

#include "simulation/integrators/kinds.hpp"

#include <limits>

namespace erfd {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

class Paper final : public Integrator {
 public:
  Paper(Ode ode, const IntegratorSettings& settings) : Integrator(std::move(ode), settings) {
    if (ode_.nv == 0)
      throw Error(
          "integrator 'paper': the equation has no positions and velocities, expected some; use "
          "'rk4'");
  }

  void state_at(double t, Out<double> x) const override {
    const double part = t - t0_;
    x = x0_ + part * f0_;
    if (t == t1_) x.tail(ode_.size - ode_.nv) = x1_.tail(ode_.size - ode_.nv);
    x.head(ode_.nv) = x0_.head(ode_.nv) + part * x1_.segment(ode_.nv, ode_.nv);
  }

 protected:
  int error_order() const override { return 0; }
  double attempt(double h) override {
    x1_ = x0_ + h * f0_;
    x1_.head(ode_.nv) = x0_.head(ode_.nv) + h * x1_.segment(ode_.nv, ode_.nv);  // (1)
    return rate(t0_ + h, x1_, f1_) ? 0 : no_value;
  }
};

class Rk4 final : public Integrator {
 public:
  Rk4(Ode ode, const IntegratorSettings& settings)
      : Integrator(std::move(ode), settings), k2_(ode_.size), k3_(ode_.size), k4_(ode_.size) {}

  void state_at(double t, Out<double> x) const override {
    const double h = t1_ - t0_, s = h > 0 ? (t - t0_) / h : 1, r = 1 - s;
    x = r * r * (1 + 2 * s) * x0_ + s * s * (1 + 2 * r) * x1_ + (s * r * h) * (r * f0_ - s * f1_);
    // Weights of equal states do not add up to 1 exactly; what rests must not move.
    for (int k = 0; k < ode_.size; ++k) {
      if (x0_[k] == x1_[k] && f0_[k] == 0 && f1_[k] == 0) x[k] = x0_[k];
    }
  }

 protected:
  int error_order() const override { return 0; }
  double attempt(double h) override {
    x1_ = x0_ + h / 2 * f0_;
    if (!rate(t0_ + h / 2, x1_, k2_)) return no_value;
    x1_ = x0_ + h / 2 * k2_;
    if (!rate(t0_ + h / 2, x1_, k3_)) return no_value;
    x1_ = x0_ + h * k3_;
    if (!rate(t0_ + h, x1_, k4_)) return no_value;
    x1_ = x0_ + h / 6 * (f0_ + 2 * k2_ + 2 * k3_ + k4_);  // (2)
    return rate(t0_ + h, x1_, f1_) ? 0 : no_value;
  }

 private:
  VectorX<double> k2_, k3_, k4_;
};

}  // namespace

std::unique_ptr<Integrator> make_paper(Ode ode, const IntegratorSettings& settings) {
  return std::make_unique<Paper>(std::move(ode), settings);
}

std::unique_ptr<Integrator> make_rk4(Ode ode, const IntegratorSettings& settings) {
  return std::make_unique<Rk4>(std::move(ode), settings);
}

}  // namespace erfd
