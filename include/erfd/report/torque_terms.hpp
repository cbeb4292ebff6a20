// Joint torques, split by their cause.
#pragma once

#include "erfd/dynamics/routes.hpp"
#include "erfd/model/workspace.hpp"
#include "erfd/report/states.hpp"

#include <span>

namespace erfd {

/// tau = H qdd + C qd + g − Jᵀ w, term by term [N m or N], each of size nv.
struct TorqueTerms {
  VectorX<double> inertia;   ///< H qdd
  VectorX<double> coriolis;  ///< C qd
  VectorX<double> gravity;   ///< g
  VectorX<double> external;  ///< −Jᵀ w
  VectorX<double> sum;       ///< tau by the route, not by adding the terms
};

/// H by crba(), C by coriolis_matrix(), J by jacobian(); the sum comes from the inverse dynamics of
/// the route: rnea shares no formula with them.
/// @throws Error if a size is wrong, if the sum is not finite, or if the terms do not add up to it.
TorqueTerms torque_terms(const Model& model, Workspace& ws, Route& route, const State& state,
                         std::span<const ExternalWrench<double>> wrenches = {});

/// Accelerations qdd [rad/s^2 or m/s^2] by the forward dynamics of the route.
/// @throws Error if a size is wrong, or if the robot cannot accelerate finitely: its inertia matrix
/// is singular.
VectorX<double> accelerations(const Model& model, Route& route, const State& state,
                              std::span<const ExternalWrench<double>> wrenches = {});

}  // namespace erfd
