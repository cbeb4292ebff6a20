#include "simulation/algorithm1/closed_links.hpp"

namespace erfd {

ClosedLinks::ClosedLinks(const Engine& engine)
    : engine_(engine),
      loops_(engine.model()),
      G_(engine.model().nv(), static_cast<Eigen::Index>(loops_.active().size())),
      H_(engine.model().nv(), engine.model().nv()),
      HG_(G_) {
  for (VectorX<double>* const v : {&q_, &qd_, &qdd_, &u_}) v->setZero(engine.model().nv());
}

bool ClosedLinks::place(const Engine& engine, In<double> posture) {
  q_ = posture;
  return loop_matrix<double>(engine.model(), loops_, q_, G_).regular();
}

void ClosedLinks::velocities(In<double> qd, Out<double> of_all) const {
  of_all.noalias() = G_.lazyProduct(qd);
}

void ClosedLinks::accelerations(const Engine& engine, In<double> qd, In<double> qdd,
                                Out<double> of_all) {
  qd_.noalias() = G_.lazyProduct(qd);
  const std::vector<int>& active = loops_.active();
  for (std::size_t i = 0; i < active.size(); ++i)
    of_all[active[i]] = qdd[static_cast<Eigen::Index>(i)];
  close_acceleration<double>(engine.model(), loops_, q_, qd_, of_all);
}

void ClosedLinks::torques(const Engine& engine, In<double> qd, In<double> qdd, Out<double> u,
                          Wrenches<double> wrenches) {
  accelerations(engine, qd, qdd, qdd_);
  inverse_dynamics<double>(engine, engine_, q_, qd_, qdd_, u_, wrenches);
  u.noalias() = G_.transpose().lazyProduct(u_);
}

void ClosedLinks::inertia(const Engine& engine, OutMatrix<double> H) {
  inertia_matrix<double>(engine, engine_, q_, H_);
  HG_.noalias() = H_.lazyProduct(G_);
  H.noalias() = G_.transpose().lazyProduct(HG_);
}

bool ClosedLinks::close(const Engine& engine, In<double> active, Out<double> of_all) {
  const std::vector<int>& joints = loops_.active();
  for (std::size_t i = 0; i < joints.size(); ++i)
    of_all[joints[i]] = active[static_cast<Eigen::Index>(i)];
  return close_position<double>(engine.model(), loops_, of_all).closed;
}

}  // namespace erfd
