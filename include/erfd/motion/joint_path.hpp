// A way through joint space without its time: q(s) with its derivatives.
#pragma once

#include "erfd/math/types.hpp"

#include <vector>

namespace erfd {

/// q, q′ = dq/ds and q″ at a place [rad or m, per unit of s].
struct PathPoint {
  VectorX<double> q, dq, ddq;
};

/// q(s) for 0 ≤ s ≤ length(). q and q′ are continuous; q″ may jump at borders.
class JointPath {
 public:
  virtual ~JointPath() = default;

  int joints() const { return joints_; }
  double length() const { return borders_.back(); }
  /// Where pieces meet, ends included, rising: between them the path is smooth.
  const std::vector<double>& borders() const { return borders_; }

  /// @param piece  which side is meant at a border: the piece between borders()[piece] and the next
  /// @param point  sized joints(), written
  virtual void at(double s, int piece, PathPoint& point) const = 0;
  /// The piece that holds s, the later one at a border.
  int piece_at(double s) const;

 protected:
  /// @param borders  rising from 0. @throws Error otherwise.
  JointPath(int joints, std::vector<double> borders);

 private:
  int joints_;
  std::vector<double> borders_;
};

/// The straight line between two postures: q = from + s (to − from), 0 ≤ s ≤ 1.
class StraightPath : public JointPath {
 public:
  /// @throws Error if sizes differ, a number is not finite, or the postures are the same.
  StraightPath(const VectorX<double>& from, const VectorX<double>& to);
  void at(double s, int piece, PathPoint& point) const override;

 private:
  VectorX<double> from_, way_;
};

/// The natural cubic spline through postures: row k is passed at s = k, and q″ = 0 at both ends.
class SplinePath : public JointPath {
 public:
  /// @param rows  one column a posture, two or more
  /// @throws Error if there are less, a number is not finite, or two rows that follow are the same.
  explicit SplinePath(MatrixX<double> rows);
  void at(double s, int piece, PathPoint& point) const override;

 private:
  MatrixX<double> rows_, second_;  ///< q and q″ at the knots
};

}  // namespace erfd
