// Damping that a controller commands once a period and holds.
#pragma once

#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/plant.hpp"

namespace erfd {

/// Kd T / J of a law that is asked once a period T: a held damping torque takes that share of the
/// speed away until the next one. Beyond 2 the speed turns round and grows, each period more,
/// whatever the stiffness.
struct SampledDamping {
  static constexpr double stable_below = 2;
  double number = 0;  ///< largest of all motions of the joints [-]
  int joint = 0;      ///< that takes most part in it
  bool stable() const { return number < stable_below; }
};

/// Of a law that is not limited in torque, on the links and rotors of the plant, friction left out.
///
/// @param law     is asked at time t around the state; a law with memory remembers that
/// @param period  T [s]
SampledDamping sampled_damping(const Plant& plant, Controller& law, double t, In<double> q,
                               In<double> qd, double period);

}  // namespace erfd
