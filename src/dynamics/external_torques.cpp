// Jᵀ w without forming J: each wrench wanders to the base, every joint on its way takes its part.
//
//   τ_j  = a · f_j            (1)
//   f_i += X_ij* f_j          (2)   tip to base, f_j starts as the wrench of the environment on j
#include "erfd/dynamics/external_torques.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

namespace erfd {

template <class S>
void external_torques(const Model& model, BasicWorkspace<S>& ws, In<S> q, Wrenches<S> wrenches,
                      Out<S> tau) {
  check_size("external_torques", "q", q.size(), model.nq(), model);
  check_size("external_torques", "tau", tau.size(), model.nv(), model);
  const int n = model.body_count();
  for (int i = 0; i < n; ++i) ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
  collect_wrenches<S>("external_torques", model, ws, wrenches);
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    if (body.is_free()) {
      tau.template head<6>() = ws.F_ext[i].vector();
    } else {
      tau[body.v_index] = joint_component<S>(body.screw(), ws.F_ext[i]);  // (1)
    }
    if (body.parent.is_world()) continue;
    ws.F_ext[body.parent.value] += ws.X_PB[i].act(ws.F_ext[i]);  // (2)
  }
}

#define ERFD_INSTANTIATE(S) \
  template void external_torques<S>(const Model&, BasicWorkspace<S>&, In<S>, Wrenches<S>, Out<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
