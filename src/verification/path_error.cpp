#include "verification/path_error.hpp"

#include "motion/path/rotation_vector.hpp"

#include <algorithm>
#include <limits>

namespace erfd {
namespace {

constexpr int window = 8;  ///< cycles to both sides of the robot's place on the path
/// Places that are this much farther are as near: what tells them apart is rounding [m].
constexpr double rounding = 1e-9;

double part(double along, double length2) { return std::clamp(along / length2, 0.0, 1.0); }

/// The place of one side of the polygon that is nearest to a pose. A side on which the tool turns in place
/// has that of the nearest orientation.
class Side {
 public:
  Side(const Pose<double>& from, const Pose<double>& to, const Pose<double>& X)
      : from_(&from), to_(&to) {
    const Vector3<double> way = to.p - from.p, off = X.p - from.p;
    turns_in_place_ = way.norm() <= rounding;
    if (!turns_in_place_) share_ = part(off.dot(way), way.squaredNorm());
    distance = (off - share_ * way).norm();
  }

  double angle(const Pose<double>& X) const {
    const Vector3<double> turn = planning::turn_of_rotation(from_->R.transpose() * to_->R),
                          off = planning::turn_of_rotation(from_->R.transpose() * X.R);
    double share = share_;
    if (turns_in_place_)
      share = turn.squaredNorm() > 0 ? part(off.dot(turn), turn.squaredNorm()) : 0;
    return planning::angle_between(from_->R * planning::rotation_by(share * turn), X.R);
  }

  double distance = std::numeric_limits<double>::infinity();

 private:
  const Pose<double>*from_, *to_;
  bool turns_in_place_ = false;
  double share_ = 0;
};

}  // namespace

double distance_from(const std::vector<Pose<double>>& path, int first, int last,
                     const Vector3<double>& p) {
  const Pose<double> X{Matrix3<double>::Identity(), p};
  double nearest = (path[static_cast<std::size_t>(last)].p - p).norm();
  for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k)
    nearest = std::min(nearest, Side(path[k], path[k + 1], X).distance);
  return nearest;
}

PathError path_error(const std::vector<Pose<double>>& path, int place, const Pose<double>& X) {
  const int last = static_cast<int>(path.size()) - 1;
  const auto at = [&](int k) -> const Pose<double>& { return path[static_cast<std::size_t>(k)]; };
  std::vector<Side> sides;
  sides.reserve(2 * window);
  for (int k = std::max(0, place - window); k < std::min(last, place + window); ++k)
    sides.emplace_back(at(k), at(k + 1), X);
  if (sides.empty()) sides.emplace_back(at(place), at(place), X);
  const double nearest = std::ranges::min(sides, {}, &Side::distance).distance;
  PathError error{nearest, std::numeric_limits<double>::infinity()};
  for (const Side& side : sides)
    if (side.distance <= nearest + rounding) error.angle = std::min(error.angle, side.angle(X));
  return error;
}

}  // namespace erfd
