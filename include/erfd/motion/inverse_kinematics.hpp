// Joint positions that bring the flange to a pose: in closed form for arms with six revolute joints
// and a spherical wrist, leg by leg for parallel robots, by iteration for the others. Of a closed
// mechanism all joints are given, the loops closed.
#pragma once

#include "erfd/model/model.hpp"
#include "erfd/robot/robot_description.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

class PlatformReach;
class WristArm;

/// Which of the eight ways an arm with spherical wrist reaches a pose; each sign is +1 or -1.
/// docs/inverse-kinematics.md says what they mean on a robot.
struct Branch {
  int shoulder = 1;  ///< +1: the wrist centre stands in front of axis 1
  int elbow = 1;     ///< sense in which the elbow bends; on an upright arm -1 is "elbow up"
  int wrist = 1;     ///< sign of the turn about axis 5 that leads axis 6 away from axis 4
  friend bool operator==(const Branch&, const Branch&) = default;
};

/// The part of the arm that a problem concerns.
enum class ArmPart { none, shoulder, elbow, wrist };
std::string_view name_of(ArmPart part);

enum class IkStatus {
  ok,
  out_of_reach,  ///< no posture reaches the pose; `distance` [m], `angle`, `part` tell by how much
  /// The pose fixes not all axes, or the axes cannot follow; `part` is singular. q reaches the pose;
  /// where an axis is free, it stands as in q_near.
  singular,
  joint_limit,   ///< reached only outside a joint's range: `joint`, `distance` [rad or m]
  not_converged  ///< iteration only; `distance` [m] and `angle` are what is left
};

std::string_view name_of(IkStatus status);

struct IkResult {
  IkStatus status = IkStatus::ok;
  VectorX<double> q;  ///< the nearest posture where status is not ok; may be empty if out of reach
  ArmPart part = ArmPart::none;
  std::string leg = {};  ///< out_of_reach of a parallel robot: cut joint of the leg that ends first
  int joint = -1;
  double distance = 0;
  double angle = 0;  ///< what the orientation misses [rad]: out_of_reach, not_converged
  bool ok() const { return status == IkStatus::ok; }
};

/// One of the ways to reach a pose: angles in (-pi, pi], limits not looked at. At a singularity two
/// branches meet in one posture, and both are listed; an axis that the pose leaves free stands at 0.
struct IkSolution {
  Branch branch;
  Vector6<double> q;
};

/// Immutable, shared freely between threads. Poses X_WF are of the flange (model/frames.hpp) in
/// the world; a tool is the caller's to take off: X_WF = X_WT * in_flange(model, T).inverse().
/// A pose that is not finite or no rotation, and a q of the wrong size, throw Error.
class InverseKinematics {
 public:
  /// Closed form if the robot is of the family, else iteration. @throws Error for a free base, or if
  /// it has no flange.
  explicit InverseKinematics(const Model& model);
  ~InverseKinematics();
  InverseKinematics(const InverseKinematics&) = delete;
  InverseKinematics& operator=(const InverseKinematics&) = delete;

  /// All postures are known: the arm has a spherical wrist.
  bool is_closed_form() const;
  /// Why the robot is not of the family of the closed form; empty if it is.
  const std::string& obstacle() const;
  /// A parallel robot whose legs have a closed form.
  bool is_leg_by_leg() const { return platform_ != nullptr; }

  /// The frame that is brought to the pose: flange_of(model).
  FrameIndex flange() const { return flange_; }

  /// All ways to reach the pose, up to eight; empty when out of reach. Closed form only.
  /// `solutions` is overwritten; no allocation once it has held eight. @throws Error without one.
  void all(const Pose<double>& X_WF, std::vector<IkSolution>& solutions) const;

  /// The branch of a posture; nearest signs where it is singular. Closed form only.
  Branch branch_of(const VectorX<double>& q) const;

  /// The posture in one branch, each axis turned by whole turns to stand nearest to q_near within
  /// its range. Without closed form: iteration from q_near, which ignores the branch.
  IkResult in_branch(const Pose<double>& X_WF, Branch branch, const VectorX<double>& q_near) const;

  /// The posture nearest to q_near (largest share of the joints' speeds decides), in any branch.
  /// Where none is allowed: the one that needs the least. Iteration starts at q_near and, if that
  /// leads nowhere, at some postures that are always the same.
  IkResult nearest(const Pose<double>& X_WF, const VectorX<double>& q_near) const;

  /// How far a posture is from each singularity: sine of the wrist's bend, sine of the elbow's
  /// stretch, distance of the wrist centre in front of or behind the first axis, in the plane of the
  /// arm [m] (what is left of its distance from the axis without the sideways offset). Closed form
  /// only.
  struct Clearance {
    double wrist = 0, elbow = 0, shoulder = 0;
  };
  Clearance clearance(const VectorX<double>& q) const;

 private:
  struct Family;
  const WristArm& arm(const char* function) const;
  IkResult without_branches(const Pose<double>& X_WF, const VectorX<double>& q_near) const;
  std::unique_ptr<const Family> family_;
  std::unique_ptr<const PlatformReach> platform_;
  Model model_;
  FrameIndex flange_;
  std::string obstacle_;
};

/// "the wrist is nearly straight, axis5 stands 9.7 deg from it" if the posture is within 15 deg (wrist,
/// elbow) or 100 mm (shoulder) of a singularity that the axis has to turn for: axes 4 and 6 for the
/// wrist's, 2 and 3 for the elbow's, 1 for the shoulder's. Empty if not, and for robots without closed
/// form. Of a closed mechanism: of which type, and how many times as far as where the robot is put together
/// the axis moves for the tool (type 1) or the tool for the axis (type 2), from four times on.
std::string near_singularity(const InverseKinematics& kinematics, const Model& model,
                             const VectorX<double>& q, int axis);

}  // namespace erfd
