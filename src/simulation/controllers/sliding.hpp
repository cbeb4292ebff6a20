// The error that the robust and the adaptive law drive to zero. Private to the layer.
#pragma once

#include "erfd/dynamics/regressor.hpp"

#include "simulation/controllers/drive_torques.hpp"

namespace erfd {

/// s = ė + Λ e with e = q_d − q, and the regressor Y(q, qd, qd_r, qdd_r) of the reference
/// qd_r = qd + s = qd_d + Λ e. Along the motion
///
///   (H + R) ṡ + (C + F) s = Y a + R qdd_r + F qd_r − u − w                                 (1)
///
/// from (H + R) q̈ + (C + F) qd + g = u + w, a: true parameters, R and F: rotors and viscous friction
/// of the drives, w: what else acts on the joints; the law chooses u. With mechanisms C has Kᵀ I_a Kd of
/// the rotors, too: R' − 2 Kᵀ I_a Kd is skew, as H' − 2 C is.
struct Sliding {
  explicit Sliding(const ControllerParts& parts)
      : model(parts.model),
        ws(model),
        tracking(parts.reference),
        drives(parts),
        lambda(parts.gains.lambda),
        s(VectorX<double>::Zero(model.nv())),
        qd_r(s),
        qdd_r(s),
        Y(model.nv(), parameters_of_a_body * model.body_count()),
        power(VectorX<double>::Zero(Y.cols())) {}

  void update(double t, const In<double>& q, const In<double>& qd, const Out<double>& u) {
    tracking.update(t, q, qd, u);
    s = tracking.ed + lambda.cwiseProduct(tracking.e);
    qd_r = qd + s;
    qdd_r = tracking.qdd_d + lambda.cwiseProduct(tracking.ed);
    regressor(model, ws, q, qd, qd_r, qdd_r, Y);
    power.noalias() = Y.transpose().lazyProduct(s);
  }

  /// u = Y a + R qdd_r + F qd_r + dry friction of qd_d.
  void torques_of(const VectorX<double>& a, const In<double>& q, const In<double>& qd,
                  Out<double> u) {
    u.noalias() = Y.lazyProduct(a);
    drives.add({q, qd, qdd_r, qd_r, tracking.qd_d}, u);
  }

  Model model;
  Workspace ws;
  Tracking tracking;
  DriveTorques drives;
  VectorX<double> lambda, s, qd_r, qdd_r;
  MatrixX<double> Y;
  VectorX<double> power;  ///< Yᵀ s: power a unit of each parameter [W/kg, W/(kg m), W/(kg m^2)]
};

}  // namespace erfd
