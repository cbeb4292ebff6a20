// The circle through three points, as far as the language needs it: are they fit, and where does
// the arc end.
#pragma once

#include "erfd/math/pose.hpp"

#include <optional>

namespace erfd::lirl {

struct Arc {
  Vector3<double> centre;
  Vector3<double> normal;  ///< unit; the arc turns about it by positive angles
  double angle = 0;        ///< from the first point through the second to the third, (0, 2π)

  /// Rotation by a part of the arc.
  Matrix3<double> rotation(double part) const;
};

/// None where the points stand on one line.
std::optional<Arc> arc_through(const Vector3<double>& a, const Vector3<double>& b,
                               const Vector3<double>& c);

}  // namespace erfd::lirl
