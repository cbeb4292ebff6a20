// Accelerations of a plant whose friction modes are given. Private to simulation.
#pragma once

#include "erfd/simulation/audit.hpp"
#include "erfd/simulation/plant.hpp"

#include "simulation/plant/link_equations.hpp"
#include "simulation/plant/loops.hpp"

#include <vector>

namespace erfd {

enum class Evaluation {
  ok,
  singular,     ///< the accelerations have no solution
  unsettled,    ///< no direction of load-dependent friction fits the torques
  out_of_reach  ///< a mechanism does not reach the position, or stands at a dead centre
};

/// Scratch and modes of one run. All q and qd are states of the plant: the model's, then one a motor
/// side.
class PlantDynamics {
 public:
  explicit PlantDynamics(const Plant& plant);

  void use_model(int index) { model_ = index; }
  int model() const { return model_; }

  /// Of each friction element: −1 and 1 slips in that direction, 0 is stuck.
  const std::vector<int>& modes() const { return modes_; }
  void set_modes(const std::vector<int>& modes);
  /// Joint j cannot move: stuck itself, or held by stuck motors.
  bool pinned(int j) const { return pinned_[static_cast<std::size_t>(j)]; }

  /// Takes ratios, rotors and friction of mechanisms to a position, where they stay until the next one.
  /// Everything below that has an argument q does so by itself.
  DriveStatus place(In<double> q);
  /// With the torques of the present position.
  const std::vector<FrictionElement>& friction() const { return friction_; }

  /// Writes all results below. Bounded time.
  Evaluation evaluate(In<double> q, In<double> qd, In<double> command, Wrenches<double> wrenches);

  /// µ|u| of the last evaluate(); 0 for a coupled motor.
  double load_friction_of(const FrictionElement& element) const {
    return element.joint < 0 ? 0 : load_friction(element.load_dependent, joint_load[element.joint]);
  }

  /// What stuck elements hold, from the last evaluate(); 0 for the others.
  void find_holding_torques();

  VectorX<double> qdd;
  VectorX<double> torque;         ///< given by the motors, or by the joints without drives
  std::vector<LimitSet> limited;  ///< of each motor
  VectorX<double> joint_load;     ///< u: what the joints transmit [N m or N]
  VectorX<double> holding;        ///< of each friction element
  EnergyFlows power;              ///< [W]
  double torque_scale = 0;        ///< largest of the torques that were added up
  double acceleration_scale = 0;  ///< what such a torque does

  /// Calls of the algorithm of the links so far.
  long calls() const { return equations_.calls(); }
  void count_calls_from(long calls) { equations_.count_calls_from(calls); }

  bool has_loops() const { return loops_.has_value(); }
  /// Nearest state with closed loops; joints that cannot move stay.
  LoopClosure close(Out<double> q, Out<double> qd) { return loops_->close(q, qd, pinned_); }

  void motor_speeds(In<double> q, In<double> qd, Out<double> speeds);
  /// phi of every motor [rad]; of drives with mechanisms.
  const VectorX<double>& mechanism_angles(In<double> q);
  /// Positions of the motor sides so that the gears carry what their links need at rest or in uniform
  /// motion. Writes the last of q, and gives the last of qd the speed of the links.
  void load_gears(Out<double> q, Out<double> qd, Wrenches<double> wrenches);
  double kinetic_energy(In<double> q, In<double> qd);
  double potential_energy(In<double> q);
  /// Rates of change of both by inverse dynamics with the qdd of the last evaluate() [W].
  struct EnergyRates {
    double kinetic, potential;
  };
  EnergyRates energy_rates(In<double> q, In<double> qd);

  /// Where the next search for the directions of load-dependent friction begins.
  const VectorX<double>& load_signs() const { return load_sign_; }
  void set_load_signs(const VectorX<double>& signs) { load_sign_ = signs; }

 private:
  void apply_input(In<double> qd, In<double> command);
  void add_forces(In<double> qd);
  bool solve();
  bool solve_tree();
  bool solve_loops();
  double least_inertia() const;
  void find_shares(const MatrixX<double>& directions);
  bool turn_loads(bool one);
  void find_powers(In<double> q, In<double> qd, Wrenches<double> wrenches);
  void find_constraints();
  const VectorX<double>& asked_of_shafts(In<double> command);
  void add_springs(In<double> q, In<double> qd);
  void find_shaft_positions(In<double> q);

  const Plant& plant_;
  int n_;      ///< coordinates of the plant
  int nq_;     ///< positions of its model
  int links_;  ///< velocities of its model
  int model_ = 0;
  LinkEquations equations_;
  std::vector<Workspace> ws_;
  std::vector<int> modes_;
  std::vector<bool> pinned_;
  std::vector<int> free_;        ///< joints that are not pinned
  MatrixX<double> constraints_;  ///< rows · qdd = 0 among the free joints
  VectorX<double> zero_, bias_, joint_torque_, factor_, right_, load_sign_, speed_a_, residual_, x_;
  MatrixX<double> H_, M_, A_;
  std::optional<DriveState> state_;        ///< of the drives, if there are any
  std::optional<PlantLoops> loops_;        ///< if the robot has some
  std::vector<FrictionElement> friction_;  ///< at this state
  VectorX<double> spring_torque_;          ///< of joint springs and elastic gears
  VectorX<double> shaft_q_;                ///< a position for each velocity; zeros for a free base
  MatrixX<double> rotors_;                 ///< Kᵀ diag(I_a) K
  VectorX<double> rotor_bias_, shaft_;     ///< Kᵀ diag(I_a) Kd qd; torques of motor shafts
};

}  // namespace erfd
