// The motion within a cell, where s̈ = u_i + κ (s − s_i). Private to the layer.
//
//   h = (ṡ_i + ṡ_{i+1}) tanh(√κ T/2) / √κ                                          (9)   tan for κ < 0
//   s − s_i = ṡ_i sinh(√κ t)/√κ + u_i (cosh(√κ t) − 1)/κ                           (10)
#pragma once

#include "erfd/motion/time_optimal.hpp"

#include "motion/optimal/admissible.hpp"

namespace erfd::optimal {

/// u_i and u_{i+1} of (6), as equal as the spans let them be, and the time of `b` by (9). Place, ṡ and
/// the time of `a` are given.
void set_cell(PathNode& a, PathNode& b, const Span& behind_a, const Span& before_b);

}  // namespace erfd::optimal
