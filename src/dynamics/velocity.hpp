// Velocities of all bodies. Private to the layer.
#pragma once

#include "dynamics/tree.hpp"

namespace erfd {

/// Fills ws.V from ws.X_PB: V_j = X_jλ V_λ + a qd_j, in axes of the body.
template <class S>
void update_velocities(const Model& model, BasicWorkspace<S>& ws,
                       const Eigen::Ref<const VectorX<S>>& qd) {
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    if (body.is_free()) {
      ws.V[i] = Motion<S>::from(qd.template head<6>());
      continue;
    }
    ws.V[i] = joint_motion<S>(body.screw(), qd[body.v_index]);
    if (!body.parent.is_world()) ws.V[i] += ws.X_PB[i].inv_act(ws.V[body.parent.value]);
  }
}

}  // namespace erfd
