// Linearly implicit integrator for stiff robots.
// Source  [HW96] E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.7 and IV.10:
//         RODAS, order 4(3), stiffly accurate, with its own continuous solution.
//
//   (1/(hγ) − J) g_i = f(t + α_i h, x + Σ_j<i a_ij g_j) + Σ_j<i c_ij g_j/h + h d_i ∂f/∂t       (1)
//   x⁺ = x + Σ_j<6 a_6j g_j + g_6,   e = g_6                                                   (2)
//   x(t + s h) = (1 − s) x + s (x⁺ + (1 − s)(D_2 + s D_3)),   D_k = Σ_j d_kj g_j                (3)
//
// J and ∂f/∂t by differences. Quadratures enter no f: their columns of J are zero and cost nothing.
// Boost.odeint 1.74 has the same method on uBLAS, which does not compile as C++20, and the sign of
// d_4 wrong: order 2 where f depends on t.
#include "simulation/integrators/kinds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

namespace erfd {
namespace {

constexpr double gamma = 0.25;
constexpr double alpha[6] = {0, 0.386, 0.21, 0.63, 1, 1};
constexpr double d[6] = {0.25, -0.1043, 0.1035, -0.03620000000000023, 0, 0};
constexpr double a[6][5] = {
    {},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}};
constexpr double c[6][5] = {
    {},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
     -6.058818238834054}};
constexpr double d_2[5] = {10.12623508344586, -7.487995877610167, -34.80091861555747,
                           -7.992771707568823, 1.025137723295662};
constexpr double d_3[5] = {-0.6762803392801253, 6.087714651680015, 16.43084320892478,
                           24.76722511418386, -6.594389125716872};

class Implicit final : public Integrator {
 public:
  Implicit(Ode ode, const IntegratorSettings& settings)
      : Integrator(std::move(ode), settings),
        J_(ode_.size, ode_.size),
        g_(ode_.size, 6),
        x_(ode_.size),
        f_(ode_.size),
        dfdt_(ode_.size),
        D_2_(ode_.size),
        D_3_(ode_.size) {}

  void state_at(double t, Out<double> x) const override {
    const double s = t1_ > t0_ ? (t - t0_) / (t1_ - t0_) : 1;
    x = x0_ + s * (x1_ - x0_ + (1 - s) * (D_2_ + s * D_3_));  // (3)
    if (t >= t1_) x = x1_;
  }

 protected:
  int error_order() const override { return 3; }
  double attempt(double h) override {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (!differentiate(h)) return nan;
    J_ = -J_;
    J_.diagonal().array() += 1 / (h * gamma);
    lu_.compute(J_);
    for (int i = 0; i < 6; ++i) {
      x_ = x0_;
      for (int j = 0; j < i; ++j) x_ += a[i][j] * g_.col(j);
      if (!rate(t0_ + alpha[i] * h, x_, f_)) return nan;
      f_ += h * d[i] * dfdt_;
      for (int j = 0; j < i; ++j) f_ += c[i][j] / h * g_.col(j);
      g_.col(i) = lu_.solve(f_);  // (1)
    }
    x1_ = x_ + g_.col(5);  // (2)
    f_ = g_.col(5);
    return rate(t0_ + h, x1_, f1_) ? error_norm(f_) : nan;
  }
  void accepted() override {
    D_2_.setZero();
    D_3_.setZero();
    for (int j = 0; j < 5; ++j) {
      D_2_ += d_2[j] * g_.col(j);
      D_3_ += d_3[j] * g_.col(j);
    }
  }

 private:
  /// ∂f/∂x and ∂f/∂t at (t0_, x0_): forward differences at the square root of the precision.
  bool differentiate(double h) {
    const double root = std::sqrt(std::numeric_limits<double>::epsilon());
    J_.setZero();
    for (int k = 0; k < ode_.size - ode_.quadratures; ++k) {
      x_ = x0_;
      x_[k] += root * std::max(1.0, std::abs(x0_[k]));
      if (!rate(t0_, x_, f_)) return false;
      J_.col(k) = (f_ - f0_) / (x_[k] - x0_[k]);
    }
    // Half a step at most: inputs are not asked for beyond the end of the interval.
    const double change = std::min(h / 2, root * std::max(1.0, std::abs(t0_)));
    x_ = x0_;
    if (!rate(t0_ + change, x_, f_)) return false;
    dfdt_ = (f_ - f0_) / change;
    return true;
  }

  MatrixX<double> J_, g_;
  Eigen::PartialPivLU<MatrixX<double>> lu_;
  VectorX<double> x_, f_, dfdt_, D_2_, D_3_;
};

}  // namespace

std::unique_ptr<Integrator> make_implicit(Ode ode, const IntegratorSettings& settings) {
  return std::make_unique<Implicit>(std::move(ode), settings);
}

}  // namespace erfd
