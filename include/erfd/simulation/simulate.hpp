// A plant in time: inputs, friction that sticks and slips, samples, audit.
#pragma once

#include "erfd/simulation/audit.hpp"
#include "erfd/simulation/checkpoint.hpp"
#include "erfd/simulation/input_states.hpp"
#include "erfd/simulation/integrator.hpp"
#include "erfd/simulation/plant.hpp"
#include "erfd/simulation/reference_motion.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// Writes the input u (Plant::input() says what it means) for time t [s] and state q, qd. Of a joint
/// behind an elastic gear q and qd are those of the motor's side, where encoders sit.
using InputFunction = std::function<void(double t, In<double> q, In<double> qd, Out<double> u)>;

/// Wrenches of the environment at a time and state. What it returns must live until the next call.
using WrenchFunction =
    std::function<std::span<const ExternalWrench<double>>(double t, In<double> q, In<double> qd)>;

/// The plant at one time.
struct Sample {
  double t = 0;                  ///< [s]
  VectorX<double> q;             ///< joint positions [rad or m]
  VectorX<double> qd;            ///< [rad/s or m/s]
  VectorX<double> qdd;           ///< [rad/s^2 or m/s^2]
  VectorX<double> motor_side;    ///< of elastic gears, counted as their joints [rad or m]
  VectorX<double> motor_side_d;  ///< [rad/s or m/s]
  VectorX<double>
      torque;         ///< of the motors [N m], within their limits; of the joints without drives
  EnergyFlows power;  ///< [W]
};

/// Takes the complete state of the run as it is now.
using TakeCheckpoint = std::function<Checkpoint()>;

/// From `time` on the plant is its model number `model`. Speeds stay; the energy that the payload
/// brings is booked in Audit::payload.
struct PayloadSwitch {
  double time = 0;  ///< [s]
  int model = 0;
};

struct SimulationSettings {
  double start = 0;          ///< [s]
  double duration = 1;       ///< [s]
  double output_period = 0;  ///< time between samples [s]; 0: first and last alone
  /// Time between calls of the input, which is held between them [s]; 0: the input is a function of
  /// time and state, called wherever the integrator looks, and must not depend on earlier calls.
  double control_period = 0;
  std::string_view integrator = "dopri5";
  /// max_step bounds how late a stuck joint is asked whether its load grew and fell again.
  IntegratorSettings integration{.max_step = 0.01};
  int model = 0;                             ///< of the plant at the start
  std::vector<PayloadSwitch> switches = {};  ///< in order of time
  WrenchFunction wrenches = {};              ///< none: no wrenches
  InputStates* input_states = nullptr;       ///< of an input without control period that has some
  const Reference* reference = nullptr;      ///< against which the motion is recorded
  /// Times at which the input or the wrenches jump, in order: steps end there. Functions of time are
  /// then asked for the value before a jump at the last moment before it, and for the one behind it
  /// at its time.
  std::vector<double> breaks = {};
  std::function<bool(const Sample&)> observer =
      {};  ///< called with each sample; false stops the run
  bool keep_samples = true;
  std::function<void(double t, const TakeCheckpoint& take)> after_step =
      {};                              ///< called behind each step
  const Checkpoint* resume = nullptr;  ///< goes on from there, q and qd are not read
  long max_steps = 20'000'000;         ///< a run that needs more is reported, never endless
};

/// No robot gets here: a run that does diverges, and would only cost ever shorter steps [rad/s or m/s].
inline constexpr double runaway_speed = 1e6;

enum class RunStatus {
  completed,
  stopped,           ///< by the observer
  not_finite_input,  ///< a number of the input, of the wrenches or of the start is NaN or infinite
  not_finite_state,  ///< the motion leaves the range of numbers
  ran_away,          ///< a joint is faster than runaway_speed
  singular,          ///< the accelerations have no solution
  drives_out_of_reach,  ///< a mechanism does not reach the position, or stands at a dead centre
  friction_unsettled,   ///< no set of sticking and slipping elements fits the torques
  chattering,           ///< friction changes without end within 1 ns
  loops_open,           ///< no closed position of the loops is near
  step_too_small,       ///< the error allowed cannot be kept
  too_many_steps
};

struct SimulationResult {
  RunStatus status = RunStatus::completed;
  double start = 0;  ///< [s]
  double t = 0;      ///< reached [s]
  std::vector<Sample> samples;
  VectorX<double> q, qd;  ///< at t: the last good state
  Audit audit;
  std::vector<FrictionEvent> events;
  std::vector<LimitRecord> limits;  ///< one a motor
  MotionRecords motion;             ///< against the reference and the bounds of the robot file
  long steps = 0, rejected = 0, evaluations = 0;
  long calls = 0;               ///< of the algorithm that moves the links
  double wall_time = 0;         ///< by the clock on the wall, since the start or the resumption [s]
  std::string_view integrator;  ///< that ran it

  /// What was wrong, when status is neither completed nor stopped.
  struct Fault {
    const char* quantity = "";  ///< "q", "qd", "input", "wrench", "qdd", "friction", "drives"
    int index = -1;  ///< joint, number of the input, of the wrench, friction element or motor
    double value = 0;
    double t = 0;  ///< [s]
  };
  Fault fault;

  /// Root mean square of the tracking error of a joint over the time so far [rad or m].
  double rms_error(std::size_t joint) const {
    const double passed = t - start, squares = motion.tracking[joint].squares;
    return passed > 0 ? std::sqrt(squares / passed) : motion.tracking[joint].end;
  }

  bool ok() const { return status == RunStatus::completed || status == RunStatus::stopped; }
};

/// Runs a plant from q, qd. Whatever happens in the run is in the result's status; it never hangs.
/// The loops of a robot stay closed: every step ends at the nearest closed position and velocity, and a
/// start must close already (close_position() of erfd/dynamics/loops/closure.hpp). Inputs of passive joints
/// are not read.
/// @throws Error if a size or a setting makes no sense, a checkpoint is not one of this plant, or the loops
/// stand open at the start.
SimulationResult simulate(const Plant& plant, const InputFunction& input, In<double> q,
                          In<double> qd, const SimulationSettings& settings);

/// One moment of simulate(): the accelerations that an input causes, with friction that holds what rests.
/// @throws Error for what would end a run.
Sample moment_of(const Plant& plant, In<double> u, In<double> q, In<double> qd,
                 std::span<const ExternalWrench<double>> wrenches = {});

/// The integrator that a plant needs no thought with: dopri5, or implicit where a spring swings or settles
/// much faster than anything else that moves.
std::string_view integrator_for(const Plant& plant, In<double> q);

/// One line: time, joint, what was found, last good state. Empty for a run that is ok.
std::string describe_fault(const Plant& plant, const SimulationResult& result);

}  // namespace erfd
