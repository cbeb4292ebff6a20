// PID control of each joint with back-calculation against windup.
// Source  [AH06] K. J. Åström and T. Hägglund 2006, for the back-calculation (their tracking time is
//         1/Kt here).
//
//   u = Kp e + z + Kd ė,   e = q_d − q                                         (1)
//   ż = Ki e + Kt (u_applied − u)                                              (2)
//
// Between two calls the first term of (2) is integrated by the trapezoidal rule; the second is held
// from the call before, and never takes more than the whole excess away.
#include "simulation/controllers/parts.hpp"

#include <algorithm>

namespace erfd {
namespace {

class Pid final : public Controller {
 public:
  explicit Pid(const ControllerParts& parts)
      : tracking_(parts.reference),
        Kp_(parts.gains.Kp),
        Ki_(parts.gains.Ki),
        Kd_(parts.gains.Kd),
        Kt_(parts.gains.tracking.size() > 0 ? parts.gains.tracking
                                            : VectorX<double>(Ki_.cwiseQuotient(Kp_))) {
    z_ = e_before_ = asked_ = excess_ = VectorX<double>::Zero(Kp_.size());
  }

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    tracking_.update(t, q, qd, u);
    if (const double dt = clock_.since_last_call(t); dt > 0)
      for (Eigen::Index i = 0; i < z_.size(); ++i)
        z_[i] += dt * Ki_[i] * (e_before_[i] + tracking_.e[i]) / 2 +
                 std::min(dt * Kt_[i], 1.0) * excess_[i];  // (2)
    e_before_ = tracking_.e;
    u = Kp_.cwiseProduct(tracking_.e) + z_ + Kd_.cwiseProduct(tracking_.ed);  // (1)
    asked_ = u;
    excess_.setZero();
  }

  void applied(In<double> u) override {
    check_controller_size("u", u.size(), asked_.size());
    excess_ = u - asked_;
  }

  void reset() override {
    z_.setZero();
    excess_.setZero();
    clock_.reset();
  }

  bool has_memory() const override { return true; }

  void save(std::vector<double>& memory) const override {
    clock_.save(memory);
    for (const VectorX<double>* part : {&z_, &e_before_, &asked_, &excess_})
      save_vector(*part, memory);
  }
  void restore(std::span<const double>& memory) override {
    clock_.restore(memory);
    for (VectorX<double>* part : {&z_, &e_before_, &asked_, &excess_})
      restore_vector(*part, memory);
  }

 private:
  Tracking tracking_;
  VectorX<double> Kp_, Ki_, Kd_, Kt_;
  VectorX<double> z_, e_before_, asked_, excess_;
  CycleClock clock_;
};

}  // namespace

std::unique_ptr<Controller> make_pid(const ControllerParts& parts) {
  return std::make_unique<Pid>(parts);
}

}  // namespace erfd
