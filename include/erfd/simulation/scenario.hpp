// What a scenario file says, as plain data with places: docs/scenario-file.md.
#pragma once

#include "erfd/robot/robot_description.hpp"
#include "erfd/simulation/integrator.hpp"
#include "erfd/simulation/plant.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// Numbers of the joints (or motors) as the file writes them: one for all, or one each.
struct JointNumbers {
  std::vector<double> values;
  double times = 1, over = 1;  ///< SI value of a rotating joint = value · times / over
  bool sliding = false;        ///< the unit is one of sliding joints alone
  bool every = false;          ///< the unit is that of all joints (or motors), whatever they do
  std::string key;             ///< "q_deg"
  std::string other_key;       ///< "q_m": for joints of the other kind
  Location at;
};

using JointField = std::optional<JointNumbers>;

struct ScenarioPayload {
  double mass = 0;                  ///< [kg]
  Triple com{};                     ///< in the tool frame [m]
  std::array<double, 6> inertia{};  ///< about the centre of mass [kg m^2]
  Location at;
};

/// A load that is fixed to a body or tool for the whole run.
struct ScenarioLoad {
  std::string frame;  ///< of the body or tool
  ScenarioPayload load;
};

enum class ReferenceKind {
  set_point,
  quintic,
  cycloid,
  polynomial,
  spline,
  trapezoid,
  sine,
  table,
  program
};

/// A waypoint of a spline.
struct ScenarioPoint {
  double time = 0;  ///< [s]
  JointField q;
};

struct ScenarioReference {
  ReferenceKind kind = ReferenceKind::set_point;
  JointField q;                              ///< set_point
  JointField from, to, speed, acceleration;  ///< moves; from: default initial q
  JointField start_speed, end_speed;         ///< polynomial; none: at rest
  JointField start_acceleration, end_acceleration;
  int degree = 5;                                  ///< polynomial
  std::vector<ScenarioPoint> points;               ///< spline, in order of time
  JointField centre, amplitude, frequency, phase;  ///< sine; centre: default initial q
  double start = 0;                                ///< [s]
  double duration = 0;                             ///< quintic, cycloid, polynomial [s]
  std::string file;                                ///< table, program
  Location at;
};

struct ScenarioController {
  std::string law;                                   ///< a name of controllers()
  std::map<std::string, JointNumbers> gains;         ///< by the names of ControllerGains
  std::optional<ScenarioPayload> uncertain_payload;  ///< robust, adaptive
  bool knows_payload = true;  ///< the model of the law carries the payload of the start
  bool knows_drives = true;   ///< a law with a model commands rotors and viscous friction too
  bool compensates_friction = false;  ///< and dry friction, with tanh for the sign of the speed
  JointField friction_speed;          ///< of that tanh; none: 0.01 rad/s, 1 mm/s
  JointField saturation;              ///< [N m or N]
  JointField rate_limit;              ///< [N m/s or N/s]
  std::optional<ScenarioReference> reference;
  bool forced = false;  ///< no law: the torques of the reference, whatever the robot does
  Location at;
};

struct ScenarioInput {
  PlantInput kind = PlantInput::joint_torques;
  bool of_reference = false;  ///< the torques of the reference by inverse dynamics
  JointField values;          ///< constant, or
  std::string file;           ///< over time
  bool hold =
      false;  ///< between the rows of the file: hold the last one instead of a straight line
  Location at;
};

struct ScenarioWrench {
  double from = 0, to = 0;   ///< acts for from ≤ t < to [s]
  Triple force{}, moment{};  ///< world axes [N], [N m]
  std::string frame;         ///< empty: the tool
  Triple point{};            ///< where it acts, in the frame [m]
  Location at;
};

struct ScenarioPayloadSwitch {
  double time = 0;          ///< [s]
  ScenarioPayload payload;  ///< carried from then on; mass 0: nothing
};

struct Scenario {
  std::string file;  ///< for messages, and to find files that it names
  std::string robot;
  Location robot_at;
  std::string tool;
  Location tool_at;
  std::string without;            ///< parts of the robot file that are left out; empty: none
  std::optional<Triple> gravity;  ///< [m/s^2]
  std::optional<ScenarioPayload> payload;
  std::vector<ScenarioLoad> loads;
  std::string algorithm = "engine";  ///< of the equations of the links
  Location algorithm_at;
  JointField q, qd;
  Triple base_spin{}, base_speed{};  ///< of a free base at the start, in its axes [rad/s], [m/s]
  Location base_at;                  ///< of the one that is given; line 0: none
  double duration = 0;               ///< [s]; 0: that of the program which is the reference
  double control_period = 0;         ///< [s]; 0: continuous
  std::string integrator;            ///< empty: the one that suits the robot, integrator_for()
  IntegratorSettings integration{.max_step = 0.01};
  long max_steps = 20'000'000;
  std::optional<ScenarioController> controller;
  std::optional<ScenarioInput> input;
  std::optional<bool> use_drives;  ///< not said: if the robot has some
  Location drives_at;
  bool motor_limits = true;
  std::vector<ScenarioPayloadSwitch> switches;  ///< in order of time
  std::vector<ScenarioWrench> wrenches;
  std::string output;           ///< empty: no file
  double output_period = 0.01;  ///< [s]
};

/// Meaningful only if !findings.has_errors().
struct ReadScenario {
  Scenario scenario;
  Diagnostics findings;
};

/// Reads the text of a scenario file. All problems that need no robot are collected.
ReadScenario read_scenario(std::string_view text, const std::string& file_name);

}  // namespace erfd
