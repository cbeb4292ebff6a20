// PD control with gravity compensation.
// Source  [TA81] M. Takegaki and S. Arimoto 1981; [Fe15] (5.29), with the sign of errata §1.2.
//
//   u = Kp (q_d − q) + Kd (qd_d − qd) + g(q) + dry friction of qd_d, if wanted               (1)
//
// Rotors weigh nothing here: their weight is in the links.
#include "simulation/controllers/drive_torques.hpp"
#include "simulation/controllers/link_torques.hpp"

namespace erfd {
namespace {

class PdGravity final : public Controller {
 public:
  explicit PdGravity(const ControllerParts& parts)
      : links_(parts.model),
        tracking_(parts.reference),
        drives_(parts),
        Kp_(parts.gains.Kp),
        Kd_(parts.gains.Kd) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    tracking_.update(t, q, qd, u);
    links_.gravity(q, u);
    drives_.add_dry_friction(q, tracking_.qd_d, u);
    u += Kp_.cwiseProduct(tracking_.e) + Kd_.cwiseProduct(tracking_.ed);  // (1)
  }

 private:
  LinkTorques links_;
  Tracking tracking_;
  DriveTorques drives_;
  VectorX<double> Kp_, Kd_;
};

}  // namespace

std::unique_ptr<Controller> make_pd_gravity(const ControllerParts& parts) {
  return std::make_unique<PdGravity>(parts);
}

}  // namespace erfd
