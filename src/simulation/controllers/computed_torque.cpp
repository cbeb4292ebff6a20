// Computed torque: inverse dynamics of the robot around a linear law for the error.
// Source  [LWP80b] J. Y. S. Luh, M. W. Walker and R. P. C. Paul 1980; [MLS94] section 4.5.
//
//   u = H(q) a + C(q, qd) qd + g(q) + what the drives need,   a = q̈_d + Kd ė + Kp e          (1)
//
// With the right model the error obeys ë + Kd ė + Kp e = 0, each joint for itself.
#include "simulation/controllers/drive_torques.hpp"
#include "simulation/controllers/link_torques.hpp"

namespace erfd {
namespace {

class ComputedTorque final : public Controller {
 public:
  explicit ComputedTorque(const ControllerParts& parts)
      : links_(parts.model),
        tracking_(parts.reference),
        drives_(parts),
        Kp_(parts.gains.Kp),
        Kd_(parts.gains.Kd),
        a_(VectorX<double>::Zero(Kp_.size())) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    tracking_.update(t, q, qd, u);
    a_ = tracking_.qdd_d + Kd_.cwiseProduct(tracking_.ed) + Kp_.cwiseProduct(tracking_.e);
    links_.inverse_dynamics(q, qd, a_, u);
    drives_.add({q, qd, a_, qd, tracking_.qd_d}, u);  // (1)
  }

 private:
  LinkTorques links_;
  Tracking tracking_;
  DriveTorques drives_;
  VectorX<double> Kp_, Kd_, a_;
};

}  // namespace

std::unique_ptr<Controller> make_computed_torque(const ControllerParts& parts) {
  return std::make_unique<ComputedTorque>(parts);
}

}  // namespace erfd
