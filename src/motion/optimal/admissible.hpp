// The accelerations along a path that all limits leave at a speed. Private to the layer.
//
//   low_i(w_i ṡ) ≤ a s̈ + b ṡ² + d ṡ + c + Σ_j m_j |τ_j| ≤ high_i(w_i ṡ)      every motor          (4)
//   |τ_j| ≤ effort_j                                                         every joint          (5)
//
// At a given ṡ each row is linear in s̈, with a bend where a τ_j changes its sign; what all rows leave is
// α(s, ṡ) ≤ s̈ ≤ β(s, ṡ), with the exact √x in x = ṡ²: viscous friction, torque–speed curve, voltage.
// A row with a bend may leave two stretches where µ couples axes by more than their inertia does: the
// longer one is kept.
#pragma once

#include "erfd/motion/time_optimal.hpp"

#include "motion/optimal/path_torques.hpp"

#include <limits>

namespace erfd::optimal {

inline constexpr double endless = std::numeric_limits<double>::infinity();

/// α and β, and the rows that set them: motors first, then joints; −1 none.
struct Span {
  double low = -endless, high = endless;
  int low_row = -1, high_row = -1;
  double width() const { return high - low; }
};

/// One side of a node: what friction has there is that of the cell.
struct Side {
  const MotorRow* motors = nullptr;
  const JointRow* joints = nullptr;
  double torque_share = 1;  ///< of every torque limit that may be used
};

class Admissible {
 public:
  /// @param torque_share  of each motor; empty: all
  Admissible(const PathTorques& torques, const VectorX<double>& torque_share);

  /// α and β at a rate; low > high where nothing is left.
  Span at(const Side& side, double rate);
  /// What limits a row of a Span.
  PathBound bound(const Side& side, double rate, int row, bool high) const;

 private:
  struct Bend {
    double at;       ///< s̈ where τ_j changes its sign
    double m, a, r;  ///< m |a s̈ + r|
  };
  void narrow(double a, double k, double low, double high, int row, Span& span) const;
  void narrow_bent(double a, double k, double low, double high, int row, Span& span);

  const PathTorques& torques_;
  VectorX<double> share_;
  std::vector<Bend> bends_;
};

}  // namespace erfd::optimal
