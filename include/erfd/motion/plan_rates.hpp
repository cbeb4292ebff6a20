// Velocities and accelerations of a plan.
#pragma once

#include "erfd/motion/plan.hpp"

namespace erfd {

/// As the cycles of a plan have them, one column a sample: the velocities that a cycle starts with, and
/// the accelerations that it runs with.
///
///   qd_k  = (q_k − q_{k−1}) / Δt,  qdd_k = (qd_{k+1} − qd_k) / Δt,  at rest before and behind
struct PlanRates {
  MatrixX<double> qd, qdd;
};
PlanRates rates_of(const Plan& plan);

}  // namespace erfd
