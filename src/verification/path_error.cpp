#include "verification/path_error.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

constexpr int window = 8;  ///< cycles to both sides of the robot's place on the path

double angle_between(const Matrix3<double>& A, const Matrix3<double>& B) {
  const Matrix3<double> R = A.transpose() * B;
  const Vector3<double> twice_sine(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
  return std::atan2(twice_sine.norm(), R.trace() - 1);
}

}  // namespace

PathError path_error(const std::vector<Pose<double>>& path, int place, const Pose<double>& X) {
  const int last = static_cast<int>(path.size()) - 1;
  const auto at = [&](int k) -> const Pose<double>& { return path[static_cast<std::size_t>(k)]; };
  double best = (at(place).p - X.p).norm();
  int nearest = place;
  for (int k = std::max(0, place - window); k < std::min(last, place + window); ++k) {
    const Vector3<double> way = at(k + 1).p - at(k).p, from = X.p - at(k).p;
    const double length2 = way.squaredNorm();
    const double share = length2 > 0 ? std::clamp(from.dot(way) / length2, 0.0, 1.0) : 0;
    const double distance = (from - share * way).norm();
    if (distance >= best) continue;
    best = distance;
    nearest = share < 0.5 ? k : k + 1;
  }
  return {best, angle_between(at(nearest).R, X.R)};
}

}  // namespace erfd
