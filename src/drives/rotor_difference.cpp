// Exact rotors minus reflected ones.
//
//   Δtau = tau_exact − (rnea(q, qd, qdd) + Kᵀ I_a K qdd)          (1)
//   ΔH   = H_exact − (H + Kᵀ I_a K)                               (2)
#include "erfd/drives/rotors.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "drives/draw.hpp"

#include <algorithm>

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

std::vector<RotorShare> survey_rotors(const GearedRotors& exact, const Model& links,
                                      const Drives& drives, int samples) {
  std::mt19937 rng(1);
  const Eigen::Index n = links.nv();
  VectorX<double> q = links.neutral(), qd(n), qdd(n), tau(n);
  VectorX<double> needed = VectorX<double>::Zero(n), left_out = needed, most = needed;
  RotorWorkspace ws(exact);
  const auto within = [&](double limit) {
    return (std::isfinite(limit) ? limit : 1) * (2 * share(rng) - 1);
  };
  for (int k = 0; k < samples; ++k) {
    draw(links, rng, q);
    for (const Body& body : links.joints()) {
      qd[body.v_index] = within(body.limits.speed);
      qdd[body.v_index] = within(body.limits.acceleration);
    }
    inverse_dynamics(exact, ws, q, qd, qdd, tau);
    const VectorX<double> difference = rotor_difference(exact, links, drives, q, qd, qdd).tau;
    needed += tau.cwiseAbs2();
    left_out += difference.cwiseAbs2();
    most = most.cwiseMax(difference.cwiseAbs());
  }
  std::vector<RotorShare> shares;
  for (Eigen::Index j = 0; j < n; ++j)
    shares.push_back({std::sqrt(needed[j] / samples), std::sqrt(left_out[j] / samples), most[j]});
  return shares;
}

}  // namespace erfd
