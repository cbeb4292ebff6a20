// From a motion IR to the motion that is asked of the joints, cycle by cycle.
#pragma once

#include "erfd/motion/inverse_kinematics.hpp"
#include "erfd/motion/program.hpp"

#include <functional>
#include <numbers>
#include <string>
#include <vector>

namespace erfd {

/// What the planner knows of the robot besides its model.
struct PlannerSettings {
  double period = 0.01;  ///< interpolation period [s]
  VectorX<double> home;  ///< where the program starts [rad or m]; empty: zero
  std::vector<ProgramDescription::Configuration> configurations;
  bool smoothed = false;                 ///< smooth angular velocity over c_speed joints
  bool fly_corners = false;              ///< c_speed at a corner: go through instead of stopping
  double ptp_jerk_time = 0;              ///< S-curve: time to full acceleration [s]; 0: trapezoid
  double default_speed = 0.25;           ///< of a lin or circle that names none [m/s]
  double default_acceleration = 1.0;     ///< [m/s^2]
  double turn_speed = std::numbers::pi;  ///< largest of the orientation [rad/s]
  double turn_acceleration = 10 * std::numbers::pi;  ///< [rad/s^2]
  double default_joint_speed = 1.0;  ///< of a joint without one in the robot file [rad/s or m/s]
  double default_joint_acceleration = 4.0;  ///< [rad/s^2 or m/s^2]
  bool half_blends = false;  ///< no blend takes more than half of a move, as other makers have it
  /// Called now and then with the share that is done; may be empty. What it throws comes out.
  std::function<void(double share)> progress = {};
};

/// Settings that a robot file gives: period, home, configuration codes.
PlannerSettings planner_settings(const RobotDescription& robot, const Model& model);

/// One instruction as it was planned.
struct PlannedMove {
  int instruction = 0;    ///< index in Program::instructions
  int first_sample = 0;   ///< first cycle that belongs to it
  int end_sample = 0;     ///< one behind its last
  double start_time = 0;  ///< analytic, on the continuous time law [s]
  double end_time = 0;    ///< [s]
  double length = 0;      ///< way of the tool centre, blends counted half to each side [m]
  double arc_radius = 0;  ///< circle [m]
  double arc_angle = 0;   ///< circle [rad]
  double corner = 0;      ///< angle between its end and the start of the next [rad]
  double peak_speed = 0;  ///< along the path [m/s], or largest share of joint speed for ptp,
                          ///< or [rad/s] for a turn in place;
                          ///< before the stretch that lets stops fall on a cycle
};

/// The asked motion: samples at t = k period, exactly on the continuous trajectory.
struct Plan {
  double period = 0;
  MatrixX<double> q;               ///< joints × samples [rad or m]
  std::vector<int> move;           ///< index in `moves` of each sample
  std::vector<Pose<double>> X_WT;  ///< tool centre of each sample in the world
  std::vector<PlannedMove> moves;
  Diagnostics findings;  ///< P…, W…, N… of the catalogue, at their program places
  /// False when planning stopped at an error; the samples until there are kept. The targets behind it
  /// are looked at all the same, each from the last posture that is known: those that the robot cannot
  /// reach are errors, too.
  bool complete = true;
  std::vector<int> unplanned;  ///< instructions of the errors, in the order of the program
  int samples() const { return static_cast<int>(q.cols()); }
  double duration() const { return samples() > 1 ? period * (samples() - 1) : 0; }
};

/// Infeasible targets are findings of the plan, not exceptions.
Plan plan(const Program& program, const Model& model, const InverseKinematics& kinematics,
          const PlannerSettings& settings);

}  // namespace erfd
