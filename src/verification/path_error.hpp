// How far a pose is from a path of poses. Private to the layer.
#pragma once

#include "erfd/math/pose.hpp"

#include <vector>

namespace erfd {

struct PathError {
  double distance = 0;  ///< of the tool centre from the path [m]
  double angle = 0;     ///< of the tool from the orientation asked at that place [rad]
};

/// How far a point is from the polygon of the samples `first` to `last` of a path [m].
double distance_from(const std::vector<Pose<double>>& path, int first, int last,
                     const Vector3<double>& p);

/// Looks at the polygon of `path` around the index `place`.
PathError path_error(const std::vector<Pose<double>>& path, int place, const Pose<double>& X);

}  // namespace erfd
