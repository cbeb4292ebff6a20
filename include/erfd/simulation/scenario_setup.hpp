// A scenario bound to its robot: what simulate() needs.
#pragma once

#include "erfd/motion/plan.hpp"
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/sampled_damping.hpp"
#include "erfd/simulation/scenario.hpp"
#include "erfd/simulation/simulate.hpp"

#include <memory>

namespace erfd {

/// Values over time: one row a joint or motor, one column a time.
struct TimeTable {
  std::vector<double> times;  ///< rising [s]
  MatrixX<double> values;
};

/// What hangs at the flange from a time on, besides the payload of the scenario.
struct CarriedLoads {
  double time = 0;  ///< [s]
  std::vector<Payload> loads;
};

/// All that is carried from a time on, but the load that the robot file gives to its tool.
struct CarriedInRun {
  double time = 0;                         ///< [s]
  std::optional<ScenarioPayload> payload;  ///< of the scenario, at the tool
  std::vector<Payload> at_flange;          ///< of its program
};

/// What stands in the files that a scenario names.
struct ScenarioFiles {
  std::optional<TimeTable> reference;  ///< joint positions [rad or m]
  std::optional<TimeTable> input;      ///< joint torques, motor torques or currents
  /// Of a program, in order of time: all that it carries, the load of the robot's own tool included.
  std::vector<CarriedLoads> loads = {};
};

/// The motion and the loads of a planned program.
ScenarioFiles program_reference(const Program& program, const Plan& plan);

/// Adds what does not fit the robot: numbers of joints, units, frames, a law without its period.
void check_scenario(const Scenario& scenario, const Model& robot, Diagnostics& findings);

/// The plant, its input and all settings of a scenario. Functions refer to it: it stays in place.
class ScenarioSetup {
 public:
  /// @param unloaded  with the tool of the scenario, without its payload and loads; for a program without any load
  /// @param drives  none: ideal joint torques
  /// @throws Error, FileError if the scenario does not fit the robot, or a law refuses its gains.
  ScenarioSetup(const Scenario& scenario, const Model& unloaded, std::optional<Drives> drives,
                const ScenarioFiles& files);
  ScenarioSetup(const ScenarioSetup&) = delete;
  ScenarioSetup& operator=(const ScenarioSetup&) = delete;

  const Plant& plant() const { return *plant_; }
  const VectorX<double>& q() const { return q_; }
  const VectorX<double>& qd() const { return qd_; }
  /// Null for a scenario with an input instead.
  Controller* law() { return law_.get(); }
  /// What the law is asked for; null for a scenario with an input instead.
  const Reference* reference() const { return reference_.get(); }
  const InputFunction& input() const { return input_; }
  /// In order of time; the first holds from the start.
  const std::vector<CarriedInRun>& carried() const { return carried_; }
  /// Of the law without its limits at rest in a posture; 0 without law or control period, and where loops
  /// are closed.
  SampledDamping sampled_damping(In<double> q);
  /// Without observer; may be completed by the caller.
  const SimulationSettings& settings() const { return settings_; }

 private:
  void make_plant(const Scenario& scenario, const Model& robot, std::optional<Drives> drives,
                  const std::vector<CarriedLoads>& loads);
  void close_start(const Scenario& scenario, const Model& robot);
  void find_carried(const Scenario& scenario, const std::vector<CarriedLoads>& loads);
  void make_law(const Scenario& scenario, const Model& robot, const ScenarioFiles& files);
  void make_input(const Scenario& scenario, const ScenarioFiles& files);
  void make_wrenches(const Scenario& scenario);
  void tell_what_motors_gave(In<double> q, In<double> qd, In<double> u);

  std::optional<Plant> plant_;
  std::vector<CarriedInRun> carried_;
  VectorX<double> q_, qd_, speed_a_, given_a_, given_;
  std::optional<DriveState> drive_state_;
  std::shared_ptr<const Reference> reference_;
  std::unique_ptr<Controller> law_, bare_law_;
  InputFunction input_;
  std::vector<ScenarioWrench> wrenches_;
  std::vector<ExternalWrench<double>> acting_;
  SimulationSettings settings_;
};

}  // namespace erfd
