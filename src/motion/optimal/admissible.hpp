// The accelerations along a path that all limits leave at a speed. Private to the layer.
//
//   low_i(w_i ṡ) ≤ a s̈ + b ṡ² + d ṡ + c + Σ_j m_j |τ_j| ≤ high_i(w_i ṡ)      every motor          (4)
//   |τ_j| ≤ effort_j                                                         every joint          (5)
//   |v s̈ + a ṡ²| ≤ acceleration                                              the tool             (5b)
//
// At a given ṡ each row is linear in s̈, with a bend where a τ_j changes its sign; what all rows leave is
// α(s, ṡ) ≤ s̈ ≤ β(s, ṡ), with the exact √x in x = ṡ²: viscous friction, torque–speed curve, voltage.
// A row with a bend may leave two stretches where µ couples axes by more than their inertia does
// (MotorRow::rises()): the longer one is kept.
#pragma once

#include "erfd/motion/time_optimal.hpp"

#include "motion/optimal/path_torques.hpp"

#include <array>
#include <limits>
#include <utility>

namespace erfd::optimal {

inline constexpr double endless = std::numeric_limits<double>::infinity();

/// α and β, and the rows that set them: motors first, then joints, then the tool's origin and its turning;
/// −1 none.
struct Span {
  double low = -endless, high = endless;
  int low_row = -1, high_row = -1;
  double width() const { return high - low; }
};

/// One side of a node: what friction has there is that of the cell.
struct Side {
  const MotorRow* motors = nullptr;
  const JointRow* joints = nullptr;
  const double* loads = nullptr;  ///< m_j of PathTorques::loads()
  const ToolRow* tool = nullptr;  ///< origin and turning, where their accelerations are limited
  double torque_share = 1;        ///< of every limit of torques and of the tool that may be used
};

class Admissible {
 public:
  Admissible(const PathTorques& torques, const TimeOptimalSettings& settings);

  /// α and β at a rate; low > high where nothing is left.
  /// @param near  the span of a place near by, whose rows are tried first
  Span at(const Side& side, double rate, const Span& near = {});

  /// Adds the rates at which a torque–speed curve of a motor has a corner: speeds may be forbidden there.
  void add_corners(const Side& side, std::vector<double>& rates) const;

  /// dα/dx or dβ/dx at a rate that is not 0, as the row of the span tells it.
  double slope_in_x(const Side& side, double rate, const Span& span, bool high) const;

  /// Whether α at every rate above this one lies beyond the line of constant x + h s̈ through (ṡ², α), and
  /// at every rate below it behind that of x − h s̈; for β the same with the signs changed. One row
  /// answers, that of the span: it only may forget other limits, which take more away.
  bool is_steep(const Side& side, double rate, const Span& span, bool high, double h) const;

  /// Whether all (x, s̈) on the straight line from rest, (0, 0), to (ṡ², s̈) are admissible.
  bool holds_from_rest(const Side& side, double rate, double acceleration);

 private:
  struct Bend {
    double at;       ///< s̈ where τ_j changes its sign
    double m, a, r;  ///< m |a s̈ + r|
  };
  /// What a motor can do at other speeds than one.
  struct Reach {
    bool varies = false;          ///< with the speed
    TorqueRange at_rest;          ///< its share
    double grows = 0;             ///< a bound moves away from zero by so much a rad/s at most
    double concave_to = endless;  ///< speed up to which both bounds are concave [rad/s]
    /// One line is all, up to a speed: min(peak, torque + slope |speed|), to both sides.
    double line_to = -1, line_torque = 0, line_slope = 0, peak = 0;
  };
  static Reach reach_of(const Motor& motor, double share);

  void look(const Side& side, double rate);
  bool all_rise(const Side& side) const;
  double solve(const Side& side, int row, double bound, double near);
  int most_beyond(const Side& side, double u, bool high) const;
  double bound_of(const Side& side, int row, bool high) const;
  double edge(const Side& side, bool high, int near_row, int& row);
  bool still_rows_hold(const Side& side) const;
  double load_torque(const Side& side, std::size_t& term, int motor, double u) const;
  Span bent(const Side& side);
  void cut_by_tool(const Side& side, double rate, Span& span) const;
  bool is_tool(int row) const { return row >= torques_.motors() + torques_.joints(); }
  /// Of |v s̈ + a x|²/2 in s̈ and x.
  std::pair<double, double> tool_gradient(const Side& side, double rate, int row, double u) const;
  void narrow(double a, double k, double low, double high, int row, Span& span) const;
  void narrow_bent(double a, double k, double low, double high, int row, Span& span);

  const PathTorques& torques_;
  std::vector<Reach> reach_;
  std::vector<std::size_t> loads_begin_;    ///< of each motor
  std::vector<int> efforts_;                ///< joints that have one
  std::vector<double> k_, low_, high_, r_;  ///< of the rate that was looked at last
  VectorX<double> share_;
  std::array<double, 2> tool_most_{endless, endless};  ///< accelerations of the tool
  std::vector<Bend> bends_;
};

/// What limits a row of a Span, for messages.
std::string row_name(const PathTorques& torques, int row);

}  // namespace erfd::optimal
