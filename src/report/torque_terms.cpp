#include "erfd/report/torque_terms.hpp"

#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

using Wrench = ExternalWrench<double>;

/// −Jᵀ w of all wrenches, w moved from its point to the origin of its frame.
VectorX<double> external_torques(const Model& model, Workspace& ws, const State& state,
                                 std::span<const Wrench> wrenches) {
  VectorX<double> tau = VectorX<double>::Zero(model.nv());
  MatrixX<double> J(6, model.nv());
  for (const Wrench& wrench : wrenches) {
    const Pose<double> X_WF = frame_pose(model, ws, state.q, wrench.frame);
    const Vector3<double> arm = X_WF.R * wrench.p_F;
    jacobian(model, ws, state.q, wrench.frame, J);
    const Force<double> at_origin{wrench.F_W.moment + cross(arm, wrench.F_W.force),
                                  wrench.F_W.force};
    tau -= J.transpose() * at_origin.vector();
  }
  return tau;
}

/// Rounding of both routes grows with the size of the terms and with the number of joints.
void check_sum(const TorqueTerms& terms) {
  const VectorX<double> added = terms.inertia + terms.coriolis + terms.gravity + terms.external;
  const double scale = terms.inertia.cwiseAbs().maxCoeff() + terms.coriolis.cwiseAbs().maxCoeff() +
                       terms.gravity.cwiseAbs().maxCoeff() + terms.external.cwiseAbs().maxCoeff();
  const double worst = (added - terms.sum).cwiseAbs().maxCoeff();
  if (worst > 1e-9 * scale)
    throw Error(fmt::format(
        "inverse dynamics: the terms differ from the torques by {:.3g}, expected less than {:.3g}",
        worst, 1e-9 * scale));
}

}  // namespace

TorqueTerms torque_terms(const Model& model, Workspace& ws, Route& route, const State& state,
                         std::span<const Wrench> wrenches) {
  MatrixX<double> matrix(model.nv(), model.nv());
  VectorX<double> tau(model.nv());
  TorqueTerms terms;
  crba(model, ws, state.q, matrix);
  terms.inertia = matrix * state.qdd;
  coriolis_matrix(model, ws, state.q, state.qd, matrix);
  terms.coriolis = matrix * state.qd;
  gravity_torques(model, ws, state.q, tau);
  terms.gravity = tau;
  terms.external = external_torques(model, ws, state, wrenches);
  route.inverse_dynamics(state.q, state.qd, state.qdd, tau, wrenches);
  terms.sum = tau;
  if (!terms.sum.allFinite())
    throw Error(
        fmt::format("inverse dynamics of {}: the torques are not finite; the numbers of the state "
                    "are too large",
                    model.name()));
  if (model.nv() > 0) check_sum(terms);
  return terms;
}

VectorX<double> accelerations(const Model& model, Route& route, const State& state,
                              std::span<const Wrench> wrenches) {
  VectorX<double> qdd(model.nv());
  route.forward_dynamics(state.q, state.qd, state.tau, qdd, wrenches);
  if (!qdd.allFinite())
    throw Error(fmt::format(
        "forward dynamics of {}: the accelerations are not finite; a joint moves no mass here, "
        "or the numbers of the state are too large",
        model.name()));
  return qdd;
}

}  // namespace erfd
