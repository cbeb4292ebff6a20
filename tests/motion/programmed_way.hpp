// What a program asks of the tool centre, worked out without the planner: quaternions instead of
// rotation vectors, the circle by a linear system, the parabola by its implicit equation.
#pragma once

#include "erfd/program/program.hpp"

#include <array>
#include <vector>

namespace erfd::test {

/// A lin or circle by itself, in the world.
class ProgrammedWay {
 public:
  ProgrammedWay(const Instruction& instruction, const Pose<double>& start);

  /// How far a point lies from the way [m], and where on it it is nearest, as a share of it.
  struct Nearest {
    double distance = 0, share = 0;
  };
  Nearest nearest(const Vector3<double>& p) const;
  /// Orientation at a share of the way.
  Matrix3<double> orientation(double share) const;
  const Pose<double>& start() const { return start_; }
  Pose<double> end() const;
  double length() const { return length_; }
  bool is_line() const { return !circle_; }
  Vector3<double> direction(double share) const;

 private:
  OrientationMode mode_;
  bool circle_ = false;
  Pose<double> start_, goal_;
  Vector3<double> centre_, normal_;
  double radius_ = 0, angle_ = 0, length_ = 0;
};

/// The parabola around a corner of two lines, known by points that are said to lie on it.
class Parabola {
 public:
  Parabola(const Vector3<double>& corner, const Vector3<double>& u1, const Vector3<double>& u2);
  /// How far a point lies outside the plane of the corner or on the wrong side of it [m].
  double off_corner(const Vector3<double>& p) const;
  void add(const Vector3<double>& p) { points_.push_back(p); }
  int count() const { return static_cast<int>(points_.size()); }
  /// Its distance d from the corner, by the point that tells it best.
  double size() const;
  /// How far the points lie from the parabola of that size [m].
  double residual() const;

 private:
  std::array<double, 2> along(const Vector3<double>& p) const;
  Vector3<double> corner_, u1_, u2_;
  std::vector<Vector3<double>> points_;
};

}  // namespace erfd::test
