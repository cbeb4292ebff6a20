// Exact rotors minus reflected ones.
//
//   Δtau = tau_exact − (rnea(q, qd, qdd) + Kᵀ I_a K qdd)          (1)
//   ΔH   = H_exact − (H + Kᵀ I_a K)                               (2)
#include "erfd/drives/rotors.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

namespace erfd {

RotorDifference rotor_difference(const GearedRotors& exact, const Model& links,
                                 const Drives& drives, In<double> q, In<double> qd,
                                 In<double> qdd) {
  const int n = exact.joint_count();
  RotorWorkspace ws(exact);
  Workspace page(links);
  RotorDifference difference{VectorX<double>(n), MatrixX<double>(n, n)};
  VectorX<double> tau(n);
  MatrixX<double> H(n, n);
  inverse_dynamics(exact, ws, q, qd, qdd, difference.tau);
  inertia_matrix(exact, ws, q, difference.H);
  rnea(links, page, q, qd, qdd, tau);
  crba(links, page, q, H);
  difference.tau -= tau + drives.reflected_inertia() * qdd;  // (1)
  difference.H -= H + drives.reflected_inertia();            // (2)
  return difference;
}

}  // namespace erfd
