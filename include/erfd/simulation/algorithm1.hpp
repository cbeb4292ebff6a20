// Algorithm 1: what the motors can do in one cycle of the controller, and where they fall short.
#pragma once

#include "erfd/drives/actuator_model.hpp"
#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/simulation/servos.hpp"

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// What becomes of the accelerations when a motor cannot give its torque (step 6 of the paper).
enum class Shortfall {
  consistent,  ///< every motor does what is asked, or gives all it has towards it (errata L27)
  mixed,  ///< motors at their limit give that; the other joints keep what was asked (errata L21)
  full,   ///< all motors give the clipped torques; every joint takes what follows
  as_printed  ///< accelerations of `full` for limited axes, those asked for the others (errata L21)
};

/// "consistent", "mixed", "full" or "as_printed". @throws Error for another name.
Shortfall shortfall_of(std::string_view name);

struct Algorithm1Settings {
  double period = 0.01;                           ///< Δt [s]
  std::string_view actuator_model = "corrected";  ///< a name of actuator_models()
  Shortfall shortfall = Shortfall::consistent;
  /// Each motor's controller also holds the motor's own largest speed. The paper limits joint
  /// speeds alone.
  bool motor_speed_limits = true;
};

/// The step bound to a robot and its drives. Immutable, shared freely between threads. The joints of a
/// closed mechanism are here its active ones: the loops move the others.
class Algorithm1 {
 public:
  /// @throws Error if drives and model do not match, a joint is passive that no loop moves, a setting is
  /// unknown, the period is not above 0, or the actuator model does not fit the drives.
  /// Mechanisms have in a cycle the ratios of its start.
  Algorithm1(const Model& model, Drives drives, const Algorithm1Settings& settings = {});

  int joint_count() const { return drives_.count(); }
  const Model& model() const { return engine_.model(); }
  /// Of the open tree.
  const Engine& engine() const { return engine_; }
  bool is_closed() const { return is_closed_; }
  /// The joints of the step, as indices into the q and qd of the model.
  const std::vector<int>& active() const { return active_; }
  /// Of the joints of the step.
  const Drives& drives() const { return drives_; }
  const ActuatorModel& actuator_model() const { return *actuator_model_; }
  const Algorithm1Settings& settings() const { return settings_; }
  /// Joints that are no faster count as at rest [rad/s or m/s], and motors, but for the slopes of
  /// mechanisms [rad/s].
  double rest_speed() const { return rest_speed_; }
  const VectorX<double>& motor_rest_speeds() const { return motor_rest_speeds_; }

 private:
  template <int N>
  friend class Algorithm1Step;
  Engine engine_;
  bool is_closed_;
  std::vector<int> active_;
  Drives drives_;
  Algorithm1Settings settings_;
  const ActuatorModel* actuator_model_;
  MatrixX<double> W_;  ///< torques of motors from those of joints: K⁻ᵀ or diag(1/k)
  MatrixX<double> M_;  ///< part of H_a that does not depend on the position
  VectorX<double> joint_speed_limits_, motor_speed_limits_;  ///< infinite where there is none
  VectorX<double> low_, high_;                               ///< torque ranges of motors at rest
  std::vector<int> speed_dependent_;  ///< motors whose range changes with the speed
  double rest_speed_ = 0;             ///< of joints that count as at rest, and up to it
  VectorX<double> motor_rest_speeds_;
  std::vector<bool> joint_sticks_, motor_sticks_;  ///< shafts that friction can hold
};

class ClosedLinks;
struct Cycle;

/// Scratch: one a thread, made once, never an answer.
class Algorithm1Workspace {
 public:
  explicit Algorithm1Workspace(const Algorithm1& algorithm);
  ~Algorithm1Workspace();
  Algorithm1Workspace(Algorithm1Workspace&&) noexcept;

  int joint_count() const { return static_cast<int>(delta_.size()); }

 private:
  template <int N>
  friend class Algorithm1Step;
  friend void step(const Algorithm1& algorithm, Algorithm1Workspace& ws, double time, In<double> q,
                   In<double> qd, In<double> qd_given, Cycle& cycle, Wrenches<double> wrenches);
  friend bool end_position(const Algorithm1& algorithm, Algorithm1Workspace& ws, In<double> q,
                           const Cycle& cycle, Out<double> q_end);
  EngineWorkspace engine_;
  std::unique_ptr<ClosedLinks> closed_;  ///< none for a tree
  VectorX<double> position_;             ///< of the active joints of a closed mechanism
  VectorX<double> speed_;                ///< of the motors: K qd⁺
  VectorX<double> brake_;                ///< µ sign(qd⁺) of the joints
  VectorX<double> drag_;                 ///< friction of the joints but for c
  VectorX<double> c_;                    ///< load-dependent friction: 1 + µ sign(qd⁺) sign(u)
  VectorX<double> rotor_;                ///< torques of rotors and their friction
  VectorX<double> load_;                 ///< torques of joints that W takes to the motors
  VectorX<double> joint_coulomb_, motor_coulomb_;  ///< Coulomb friction in them
  VectorX<double> start_;       ///< speed of the motors at the start of the cycle: K qd
  VectorX<double> slide_;       ///< −1, 0, 1: direction in which a joint slides
  VectorX<double> borne_;       ///< µ|u| that a joint at rest was given to bear with
  VectorX<double> ua_0_;        ///< u_a of qdd_cmd with the friction at hand
  VectorX<double> low_, high_;  ///< torque ranges
  VectorX<double> target_;      ///< u_a within them
  VectorX<double> delta_;       ///< qdd − qdd_cmd
  VectorX<double> y_;           ///< K delta, of the motors
  MatrixX<double> H_, H_a_;     ///< of H_a, the columns of motors that are solved for
  MatrixX<double> HK_;          ///< columns of H K⁻¹
  MatrixX<double> K_inverse_;   ///< of the position
  MatrixX<double> A_;           ///< the system that is solved
  VectorX<double> right_;
  std::vector<int> active_, all_;  ///< motors at their limit; all motors
  std::vector<int> side_;          ///< of each motor: 1 at its high limit, −1 at its low one, or 0
  std::vector<char> filled_;       ///< columns: 1 if that of H K⁻¹ is made, 2 if that of H_a, too
  std::vector<bool> stopped_;      ///< joints that friction has brought to rest
  Servos servos_;                  ///< motors and frictions, when friction can hold
  DriveState state_;               ///< mechanisms only: where they stand,
  MatrixX<double> W_, M_;          ///< and what Algorithm1 has once and for all without them
};

enum class CycleStatus {
  ok,
  not_finite_input,     ///< a number of the input is NaN or infinite
  not_finite_result,    ///< the numbers of the input are too large
  singular,             ///< the system (92) has no solution
  dead_centre,          ///< the active joints do not rule the closed mechanism at q
  drives_out_of_reach,  ///< a mechanism does not reach q, or stands at a dead centre
  /// Friction is more than a motor gives and would drive its shaft. Not with Shortfall::consistent,
  /// which lets the shaft rest (errata L28).
  friction_drives
};

/// What one cycle did. Made once, written by every step; vectors of size n.
struct Cycle {
  explicit Cycle(const Algorithm1& algorithm);

  CycleStatus status = CycleStatus::ok;
  double time = 0;  ///< t_k [s]

  VectorX<double> qd_cmd;       ///< joint velocities asked, within the speed limits [rad/s or m/s]
  VectorX<double> qdd_cmd;      ///< accelerations that they ask for [rad/s^2 or m/s^2]
  VectorX<double> u_required;   ///< joint torques for them, without rotors and friction [N m or N]
  VectorX<double> ua_required;  ///< motor torques for them [N m]
  VectorX<double> ua;           ///< motor torques achieved [N m]
  VectorX<double> u;            ///< joint torques achieved [N m or N]
  VectorX<double> qdd;          ///< accelerations achieved
  VectorX<double> qd_next;      ///< velocities at t_k + Δt
  VectorX<double> q_next;       ///< positions at t_k + Δt [rad or m]
  /// Entry i: joint i for joint_speed, motor i for all others.
  std::vector<LimitSet> limited;
  bool any_limited = false;
  /// False if load-dependent friction was still changing after 20 rounds: it then has the size that
  /// the torques of the last round but one ask for.
  bool friction_settled = true;

  /// What was not finite, when the status is not ok.
  struct Fault {
    const char* quantity = "";  ///< "q", "qd", "qd_given", "wrench", "time", or a result
    int joint = -1;    ///< index in q; of the motor; of the wrench in its list; −1 when it has none
    double value = 0;  ///< friction_drives: the friction, at the motor [N m]
  };
  Fault fault;

  /// The last state whose numbers were all finite: that of this cycle if it was, else that of the
  /// last cycle before.
  struct LastGood {
    bool known = false;
    double time = 0;  ///< [s]
    VectorX<double> q, qd;
  };
  LastGood last_good;
};

/// One cycle of Algorithm 1 ([KV20] section 3).
///
/// Whatever happens is in `cycle.status`; when it is not ok, all results of the cycle are NaN and
/// `fault` and `last_good` say what happened. Bounded time; never allocates.
///
/// @param time      t_k [s], for messages
/// @param q         joint positions at t_k [rad or m]; of all joints, the loops closed, for a closed
///                  mechanism
/// @param qd        joint velocities at t_k [rad/s or m/s]
/// @param qd_given  velocities that the path planner gives for the cycle [rad/s or m/s]
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong.
void step(const Algorithm1& algorithm, Algorithm1Workspace& ws, double time, In<double> q,
          In<double> qd, In<double> qd_given, Cycle& cycle, Wrenches<double> wrenches = {});

/// Where all joints of a closed mechanism are when a cycle ends: its active ones as the cycle says, the
/// others as the loops say, on the branch of q. For a tree: the q_next of the cycle.
/// @param q  where the cycle began. @return false if the loops do not close there
bool end_position(const Algorithm1& algorithm, Algorithm1Workspace& ws, In<double> q,
                  const Cycle& cycle, Out<double> q_end);

/// One line: time, joint, what was found, last good state. Empty for a cycle that is ok.
std::string describe_fault(const Algorithm1& algorithm, const Cycle& cycle);

}  // namespace erfd
