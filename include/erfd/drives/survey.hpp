// What each motor meets over the workspace: inertia, holding torque, speed.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/loops/workspace.hpp"

#include <random>

namespace erfd {

/// The links as drives feel them at a position: inertia and gravity torques at the joints that motors may move,
/// zeros elsewhere. What closed loops make move with them is in it (Gᵀ H G, Gᵀ g); a free base is held.
class LinksAtJoints {
 public:
  explicit LinksAtJoints(const Model& model);

  /// Moves the active joints to those of q; the passive ones of loops follow from the last position, at first
  /// from where the robot is put together.
  /// @return false where the loops do not follow, or the active joints do not rule the mechanism
  bool move_to(In<double> q);

  const VectorX<double>& q() const { return q_; }              ///< with closed loops, size nq
  const VectorX<double>& shaft_q() const { return shaft_q_; }  ///< as drives count it, size nv
  const MatrixX<double>& H() const { return H_; }              ///< nv × nv
  const VectorX<double>& gravity() const { return gravity_; }  ///< size nv

 private:
  bool take_to_active();

  const Model& model_;
  Workspace ws_;
  std::optional<LoopWorkspace> loops_;
  VectorX<double> q_, shaft_q_, gravity_, moved_;
  MatrixX<double> H_, G_;
};

/// A value and the joint positions [rad or m] where it was found.
struct Extreme {
  double value = 0;
  VectorX<double> q;
};

/// One motor over the workspace, all at its shaft.
struct MotorSurvey {
  Extreme least_inertia, most_inertia;  ///< while the other motors stand still [kg m^2]
  Extreme most_holding;  ///< largest torque against gravity, no friction, by size [N m]
  /// Speed while one joint alone has its largest one [rad/s]; 0 without speed limits.
  Extreme most_speed;
  int fastest_joint = -1;  ///< the joint of most_speed
  /// Of its mechanism, by size; 1 without one [-].
  Extreme least_ratio, most_ratio;
};

/// Writes a position: uniform in the range of each joint; a turning joint without range makes a full turn, a sliding one
/// stays at zero.
void draw_posture(const Model& model, std::mt19937& rng, VectorX<double>& q);

struct SurveySettings {
  int samples = 2000;
  unsigned seed = 1;
};

/// Tries random joint positions within the ranges of joints and mechanisms, the same ones at every
/// call, and the given one. A turning joint without range makes a full turn, a sliding one stays at
/// zero. Positions that the loops of the robot cannot follow are left out.
///
/// The inertia that motor i sees is c_iᵀ H c_i + I_a, c_i the joint motion of a motor turn: column
/// i of K⁻¹ ([S] after (14)), H that of LinksAtJoints. Passive joints of trees are held where they stand.
/// @param start  a first position, home of the robot, size nq
/// @throws Error if no position within the ranges is found.
std::vector<MotorSurvey> survey_motors(const Model& model, const Drives& drives, In<double> start,
                                       const SurveySettings& settings = {});

/// c_iᵀ H c_i + I_a of all motors at one position [kg m^2].
/// @param H         of the links, nv × nv
/// @param inertias  one a motor, written
void effective_inertias(const Drives& drives, const DriveState& state, const MatrixX<double>& H,
                        Out<double> inertias);

}  // namespace erfd
