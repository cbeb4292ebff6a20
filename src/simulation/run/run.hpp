// One run of simulate(). Private to simulation.
#pragma once

#include "erfd/simulation/simulate.hpp"

#include "simulation/plant/dynamics.hpp"
#include "simulation/plant/friction_modes.hpp"
#include "simulation/run/positions.hpp"

#include <cmath>
#include <memory>
#include <vector>

namespace erfd {

class Run {
 public:
  Run(const Plant& plant, const InputFunction& input, const SimulationSettings& settings);
  SimulationResult operator()(In<double> q, In<double> qd);

 private:
  static constexpr int flow_count = 5;

  // run.cpp
  bool begin(In<double> q, In<double> qd);
  bool interval(double t_stop);
  bool advance(double t_stop);
  bool jump(const std::vector<bool>& released);
  bool switch_payloads();
  void finish();

  // run_checkpoint.cpp
  Checkpoint take() const;
  void go_on(const Checkpoint& from);

  // run_rate.cpp
  bool rate(double t, In<double> x, Out<double> rate);
  void note_reach(DriveStatus status, double t);
  bool refresh_input(double t);
  bool input_is_finite(double t);
  Evaluation evaluate(double t, In<double> x);
  void measure(In<double> x);
  void spread(In<double> x);
  bool fail(RunStatus status);
  bool fail(StepOutcome outcome);
  bool fail(Evaluation evaluation);

  // run_events.cpp
  bool find_event(double& t_event);
  bool any_event(double t, double speed_scale);
  bool handle_event(double t_event);

  // run_motion.cpp
  void watch_start();
  void watch_step();
  void watch_bounds(double t, In<double> x);
  void watch_error(double t, In<double> x, VectorX<double>& error);
  void begin_settling();
  void watch_settling(double t_0, double t_1);
  const VectorX<double>& errors_at(double t);
  double kinetic_energy(In<double> x);
  double potential_energy(In<double> x);
  void note_state(In<double> x);
  bool follow_with_anchor();
  bool close_loops(Out<double> x);
  bool load_gears();

  // run_samples.cpp
  bool emit(double t, In<double> x);
  bool emit_until(double t);
  void watch_limits();
  void watch_power(const Sample& sample);
  double next_sample() const;

  const Plant& plant_;
  const InputFunction& input_;
  const SimulationSettings& settings_;
  int n_;       ///< coordinates of the plant
  int joints_;  ///< of its model
  int states_;  ///< of the input
  PlantDynamics dynamics_;
  Positions positions_;
  FrictionModes friction_;
  std::unique_ptr<Integrator> integrator_;
  SimulationResult result_;
  VectorX<double> x_, probe_, command_;    ///< x: local positions, velocities, of the input, flows
  VectorX<double> q_, qd_;                 ///< of the plant, of the state that was looked at last
  VectorX<double> measured_, measured_d_;  ///< joints as their motors tell
  VectorX<double> speed_a_, asked_, asked_d_, asked_dd_, error_0_, error_m_, error_1_,
      settling_error_;
  std::vector<bool> none_;
  std::span<const ExternalWrench<double>> wrenches_;
  Evaluation last_ = Evaluation::ok;
  bool input_bad_ = false;
  double t_end_ = 0;
  double latest_ =
      HUGE_VAL;  ///< functions of time are asked for no later time before the next stop
  long sample_ = 0, cycle_ = 0;
  std::size_t switch_ = 0, break_ = 0;
  double cluster_start_ = 0;  ///< begin of a cluster of events
  int cluster_ = 0;           ///< events within 1 ns of it
  std::vector<bool> was_limited_;
};

}  // namespace erfd
