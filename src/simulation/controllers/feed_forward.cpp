// Feed-forward: the torque of the asked motion, and PD control around it.
// Source  [LWP80b] for the torque; [An88] C. H. An, C. G. Atkeson and J. M. Hollerbach 1988.
//
//   u = H(q_d) q̈_d + C(q_d, qd_d) qd_d + g(q_d) + what the drives need + Kp e + Kd ė            (1)
//
// Nothing of the model sees the measured state, so that it can be computed before the motion.
#include "simulation/controllers/drive_torques.hpp"
#include "simulation/controllers/link_torques.hpp"

#include <cmath>

namespace erfd {
namespace {

class FeedForward final : public Controller {
 public:
  explicit FeedForward(const ControllerParts& parts)
      : links_(parts.model),
        tracking_(parts.reference),
        drives_(parts),
        Kp_(parts.gains.Kp),
        Kd_(parts.gains.Kd) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    tracking_.update(t, q, qd, u);
    Tracking& d = tracking_;
    const bool reached = links_.close_asked(q, d.q_d, d.qd_d);
    links_.inverse_dynamics(d.q_d, d.qd_d, d.qdd_d, u);
    drives_.add({d.q_d, d.qd_d, d.qdd_d, d.qd_d, d.qd_d}, u);
    u += Kp_.cwiseProduct(d.e) + Kd_.cwiseProduct(d.ed);  // (1)
    if (!reached) u.setConstant(std::nan(""));
  }

 private:
  LinkTorques links_;
  Tracking tracking_;
  DriveTorques drives_;
  VectorX<double> Kp_, Kd_;
};

}  // namespace

std::unique_ptr<Controller> make_feed_forward(const ControllerParts& parts) {
  return std::make_unique<FeedForward>(parts);
}

}  // namespace erfd
