// PTP moves that are run without a stop.
#pragma once

#include "erfd/math/types.hpp"

#include "motion/plan/timed_run.hpp"

#include <optional>
#include <vector>

namespace erfd::planning {

/// What the axes can do; finite [rad/s or m/s, rad/s^2 or m/s^2].
struct AxisLimits {
  VectorX<double> speed, acceleration;
};

/// One PTP move: where to, which shares of the axes' limits.
struct JointMove {
  VectorX<double> goal;
  double speed_share = 1, acceleration_share = 1, deceleration_share = 1;
  std::optional<double> time;
  double blend_share = 0;  ///< c_ptp at its end: share of half the shorter move; 0: none
};

/// A polyline in joint space with parabolas at its corners. The path parameter of a move is the
/// time it would take at the axes' full speed, max |D_i| / vmax_i, so that the path does not depend
/// on programmed speeds and the parameter's speed is the share of full speed.
class JointRun {
 public:
  JointRun(VectorX<double> start, std::vector<JointMove> moves, const AxisLimits& axes);

  VectorX<double> at(double s) const;
  const std::vector<JointMove>& moves() const { return moves_; }
  const VectorX<double>& start() const { return start_; }
  const VectorX<double>& end() const { return moves_.back().goal; }
  const TimedRun& timing() const { return timing_; }
  double length() const { return length_; }
  int move_at(double s) const;

 private:
  struct Piece {
    double s = 0, length = 0;
    VectorX<double> q, slope, bend;  ///< q + x slope + x² bend, x = s − begin
  };
  void add_line(int k, double skip, double leave, const AxisLimits& axes);
  void add_blend(int k, double b, const AxisLimits& axes);
  const VectorX<double>& from(int k) const { return k == 0 ? start_ : moves_[k - 1].goal; }

  VectorX<double> start_;
  std::vector<JointMove> moves_;
  std::vector<VectorX<double>> slopes_;  ///< D / m of each move
  std::vector<double> measures_;         ///< m of each move
  std::vector<Piece> pieces_;
  TimedRun timing_;
  double length_ = 0;
};

/// max |to − from| / speed: the way between two postures in the measure of JointRun [s].
double joint_measure(const VectorX<double>& from, const VectorX<double>& to,
                     const VectorX<double>& speed);

}  // namespace erfd::planning
