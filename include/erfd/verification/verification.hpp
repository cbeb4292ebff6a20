// What a program asks for against what the motors can do: verdict, cause and figures of each move.
#pragma once

#include "erfd/base/field.hpp"
#include "erfd/drives/torque_split.hpp"
#include "erfd/dynamics/bearings.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/simulation/algorithm1.hpp"
#include "erfd/verification/motion_signals.hpp"

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// The limit that is exceeded most, or comes nearest, in a move. A torque is worst from the start of
/// its cycle on, a speed at the end of the cycle that reaches it; a rated torque is told to the start
/// of the move that strains it most.
struct Binding {
  Limit limit = Limit::none;
  int axis = -1;  ///< joint, as in q; −1 for limits of the whole arm
  /// −1 for limits of joints; joint_effort: the motor that stands for it; joint_range: the motor whose
  /// mechanism it is.
  int motor = -1;
  double time = 0;       ///< when it is worst [s], on the program's clock
  double needed = 0;     ///< what the asked motion needs there: N m, N, A, rad/s, rad or m
  double available = 0;  ///< what there is, in the same unit
  double ratio = 0;      ///< needed / available; infinite where nothing is available
  int cycles = 0;        ///< cycles in which this limit of this axis is exceeded
  int jump = -1;         ///< index in Plan::jumps; a jump has the ratio infinity
  /// Index in Model::sensors(), whose body hangs on `axis`, and the number that it says.
  int sensor = -1, channel = 0;
};

/// A distance from a path that is worth a word [m]: tables show it as 0.01 mm.
inline constexpr double visible_error = 5e-6;

/// What a move gets.
struct MoveVerdict {
  int move = 0;              ///< index in Plan::moves
  int instruction = 0;       ///< index in Program::instructions
  bool achievable = true;    ///< no limit is exceeded in any of its cycles
  double asked_time = 0;     ///< [s]
  double achieved_time = 0;  ///< until the robot is where the move ends [s]; NaN: it never arrives
  Binding worst;             ///< exceeded if the move is not achievable, else the nearest one
  std::vector<Binding> exceeded;  ///< every limit of every axis that is exceeded, worst first
  double path_error = 0;          ///< largest distance of the tool centre from its path [m]
  /// The move before that is to blame where this one is achievable and yet off its path: index in
  /// Verification::moves, −1 where there is none; and how far off the robot arrives from it [m].
  int late_from = -1;
  double late_error = 0;
  double turn_error = 0;        ///< largest turn of the tool away from the asked one there [rad]
  VectorX<double> joint_error;  ///< largest of each joint against the clock [rad or m]
  /// Torque of the worst motor at its worst instant, by TorqueCause [N m]; of the joint for
  /// joint_effort [N m or N]; none for limits that are not of a motor.
  std::optional<std::array<double, torque_cause_count>> shares;
  std::string reason;  ///< one sentence; says the reserve where the move is achievable
  /// Of its achieved cycles, the last move's until the robot rests; none without signals.
  std::optional<EnergyAccount> energy;
};

/// How the springs of elastic gears are wound in the asked cycles, so that the links move as asked: one row
/// a gear (Drives::elastic_gears()), one column a cycle. The side of the motors less that of the links,
/// counted as the joint.
struct GearWinding {
  MatrixX<double> stretch;       ///< where a cycle starts [rad or m]
  MatrixX<double> rate;          ///< at the end of a cycle [rad/s or m/s]
  MatrixX<double> acceleration;  ///< in it [rad/s^2 or m/s^2]
  /// A change of load within two cycles: no motor can wind a spring so, and rate and acceleration are
  /// zero there, as of a stiff gear.
  struct Step {
    int cycle;   ///< before which it is over; the count of cycles: behind the last one
    int gear;    ///< row
    double way;  ///< of the spring, with its sign [rad or m]
  };
  std::vector<Step> steps;
};

/// Asked and achieved motion; one column a cycle, the achieved one longer while the robot settles.
/// Positions are those that a cycle starts with, accelerations and torques those that it runs with.
/// Asked speeds are given for a cycle, which ends with them; an achieved cycle has the speeds that it
/// starts with: compare them with starting_speeds().
struct MotionRecord {
  double period = 0;                             ///< [s]
  MatrixX<double> q_asked, qd_asked, qdd_asked;  ///< joints
  MatrixX<double> qda_asked;        ///< motor speeds, in front of elastic gears [rad/s]
  MatrixX<double> ua_asked;         ///< motor torques it needs [N m]
  MatrixX<double> ua_low, ua_high;  ///< what the motors can give then [N m]
  GearWinding winding;              ///< empty without elastic gears
  /// What ua_asked is needed for [N m]: row motor · torque_cause_count + cause; the causes of a motor
  /// sum to its ua_asked. Empty unless VerificationSettings::causes.
  MatrixX<double> causes_asked;
  /// What the joints transmit to links, payload and tool, without rotors and friction, as a sensor
  /// behind the gears would show it, asked and achieved [N m or N].
  MatrixX<double> tau_asked, tau;
  MatrixX<double> q, qd, qdd, ua;  ///< achieved
  /// What the sensors feel, six rows each, as felt_in_cycles() has it [m/s^2 and rad/s].
  MatrixX<double> felt_asked, felt;
  std::vector<LimitSet> limited;               ///< achieved: cycle-major, n a cycle
  std::vector<Pose<double>> X_WT_asked, X_WT;  ///< tool centre
  VectorX<double> path_error, turn_error;      ///< achieved, [m] and [rad]
  std::vector<int> move;                       ///< of each achieved cycle, by the clock
  /// Asked cycles that hold a jump of the plan: what stands there as acceleration and torque is the
  /// quotient of a step and a period, and none.
  std::vector<bool> jumps;
  MotionSignals asked_signals, signals;  ///< empty unless VerificationSettings::signals
};

/// The joint speeds that the asked cycles start with: column k belongs to time k · period, as that of
/// MotionRecord::qd does [rad/s or m/s].
MatrixX<double> starting_speeds(const MotionRecord& record);

/// The answer of a controller that keeps the path: every run of moves between two stops goes through
/// the same postures, uniformly slower, until no limit is exceeded. Jumps of speed stay: slowing makes
/// them smaller, not smooth, so that a path with jumps cannot be kept.
struct KeptPath {
  struct Obstacle {
    int move = 0;  ///< index in Verification::moves
    std::string reason;
  };
  std::vector<Obstacle> obstacles;  ///< limits that no slowing keeps
  int jumps = 0;                    ///< of speed, which no slowing cures either
  double time = 0;  ///< of the whole program, but for jumps [s]; NaN where there are obstacles
  std::vector<double> speeds;      ///< of each instruction, as PlannerSettings takes them
  std::vector<double> move_times;  ///< of each planned move [s]; empty where there are obstacles
  /// Every limit can be kept; jumps may be left.
  bool keeps_limits() const { return obstacles.empty(); }
  bool possible() const { return keeps_limits() && jumps == 0; }
};

/// What smoothing the turning speed would give.
struct SmoothedAnswer {
  int beyond = 0;      ///< moves that are beyond a limit then
  KeptPath kept_path;  ///< with the jumps that are left
};

/// A number of the robot file that decides a verdict, and where it comes from.
struct Support {
  int move = 0;  ///< index in Verification::moves: where it is needed most
  Limit limit = Limit::none;
  std::string number;  ///< "motor2's peak torque"
  Provenance from;
  double share =
      0;  ///< needed of it: the verdict is "achievable" where the number is this many times
          ///< as large, and anything above
  /// "motor2's peak torque, which is estimated ± 30 %: achievable from 0.9 × on"
  std::string sentence() const;
};

/// What elastic gears do in the asked motion.
struct ElasticGears {
  /// How far the tool is off at most [m], where the motors stand where their joints are asked.
  double tool_off = 0;
  double time = 0;                                  ///< when [s]
  Vector3<double> place = Vector3<double>::Zero();  ///< asked tool centre there, in the world [m]
  int move = 0;                                     ///< index in Plan::moves
  double twist = 0;                                 ///< largest of a spring, of `joint` [rad or m]
  int joint = 0;
  /// Instants at which the load of a gear changes within two cycles: no motor can wind its spring so.
  int steps = 0;
  double step = 0;  ///< the largest, as way of the spring of `step_joint` [rad or m]
  int step_joint = 0;
  double step_time = 0;                ///< when [s]
  std::vector<std::string> sentences;  ///< the same in words, and what is judged
};

struct Verification {
  bool achievable = true;
  std::vector<MoveVerdict> moves;
  MotionRecord motion;
  VectorX<double> torque_rms;  ///< of each motor over the program [N m]
  /// Largest loads of each body's joint, jumps left out; empty without signals.
  std::vector<BearingPeak> bearings_asked, bearings;
  std::optional<EnergyAccount> energy;  ///< of the achieved motion; none without signals
  double asked_time = 0;                ///< whole program: the plan's duration [s]
  double achieved_time = 0;             ///< keeping time; NaN if it never arrives
  /// Keeping the path; none where the motion cannot be planned anew (VerificationSettings::replan).
  std::optional<KeptPath> kept_path;
  /// Given where smoothing takes jumps away and the motion can be planned anew.
  std::optional<SmoothedAnswer> smoothed;
  std::string fault;  ///< not empty: the simulation had to stop, and why
  /// What the robot file does not say, so that no verdict is possible: one sentence each.
  std::vector<std::string> not_judged;
  std::optional<ElasticGears> elastic_gears;  ///< of drives that have some
  /// What decides it, most strained first; none where the robot file is not known.
  std::vector<Support> rests_on;
  bool anything_judged = true;  ///< the robot file says at least one limit
  bool motors_judged = true;    ///< every joint has a motor whose largest torque is known
};

/// Plans the program of a verification again: at these speeds of its instructions
/// (PlannerSettings::instruction_speeds), and with turning speeds smoothed or as they were.
using Replan = std::function<Plan(const std::vector<double>& speeds, bool smoothed)>;

/// By the planner that made a plan; `program`, `model` and `kinematics` must live as long.
Replan replan_with(const Program& program, const Model& model, const InverseKinematics& kinematics,
                   const PlannerSettings& settings);

struct VerificationSettings {
  Algorithm1Settings algorithm = {};  ///< its period is the plan's
  /// How the controller catches up after a limit: speed for a position error [1/s]. The published
  /// algorithm has none (0) and keeps the error.
  double position_gain = 20;
  double settling_time = 5;   ///< how long the robot may need after the program's end [s]
  double in_position = 1e-4;  ///< the robot has arrived within this [rad or m]
  Replan replan = {};         ///< empty: how long the robot needs on the path is not looked for
  /// Records the causes of the torques of every cycle, for documents that show them.
  bool causes = false;
  /// Records MotionSignals, and sums them up: bearing loads, energy.
  bool signals = false;
  Progress progress = {};  ///< may be empty
};

/// Infeasible is an answer: nothing of it throws. `model` is one of build_unloaded(): what is carried
/// stands in the conditions of the program. @throws Error if the drives do not fit the model.
Verification verify(const Program& program, const Plan& plan, const Model& model,
                    const Drives& drives, const VerificationSettings& settings = {});

}  // namespace erfd
