// Adaptive tracking of Slotine and Li, with the estimates kept in a box.
// Source  [SL87] J.-J. E. Slotine and W. Li 1987. Proof: docs/controllers.md.
//
//   u = Y â + what the drives need + K s                                       (1)
//   dâ/dt = Γ Yᵀ s,   Γ = γ diag(ρ²),   |â − a| ≤ ρ                             (2)
//
// Y and s do not depend on â, so that the trapezoidal rule for (2) needs no iteration.
//
// Legend  a: parameters of the model; ρ: uncertainty; γ: adaptation; K: Kd; s, Y: sliding.hpp
#include "simulation/controllers/sliding.hpp"

#include <algorithm>

namespace erfd {
namespace {

class Adaptive final : public Controller {
 public:
  explicit Adaptive(const ControllerParts& parts)
      : sliding_(parts),
        K_(parts.gains.Kd),
        rho_(parts.gains.uncertainty),
        gamma_(parts.gains.adaptation[0] * rho_.cwiseAbs2()),
        a_(inertial_parameters(parts.model)),
        a_hat_(a_),
        power_before_(VectorX<double>::Zero(a_.size())) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    sliding_.update(t, q, qd, u);
    if (const double dt = clock_.since_last_call(t); dt > 0)
      for (Eigen::Index p = 0; p < a_.size(); ++p)
        a_hat_[p] =
            std::clamp(a_hat_[p] + dt * gamma_[p] * (power_before_[p] + sliding_.power[p]) / 2,
                       a_[p] - rho_[p], a_[p] + rho_[p]);  // (2)
    power_before_ = sliding_.power;
    sliding_.torques_of(a_hat_, q, qd, u);
    u += K_.cwiseProduct(sliding_.s);  // (1)
  }

  void reset() override {
    a_hat_ = a_;
    clock_.reset();
  }

  const VectorX<double>* estimated_parameters() const override { return &a_hat_; }
  bool has_memory() const override { return true; }

  void save(std::vector<double>& memory) const override {
    clock_.save(memory);
    for (const VectorX<double>* part : {&a_hat_, &power_before_}) save_vector(*part, memory);
  }
  void restore(std::span<const double>& memory) override {
    clock_.restore(memory);
    for (VectorX<double>* part : {&a_hat_, &power_before_}) restore_vector(*part, memory);
  }

 private:
  Sliding sliding_;
  VectorX<double> K_, rho_, gamma_, a_, a_hat_, power_before_;
  CycleClock clock_;
};

}  // namespace

std::unique_ptr<Controller> make_adaptive(const ControllerParts& parts) {
  return std::make_unique<Adaptive>(parts);
}

}  // namespace erfd
