// The torques that do not depend on the accelerations.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

namespace erfd {

/// C(q, qd) qd + g(q) − Jᵀ w [N m or N]: what must be applied so that no joint accelerates.
template <class S>
void bias_torques(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, Out<S> tau,
                  Wrenches<S> wrenches = {});

/// g(q) [N m or N]: what holds the robot at rest against gravity.
template <class S>
void gravity_torques(const Model& model, BasicWorkspace<S>& ws, In<S> q, Out<S> tau);

}  // namespace erfd
