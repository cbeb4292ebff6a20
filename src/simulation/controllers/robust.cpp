// Robust tracking by Lyapunov redesign in the space of the inertial parameters, with boundary layer.
// Source  [Sp92] M. W. Spong 1992, parameter by parameter and with one layer for all, in watts; the
//         bound on what is not in the model is ours. Proof: docs/controllers.md.
//
//   â_p = a_p + ρ_p sat(ρ_p (Yᵀs)_p / ε)                                       (1)
//   u   = Y â + what the drives need + K s + d sat(d s / ε)                    (2)
//
// Legend  a: parameters of the model; ρ: uncertainty; d: disturbance; ε: layer [W]; K: Kd
//         s, Y: sliding.hpp; sat(x) = min(max(x, −1), 1)
#include "simulation/controllers/sliding.hpp"

#include <algorithm>

namespace erfd {
namespace {

/// bound · sat(bound · x / ε). NaN stays NaN.
double pushed(double bound, double x, double layer) {
  return bound * std::clamp(bound * x / layer, -1.0, 1.0);
}

class Robust final : public Controller {
 public:
  explicit Robust(const ControllerParts& parts)
      : sliding_(parts),
        K_(parts.gains.Kd),
        rho_(parts.gains.uncertainty),
        d_(parts.gains.disturbance.size() > 0 ? parts.gains.disturbance
                                              : VectorX<double>::Zero(K_.size())),
        layer_(parts.gains.layer[0]),
        a_(inertial_parameters(parts.model)),
        a_hat_(a_) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    sliding_.update(t, q, qd, u);
    const VectorX<double>& s = sliding_.s;
    for (Eigen::Index p = 0; p < a_.size(); ++p)
      a_hat_[p] = a_[p] + pushed(rho_[p], sliding_.power[p], layer_);  // (1)
    sliding_.torques_of(a_hat_, q, qd, u);
    for (Eigen::Index i = 0; i < u.size(); ++i)
      u[i] += K_[i] * s[i] + pushed(d_[i], s[i], layer_);  // (2)
  }

 private:
  Sliding sliding_;
  VectorX<double> K_, rho_, d_;
  double layer_;
  VectorX<double> a_, a_hat_;
};

}  // namespace

std::unique_ptr<Controller> make_robust(const ControllerParts& parts) {
  return std::make_unique<Robust>(parts);
}

}  // namespace erfd
