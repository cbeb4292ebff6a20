// Bias and gravity torques: inverse dynamics at rest accelerations (Walker and Orin 1982; [K10]
// section 3.3.1).
#include "erfd/dynamics/bias.hpp"

#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/scalars.hpp"

namespace erfd {

template <class S>
void bias_torques(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, Out<S> tau,
                  Wrenches<S> wrenches) {
  rnea<S>(model, ws, q, qd, ws.zero, tau, wrenches);
}

template <class S>
void gravity_torques(const Model& model, BasicWorkspace<S>& ws, In<S> q, Out<S> tau) {
  rnea<S>(model, ws, q, ws.zero, ws.zero, tau);
}

#define ERFD_INSTANTIATE(S)                                                             \
  template void bias_torques<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, Out<S>, \
                                Wrenches<S>);                                           \
  template void gravity_torques<S>(const Model&, BasicWorkspace<S>&, In<S>, Out<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
