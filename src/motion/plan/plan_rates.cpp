#include "erfd/motion/plan.hpp"

namespace erfd {

PlanRates rates_of(const Plan& plan) {
  const Eigen::Index n = plan.q.rows(), cycles = plan.q.cols();
  PlanRates rates{MatrixX<double>::Zero(n, cycles), MatrixX<double>::Zero(n, cycles)};
  for (Eigen::Index k = 1; k < cycles; ++k)
    rates.qd.col(k) = (plan.q.col(k) - plan.q.col(k - 1)) / plan.period;
  for (Eigen::Index k = 0; k < cycles; ++k) {
    rates.qdd.col(k) = -rates.qd.col(k) / plan.period;
    if (k + 1 < cycles) rates.qdd.col(k) += rates.qd.col(k + 1) / plan.period;
  }
  return rates;
}

}  // namespace erfd
