#include "simulation/run/positions.hpp"

#include <cmath>

#include <Eigen/Geometry>

namespace erfd {
namespace {

using Quaternion = Eigen::Quaterniond;

/// How far φ may grow: (2) of positions.hpp is smooth up to 2π.
constexpr double far = 0.5;

Quaternion quaternion_at(In<double> q) { return {q[0], q[1], q[2], q[3]}; }

/// exp(φ^) as a quaternion.
Quaternion turned_by(const Vector3<double>& phi) {
  const double half = phi.norm() / 2;
  // sin(x)/x: below 1e-4 the series is exact to the last digit.
  const double ratio = half < 1e-4 ? 1 - half * half / 6 : std::sin(half) / half;
  const Vector3<double> v = ratio / 2 * phi;
  return {std::cos(half), v.x(), v.y(), v.z()};
}

/// c of (2) in positions.hpp.
double second_factor(double angle) {
  if (angle < 1e-2) return 1.0 / 12 + angle * angle / 720;
  const double half = angle / 2;
  return (1 - half * std::cos(half) / std::sin(half)) / (angle * angle);
}

}  // namespace

Positions::Positions(const Plant& plant)
    : size_(plant.nq() + plant.coordinates() - plant.nv()),
      local_size_(plant.coordinates()),
      free_(plant.base_velocities() > 0),
      anchor_(VectorX<double>::Zero(free_ ? 4 : 0)) {
  if (free_) anchor_[0] = 1;
}

void Positions::anchor_at(In<double> q) {
  if (free_) anchor_ = q.head<4>().normalized();
}

void Positions::to_local(In<double> q, Out<double> local) const {
  if (!free_) {
    local = q;
    return;
  }
  const Quaternion turn = quaternion_at(anchor_).conjugate() * quaternion_at(q).normalized();
  const Eigen::AngleAxisd about(turn);
  local.head<3>() = about.angle() * about.axis();
  local.tail(local_size_ - 3) = q.tail(local_size_ - 3);
}

void Positions::from_local(In<double> local, Out<double> q) const {
  if (!free_) {
    q = local;
    return;
  }
  const Quaternion now = (quaternion_at(anchor_) * turned_by(local.head<3>())).normalized();
  q.head<4>() << now.w(), now.x(), now.y(), now.z();
  q.tail(local_size_ - 3) = local.tail(local_size_ - 3);
}

void Positions::rates(In<double> local, In<double> qd, Out<double> rate) const {
  rate = qd;
  if (!free_) return;
  const Vector3<double> phi = local.head<3>(), w = qd.head<3>(), v = qd.segment<3>(3);
  rate.head<3>() =
      w + 0.5 * phi.cross(w) + second_factor(phi.norm()) * phi.cross(phi.cross(w));  // (2)
  const Quaternion R = quaternion_at(anchor_) * turned_by(phi);
  rate.segment<3>(3) = R.normalized() * v;  // (3)
}

bool Positions::is_far(In<double> local) const { return free_ && local.head<3>().norm() > far; }

}  // namespace erfd
