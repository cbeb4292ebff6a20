// What laws command for the drives besides the torques of the links. Private to the layer.
#pragma once

#include "simulation/controllers/parts.hpp"
#include "simulation/plant/friction_elements.hpp"

namespace erfd {

/// Adds nothing for a law that knows no drives.
class DriveTorques {
 public:
  explicit DriveTorques(const ControllerParts& parts);

  /// Adds to the torques u of the links what rotors and friction need for accelerations a and speeds
  /// qd; dry friction has the directions of the asked speeds qd_d.
  void add(In<double> a, In<double> qd, In<double> qd_d, Out<double> u);
  void add_dry_friction(In<double> qd_d, Out<double> u);

 private:
  MatrixX<double> rotors_, viscous_;  ///< Kᵀ I_a K and its like; empty: no drives
  std::vector<FrictionElement> dry_;  ///< empty: not compensated
  VectorX<double> width_;             ///< of each element [rad/s or m/s]
  VectorX<double> links_;             ///< torques of the links
};

}  // namespace erfd
