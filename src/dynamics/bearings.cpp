// Bearing loads: reactions of the open tree, and with loops what their cut joints add.
#include "erfd/dynamics/bearings.hpp"

#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/rnea.hpp"

#include <cmath>

namespace erfd {

Bearings::Bearings(const Model& model)
    : tree_(model), tau_(model.nv()), loads_(static_cast<std::size_t>(model.body_count())) {
  if (!model.is_constrained()) return;
  loops_.emplace(model);
  active_.setZero(std::ssize(loops_->active()));
  lambda_.setZero(model.constraint_rows());
}

const std::vector<Force<double>>& Bearings::loads(const Model& model, In<double> q, In<double> qd,
                                                  In<double> qdd, Wrenches<double> wrenches) {
  rnea_with_reactions<double>(model, tree_, q, qd, qdd, tau_, loads_, wrenches);
  if (!loops_) return loads_;
  loop_inverse_dynamics<double>(model, *loops_, q, qd, qdd, active_, wrenches);
  tau_.setZero();
  for (Eigen::Index i = 0; i < active_.size(); ++i)
    tau_[loops_->active()[static_cast<std::size_t>(i)]] = active_[i];
  loop_forces<double>(model, *loops_, q, qd, qdd, tau_, lambda_, wrenches);
  add_cut_reactions<double>(model, *loops_, q, lambda_, loads_);
  return loads_;
}

void BearingPeak::add(double time, const Force<double>& load) {
  radial.add(time, std::hypot(load.force.x(), load.force.y()));
  axial.add(time, std::abs(load.force.z()));
  tilting.add(time, std::hypot(load.moment.x(), load.moment.y()));
}

}  // namespace erfd
