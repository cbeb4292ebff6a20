// Gains of motor_cascade from the inertia that each motor sees, and the poles that they give.
#pragma once

#include "erfd/drives/drives.hpp"

#include <complex>
#include <vector>

namespace erfd {

/// How fast the loops shall be. Each inner loop is `ratio` times as fast as the one around it.
struct CascadeSpeeds {
  double position = 20;  ///< bandwidth of the position loop [1/s]
  double ratio = 4;      ///< speed over position, and current over speed [-]
};

/// The gains of ControllerGains, one number a motor.
struct CascadeGains {
  VectorX<double> position;  ///< [1/s]
  VectorX<double> speed;     ///< [N m s/rad]
  VectorX<double> integral;  ///< [N m/rad]
  VectorX<double> current;   ///< [1/s]
};

/// Gains for the inertias that the motors see [kg m^2]: of survey.hpp, effective_inertias().
/// @throws Error for a bandwidth or a ratio that is not above 0.
CascadeGains cascade_gains(In<double> inertias, const CascadeSpeeds& speeds);

using Poles = std::vector<std::complex<double>>;  ///< by falling real part, slowest first [1/s]

/// The poles of one motor with its gains while the others stand still.
/// @param friction  viscous, at the motor [N m s/rad]
Poles poles_of_motor(double inertia, double friction, const CascadeGains& gains, int motor);

/// The poles of all motors together about a rest at q: inertia, viscous friction and weight of the links
/// couple them. Without dry friction, and with gears taken as stiff.
/// @throws Error for drives that do not have a motor for each joint.
Poles poles_of_cascade(const Model& model, const Drives& drives, const CascadeGains& gains,
                       In<double> q);

}  // namespace erfd
