// Source  [K10] W. Khalil 2010, (55)–(57).
//
//   u_a = Gᵀ (H qdd + C qd + g),  qdd_a = a,  J qdd = −J̇ qd                                   (1)
#include "simulation/controllers/link_torques.hpp"

#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/loops/closure.hpp"

#include <cmath>

namespace erfd {

LinkTorques::LinkTorques(const Model& model)
    : engine_(model), ws_(engine_), tree_(model), a_(VectorX<double>::Zero(model.nv())) {
  if (!model.is_constrained()) return;
  loops_.emplace(model);
  const auto active = static_cast<Eigen::Index>(loops_->active().size());
  at_active_.setZero(active);
  asked_.setZero(model.nq());
  G_.setZero(model.nv(), active);
}

void LinkTorques::inverse_dynamics(In<double> q, In<double> qd, In<double> a, Out<double> u) {
  if (!loops_) {
    erfd::inverse_dynamics(engine_, ws_, q, qd, a, u);
    return;
  }
  a_ = a;
  close_acceleration<double>(engine_.model(), *loops_, q, qd, a_);
  erfd::inverse_dynamics(engine_, ws_, q, qd, a_, u);
  take_to_active(q, u);
}

void LinkTorques::gravity(In<double> q, Out<double> u) {
  gravity_torques(engine_.model(), tree_, q, u);
  if (loops_) take_to_active(q, u);
}

void LinkTorques::take_to_active(In<double> q, Out<double> u) {
  const bool regular = loop_matrix(engine_.model(), *loops_, q, G_).regular();
  at_active_.noalias() = G_.transpose() * u;  // (1)
  u.setZero();
  for (Eigen::Index i = 0; i < at_active_.size(); ++i)
    u[loops_->active()[static_cast<std::size_t>(i)]] = regular ? at_active_[i] : std::nan("");
}

bool LinkTorques::close_asked(In<double> from, Out<double> q, Out<double> qd) {
  if (!loops_) return true;
  asked_ = q;
  q = from;
  const bool closed = move_active<double>(engine_.model(), *loops_, asked_, q).closed;
  close_velocity<double>(engine_.model(), *loops_, q, qd);
  return closed;
}

}  // namespace erfd
