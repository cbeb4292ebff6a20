// Proportional and derivative control of each joint.
//
//   u = Kp (q_d − q) + Kd (qd_d − qd)                                          (1)
#include "simulation/controllers/parts.hpp"

namespace erfd {
namespace {

class Pd final : public Controller {
 public:
  explicit Pd(const ControllerParts& parts)
      : tracking_(parts.reference), Kp_(parts.gains.Kp), Kd_(parts.gains.Kd) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    tracking_.update(t, q, qd, u);
    u = Kp_.cwiseProduct(tracking_.e) + Kd_.cwiseProduct(tracking_.ed);  // (1)
  }

 private:
  Tracking tracking_;
  VectorX<double> Kp_, Kd_;
};

}  // namespace

std::unique_ptr<Controller> make_pd(const ControllerParts& parts) {
  return std::make_unique<Pd>(parts);
}

}  // namespace erfd
