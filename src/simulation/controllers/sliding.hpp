// The error that the robust and the adaptive law drive to zero. Private to the layer.
#pragma once

#include "erfd/dynamics/regressor.hpp"

#include "simulation/controllers/parts.hpp"

namespace erfd {

/// s = ė + Λ e with e = q_d − q, and the regressor Y(q, qd, qd_r, qdd_r) of the reference
/// qd_r = qd + s = qd_d + Λ e. Along the motion
///
///   H ṡ + C s = Y a − u − w,   a: true parameters, w: what else acts on the joints        (1)
///
/// from H q̈ + C qd + g = u + w; the law chooses u.
struct Sliding {
  explicit Sliding(const ControllerParts& parts)
      : model(parts.model),
        ws(model),
        tracking(parts.reference),
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

  Model model;
  Workspace ws;
  Tracking tracking;
  VectorX<double> lambda, s, qd_r, qdd_r;
  MatrixX<double> Y;
  VectorX<double> power;  ///< Yᵀ s: power a unit of each parameter [W/kg, W/(kg m), W/(kg m^2)]
};

}  // namespace erfd
