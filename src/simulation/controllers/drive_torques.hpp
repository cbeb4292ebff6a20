// What laws command for the drives besides the torques of the links. Private to the layer.
#pragma once

#include "simulation/controllers/parts.hpp"
#include "simulation/plant/friction_elements.hpp"

namespace erfd {

/// What a law believes of the motion while it asks for the accelerations a.
struct DriveMotion {
  In<double> q, qd;  ///< where the robot is
  In<double> a, v;  ///< accelerations and speeds that rotors and viscous friction are commanded for
  In<double> qd_d;  ///< asked speeds, which direct dry friction
};

/// Adds nothing for a law that knows no drives.
class DriveTorques {
 public:
  explicit DriveTorques(const ControllerParts& parts);

  /// Adds to the torques u of the links what rotors and friction need.
  void add(const DriveMotion& motion, Out<double> u);
  void add_dry_friction(In<double> q, In<double> qd_d, Out<double> u);

 private:
  void place(In<double> q, Out<double> u);
  void add_placed_friction(In<double> qd_d, Out<double> u);

  std::optional<Drives> drives_;
  std::optional<DriveState> state_;
  std::vector<FrictionElement> dry_;  ///< empty: not compensated
  VectorX<double> width_;             ///< of each element [rad/s or m/s]
  VectorX<double> links_;             ///< torques of the links
};

}  // namespace erfd
