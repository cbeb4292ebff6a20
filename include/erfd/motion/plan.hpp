// From a motion IR to the motion that is asked of the joints, cycle by cycle.
#pragma once

#include "erfd/base/limit.hpp"
#include "erfd/base/progress.hpp"
#include "erfd/motion/inverse_kinematics.hpp"
#include "erfd/motion/path.hpp"
#include "erfd/program/program.hpp"

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
  /// As the override of a teach pendant: the motion q(t) becomes q(speed · t), so that speeds change
  /// by this factor and accelerations by its square. Waits keep their time.
  double speed = 1;
  /// The same for single instructions, besides `speed`; empty: 1. Moves that run into each other have
  /// that of the first of them.
  std::vector<double> instruction_speeds = {};
  Progress progress = {};  ///< may be empty
};

/// Settings that a robot file gives: period, home, configuration codes.
PlannerSettings planner_settings(const RobotDescription& robot, const Model& model);

/// One instruction as it was planned. Times are those of the motion that is asked: of the continuous
/// law, stretched so that stops fall on cycles. The moves of a run end with its last cycle.
struct PlannedMove {
  int instruction = 0;    ///< index in Program::instructions
  int run = 0;            ///< moves without a stop between them have the same number
  int first_sample = 0;   ///< first cycle that belongs to it
  int end_sample = 0;     ///< one behind its last; a move shorter than a cycle may have none
  double start_time = 0;  ///< [s]
  double end_time = 0;    ///< [s]
  double length = 0;      ///< way of the tool centre, blends counted half to each side [m]
  double arc_radius = 0;  ///< circle [m]
  double arc_angle = 0;   ///< circle [rad]
  double corner = 0;      ///< angle between its end and the start of the next [rad]
  double peak_speed = 0;  ///< along the path [m/s], or largest share of joint speed for ptp,
                          ///< or [rad/s] for a turn in place;
                          ///< before the stretch that lets stops fall on a cycle
};

/// A place where the asked motion changes a velocity at once: between two moves that are run without
/// a stop. No motor follows it, and no period of the controller makes a torque of it.
struct Jump {
  enum class Quantity {
    direction,      ///< of the tool centre [m/s]
    turning_speed,  ///< of the tool [rad/s]
    joint_speed     ///< of one joint [rad/s or m/s]
  };
  Quantity quantity = Quantity::turning_speed;
  int before = 0, behind = 0;  ///< index in Plan::moves
  double time = 0;             ///< [s]
  double from = 0, to = 0;     ///< sizes just before and just behind it
  double step = 0;             ///< size of the difference, which has a direction of its own
  double angle = 0;            ///< between the directions before and behind, of `direction` [rad]
  int axis = -1;               ///< of joint_speed; else the joint that would have to jump most
};

/// "direction", "turning speed", "joint speed".
std::string_view name_of(Jump::Quantity quantity);
/// "the turning speed of the tool jumps by 41.3 deg/s, from 12.0 to 53.3 deg/s".
std::string jump_text(const Model& model, const Jump& jump);

/// Why an instruction cannot be planned. Its words are an error of Plan::findings as well.
struct Fault {
  Limit limit = Limit::reach;  ///< reach, configuration, joint_range, singularity or path
  int instruction = 0;         ///< index in Program::instructions
  Location at = {};            ///< of the instruction
  int axis = -1;               ///< joint, where one is to blame
  double amount = 0;           ///< beyond its range, or its jump [rad or m]; out of reach [m]
  std::string message;
};

/// The asked motion: samples at t = k period, exactly on the continuous trajectory.
struct Plan {
  double period = 0;
  MatrixX<double> q;               ///< joints × samples [rad or m]
  std::vector<int> move;           ///< index in `moves` of the cycle that each sample starts
  std::vector<Pose<double>> X_WT;  ///< tool centre of each sample in the world
  std::vector<PlannedMove> moves;
  std::vector<Jump> jumps;  ///< in the order of time
  Diagnostics findings;     ///< P…, W…, N… of the catalogue, at their program places
  /// False when planning stopped at an error; the samples until there are kept. The targets behind it
  /// are looked at all the same, each from the last posture that is known: those that the robot cannot
  /// reach are errors, too.
  bool complete = true;
  /// The way that the samples go, in the order of time, each segment with its time law; waits have
  /// none. Shared by copies of a plan; never null.
  std::shared_ptr<const std::vector<TimedSegment>> segments =
      std::make_shared<const std::vector<TimedSegment>>();
  std::vector<Fault> faults;  ///< in the order of the program; one however often it runs
  int samples() const { return static_cast<int>(q.cols()); }
  /// Periods from the first sample to the last.
  int cycles() const { return samples() > 1 ? samples() - 1 : 0; }
  /// The cycle time: from the first sample to the last [s].
  double duration() const { return period * cycles(); }
};

/// Infeasible targets are findings of the plan, not exceptions.
Plan plan(const Program& program, const Model& model, const InverseKinematics& kinematics,
          const PlannerSettings& settings);

/// As the cycles of a plan have them, one column a sample: the velocities that a cycle starts with, and
/// the accelerations that it runs with.
///
///   qd_k  = (q_k − q_{k−1}) / Δt,  qdd_k = (qd_{k+1} − qd_k) / Δt,  at rest before and behind
struct PlanRates {
  MatrixX<double> qd, qdd;
};
PlanRates rates_of(const Plan& plan);

}  // namespace erfd
