// qd⁺ = qd − T M⁻¹ D qd for a torque u = −D qd that is held for T: the eigenvalues λ of T M⁻¹ D decide.
//
//   D = −∂u/∂qd by differences,   M = H + Kᵀ I_a K                                            (1)
//   stable: |1 − λ| < 1; of a joint for itself λ = Kd T/J < 2                                 (2)
//
// With a stiffness besides, Jury's criterion for the double integrator gives the same bound 2.
#include "erfd/simulation/sampled_damping.hpp"

#include "erfd/drives/transmission.hpp"
#include "erfd/math/decompositions.hpp"

#include <Eigen/LU>

namespace erfd {

SampledDamping sampled_damping(const Plant& plant, Controller& law, double t, In<double> q,
                               In<double> qd, double period) {
  const int n = plant.nv();
  MatrixX<double> D(n, n), M(n, n);
  VectorX<double> speed = qd, low(n), high(n);
  for (int j = 0; j < n; ++j) {
    const double h = 1e-4;
    speed[j] = qd[j] + h;
    law.torque(t, q, speed, high);
    speed[j] = qd[j] - h;
    law.torque(t, q, speed, low);
    speed[j] = qd[j];
    D.col(j) = (low - high) / (2 * h);  // (1)
  }
  EngineWorkspace ws(plant.engine());
  inertia_matrix(plant.engine(), ws, q, M);
  if (plant.drives()) {
    DriveState state(*plant.drives());
    MatrixX<double> rotors(n, n);
    if (!set_position(*plant.drives(), q, state)) return {};
    reflected_inertia(*plant.drives(), state, rotors);
    M += rotors;
  }
  const MatrixX<double> A = period * M.partialPivLu().solve(D);
  if (!A.allFinite()) return {};
  const Modes modes = modes_of(A);
  SampledDamping worst;
  for (int k = 0; k < n; ++k) {
    const double number = modes.values[k].real();
    if (number <= worst.number) continue;
    worst.number = number;
    modes.vectors.col(k).cwiseAbs().maxCoeff(&worst.joint);
  }
  return worst;
}

}  // namespace erfd
