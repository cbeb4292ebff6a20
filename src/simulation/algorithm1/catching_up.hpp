// A controller that catches up with what is asked: it knows what is asked next, and what the motors
// have left for it.
#pragma once

#include "erfd/simulation/algorithm1.hpp"

#include "simulation/algorithm1/closed_links.hpp"

#include <optional>

namespace erfd {

/// A motion that is asked for, one column a cycle. Positions are those that a cycle starts with, speeds
/// those that it ends with; after the last column the robot is to rest.
struct AskedMotion {
  const MatrixX<double>& q;                ///< joints of the step [rad or m]
  const MatrixX<double>& qd;               ///< (q_{k+1} − q_k) / Δt [rad/s or m/s]
  const MatrixX<double>& ua;               ///< motor torques that it needs [N m]
  const MatrixX<double>&ua_low, &ua_high;  ///< what the motors can give then [N m]
  const std::vector<bool>& jumps;  ///< cycles whose torques are the quotient of a step and a period
};

/// Speeds that a controller gives Algorithm 1 from cycle to cycle: what is asked, and more where a
/// motor is off it. The speed that is asked is never taken back to prepare for anything: a robot that
/// is where it is asked to be is given what is asked.
class CatchingUp {
 public:
  static constexpr double horizon = 0.5;  ///< how far the controller looks ahead [s]

  /// @param algorithm  any load of the robot
  /// @param asked      must live as long, and not change
  /// @param gain       K_v [1/s]; 0: what is asked is given, whatever happened
  CatchingUp(const Algorithm1& algorithm, const AskedMotion& asked, double gain);

  /// Joint speeds to give for cycle k [rad/s or m/s]. Never allocates.
  /// @param algorithm  with the load of the cycle
  /// @param q          where all joints are [rad or m]
  /// @param qd         how fast those of the step are [rad/s or m/s]
  void give(const Algorithm1& algorithm, int k, In<double> q, In<double> qd, Out<double> given);

 private:
  struct Braked {
    double way, slope;  ///< way/Δt until the extra speed is gone, and d way / d V
  };
  bool weigh(const Algorithm1& algorithm, In<double> q);
  double catch_up(int i, int k) const;
  double braked_in_time(int i, int k, int side, double wanted) const;
  Braked brake(int i, int k, int side, double speed) const;
  double braking(int i, int cycle, int side, double share) const;
  double speeding(int j, int k, int side) const;
  double spare(int i, int cycle, int side) const;
  double spare_for_others(int i, int k, int side) const;
  int last() const { return static_cast<int>(asked_.q.cols()) - 1; }

  AskedMotion asked_;
  double gain_, dt_;
  int ahead_;                               ///< cycles of the horizon
  VectorX<double> largest_;                 ///< accelerations of motors, before mechanisms
  Eigen::MatrixXi short_low_, short_high_;  ///< next cycle in which a motor is asked beyond a limit
  EngineWorkspace engine_;
  std::optional<ClosedLinks> closed_;  ///< none for a tree
  VectorX<double> here_;               ///< where the joints of the step are
  DriveState train_;
  MatrixX<double> H_, HK_, A_;
  VectorX<double> behind_, joint_speed_;
  // Of the motors: K (r_k − q), speed against what was asked, largest acceleration, v.
  VectorX<double> error_, gaining_, most_, v_;
};

}  // namespace erfd
