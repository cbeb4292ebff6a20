// Joint positions that bring the flange to a pose: in closed form for arms with six revolute joints
// and a spherical wrist, by iteration for the others.
#pragma once

#include "erfd/description/robot_description.hpp"
#include "erfd/model/model.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// Which of the eight ways an arm with spherical wrist reaches a pose; each sign is +1 or -1.
/// docs/inverse-kinematics.md says what they mean on a robot.
struct Branch {
  int shoulder = 1, elbow = 1, wrist = 1;
  friend bool operator==(const Branch&, const Branch&) = default;
};

/// The part of the arm that a problem concerns.
enum class ArmPart { none, shoulder, elbow, wrist };
std::string_view name_of(ArmPart part);

enum class IkStatus {
  ok,
  out_of_reach,  ///< no posture reaches the pose; `distance` tells by how much [m]
  singular,      ///< the pose fixes not all axes, or the axes cannot follow; `part` is singular
  joint_limit,   ///< reached only outside a joint's range: `joint`, `distance` [rad or m]
  not_converged  ///< iteration only; `distance` is what is left [m]
};

struct IkResult {
  IkStatus status = IkStatus::ok;
  VectorX<double> q;  ///< the nearest posture where status is not ok; may be empty if out of reach
  ArmPart part = ArmPart::none;
  int joint = -1;
  double distance = 0;
  bool ok() const { return status == IkStatus::ok; }
};

/// One of the ways to reach a pose: angles in (-pi, pi], limits not looked at.
struct IkSolution {
  Branch branch;
  VectorX<double> q;
};

/// Immutable, shared freely between threads. Poses are of the flange: the frame of the last body of
/// the chain, in the world; a tool is the caller's to take off.
class InverseKinematics {
 public:
  /// Closed form if the robot is of the family, else iteration. @throws Error for a free base.
  explicit InverseKinematics(const Model& model);
  ~InverseKinematics();
  InverseKinematics(const InverseKinematics&) = delete;
  InverseKinematics& operator=(const InverseKinematics&) = delete;

  bool is_closed_form() const;
  /// Why the robot is not of the family of the closed form; empty if it is.
  const std::string& obstacle() const;

  /// All ways to reach the pose, up to eight; empty when out of reach. Closed form only.
  /// `solutions` is overwritten; no allocation once it has held eight.
  void all(const Pose<double>& X_WF, std::vector<IkSolution>& solutions) const;

  /// The branch of a posture; nearest signs where it is singular. Closed form only.
  Branch branch_of(const VectorX<double>& q) const;

  /// The posture in one branch, each axis turned by whole turns to stand nearest to q_near within
  /// its range. Closed form only; iteration starts at q_near and ignores the branch.
  IkResult in_branch(const Pose<double>& X_WF, Branch branch, const VectorX<double>& q_near) const;

  /// The posture nearest to q_near (largest share of the joints' speeds decides), in any branch.
  IkResult nearest(const Pose<double>& X_WF, const VectorX<double>& q_near) const;

  /// How far a posture is from each singularity: sine of the wrist's bend, sine of the elbow's
  /// stretch, distance of the wrist centre from the first axis [m]. Closed form only.
  struct Clearance {
    double wrist = 0, elbow = 0, shoulder = 0;
  };
  Clearance clearance(const VectorX<double>& q) const;

 private:
  struct Family;
  std::unique_ptr<const Family> family_;
  Model model_;
  std::string obstacle_;
};

}  // namespace erfd
