// H and u' of tau = H qdd + u' from whatever an algorithm gives.
//
//   H and tau       u' = tau(q, qd, 0)                                                      (1)
//   tau alone       u' as (1);  column j of H = tau(q, 0, e_j) − tau(q, 0, 0)               (2)
//   H and qdd       u' = −H qdd(tau = 0)                                                    (3)
//   qdd alone       column j of H⁻¹ = qdd(e_j) − qdd(0);  u' as (3)                         (4)
//
// (2) and (4) cost a call a joint: they let every algorithm of the registry move a robot with drives.
#include "simulation/plant/link_equations.hpp"

namespace erfd {

LinkEquations::LinkEquations(const Plant& plant) : plant_(plant) {
  for (int k = 0; k < plant.model_count(); ++k) {
    if (plant.algorithm().name == "engine")
      engines_.emplace_back(plant.engine(k));
    else
      algorithms_.push_back(make_algorithm<double>(plant.algorithm().name, plant.model(k)));
  }
  const int n = plant.nv();
  for (VectorX<double>* const v : {&zero_, &unit_, &column_, &rest_, &bias_})
    *v = VectorX<double>::Zero(n);
  H_ = mobility_ = MatrixX<double>::Zero(n, n);
  identity_.setIdentity(n, n);
  factors_.compute(identity_);
}

void LinkEquations::find(const LinkState& state, OutMatrix<double> H, Out<double> bias) {
  if (!engines_.empty()) {
    const Engine& engine = plant_.engine(state.model);
    EngineWorkspace& ws = engines_[static_cast<std::size_t>(state.model)];
    ++calls_;
    inertia_matrix(engine, ws, state.q, H);
    inverse_dynamics(engine, ws, state.q, state.qd, zero_, bias, state.wrenches);
    return;
  }
  const AlgorithmInfo& does = plant_.algorithm();
  if (!does.inertia_matrix && !does.inverse_dynamics)
    return by_columns_of_accelerations(state, H, bias);
  if (!does.inertia_matrix) return by_columns_of_torques(state, H, bias);
  algorithm(state).inertia_matrix(state.q, H);
  if (does.inverse_dynamics) {
    algorithm(state).inverse_dynamics(state.q, state.qd, zero_, bias, state.wrenches);  // (1)
  } else {
    H_ = H;
    bias_of(state, H_, bias);
  }
}

void LinkEquations::by_columns_of_torques(const LinkState& state, OutMatrix<double> H,
                                          Out<double> bias) {
  algorithm(state).inverse_dynamics(state.q, state.qd, zero_, bias, state.wrenches);  // (1)
  algorithm(state).inverse_dynamics(state.q, zero_, zero_, rest_, {});
  for (Eigen::Index j = 0; j < unit_.size(); ++j) {
    unit_[j] = 1;
    algorithm(state).inverse_dynamics(state.q, zero_, unit_, column_, {});
    unit_[j] = 0;
    H.col(j) = column_ - rest_;  // (2)
  }
}

void LinkEquations::by_columns_of_accelerations(const LinkState& state, OutMatrix<double> H,
                                                Out<double> bias) {
  algorithm(state).forward_dynamics(state.q, zero_, zero_, rest_, {});
  for (Eigen::Index j = 0; j < unit_.size(); ++j) {
    unit_[j] = 1;
    algorithm(state).forward_dynamics(state.q, zero_, unit_, column_, {});
    unit_[j] = 0;
    mobility_.col(j) = column_ - rest_;  // (4)
  }
  factors_.compute(mobility_);
  H_ = factors_.solve(identity_);
  H = H_;
  bias_of(state, H_, bias);
}

void LinkEquations::bias_of(const LinkState& state, const MatrixX<double>& H, Out<double> bias) {
  algorithm(state).forward_dynamics(state.q, state.qd, zero_, rest_, state.wrenches);
  bias.noalias() = -H.lazyProduct(rest_);  // (3)
}

void LinkEquations::accelerate(const LinkState& state, In<double> tau, Out<double> qdd) {
  if (!engines_.empty()) {
    ++calls_;
    forward_dynamics(plant_.engine(state.model), engines_[static_cast<std::size_t>(state.model)],
                     state.q, state.qd, tau, qdd, state.wrenches);
  } else if (plant_.algorithm().forward_dynamics) {
    algorithm(state).forward_dynamics(state.q, state.qd, tau, qdd, state.wrenches);
  } else {
    find(state, H_, bias_);
    factors_.compute(H_);
    qdd = tau - bias_;
    factors_.solveInPlace(qdd);
  }
}

}  // namespace erfd
