// A run at one of its steps, complete: what follows is the same as without the break, bit for bit.
#pragma once

#include "erfd/drives/motor.hpp"
#include "erfd/simulation/audit.hpp"
#include "erfd/simulation/integrator.hpp"

#include <vector>

namespace erfd {

/// A change of friction: an element stops (0), or starts in a direction (−1, 1).
struct FrictionEvent {
  double t = 0;     ///< [s]
  int element = 0;  ///< of Plant::friction()
  int mode = 0;
};

/// How long a motor was at its limits, to the precision of the steps.
struct LimitRecord {
  LimitSet limits;
  double first = 0;     ///< [s]
  double duration = 0;  ///< [s]
};

/// How far a joint was off its reference, to the precision of the steps.
struct TrackingRecord {
  double largest = 0;  ///< |q_d − q| [rad or m]
  double time = 0;     ///< of the largest [s]
  double end = 0;      ///< |q_d − q| at the time reached [rad or m]
  double squares = 0;  ///< ∫ (q_d − q)² dt [rad² s or m² s]
};

/// How a joint comes to a place that is asked of it, to the precision of the dense output.
struct SettlingRecord {
  double way = 0;   ///< from its start to that place [rad or m]
  double band = 0;  ///< settled is who stays within it: 2 % of the way, at least 0.01 rad or 1 mm
  double time = 0;  ///< it is within the band from then on [s]
  double outside = 0;    ///< 1: it was not within it when the run ended
  double overshoot = 0;  ///< most beyond that place [rad or m]
};

/// A bound of the robot file that the motion went beyond, to the precision of the steps.
struct ExcessRecord {
  double excess = 0;  ///< most beyond it; 0: never [rad, m, rad/s or m/s]
  double worst = 0;   ///< the value then
  double bound = 0;   ///< that it went beyond
  double time = 0;    ///< of the worst [s]
  double first = 0;   ///< [s]
};

/// The motion against what was asked and what the robot file allows.
struct MotionRecords {
  std::vector<TrackingRecord> tracking;  ///< one a joint; none without reference
  std::vector<SettlingRecord> settling;  ///< one a joint; of a reference that stands alone
  std::vector<ExcessRecord> ranges, joint_speeds;  ///< one a joint
  std::vector<ExcessRecord> motor_speeds;          ///< one a motor
  std::vector<ExcessRecord> mechanisms;            ///< ranges of their angles, one a motor [rad]
};

/// Taken and taken back by simulate(); files of report/checkpoint_file.hpp keep it.
struct Checkpoint {
  IntegratorState
      integrator;  ///< x = (q, qd, z, the five EnergyFlows), with motor sides of gears; z: InputStates
  VectorX<double> anchor;         ///< quaternion about which a free base turns in q; empty: fixed
  VectorX<double> command;        ///< input that is held until the next control cycle
  VectorX<double> load_sign;      ///< σ of load-dependent friction, where its search begins
  int model = 0;                  ///< of the plant
  std::vector<int> modes;         ///< of the friction elements
  std::vector<bool> resting;      ///< of the friction elements
  std::vector<bool> was_limited;  ///< of the motors
  long samples = 0;               ///< handed out so far
  long cycles = 0;                ///< control cycles begun
  long switches = 0;              ///< payloads switched
  long calls = 0;                 ///< of the algorithm that moves the links
  double cluster_start = 0;       ///< of the last friction events close together [s]
  int cluster = 0;                ///< how many they are
  Audit audit;                    ///< what has been added up; flows stand in the integrator
  std::vector<FrictionEvent> events;
  std::vector<LimitRecord> limits;
  MotionRecords motion;
  /// Of whoever gives the input: Controller::save(). simulate() neither writes nor reads it.
  std::vector<double> input_memory;
};

}  // namespace erfd
