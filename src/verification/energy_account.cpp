// The energy of a motion. A cycle holds its torques while the speeds pass from their start to their end:
// its work is torque times the mean of both, times the period.
#include "erfd/verification/motion_signals.hpp"

#include <cmath>

namespace erfd {

EnergyAccount energy_account(const MotionSignals& s, double period, Eigen::Index first,
                             Eigen::Index end) {
  EnergyAccount sum;
  for (Eigen::Index k = first; k < end; ++k) {
    sum.shaft += period * s.shaft[k];
    sum.copper += period * s.copper[k];
    sum.rotors += period * s.rotors[k];
    sum.links += period * s.links[k];
    const double supply = s.shaft[k] + (std::isnan(s.copper[k]) ? 0 : s.copper[k]);
    (supply > 0 ? sum.drawn : sum.returned) += period * std::abs(supply);
  }
  return sum;
}

}  // namespace erfd
