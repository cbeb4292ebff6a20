// Mass matrix of a bent rod, [MS07] step 3: the integrals over its two rods.
//
//   M_vw = C1 ẑ + C2 x̂                 C1 = −ρ b (b/2 + a),  C2 = −ρ a²/2
//   M_ww = C3 (1 − z zᵀ) + C4 (1 − x xᵀ) − C5 (z xᵀ + x zᵀ)
//                                      C3 = ρ b² (b/3 + a),  C4 = ρ a³/3,  C5 = ρ a² b/2
//
// Errata §1.3: C5 is printed without the factor ½.
#include "erfd/model/rod_chain.hpp"

#include "erfd/base/error.hpp"

#include <cmath>
#include <string>

namespace erfd {
namespace {

/// Lengths may be negative, masses may not: the integrals go over |a| and |b|.
RodChain::Link constants_of(const Rod& rod) {
  const double a = rod.a, b = rod.b, rho = rod.density;
  const double length_a = std::abs(a), length_b = std::abs(b);
  const Turn<double> alpha = turn_of(rod.alpha);
  return {.rod = rod,
          .alpha = alpha,
          .a_next = {a, b * alpha.s, b * alpha.c},
          .mass = rho * (length_a + length_b),
          .C1 = -rho * b * (length_b / 2 + length_a),
          .C2 = -rho * length_a * a / 2,
          .C3 = rho * b * b * (length_b / 3 + length_a),
          .C4 = rho * length_a * a * a / 3,
          .C5 = rho * length_a * a * b / 2};
}

}  // namespace

RodChain::RodChain(std::span<const Rod> rods) {
  if (rods.empty()) throw Error("RodChain: no rods, expected at least one");
  for (const Rod& rod : rods) {
    const double sum = rod.a + rod.b + rod.alpha + rod.theta + rod.density + rod.hub_inertia;
    if (!std::isfinite(sum)) {
      throw Error("RodChain: rod " + std::to_string(links_.size() + 1) + " is not finite");
    }
    links_.push_back(constants_of(rod));
  }
}

}  // namespace erfd
