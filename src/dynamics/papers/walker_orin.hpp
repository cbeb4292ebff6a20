// What the three methods of Walker and Orin share. Private to the layer.
#pragma once

#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/papers/walker_orin.hpp"

#include "dynamics/world.hpp"

namespace erfd {

/// Checks the arguments and computes the bias torques, which fills ws.tree.X_PB. Sets H to zero.
template <class S>
void start_walker_orin(const char* caller, const Model& model, BasicWalkerOrinWorkspace<S>& ws,
                       const Eigen::Ref<const VectorX<S>>& q,
                       const Eigen::Ref<const VectorX<S>>& qd, Eigen::Ref<MatrixX<S>> H,
                       Eigen::Ref<VectorX<S>> bias, std::span<const ExternalWrench<S>> wrenches) {
  check_fixed_base(caller, model);
  check_size(caller, "q", q.size(), model.nq(), model);
  check_size(caller, "qd", qd.size(), model.nv(), model);
  check_size(caller, "H (rows)", H.rows(), model.nv(), model);
  check_size(caller, "H (columns)", H.cols(), model.nv(), model);
  check_size(caller, "bias", bias.size(), model.nv(), model);
  for (const auto& w : wrenches) frame_of<S>(caller, model, w);  // in the name of the caller
  bias_torques<S>(model, ws.tree, q, qd, bias, wrenches);
  H.setZero();
}

}  // namespace erfd
