// The joints along a path: inverse kinematics by continuity.
#pragma once

#include "motion/plan/arm.hpp"
#include "motion/plan/path_run.hpp"

namespace erfd::planning {

/// Follows a run from its start; the branch of the start holds to its end.
class PathFollower {
 public:
  PathFollower(const Arm& arm, const PathRun& run, const Pose<double>& X_FlangeT,
               VectorX<double> q_start);

  /// Goes on to place s of the run within the time dt [s]. Tells what stops it there; the posture
  /// then stays the last good one.
  std::optional<Problem> go_to(double s, double dt);
  const VectorX<double>& q() const { return q_; }
  /// The posture at a place of the run, by that of now; does not go there.
  IkResult posture_at(double s);
  Branch branch() const { return branch_; }

 private:
  struct WristEnds {
    int move = -1;
    VectorX<double> from, to;
  };
  IkResult linear_wrist(const PathMove& move, int index, double u);
  std::optional<Problem> judge(const IkResult& result, double s, double dt) const;
  /// A move whose end no posture reaches fails long before it, stretched: what misses is the end.
  std::optional<Problem> end_out_of_reach(double s) const;
  std::optional<Problem> jump(const VectorX<double>& q, double s, double dt) const;
  std::string place_text(double s) const;

  const Arm& arm_;
  const PathRun& run_;
  Pose<double> X_TFlange_;
  VectorX<double> q_;
  Branch branch_;
  WristEnds wrist_;
};

}  // namespace erfd::planning
