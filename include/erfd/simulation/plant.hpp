// The robot with its drives as a thing that moves: what simulate() integrates.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/engine.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// What the numbers of an input mean.
enum class PlantInput {
  joint_torques,  ///< [N m or N]; motors give K⁻ᵀ of it, if there are motors
  motor_torques,  ///< [N m]
  motor_currents  ///< [A], through the torque constants
};

/// "joint_torques", "motor_torques" or "motor_currents". @throws Error for another name.
PlantInput plant_input_of(std::string_view name);

/// One place where dry friction acts: a joint, or a motor that is coupled to several joints. A motor
/// with a joint of its own is counted there. Stuck, it holds up to `starting`; it moves against
/// `moving`; both grow by µ|u|, u the torque that the joint transmits. Torques of a motor with a mechanism
/// change with the position and are those of a slope of 1 in Plant::friction().
struct FrictionElement {
  std::string name;
  VectorX<double>
      direction;        ///< speed of the element = direction · qd, of the angle before a mechanism
  int joint = -1;       ///< coordinate of the plant, index in qd; −1 for a coupled motor
  int motor = -1;       ///< that is counted here; −1: none
  CoulombRange moving;  ///< [N m or N]
  CoulombRange starting;      ///< never below moving
  double load_dependent = 0;  ///< µ [-], joints only
};

/// State. Positions are those of the model (nq), then one a motor side; velocities those of the model (nv),
/// then one a motor side. Immutable, shared freely between threads. Models that differ in payload alone are made
/// beforehand: a change of payload in a run is a change of an index.
class Plant {
 public:
  struct Parts {
    std::vector<Model> models;          ///< the robot, with its payloads; at least one
    std::optional<Drives> drives = {};  ///< none: ideal joint torques, no friction, no limits
    PlantInput input = PlantInput::joint_torques;
    bool motor_limits = true;  ///< motors give no more than torque_range() at their speed
    /// One of algorithms(): how the equations of the links are found.
    std::string algorithm = "engine";
  };
  /// @throws Error for models of different robots, drives of another robot, motor inputs without
  /// drives, joint torques for passive joints, currents without torque constants, an elastic gear
  /// whose motor has no rotor inertia, or an algorithm that is unknown or cannot run the robot.
  explicit Plant(Parts parts);

  int nq() const { return engines_.front().model().nq(); }
  int nv() const { return engines_.front().model().nv(); }
  /// Velocities in front of those of the joints: 6 of a free base, which no input drives.
  int base_velocities() const {
    return model().has_free_base() ? velocity_count(JointKind::free) : 0;
  }
  /// Everything that moves: nv() links, then the motor side of each elastic gear, counted as its joint.
  int coordinates() const { return nv() + static_cast<int>(gears().size()); }
  /// Numbers of an input: one a joint or one a motor.
  int input_count() const {
    return drives_ && input_ != PlantInput::joint_torques ? drives_->count()
                                                          : nv() - base_velocities();
  }
  int model_count() const { return static_cast<int>(engines_.size()); }
  const Model& model(int index = 0) const { return engine(index).model(); }
  const Engine& engine(int index = 0) const { return engines_[static_cast<std::size_t>(index)]; }
  /// As make_drives() has them: motors to joints, as if all gears were stiff.
  const std::optional<Drives>& drives() const { return drives_; }
  /// The same drives on all coordinates(): the joint behind an elastic gear is passive, and the motors
  /// move the coordinate of the motor side in its place.
  const std::optional<Drives>& shafts() const { return shafts_; }
  /// Elastic gears of the drives.
  std::span<const ElasticGear> gears() const {
    return drives_ ? std::span<const ElasticGear>(drives_->elastic_gears())
                   : std::span<const ElasticGear>();
  }
  /// "axis2", or "axis2, motor side".
  std::string coordinate_name(int i) const;
  PlantInput input() const { return input_; }
  bool motor_limits() const { return motor_limits_; }
  const AlgorithmInfo& algorithm() const { return *algorithm_; }
  /// All places of dry friction; empty without drives.
  const std::vector<FrictionElement>& friction() const { return friction_; }
  /// "motor 'axis2'" or "joint 'axis2'": what number i of an input drives.
  std::string input_name(int i) const;

 private:
  std::vector<Engine> engines_;
  std::optional<Drives> drives_, shafts_;
  PlantInput input_;
  bool motor_limits_;
  const AlgorithmInfo* algorithm_;  ///< of the list of all
  std::vector<FrictionElement> friction_;
};

}  // namespace erfd
