// The robot as the planner sees it.
#pragma once

#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/model/workspace.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/program/dialect.hpp"

#include "motion/plan/joint_run.hpp"

namespace erfd::planning {

/// Why a place cannot be had.
struct Problem {
  Limit limit = Limit::none;
  std::string code, message;  ///< of the catalogue of docs/planner.md
  int axis = -1;              ///< as in Fault
  double amount = 0;
};

/// Model, inverse kinematics and settings together; one a plan.
class Arm {
 public:
  Arm(const Model& model, const InverseKinematics& kinematics, const PlannerSettings& settings,
      const Dialect& dialect);

  const Model& model() const { return model_; }
  const InverseKinematics& kinematics() const { return kinematics_; }
  const PlannerSettings& settings() const { return settings_; }
  /// The words of the program that is planned.
  const Dialect& dialect() const { return dialect_; }
  /// Limits of the joints; the defaults of the settings where the robot file is silent. Infinite for
  /// joints that the loops move: they are judged, not planned for.
  const AxisLimits& axes() const { return axes_; }
  /// Joints, in the order of their axes, whose limits are those of the settings.
  const std::vector<int>& silent_axes() const { return silent_axes_; }

  /// Tool centre in the flange: that of the conditions, else of the robot's own tool.
  Pose<double> X_FlangeT(const Conditions& conditions) const;
  /// Closes the loops of q first.
  Pose<double> X_WFlange(const VectorX<double>& q) const;
  VectorX<double> home() const;

  /// The joints that programs speak of: the active ones of a closed mechanism, else all.
  const std::vector<int>& active() const { return active_; }
  bool is_closed() const { return loops_ != nullptr; }
  /// Closes the loops of q from where its passive joints stand; all is well with a tree.
  /// @return false if they do not close; q is then as near as it came
  bool close(VectorX<double>& q) const;
  /// Brings a posture whose loops close to the active joints of `target`, on its branch of assembly.
  /// @return false where the loops cannot follow
  bool lead_to(const VectorX<double>& target, VectorX<double>& q) const;
  /// How the passive joints follow the active ones at q; none for a tree. False if these do not rule the
  /// mechanism.
  bool follow(const VectorX<double>& q, MatrixX<double>& G) const;

  /// "axis5" of joint i.
  const std::string& axis_name(int i) const { return model_.bodies()[i].joint; }
  /// A whole turn of joint i changes nothing but its position.
  bool comes_round(int i) const { return erfd::comes_round(model_.bodies()[i].kind); }
  /// "12.3 deg" or "4.5 mm".
  std::string amount(int axis, double value) const;

  /// Share of its speed at which a chain runs that starts with an instruction.
  double speed_of(std::size_t first_instruction) const;

  /// Tells how much is planned, at every 64th call.
  void tick() const {
    if (settings_.progress && ++ticks_ % 64 == 0) settings_.progress(share_);
  }
  void tick(double share) const {
    share_ = share;
    tick();
  }

  /// The branch that a configuration code names; none if the robot's table does not have it.
  std::optional<Branch> branch_of_code(int code) const;
  /// "4, 8".
  std::string known_codes() const;

 private:
  const Model& model_;
  const InverseKinematics& kinematics_;
  const PlannerSettings& settings_;
  const Dialect& dialect_;
  AxisLimits axes_;
  std::vector<int> silent_axes_, active_;
  std::unique_ptr<LoopWorkspace> loops_;  ///< of a closed mechanism; scratch as ws_
  mutable Workspace ws_;                  // scratch: a plan is made by one thread
  mutable unsigned ticks_ = 0;
  mutable double share_ = 0;
};

/// The branch that an entry of the robot's table names.
Branch branch_of(const ProgramDescription::Configuration& entry);

/// Whether the posture of an answer reaches its pose: at a singularity it does as well.
bool reaches(const IkResult& result);

/// P0401, "out of reach by 4.0 mm (elbow)", of an answer that is not ok.
Problem problem_of(const Arm& arm, const IkResult& result);
/// The same for a pose of the tool centre: where the axes give it fewer freedoms than a pose has, the
/// one that is missing is named.
Problem problem_at(const Arm& arm, const IkResult& result, const Pose<double>& X_WT,
                   const Pose<double>& X_FlangeT, const VectorX<double>& q_near);

/// P0401, "the loops do not close: they follow until arm1 12.3 deg, arm2 …" on the way to a target.
/// @param last  the last posture where they do
Problem loops_problem(const Arm& arm, const VectorX<double>& target, const VectorX<double>& last);

/// P0403, "axis3 would leave its range by 3.00 deg".
Problem out_of_range(const Arm& arm, int axis, double beyond);
/// The first joint that a posture brings out of its range.
std::optional<Problem> range_problem(const Arm& arm, const VectorX<double>& q);

}  // namespace erfd::planning
