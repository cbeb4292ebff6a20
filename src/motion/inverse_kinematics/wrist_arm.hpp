// Closed form of inverse kinematics for arms of six revolute joints whose last three axes meet.
// Private to the layer; wrist_arm.cpp has the equations.
#pragma once

#include "erfd/motion/inverse_kinematics.hpp"

#include <array>
#include <optional>
#include <string>

namespace erfd {

/// A joint's angle by its cosine and sine.
struct Direction {
  double c = 1, s = 0;
};

/// mean + amplitude · cos(q − phase): how a length or a cosine depends on one joint.
struct Wave {
  double mean = 0, amplitude = 0;
  Direction phase;
  double low = 0, high = 0;  ///< smallest and largest value; exactly 0 where rounding is left
};
/// mean + a cos q + b sin q.
Wave wave_of(double mean, double a, double b);

/// One of the eight postures, reached or as near as the arm comes.
struct Candidate {
  Branch branch;
  Vector6<double> q;
  ArmPart missing = ArmPart::none;  ///< the part that is too short; none: the pose is reached
  ArmPart free = ArmPart::none;     ///< the part of which the pose leaves an axis free
};

class WristArm {
 public:
  /// None if the robot is not of the family; `obstacle` then says why.
  static std::optional<WristArm> of(const Model& model, FrameIndex flange, std::string& obstacle);

  /// All branches. An axis that the pose leaves free stands as in `hold`.
  void solve(const Pose<double>& X_WF, const Vector6<double>& hold,
             std::array<Candidate, 8>& candidates) const;

  Branch branch_of(const Vector6<double>& q) const;
  InverseKinematics::Clearance clearance(const Vector6<double>& q) const;

 private:
  using Vector = Vector3<double>;
  /// What is asked: the wrist centre, and R R0ᵀ w6 and R R0ᵀ x6.
  struct Asked {
    Vector C, w6, x6;
  };
  /// The first three joints in one of their four postures.
  struct Arm {
    Branch branch;
    Direction q1, q2, q3;
    Vector f = Vector::Zero(), g = Vector::Zero();  ///< of (2)
    ArmPart missing = ArmPart::none, free = ArmPart::none;
  };
  /// How the two conditions (3), (4) change with q1 and q3 in a posture: what tells its branch.
  struct Slopes {
    double shoulder, elbow, wrist;
  };

  bool find_wrist(std::string& obstacle);
  bool find_arm(std::string& obstacle);
  bool try_order(bool shoulder_first, bool shoulder_by_height);
  void orient_signs();

  Vector g_of(const Vector& wrist_centre, Direction q1) const;
  Vector f_of(Direction q3) const;
  Wave shoulder_wave(const Vector& wrist_centre) const;
  double condition(const Vector& point, bool by_height) const;
  void solve_shoulder(const Vector& wrist_centre, double value, double hold, int sign,
                      Arm& arm) const;
  void solve_elbow(double value, int sign, Arm& arm) const;
  Arm start_arm(const Vector& wrist_centre, int shoulder, const Vector6<double>& hold) const;
  void finish_arm(const Vector& wrist_centre, int elbow, const Vector6<double>& hold,
                  Arm& arm) const;
  void come_nearer(const Vector& wrist_centre, const Vector6<double>& hold, Arm& arm) const;
  void solve_wrist(const Arm& arm, const Asked& asked, const Vector6<double>& hold, int sign,
                   Candidate& found) const;
  void flip_wrist(const Candidate& from, Candidate& to) const;
  Slopes slopes(const Vector6<double>& q) const;

  // All in world axes and in the posture q = 0.
  std::array<Vector, 6> w_;  ///< directions of the axes
  std::array<Vector, 6> o_;  ///< a point on each
  Vector c_;                 ///< wrist centre
  Vector x6_, y6_;           ///< across axis 6
  Matrix3<double> R_F_W_;    ///< flange orientation, transposed
  Vector c_F_;               ///< wrist centre in the flange

  bool shoulder_first_ = true;      ///< else the elbow's condition knows no q1
  bool shoulder_by_height_ = true;  ///< q1 from (3) and q3 from (4), else the other way round
  bool axes_1_2_meet_ = false;      ///< in o_[0]
  int shoulder_sign_ = 1, elbow_sign_ = 1;  ///< from the signs of the waves to those of a Branch
  double shoulder_scale_ = 1;               ///< metres in front of axis 1 for the slope of its wave
  Wave elbow_;
  Wave wrist_;
  bool right_angled_wrist_ = false;                ///< axis 5 at right angles to 4 and 6
  double wrist_middle_ = 0;                        ///< twice the phase of its wave
  double wrist_gap_high_ = 0, wrist_gap_low_ = 0;  ///< 1 − high, 1 + low of the wrist's wave
};

}  // namespace erfd
