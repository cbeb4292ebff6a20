// Where a running robot is against the plan of its program.
#pragma once

#include "erfd/model/workspace.hpp"
#include "erfd/motion/plan.hpp"

#include <optional>

namespace erfd {

/// How far a posture is off the planned one.
struct PlanDeviation {
  double time = 0;    ///< of the planned posture, on the plan's clock [s]
  int move = 0;       ///< index in Plan::moves
  VectorX<double> q;  ///< measured − planned [rad or m]
  double tool = 0;    ///< from the tool centre to the planned one [m]
  double turn = 0;    ///< of the tool against the planned one [rad]
};

/// Follows a robot along a plan, from its first posture on.
///
/// Between its samples a plan is the cubic of two samples whose speeds there are those between their
/// neighbours; it starts and ends at rest. A robot that says its program time is held against the posture
/// of that time: what it is late is part of the deviation. One that does not is held against the nearest
/// point of the straight lines between samples, in joint space [rad and m alike], that it can have come to
/// since the one before: its deviation is that from the way, whenever it comes by.
class PlanMatch {
 public:
  /// All three must live as long. @throws Error if the plan has no samples
  PlanMatch(const Program& program, const Plan& plan, const Model& model);

  /// @param q     of all joints
  /// @param time  when the robot is there, on its own clock [s]; later from call to call
  /// @param program_time  on the plan's clock [s], if the robot says it
  PlanDeviation off(In<double> q, double time, std::optional<double> program_time);
  /// The robot begins anew.
  void forget() { last_.reset(); }

 private:
  double nearest(In<double> q, double passed) const;
  std::pair<double, double> nearest_of(In<double> q, int first, int end) const;
  VectorX<double> planned(double time) const;
  Pose<double> tool_at(In<double> q, int move);

  const Program& program_;
  const Plan& plan_;
  const Model& model_;
  Workspace ws_;
  struct Last {
    double time, plan_time;  ///< [s]
  };
  std::optional<Last> last_;
};

}  // namespace erfd
