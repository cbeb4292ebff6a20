#include "motion/programmed_way.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Dense>
#include <Eigen/Geometry>

namespace erfd::test {
namespace {

constexpr double full = 2 * std::numbers::pi;

double angle_from(const Vector3<double>& from, const Vector3<double>& to,
                  const Vector3<double>& normal) {
  const double angle = std::atan2(normal.dot(from.cross(to)), from.dot(to));
  return angle < 0 ? angle + full : angle;
}

}  // namespace

ProgrammedWay::ProgrammedWay(const Instruction& instruction, const Pose<double>& start)
    : start_(start) {
  const Move& move = std::get<Move>(instruction.action);
  mode_ = move.orientation;
  goal_ = instruction.conditions.X_WBase * std::get<CartesianTarget>(move.target).X_BaseT;
  length_ = (goal_.p - start.p).norm();
  circle_ = move.kind == MoveKind::circle;
  if (!circle_) return;
  const Vector3<double> via = instruction.conditions.X_WBase * move.via->X_BaseT.p;
  const Vector3<double> u = via - start.p, v = goal_.p - start.p;
  normal_ = u.cross(v).normalized();
  // |x − a| = |x − b| = |x − c| and x in the plane of the three.
  Matrix3<double> A;
  A << u.transpose(), v.transpose(), normal_.transpose();
  const Vector3<double> b{u.squaredNorm() / 2, v.squaredNorm() / 2, 0};
  centre_ = start.p + A.fullPivLu().solve(b);
  radius_ = (start.p - centre_).norm();
  angle_ = angle_from(start.p - centre_, goal_.p - centre_, normal_);
  if (angle_from(start.p - centre_, via - centre_, normal_) > angle_) {
    normal_ = -normal_;
    angle_ = full - angle_;
  }
  angle_ = move.arc_angle.value_or(angle_);
  length_ = radius_ * angle_;
}

ProgrammedWay::Nearest ProgrammedWay::nearest(const Vector3<double>& p) const {
  if (!circle_) {
    const Vector3<double> way = goal_.p - start_.p;
    const double share = (p - start_.p).dot(way) / way.squaredNorm();
    return {(start_.p + share * way - p).norm(), share};
  }
  const Vector3<double> r = p - centre_;
  const double height = r.dot(normal_), flat = (r - height * normal_).norm();
  double angle = angle_from(start_.p - centre_, r, normal_);
  if (angle > (full + angle_) / 2) angle -= full;  // just before the start
  return {std::hypot(height, flat - radius_), angle / angle_};
}

Matrix3<double> ProgrammedWay::orientation(double share) const {
  using enum OrientationMode;
  const Eigen::Quaterniond R0(start_.R), R1(goal_.R);
  const bool with_path = circle_ && (mode_ == path_constant || mode_ == path_variable);
  const auto F = [&](double t) {
    return with_path ? Eigen::Quaterniond(Eigen::AngleAxisd(t * angle_, normal_))
                     : Eigen::Quaterniond::Identity();
  };
  if (mode_ == constant || mode_ == path_constant) return (F(share) * R0).toRotationMatrix();
  return (F(share) * R0.slerp(share, F(1).conjugate() * R1)).toRotationMatrix();
}

Vector3<double> ProgrammedWay::direction(double share) const {
  if (!circle_) return (goal_.p - start_.p).normalized();
  const Vector3<double> r = start_.p - centre_;
  return Eigen::AngleAxisd(share * angle_, normal_) * normal_.cross(r).normalized();
}

Pose<double> ProgrammedWay::end() const {
  const Vector3<double> r = start_.p - centre_;
  return {orientation(1),
          circle_ ? Vector3<double>(centre_ + Eigen::AngleAxisd(angle_, normal_) * r) : goal_.p};
}

Parabola::Parabola(const Vector3<double>& corner, const Vector3<double>& u1,
                   const Vector3<double>& u2)
    : corner_(corner), u1_(u1), u2_(u2) {}

/// p = corner − (1 − σ)² d u1 + σ² d u2: the two factors.
std::array<double, 2> Parabola::along(const Vector3<double>& p) const {
  Eigen::Matrix<double, 3, 2> basis;
  basis << -u1_, u2_;
  const Eigen::Vector2d x = basis.colPivHouseholderQr().solve(p - corner_);
  return {x[0], x[1]};
}

double Parabola::off_corner(const Vector3<double>& p) const {
  const auto [x, y] = along(p);
  return std::max({(corner_ - x * u1_ + y * u2_ - p).norm(), -x, -y});
}

double Parabola::size() const {
  double best = -1, size = 0;
  for (const Vector3<double>& p : points_) {
    const auto [x, y] = along(p);
    if (std::min(x, y) <= best) continue;  // near its ends √ is steep
    best = std::min(x, y);
    const double root = std::sqrt(std::max(0.0, x)) + std::sqrt(std::max(0.0, y));
    size = root * root;
  }
  return size;
}

double Parabola::residual() const {
  const double d = size();
  double worst = 0;
  for (const Vector3<double>& p : points_) {
    const auto [x, y] = along(p);
    const double sigma = (1 + (y - x) / d) / 2;
    const Vector3<double> on =
        corner_ - (1 - sigma) * (1 - sigma) * d * u1_ + sigma * sigma * d * u2_;
    worst = std::max(worst, (on - p).norm());
  }
  return worst;
}

}  // namespace erfd::test
