// Whether a rigid body can have an inertia. Private to the layer.
#pragma once

#include "erfd/math/types.hpp"

namespace erfd {

struct InertiaSense {
  Vector3<double> moments;       ///< principal, ascending [kg m^2]
  double excess = 0;             ///< largest moment minus the sum of the other two [kg m^2]
  bool positive = true;          ///< all moments above zero
  bool negative_moment = false;  ///< one clearly below zero
  bool keeps_triangle = true;    ///< no moment exceeds the sum of the other two
};

/// Judges an inertia about the centre of mass. Relative tolerance only, 16 ε of `scale`, the trace
/// of the matrix as given: a small body is as impossible as a large one.
InertiaSense sense_of(const Matrix3<double>& I_com, double scale);

}  // namespace erfd
