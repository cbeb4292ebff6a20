// Energies: kinetic T = Σ ½ V·(I V), potential U = −Σ m g·c.
#include "erfd/dynamics/energy.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/velocity.hpp"

namespace erfd {

template <class S>
S kinetic_energy(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd) {
  check_size("kinetic_energy", "q", q.size(), model.nq(), model);
  check_size("kinetic_energy", "qd", qd.size(), model.nv(), model);
  update_poses<S>(model, ws, q);
  update_velocities<S>(model, ws, qd);
  S twice = S(0);
  for (int i = 0; i < model.body_count(); ++i) {
    twice += dot(ws.V[i], model.body({i}).I_B.template cast<S>() * ws.V[i]);
  }
  return twice * S(0.5);
}

template <class S>
S potential_energy(const Model& model, BasicWorkspace<S>& ws, In<S> q) {
  check_size("potential_energy", "q", q.size(), model.nq(), model);
  update_poses<S>(model, ws, q);
  const Vector3<S> g = model.gravity().template cast<S>();
  S energy = S(0);
  for (int i = 0; i < model.body_count(); ++i) {
    const BasicInertia<S> I = model.body({i}).I_B.template cast<S>();
    energy -= g.dot(ws.X_WB[i].R * I.moment + I.mass * ws.X_WB[i].p);
  }
  return energy;
}

#define ERFD_INSTANTIATE(S)                                                     \
  template S kinetic_energy<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>); \
  template S potential_energy<S>(const Model&, BasicWorkspace<S>&, In<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
